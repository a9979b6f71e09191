"""Measuring, as a user runs it. `benches/` holds our own figures beside floors and peers;
`replays/` search over what people annotated, beside the standard parts; `datasets/` and `scorers/`
the files and the rules of others' benchmarks; `runs/` asks those and keeps every answer;
`leak_guard/` refuses and stops runs that could see one; `ablations/` changes one thing at a time.
What several share lies here: an item, its gold in a box, blind floors, the canary. Gold labels live
here and nowhere below, and of `api/` only the commands of `cli/evaluation.py` import this."""
