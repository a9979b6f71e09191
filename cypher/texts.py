"""All that a video's memory says in words, for looking whether something stands in it."""

from cypher.query import Query
from graph_schema.relationships import CAUSAL_TYPES, TYPES_OF_FAMILY, Family, RelationType

_SAID = (*CAUSAL_TYPES, *TYPES_OF_FAMILY[Family.SPATIAL], RelationType.LEADS_TO)

TEXTS_OF_VIDEO = Query(
    f"""\
MATCH (v:Video {{id: $video_id}}) WHERE v.library = $library
WITH v.id AS video, v.library AS library
CALL (video, library) {{
  MATCH (n:Memory)
  WHERE n.library = library AND n.video_id = video AND n.start_ms >= 0
  OPTIONAL MATCH (n)-[r:{"|".join(_SAID)}]->()
  WITH n, collect(r.reason) + collect(r.label) AS edges
  RETURN n.id AS id, n.source AS source, n.perceiver AS perceiver,
         [n.label, n.summary, n.description, n.text, n.speaker] + edges AS texts
UNION ALL
  MATCH (n:Appearance)
  WHERE n.library = library AND n.video_id = video
  OPTIONAL MATCH (n)-[:IS]->(entity:Entity)
  OPTIONAL MATCH (n)-[r:{"|".join(TYPES_OF_FAMILY[Family.SPATIAL])}]->()
  WITH n, entity, collect(r.label) AS edges
  RETURN n.id AS id, n.source AS source, n.perceiver AS perceiver,
         [n.name, n.description, replace(n.attributes, '\\\\n', ' '), entity.name]
         + coalesce(n.aliases, []) + coalesce(entity.aliases, []) + edges AS texts
UNION ALL
  MATCH (n:Video {{id: video}}) WHERE n.library = library
  RETURN n.id AS id, null AS source, null AS perceiver, [n.title] AS texts
}}
RETURN id, source, perceiver, [text IN texts WHERE text IS NOT NULL AND text <> ''] AS texts""",
    "What a video is called, and what its nodes and their relations say in words; attributes as "
    "JSON, line ends in them as spaces. In: library, video_id. Out: id, source and perceiver (null "
    "where the node has none), texts; no row for a foreign id.",
)

RUNS_SINCE = Query(
    """\
MATCH (r:Run) WHERE r.library = $library AND r.at >= $since
RETURN r.id AS id,
       [r.question, r.answer, r.steps, r.citations] + coalesce(r.choices, []) AS texts""",
    "What the Runs of a library since a time say in words. In: library, since (as `at` is "
    "written). Out: id, texts.",
)
