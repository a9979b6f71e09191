"""Entities by name, and the events they take part in."""

from collections.abc import Sequence

from cypher.lucene import escaped
from cypher.query import Query
from graph_schema.relationships import TYPES_OF_FAMILY, Family

_ROLES = "|".join(TYPES_OF_FAMILY[Family.ROLE])
_MAX_TERMS = 32
_TERM_WITH_ONE_SLIP = 4
_TERM_WITH_TWO_SLIPS = 8

ENTITIES_LIKE = Query(
    """\
CALL db.index.fulltext.queryNodes($fulltext_index, $lucene, {limit: $depth})
YIELD node AS n, score
WHERE n:Entity AND n.library = $library AND (size($videos) = 0 OR EXISTS {
  MATCH (n)<-[:IS]-(a:Appearance) WHERE a.video_id IN $videos })
WITH n, COUNT { (n)<-[:IS]-(:Appearance) } AS seen
RETURN n.id AS id, n.name AS name, n.type AS type, coalesce(n.aliases, []) AS aliases
ORDER BY seen DESC, id""",
    "Entities whose text shares a word, or nearly, with a name. In: library, videos (empty for "
    "all), fulltext_index, lucene (of similar_names), depth. Out: id, name, type, aliases; those "
    "that appear most often first.",
)

ENTITIES_BY_ID = Query(
    """\
UNWIND $ids AS id
MATCH (n:Entity {id: id}) WHERE n.library = $library
RETURN n.id AS id, n.name AS name, n.type AS type, coalesce(n.aliases, []) AS aliases""",
    "Entities by id. In: library, ids. Out: id, name, type, aliases; no row for a foreign id.",
)

APPEARANCES = Query(
    """\
UNWIND $ids AS id
MATCH (entity:Entity {id: id}) WHERE entity.library = $library
CALL (entity) {
  MATCH (a:Appearance)-[:IS]->(entity)
  WHERE a.library = $library AND (size($videos) = 0 OR a.video_id IN $videos)
  WITH a, entity ORDER BY a.video_id, a.seen_at_ms, a.id
  WITH collect({id: a.id, video_id: a.video_id, macro_event: a.macro_event, name: a.name,
    type: a.type, description: coalesce(a.description, ''), seen_at_ms: a.seen_at_ms,
    entity: entity.id, entity_name: entity.name}) AS found
  RETURN found[..$limit] AS appearances, size(found) AS total
}
RETURN id, appearances, total""",
    "Where entities appear. In: library, ids, videos (empty for all), limit. Out, one row for each "
    "entity: id, appearances (maps by video and time), total.",
)

PRESENCES = Query(
    f"""\
MATCH (:Entity {{id: $entity, library: $library}})<-[:IS]-(a:Appearance)
WHERE size($videos) = 0 OR a.video_id IN $videos
CALL (a) {{
  MATCH (a)-[:{_ROLES}]-(n:MicroEvent) RETURN n
UNION
  MATCH (a)-[:PART_OF]->(n:MacroEvent)
  WHERE NOT EXISTS {{ MATCH (a)-[:{_ROLES}]-(:MicroEvent) }}
  RETURN n
}}
WITH DISTINCT n
WHERE n.library = $library AND n.start_ms < $end_ms AND n.end_ms > $start_ms
RETURN n.id AS id, n.video_id AS video_id, n.start_ms AS start_ms, n.end_ms AS end_ms,
  coalesce(n.text, n.label) AS text
ORDER BY video_id, start_ms, end_ms, id
LIMIT $limit""",
    "The micro-events an entity takes part in, and the macro events in which it appears without "
    "any. In: library, entity, videos (empty for all), start_ms, end_ms, limit. Out: id, video_id, "
    "start_ms, end_ms, text, by time.",
)


def similar_names(terms: Sequence[str], library: str) -> str | None:
    """Lucene text that finds entities by terms of a name, slips of the pen included.

    Entities are the only nodes of the index without a video. None when there are no terms.
    """
    if not terms:
        return None
    words = " ".join(f"{escaped(term)}^2{_with_slips(term)}" for term in terms[:_MAX_TERMS])
    return f"+library:{escaped(library)}^0 +(*:* -video_id:*)^0 +search_text:({words})"


def _with_slips(term: str) -> str:
    if len(term) < _TERM_WITH_ONE_SLIP:
        return ""
    return f" {escaped(term)}~{2 if len(term) >= _TERM_WITH_TWO_SLIPS else 1}"
