"""Reading the memory: search recipes as data, fusion, navigation, relation traversal,
rendering into a token budget, export. Nothing here writes to the graph or calls a language
model."""
