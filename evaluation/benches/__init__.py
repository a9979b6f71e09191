"""What `longtake bench` measures, one subject a file: extraction, answers, citations, scoped recall
and speed, each figure beside its floor. Gold of our own lies in `gold/`. Nothing here runs somebody
else's benchmark (`datasets/`, `replays/`)."""
