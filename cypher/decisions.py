"""Decisions about who is who, as ``ABOUT`` edges hold them."""

from cypher.query import Query

MADE_BY_PEOPLE = Query(
    """\
MATCH (a:Appearance {library: $library})<-[:ABOUT]-(d:Decision {library: $library})
WHERE a.id STARTS WITH $prefix AND NOT d.by STARTS WITH 'rule:'
MATCH (m:MacroEvent {id: a.macro_event})
WITH d, collect({name: a.name, type: a.type, seen_at_ms: a.seen_at_ms,
                 start_ms: m.start_ms, end_ms: m.end_ms}) AS appearances
RETURN properties(d) AS decision, appearances ORDER BY d.id
""",
    "Decisions about a video's appearances that no rule would make again. In: library, prefix "
    "(video id and a dot). Out: decision (its properties), appearances (maps of name, type, "
    "seen_at_ms and the macro event's start_ms and end_ms).",
)
