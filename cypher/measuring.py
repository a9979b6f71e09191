"""Bare statements that benchmarks set beside ours: what Neo4j itself costs. Nothing else runs
them, since they know no library."""

from cypher.query import Query

NEAREST = Query(
    """\
CALL db.index.vector.queryNodes($index, $candidates, $vector) YIELD node, score
WITH node, score LIMIT $k
RETURN node.id AS id, node.text AS text, score""",
    "The vector index asked for candidates, the nearest of which are returned. In: index, "
    "candidates, vector, k. Out: id, text, score.",
)

CANDIDATES = Query(
    """\
CALL db.index.vector.queryNodes($index, $candidates, $vector) YIELD node, score
RETURN node.id AS id, score""",
    "All the candidates of the vector index. In: index, candidates, vector. Out: id, score.",
)

ONE_HOP = Query(
    """\
MATCH (start:MicroEvent {id: $id})-[r:CAUSES|ENABLES|PREVENTS]->(n)
RETURN n.id AS id, n.text AS text, type(r) AS relation""",
    "What a micro-event leads to at once. In: id. Out: id, text, relation.",
)

AWAIT_INDEX = Query(
    "CALL db.awaitIndex($name, $limit_s)",
    "Waits until an index holds everything. In: name, limit_s. Out: nothing; fails after limit_s.",
)

WRITTEN_NODES = Query(
    """\
MATCH (n:MicroEvent) WHERE n.id IN $ids
RETURN n.id AS id, collect(n.text) AS texts""",
    "What a writer left at these ids. In: ids. Out: id, texts (one for each node of this id).",
)

WRITTEN_EDGES = Query(
    """\
MATCH (a:MicroEvent)-[r:BEFORE]->(b:MicroEvent) USING INDEX a:MicroEvent(id)
WHERE a.id IN $ids
RETURN a.id AS start, b.id AS end, collect(r.confidence) AS values""",
    "What relationships a writer left. In: ids (of their starts). Out: start, end, values (the "
    "confidence of each between these two).",
)
