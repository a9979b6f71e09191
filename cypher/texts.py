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
  RETURN n.id AS id, n.source AS source,
         [n.label, n.summary, n.description, n.text, n.speaker] + edges AS texts
UNION ALL
  MATCH (n:Appearance)
  WHERE n.library = library AND n.video_id = video
  OPTIONAL MATCH (n)-[:IS]->(entity:Entity)
  OPTIONAL MATCH (n)-[r:{"|".join(TYPES_OF_FAMILY[Family.SPATIAL])}]->()
  WITH n, entity, collect(r.label) AS edges
  RETURN n.id AS id, n.source AS source,
         [n.name, n.description, entity.name] + coalesce(entity.aliases, []) + edges AS texts
}}
RETURN id, source, [text IN texts WHERE text IS NOT NULL AND text <> ''] AS texts""",
    "What the nodes of a video and their relations say in words. In: library, video_id. Out: id, "
    "source (null for tiers), texts; no row for a foreign id.",
)

RUNS_SINCE = Query(
    """\
MATCH (r:Run) WHERE r.library = $library AND r.at >= $since
RETURN r.id AS id,
       [r.question, r.answer, r.steps, r.citations] + coalesce(r.choices, []) AS texts""",
    "What the Runs of a library since a time say in words. In: library, since (as `at` is "
    "written). Out: id, texts.",
)
