"""Reading text: normalising per language, dependency parsing, actions and their roles,
reference resolution, time expressions and causes. No graph, no media, no I/O beyond loading a
language model."""
