"""Scenes from inside, many at once: what a search found, with the times and words of the rest."""

from cypher.navigation import EVENT
from cypher.query import Query
from graph_schema.labels import Label

SCENES = Query(
    f"""\
UNWIND $macro_events AS id
MATCH (n:MacroEvent {{id: id}}) WHERE n.library = $library
WITH n AS whole, {{{EVENT}}} AS macro_event
CALL (whole) {{
  MATCH (n:MicroEvent)-[:PART_OF]->(whole)
  WITH n ORDER BY n.start_ms, n.end_ms, n.id
  RETURN collect({{{EVENT}, parent: n.macro_event}}) AS micro_events
}}
RETURN macro_event, micro_events""",
    "Macro events with their micro-events in order of time. In: library, macro_events (ids). "
    "Out: macro_event, micro_events (maps); no row for a foreign id.",
)

TIMED_NODES = Query(
    "\nUNION ALL\n".join(
        f"UNWIND $ids AS id\nMATCH (n:{label.value} {{id: id}}) WHERE n.library = $library\n"
        f"RETURN {{{EVENT}}} AS event"
        for label in (Label.MACRO_EVENT, Label.MICRO_EVENT, Label.UTTERANCE, Label.SCREEN_TEXT)
    ),
    "Events, utterances and texts on screen by their ids. In: library, ids. Out: event (a map); no "
    "row for a foreign id.",
)
