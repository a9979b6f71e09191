"""The videos of a library: a page of them, and one by its id."""

from cypher.query import Query

_VIDEO = """\
v.id AS video_id, v.title AS title, v.uri AS uri, v.kind AS kind, v.duration_ms AS duration_ms,
       v.width AS width, v.height AS height, v.recorded_at AS recorded_at, v.status AS status"""

LIST_VIDEOS = Query(
    f"""\
MATCH (v:Video) WHERE v.library = $library
  AND ($after_title IS NULL OR v.title > $after_title
       OR (v.title = $after_title AND v.id > $after_id))
WITH v ORDER BY v.title, v.id LIMIT $limit
RETURN {_VIDEO}""",
    "A page of a library's videos by title, then id. In: library, after_title and after_id of the "
    "last page's last row (null: the first page), limit. Out: video_id, title, uri, kind, "
    "duration_ms, width, height, recorded_at, status.",
)

SHOW_VIDEO = Query(
    f"MATCH (v:Video {{id: $video_id}}) WHERE v.library = $library\nRETURN {_VIDEO}",
    "One video. In: library, video_id. Out: the columns of LIST_VIDEOS; no row for a foreign id.",
)
