"""Measuring, as a user runs it: `benches/` for our own figures, `replays/` for search over what
people annotated. Gold labels live here and nowhere below; what is shared by several lies here."""
