"""What people have annotated, ingested as memories without media and asked about: one data set a
file, the standard parts (TF-IDF, BM25, encoder, fusions) beside ours, and the intervals between
them. Data is read by path, never copied; nothing here is tuned on the videos it reports on."""
