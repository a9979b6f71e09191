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

REPLAN = Query(
    "CALL db.prepareForReplanning(60)",
    "Counts anew what indexes hold and drops the plans made before. In: nothing. Out: nothing.",
)

AWAIT_INDEX = Query(
    "CALL db.awaitIndex($name, $limit_s)",
    "Waits until an index holds everything. In: name, limit_s. Out: nothing; fails after limit_s.",
)
