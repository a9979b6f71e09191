"""Official question files of others' benchmarks, one a file: each `load(folder)` checks the file
against its published form and gives `Item`s whose gold labels stay boxed. Files are read by path,
never fetched or copied; no scoring, no prompting and no video is known here."""
