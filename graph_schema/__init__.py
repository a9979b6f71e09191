"""What a memory is: labels, relationship types, node models, ids, time spans and the
perception document, together with the constraints and indexes the database must hold, as data.
Everything here is pure (no I/O, no Cypher, no settings) and imports nothing else of ours."""
