"""What each part of an exploration is worth: the same questions with one thing changed at a time,
in the shape of MemDreamer's tables 6-11. An ablation is a row of data (`tables.py`) over settings
that every user has; no code path is switched off for a figure. Nothing is tuned here."""
