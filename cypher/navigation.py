"""Reading the memory by its structure: tiers, the inside of a macro event, times, counts."""

from functools import cache

from cypher.query import Query
from graph_schema.labels import Label
from graph_schema.relationships import CAUSAL_TYPES, TYPES_OF_FAMILY, Family, RelationType

_VIDEO = """\
  video_id: v.id, title: v.title, kind: v.kind, duration_ms: v.duration_ms, status: v.status"""

EVENT = """\
  id: n.id, video_id: n.video_id, start_ms: n.start_ms, end_ms: n.end_ms,
  label: coalesce(n.label, n.speaker, ''),
  text: coalesce(n.summary, n.description, n.text, ''), source: n.source"""
"""A timed node ``n`` as the fields of a map; its parent is left to whoever knows it already."""

_EVENT = f"""\
{EVENT},
  parent: head([(n)-[:PART_OF]->(whole) | whole.id])"""

_RELATION = """\
  source: startNode(r).id, target: endNode(r).id, type: type(r), label: coalesce(r.label, ''),
  reason: coalesce(r.reason, ''), basis: r.basis, confidence: r.confidence"""

_APPEARANCE = """\
  id: a.id, video_id: a.video_id, macro_event: a.macro_event, name: a.name, type: a.type,
  description: coalesce(a.description, ''), seen_at_ms: a.seen_at_ms,
  entity: entity.id, entity_name: entity.name"""

LIBRARY_SUMMARY = Query(
    f"""\
WITH $library AS library
CALL (library) {{
  MATCH (v:Video) WHERE v.library = library AND (size($videos) = 0 OR v.id IN $videos)
  RETURN count(v) AS total, coalesce(sum(v.duration_ms), 0) AS duration_ms
}}
CALL (library) {{
  MATCH (v:Video) WHERE v.library = library AND (size($videos) = 0 OR v.id IN $videos)
  WITH v ORDER BY v.title, v.id LIMIT $limit
  OPTIONAL MATCH (root:Root)-[:PART_OF]->(v)
  RETURN collect({{{_VIDEO}, summary: coalesce(root.summary, '')}}) AS videos
}}
RETURN total, duration_ms, videos""",
    "The videos of a library. In: library, videos (ids; none: all), limit. Out, one row: total, "
    "duration_ms, videos (maps by title).",
)

_VIDEO_AND_CHAPTERS = f"""\
MATCH (v:Video {{id: $video_id}}) WHERE v.library = $library
OPTIONAL MATCH (root:Root)-[:PART_OF]->(v)
CALL (root) {{
  MATCH (n:SuperEvent)-[:PART_OF]->(root)
  WITH n ORDER BY n.start_ms, n.id
  RETURN collect({{{_EVENT}}}) AS super_events
}}"""

VIDEO_SUMMARY = Query(
    f"""\
{_VIDEO_AND_CHAPTERS}
RETURN {{{_VIDEO}, summary: coalesce(root.summary, '')}} AS video, super_events""",
    "A video from above. In: library, video_id. Out: video (map), super_events (maps by time); "
    "no row for a foreign id.",
)

MACRO_EVENTS_OF_VIDEO = Query(
    f"""\
MATCH (v:Video {{id: $parent_id}}) WHERE v.library = $library
CALL (v) {{
  MATCH (n:MacroEvent)
  WHERE n.library = $library AND n.video_id = v.id AND n.start_ms >= 0
  WITH n ORDER BY n.start_ms, n.end_ms, n.id
  WITH collect(n) AS found
  UNWIND found[..$limit] AS n
  RETURN collect({{{_EVENT}}}) AS events, max(size(found)) AS total
}}
RETURN events, coalesce(total, 0) AS total""",
    "The macro events of a video. In: library, parent_id, limit. Out: events, total; no row for a "
    "foreign id.",
)

MACRO_EVENTS_OF_SUPER_EVENT = Query(
    f"""\
MATCH (s:SuperEvent {{id: $parent_id}}) WHERE s.library = $library
CALL (s) {{
  MATCH (n:MacroEvent)-[:PART_OF]->(s)
  WITH n ORDER BY n.start_ms, n.end_ms, n.id
  WITH collect(n) AS found
  UNWIND found[..$limit] AS n
  RETURN collect({{{_EVENT}}}) AS events, max(size(found)) AS total
}}
RETURN events, coalesce(total, 0) AS total""",
    "The macro events of a super event. In: library, parent_id, limit. Out: events, total; no row "
    "for a foreign id.",
)

_INSIDE = (RelationType.BEFORE, *CAUSAL_TYPES, *TYPES_OF_FAMILY[Family.SPATIAL])
_AROUND = (RelationType.LEADS_TO, *CAUSAL_TYPES)

_MACRO_EVENT_OF: dict[Label, str] = {
    Label.MACRO_EVENT: "MATCH (n:MacroEvent {id: $id}) WHERE n.library = $library\n",
    **{
        label: (
            f"MATCH (part:{label} {{id: $id}})-[:PART_OF]->(n:MacroEvent)\n"
            "WHERE part.library = $library AND n.library = $library\n"
        )
        for label in (Label.MICRO_EVENT, Label.APPEARANCE)
    },
}


IN_MACRO_EVENTS: frozenset[Label] = frozenset(_MACRO_EVENT_OF)
"""Labels whose ids :func:`subgraph` can start from."""


@cache
def subgraph(label: Label) -> Query:
    """The inside of the macro event that a node of ``label`` is, or is part of.

    Raises ``ValueError`` for labels that stand in no macro event.
    """
    if label not in _MACRO_EVENT_OF:
        raise ValueError(f"{label} nodes are in no macro event")
    return Query(
        f"""\
{_MACRO_EVENT_OF[label]}\
WITH n AS whole, {{{_EVENT}}} AS macro_event
CALL (whole) {{
  MATCH (a:Appearance)-[:PART_OF]->(whole)
  OPTIONAL MATCH (a)-[:IS]->(entity:Entity)
  WITH a, entity ORDER BY a.seen_at_ms, a.id
  RETURN collect(a) AS appearing, collect({{{_APPEARANCE}}}) AS appearances
}}
CALL (whole) {{
  MATCH (n:MicroEvent)-[:PART_OF]->(whole)
  WITH n ORDER BY n.start_ms, n.end_ms, n.id
  RETURN collect(n) AS happening, collect({{{_EVENT},
    subjects: [(seen:Appearance)-[:PERFORMS]->(n) | seen.id],
    objects: [(seen:Appearance)-[:RECEIVES]->(n) | seen.id],
    tools: [(n)-[:USES]->(seen:Appearance) | seen.id],
    places: [(n)-[:HAPPENS_IN]->(seen:Appearance) | seen.id]}}) AS micro_events
}}
CALL (whole, appearing, happening) {{
  UNWIND appearing + happening AS member
  MATCH (member)-[r:{"|".join(_INSIDE)}]-(other)
  WHERE other.library = $library
  RETURN r
UNION
  MATCH (whole)-[r:{"|".join(_AROUND)}]-(other:MacroEvent)
  WHERE other.library = $library
  RETURN r
}}
WITH macro_event, appearances, micro_events, r
ORDER BY type(r), startNode(r).start_ms, startNode(r).id, endNode(r).start_ms, endNode(r).id
RETURN macro_event, appearances, micro_events, collect({{{_RELATION}}}) AS relations""",
        "A macro event from inside. In: library, id. Out: macro_event (map), appearances, "
        "micro_events, relations (lists of maps); no row for a foreign id.",
    )


@cache
def events_in_time(labels: frozenset[Label]) -> Query:
    """What a video holds between two times, of these labels (searchable ones of a video)."""
    return Query(
        f"""\
MATCH (v:Video {{id: $video_id}}) WHERE v.library = $library
CALL (v) {{
  MATCH (n:Memory)
  USING INDEX n:Memory(library, video_id, start_ms)
  WHERE n.library = $library AND n.video_id = v.id AND n.start_ms < $end_ms
    AND n.end_ms > $start_ms AND n:{"|".join(sorted(labels))}
  WITH n ORDER BY n.start_ms, n.end_ms DESC, n.id
  WITH collect(n) AS found
  UNWIND found[..$limit] AS n
  RETURN collect({{{_EVENT}}}) AS events, max(size(found)) AS total
}}
RETURN events, coalesce(total, 0) AS total""",
        "Nodes of a video that overlap [start_ms, end_ms). In: library, video_id, start_ms, "
        "end_ms, limit. Out: events, total; no row for a foreign id.",
    )


LIST_VIDEOS = Query(
    f"""\
MATCH (v:Video)
WHERE v.library = $library
  AND ($after_id IS NULL OR v.title > $after_title
       OR (v.title = $after_title AND v.id > $after_id))
WITH v ORDER BY v.title, v.id LIMIT $limit
RETURN {{{_VIDEO}}} AS video""",
    "A page of videos by title and id. In: library, after_title and after_id (null for the first "
    "page), limit. Out: video.",
)

VIDEO_OVERVIEW = Query(
    f"""\
{_VIDEO_AND_CHAPTERS}
CALL (v) {{
  MATCH (n:MacroEvent)
  WHERE n.library = $library AND n.video_id = v.id AND n.start_ms >= 0
  WITH n ORDER BY n.start_ms, n.end_ms, n.id
  RETURN collect({{{_EVENT}}}) AS macro_events
}}
RETURN {{{_VIDEO}, uri: v.uri, width: v.width, height: v.height, recorded_at: v.recorded_at,
  summary: coalesce(root.summary, '')}} AS video, super_events, macro_events""",
    "A video with its outline. In: library, video_id. Out: video, super_events, macro_events; no "
    "row for a foreign id.",
)
