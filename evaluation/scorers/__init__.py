"""Scoring others' benchmarks by the rules their authors published, one benchmark a file, with a
stricter reading of the same answers beside each. Only here and in `replays/` are gold labels
opened; nothing here asks a question, and nothing that answers may import it."""
