"""The timed events that moments are made of: all of a small scope, or those around some hits.

Both return events with text and vector, unsorted; which are neighbours is for the caller to say.
"""

from functools import cache

from cypher.query import Query
from graph_schema.labels import SEARCHABLE, Label

_EVENT = """\
id: n.id, video_id: n.video_id, start_ms: n.start_ms, end_ms: n.end_ms, text: n.text,
    search_text: coalesce(n.search_text, ''), embedding: n.embedding, macro_event: n.macro_event"""


@cache
def events_of_scope(labels: frozenset[Label], *, of_videos: bool) -> Query:
    """Every event of these labels in a scope, if there are not too many.

    Raises ``ValueError`` for labels that are not searchable, or none.
    """
    match = (
        "UNWIND $videos AS video\n"
        "  MATCH (n:Memory)\n  USING INDEX n:Memory(library, video_id, start_ms)\n"
        "  WHERE n.library = library AND n.video_id = video"
        if of_videos
        else "MATCH (n:Memory)\n  WHERE n.library = library"
    )
    return Query(
        f"""\
WITH $library AS library
CALL (library) {{
  UNWIND $videos AS named
  MATCH (v:Video {{id: named}}) WHERE v.library = library
  RETURN collect(DISTINCT v.id) AS videos
}}
CALL (library) {{
  {match} AND n.start_ms < $end_ms AND n.end_ms > $start_ms AND n:{_either(labels)}
  WITH n LIMIT $limit + 1
  RETURN collect(n) AS found
}}
CALL (found) {{
  UNWIND CASE WHEN size(found) <= $limit THEN found ELSE [] END AS n
  WITH n WHERE n.embedding IS NOT NULL
  RETURN collect({{{_EVENT}}}) AS events
}}
RETURN videos, size(found) <= $limit AS whole, events""",
        "The events of a scope. In: library, videos (distinct), start_ms, end_ms, limit. Out, one "
        "row: videos (those named that exist), whole (false: more than limit, and no events are "
        "given), events (maps).",
    )


def _side(comparison: str, order: str, most: str) -> str:
    return f"""\
  MATCH (n:Memory)
  USING INDEX n:Memory(library, video_id, start_ms)
  WHERE n.library = $library AND n.video_id = hit.video_id
    AND n.start_ms {comparison} hit.start_ms AND n.start_ms < $end_ms AND n.end_ms > $start_ms
    AND hit.label IN labels(n) AND n.embedding IS NOT NULL
  WITH n ORDER BY n.start_ms{order}, n.id LIMIT {most}
  RETURN n
"""


EVENTS_AROUND = Query(
    f"""\
UNWIND $hits AS hit
CALL (hit) {{
{_side("<", " DESC", "$reach")}UNION
{_side(">=", "", "$reach + 1")}}}
WITH hit, n ORDER BY n.start_ms, n.end_ms, n.id
WITH hit, collect(n) AS window
WITH collect([n IN window | n.id]) AS windows, collect(window) AS found
CALL (found) {{
  UNWIND found AS window
  UNWIND window AS n
  WITH DISTINCT n
  RETURN collect({{{_EVENT}}}) AS events
}}
RETURN windows, events""",
    "The neighbours in time of some events, of the same label each. In: library, hits (maps of id, "
    "video_id, start_ms, label), start_ms, end_ms, reach (how many before each hit, and after). "
    "Out, one row: windows (lists of ids in order of time, one for each hit), events (maps, each "
    "once).",
)


def _either(labels: frozenset[Label]) -> str:
    if not labels or not labels <= SEARCHABLE:
        raise ValueError(f"not searchable, or none: {sorted(labels)}")
    return "|".join(sorted(labels))
