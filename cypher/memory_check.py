"""Counting a video's memory, and looking for what must not be in it."""

from cypher.query import Query
from graph_schema.labels import OF_A_VIDEO, SEARCHABLE, Label
from graph_schema.relationships import ENDPOINTS, RelationType

_OURS = "WHERE n.id STARTS WITH $prefix"
_UNFINISHED = "n.embedding IS NULL OR n.search_text IS NULL OR NOT n:Memory"


def _union(parts: list[str]) -> str:
    return "\nUNION ALL\n".join(parts)


COUNT_NODES = Query(
    _union(
        [
            f"MATCH (n:{label.value} {{library: $library}}) {_OURS}\n"
            f"RETURN '{label.value}' AS label, count(n) AS count"
            for label in OF_A_VIDEO
        ]
        + [
            "MATCH (n:Appearance {library: $library})-[:IS]->(entity:Entity) "
            f"{_OURS}\nRETURN 'Entity' AS label, count(DISTINCT entity) AS count"
        ]
    ),
    "How many nodes of each label a video has. In: library, prefix (video id and a dot). "
    "Out: label, count.",
)

COUNT_RELATIONSHIPS = Query(
    _union(
        [
            f"MATCH (n:{label.value} {{library: $library}})-[r]->() {_OURS}\n"
            "RETURN type(r) AS type, count(r) AS count"
            for label in OF_A_VIDEO
        ]
    ),
    "How many relationships of each type leave a video's nodes; a type comes once for each label. "
    "In: library, prefix. Out: type, count.",
)


def _parents(label: Label) -> str:
    return "|".join(
        parent.value for child, parent in ENDPOINTS[RelationType.PART_OF] if child is label
    )


UNREACHABLE = Query(
    _union(
        [
            f"MATCH (n:{label.value} {{library: $library}}) {_OURS} AND NOT EXISTS {{\n"
            f"  MATCH (n)-[:PART_OF]->(parent:{_parents(label)})\n"
            "  WHERE parent.id = $video_id OR parent.id STARTS WITH $prefix }\n"
            "RETURN n.id AS id LIMIT 5"
            for label in OF_A_VIDEO
        ]
    ),
    "Nodes of a video without a parent in it: where each has one, all lead to the video. "
    "In: library, video_id, prefix. Out: id (a few of each label).",
)

OUTSIDE = Query(
    _union(
        [
            f"MATCH (n:{label.value} {{library: $library}}) {_OURS}\n"
            "  AND (n.start_ms < 0 OR n.end_ms > $duration_ms OR n.end_ms <= n.start_ms)\n"
            "RETURN n.id AS id LIMIT 5"
            for label in OF_A_VIDEO
            if label is not Label.APPEARANCE
        ]
    ),
    "Nodes whose time is not inside the media. In: library, prefix, duration_ms. Out: id.",
)


def _of_video(label: Label) -> str:
    if label is Label.ENTITY:
        return (
            "MATCH (a:Appearance {library: $library})-[:IS]->(n:Entity) "
            "WHERE a.id STARTS WITH $prefix\nWITH DISTINCT n"
        )
    return f"MATCH (n:{label.value} {{library: $library}}) {_OURS}\nWITH n"


UNFINISHED = Query(
    _union(
        [
            f"{_of_video(label)} WHERE {_UNFINISHED}\n"
            f"RETURN '{label.value}' AS label, n.id AS id, n.text AS text ORDER BY id"
            for label in sorted(SEARCHABLE)
        ]
    ),
    "Searchable nodes of a video that are not embedded yet. In: library, prefix. "
    "Out: label, id, text.",
)

PROBED = Query(
    """\
MATCH (n:Memory {library: $library, video_id: $video_id})
WHERE n.start_ms IS NOT NULL AND n.search_text <> ''
RETURN n.id AS id, n.search_text AS search_text, n.embedding AS embedding
ORDER BY size(n.text) DESC, id LIMIT $limit
""",
    "The nodes with most text, by which a new memory must be found. In: library, video_id, limit. "
    "Out: id, search_text, embedding.",
)

FIND_BY_VECTOR = Query(
    """\
UNWIND $probes AS probe
CALL (probe) {
  CALL db.index.vector.queryNodes($index, $k, probe.embedding) YIELD node, score
  RETURN collect({id: node.id, score: score}) AS hits
}
RETURN probe.id AS id, any(hit IN hits WHERE hit.id = probe.id) AS found,
       size(hits) >= $k AND all(hit IN hits WHERE hit.score > 0.99999) AS crowded
""",
    "Whether nodes are among the k nearest to their own vectors. In: index, k, probes (maps of "
    "id, embedding). Out: id, found; crowded (all k have this very vector, so it may stand "
    "behind them).",
)

FIND_BY_TEXT = Query(
    """\
UNWIND $probes AS probe
CALL (probe) {
  CALL db.index.fulltext.queryNodes($index, probe.lucene, {limit: $limit}) YIELD node
  WHERE node.library = $library AND node.video_id = $video_id
  RETURN count(*) > 0 AS found
}
RETURN probe.id AS id, found
""",
    "Whether any node of a video is found by the words of each probe. In: index, probes (maps of "
    "id, lucene), limit, library, video_id. Out: id, found.",
)
