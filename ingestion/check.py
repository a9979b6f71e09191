"""The last stage: a job may say *done* only when its memory is whole and is found by search."""

from collections.abc import Iterable
from typing import Any

from cypher import memory_check as queries
from cypher.search import ScopeShape, lexical_query
from cypher.store import Store
from graph_schema.indexes import FULLTEXT_INDEX, vector_index_name
from graph_schema.labels import Label
from ingestion.persistence import graph_of
from ingestion.work import Outcome, Work
from runtime.embedder import embedding_identity
from runtime.errors import IncompleteMemoryError

_PROBES = 3
_NEAREST = (10, 100, 1_000)
_HINT = (
    "Run the same command again: it writes the memory anew. If this comes back, it is a bug worth "
    "telling."
)

_COUNTED = {
    "shots": Label.SHOT,
    "utterances": Label.UTTERANCE,
    "macro_events": Label.MACRO_EVENT,
    "super_events": Label.SUPER_EVENT,
    "micro_events": Label.MICRO_EVENT,
    "appearances": Label.APPEARANCE,
    "entities": Label.ENTITY,
}


def check(work: Work) -> Outcome:
    """Compare what was to be written with what is there, and find it by search.

    Raises IncompleteMemoryError naming what is wrong.
    """
    work.progress.stage("check", None)
    expected = {label.value: len(rows) for label, rows in graph_of(work).nodes.items()}
    found = _nodes(work.store, work.scope)
    for label, count in expected.items():
        if found.get(label) != count:
            raise IncompleteMemoryError(
                f"{found.get(label, 0)} {label} nodes are in the graph, {count} were perceived",
                _HINT,
            )
    ids = {**work.scope, "video_id": work.material.video_id}
    _none("cannot be reached from their video", work.store.read(queries.UNREACHABLE, **ids))
    outside = work.store.read(queries.OUTSIDE, **work.scope, duration_ms=work.material.duration_ms)
    _none("lie outside the media's time", outside)
    _none("are not embedded", work.store.read(queries.UNFINISHED, **work.scope))
    return Outcome(counts={"probes": _probe(work)})


def counts(store: Store, library: str, video_id: str) -> dict[str, Any]:
    """The counts of a report (design §6), read from the graph."""
    scope = {"library": library, "prefix": f"{video_id}."}
    nodes = _nodes(store, scope)
    relations: dict[str, int] = {}
    for row in store.read(queries.COUNT_RELATIONSHIPS, **scope):
        relations[row["type"]] = relations.get(row["type"], 0) + int(row["count"])
    named = {name: nodes.get(label.value, 0) for name, label in _COUNTED.items()}
    return {**named, "relations": dict(sorted(relations.items()))}


def _nodes(store: Store, scope: dict[str, str]) -> dict[str, int]:
    return {row["label"]: int(row["count"]) for row in store.read(queries.COUNT_NODES, **scope)}


def _none(what: str, rows: Iterable[dict[str, Any]]) -> None:
    ids = [row["id"] for row in rows]
    if ids:
        raise IncompleteMemoryError(f"nodes {', '.join(ids[:5])} {what}", _HINT)


def _probe(work: Work) -> int:
    """Find the nodes with most text again, by their vectors and by their words."""
    store, material = work.store, work.material
    ids = {"library": material.library, "video_id": material.video_id}
    rows = store.read(queries.PROBED, **ids, limit=_PROBES)
    index = vector_index_name(*embedding_identity(work.settings))
    hidden = _hidden_from_vectors(store, index, rows)
    if hidden:
        raise IncompleteMemoryError(f"the vector index does not find {hidden[0]}", _HINT)
    shape = ScopeShape(videos=True)
    words = [
        {
            "id": row["id"],
            "lucene": lexical_query(
                row["search_text"], material.library, [material.video_id], shape
            ),
        }
        for row in rows
    ]
    asked = {"index": FULLTEXT_INDEX, "probes": [each for each in words if each["lucene"]]}
    for found in store.read(queries.FIND_BY_TEXT, **ids, **asked, limit=100):
        if not found["found"]:
            raise IncompleteMemoryError(f"the full-text index does not find {found['id']}", _HINT)
    return len(rows)


def _hidden_from_vectors(store: Store, index: str, rows: list[dict[str, Any]]) -> list[str]:
    """Ids of nodes that their own vectors do not find. The index is approximate and shared by all
    libraries: ask for more before giving up, and let pass what only hides behind its own copies
    elsewhere."""
    sought = {row["id"]: row["embedding"] for row in rows}
    crowded: set[str] = set()
    for nearest in _NEAREST:
        probes = [{"id": id_, "embedding": vector} for id_, vector in sought.items()]
        if not probes:
            break
        for answer in store.read(queries.FIND_BY_VECTOR, index=index, k=nearest, probes=probes):
            if answer["found"]:
                del sought[answer["id"]]
            elif answer["crowded"]:
                crowded.add(answer["id"])
            else:
                crowded.discard(answer["id"])
    return [id_ for id_ in sought if id_ not in crowded]
