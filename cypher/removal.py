"""Deleting a video's memory in bounded batches, so that no transaction outgrows the server.

Everything of a video is found by the prefix of its ids, which each label's own constraint answers
from its index. Decisions and entities go first, while the appearances that lead to them exist;
each is looked at once (DISTINCT before EXISTS), however many appearances it has.
"""

from functools import cache

from cypher.query import Query
from graph_schema.labels import OF_A_VIDEO, Label

BATCH = 1_000

DELETE_DECISIONS = Query(
    """\
MATCH (a:Appearance)<-[:ABOUT]-(d:Decision {library: $library})
WHERE a.id STARTS WITH $prefix
WITH DISTINCT d
WHERE NOT EXISTS {
  MATCH (d)-[:ABOUT]->(other:Appearance) WHERE NOT other.id STARTS WITH $prefix }
WITH d LIMIT $limit
DETACH DELETE d
RETURN count(*) AS deleted
""",
    "Delete decisions about this video's appearances only. In: library, prefix (video id and a "
    "dot), limit. Out: deleted.",
)

DELETE_ENTITIES = Query(
    """\
MATCH (a:Appearance)-[:IS]->(n:Entity {library: $library})
WHERE a.id STARTS WITH $prefix
WITH DISTINCT n
WHERE NOT EXISTS {
  MATCH (n)<-[:IS]-(other:Appearance) WHERE NOT other.id STARTS WITH $prefix }
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(*) AS deleted
""",
    "Delete entities that appear in this video only. In: library, prefix, limit. Out: deleted.",
)


@cache
def delete_nodes(label: Label) -> Query:
    """Delete a batch of a video's nodes of one label, with their relationships."""
    if label not in OF_A_VIDEO:
        raise ValueError(f"{label.value} nodes are not numbered inside a video")
    return Query(
        f"MATCH (n:{label.value} {{library: $library}})\n"
        "WHERE n.id STARTS WITH $prefix\n"
        "WITH n LIMIT $limit\n"
        "DETACH DELETE n\n"
        "RETURN count(*) AS deleted",
        f"Delete {label.value} nodes of a video. In: library, prefix, limit. Out: deleted.",
    )
