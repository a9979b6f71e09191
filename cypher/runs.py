"""Runs: a question answered, and the nodes its answer cites."""

from functools import cache
from typing import Any

from cypher.query import Query
from cypher.statements import merge_nodes, merge_relationships
from cypher.store import Store
from graph_schema.identity import label_of
from graph_schema.labels import Label
from graph_schema.relationships import ENDPOINTS, RelationType

CITABLE: frozenset[Label] = frozenset(label for _, label in ENDPOINTS[RelationType.CITES])


@cache
def cited_nodes(label: Label) -> Query:
    """The nodes of one label that an answer cites, with the text their quotes must stand in."""
    time = "n.start_ms AS start_ms, n.end_ms AS end_ms"
    if label is Label.APPEARANCE:
        time = "n.seen_at_ms AS start_ms, n.seen_at_ms + 1 AS end_ms"
    return Query(
        f"MATCH (n:{label.value})\n"
        "WHERE n.id IN $ids AND n.library = $library\n"
        f"RETURN n.id AS id, n.video_id AS video_id, {time}, n.source AS source,\n"
        "       coalesce(n.text, n.name + '. ' + n.description, n.description, '') AS text,\n"
        "       [(a:Appearance)-[:PERFORMS]->(n) | a.name] AS actors",
        f"{label.value} nodes by id. In: library, ids. Out: id, video_id, start_ms, end_ms, "
        "source, text, actors (names of those who perform a micro-event).",
    )


CITED_QUERIES = tuple(cited_nodes(label) for label in Label if label in CITABLE)

UNKNOWN_VIDEOS = Query(
    "UNWIND $videos AS wanted\n"
    "OPTIONAL MATCH (v:Video {id: wanted, library: $library})\n"
    "WITH wanted, v WHERE v IS NULL\n"
    "RETURN wanted AS id",
    "Which of the videos this library does not hold. In: library, videos. Out: id.",
)


def read_cited(store: Store, library: str, ids: list[str]) -> dict[str, dict[str, Any]]:
    """What stands at these ids, by id; ids that are none or stand nowhere are left out."""
    by_label: dict[Label, list[str]] = {}
    for one in dict.fromkeys(ids):
        label = label_of(one)
        if label is not None and label in CITABLE:
            by_label.setdefault(label, []).append(one)
    return {
        row["id"]: row
        for label, wanted in by_label.items()
        for row in store.read(cited_nodes(label), library=library, ids=wanted)
    }


def unknown_videos(store: Store, library: str, videos: tuple[str, ...]) -> list[str]:
    """Those of ``videos`` that the library does not hold."""
    if not videos:
        return []
    return [row["id"] for row in store.read(UNKNOWN_VIDEOS, library=library, videos=list(videos))]


def write_run(
    store: Store, run_id: str, properties: dict[str, Any], cites: list[dict[str, Any]]
) -> None:
    """Store a Run and its CITES relationships; again with the same id replaces it.

    ``properties`` repeat id and library; each of ``cites`` is ``{"end": node id, "properties":
    {quote, start_ms, end_ms, verdict}}``, with one entry a node. Raises
    :class:`~runtime.errors.WriteShortfallError` when a cited node is gone.
    """
    store.write_rows(merge_nodes(Label.RUN), [{"id": run_id, "properties": properties}])
    by_label: dict[Label, list[dict[str, Any]]] = {}
    for cite in cites:
        label = label_of(cite["end"])
        assert label in CITABLE
        by_label.setdefault(label, []).append({"start": run_id, **cite})
    for label, rows in by_label.items():
        store.write_rows(merge_relationships(RelationType.CITES, Label.RUN, label), rows)
