"""The only importer of the Neo4j driver and, with migrations, the only place with Cypher: a
typed Store and one module of named, parameterised queries per subject. No decisions about
video or answers may live here."""
