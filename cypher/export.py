"""Everything of a video that a perception document can say."""

from cypher.query import Query
from graph_schema.relationships import TYPES_OF_FAMILY, Family

_OF_VIDEO = "n.library = $library AND n.video_id = $video_id AND n.start_ms >= 0"
_STATED = "|".join(
    type_
    for family in (Family.PROGRESSION, Family.TEMPORAL, Family.CAUSAL, Family.SPATIAL)
    for type_ in TYPES_OF_FAMILY[family]
)

VIDEO = Query(
    """\
MATCH (v:Video {id: $video_id}) WHERE v.library = $library
RETURN v.id AS source_id, v.title AS title, v.duration_ms AS duration_ms,
  v.recorded_at AS recorded_at""",
    "A video as the document's first part. In: library, video_id. Out: source_id, title, "
    "duration_ms, recorded_at; no row for a foreign id.",
)

MACRO_EVENTS = Query(
    f"""\
MATCH (n:MacroEvent) WHERE {_OF_VIDEO}
RETURN n.id AS id, n.label AS label, coalesce(n.summary, '') AS summary, n.start_ms AS start_ms,
  n.end_ms AS end_ms, head([(n)-[:PART_OF]->(s:SuperEvent) | s.id]) AS super_event""",
    "In: library, video_id. Out: id, label, summary, start_ms, end_ms, super_event.",
)

SUPER_EVENTS = Query(
    f"""\
MATCH (n:Memory&SuperEvent) USING INDEX n:Memory(library, video_id, start_ms)
WHERE {_OF_VIDEO}
RETURN n.id AS id, n.label AS label, coalesce(n.summary, '') AS summary
ORDER BY n.start_ms, id""",
    "In: library, video_id. Out: id, label, summary, by time.",
)

MICRO_EVENTS = Query(
    f"""\
MATCH (n:Memory&MicroEvent) USING INDEX n:Memory(library, video_id, start_ms)
WHERE {_OF_VIDEO}
RETURN n.id AS id, head([(n)-[:PART_OF]->(m:MacroEvent) | m.id]) AS macro_event, n.label AS label,
  coalesce(n.description, '') AS description, n.start_ms AS start_ms, n.end_ms AS end_ms,
  n.source AS source, n.confidence AS confidence,
  [(a:Appearance)-[:PERFORMS]->(n) | a.id] AS subjects,
  [(a:Appearance)-[:RECEIVES]->(n) | a.id] AS objects,
  [(n)-[:USES]->(a:Appearance) | a.id] AS tools,
  head([(n)-[:HAPPENS_IN]->(a:Appearance) | a.id]) AS place""",
    "In: library, video_id. Out: id, macro_event, label, description, start_ms, end_ms, source, "
    "confidence, and the ids of appearances: subjects, objects, tools, place.",
)

APPEARANCES = Query(
    """\
MATCH (n:Appearance) WHERE n.library = $library AND n.video_id = $video_id
RETURN n.id AS id, n.macro_event AS macro_event, n.name AS name, n.type AS type,
  coalesce(n.aliases, []) AS aliases, coalesce(n.description, '') AS description,
  coalesce(n.attributes, '{}') AS attributes, n.seen_at_ms AS seen_at_ms,
  n.naming = 'grounded' AS grounded""",
    "In: library, video_id. Out: id, macro_event, name, type, aliases, description, attributes "
    "(JSON), seen_at_ms, grounded.",
)

RELATIONS = Query(
    f"""\
CALL () {{
  MATCH (n:MacroEvent) WHERE {_OF_VIDEO} RETURN n
UNION
  MATCH (n:Memory&MicroEvent) USING INDEX n:Memory(library, video_id, start_ms)
  WHERE {_OF_VIDEO} RETURN n
UNION
  MATCH (n:Appearance) WHERE n.library = $library AND n.video_id = $video_id RETURN n
}}
MATCH (n)-[r:{_STATED}]->(other) WHERE other.library = $library AND other.video_id = $video_id
RETURN n.id AS source, other.id AS target, type(r) AS type, coalesce(r.label, '') AS label,
  coalesce(r.reason, '') AS reason, r.confidence AS confidence,
  coalesce(r.basis, 'stated') AS basis""",
    "Relations that a document may state. In: library, video_id. Out: source, target, type, "
    "label, reason, confidence, basis.",
)

UTTERANCES = Query(
    f"""\
MATCH (n:Memory&Utterance) USING INDEX n:Memory(library, video_id, start_ms)
WHERE {_OF_VIDEO}
RETURN n.id AS id, n.start_ms AS start_ms, n.end_ms AS end_ms, n.text AS text,
  n.speaker AS speaker, n.source AS source""",
    "In: library, video_id. Out: id, start_ms, end_ms, text, speaker, source.",
)
