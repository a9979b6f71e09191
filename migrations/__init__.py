"""The versioned Cypher files that build the schema, and the runner that applies them once.
Nothing else may change constraints or indexes."""
