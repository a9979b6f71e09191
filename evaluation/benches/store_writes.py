"""What the store's care costs: ``Store.write_rows`` beside a bare UNWIND … MERGE loop, and peers.

The floor sends the same rows by the same statement in the same batches, one session for all of
them, with nothing counted, sorted, measured or retried. Every batch is written by each writer in
turn, under ids of its own, and of each batch the fastest of several rounds counts: the one that
other work on the machine disturbed least. Beside the time stands what is right after a second
write, since a writer that keeps old values is quick for nothing. All on a server of its own.
"""

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from cypher import measuring
from cypher.batches import MAX_ROWS
from cypher.connection import open_store
from cypher.query import Query
from cypher.removal import BATCH, delete_nodes
from cypher.statements import merge_nodes, merge_relationships, set_embeddings
from cypher.store import Store
from evaluation.benches.own_server import new_server
from evaluation.benches.peers.graph_writers import Rows, Write, apoc, graph_writers, installed
from evaluation.report import BenchRow, machine
from graph_schema.labels import Label
from graph_schema.relationships import RelationType
from migrations.runner import migrate
from runtime import default_encoder
from runtime.embedder import embedding_identity
from runtime.settings import Settings

NODES = 20_000
OF_A_DOCUMENT = 20
EMBEDDED = 2_000
ROUNDS = 3
BAR = "≤ 1.1 × a bare loop"
LIBRARY = "bench-writes"
OURS, BARE = "ours", "bare loop"

_NODE = merge_nodes(Label.MICRO_EVENT, extra_memory=False)
_EDGE = merge_relationships(RelationType.BEFORE, Label.MICRO_EVENT, Label.MICRO_EVENT)
_STRIDES = (1, 7)
_TEXT = "The rabbit bites an apple that fell from the tree."
_NEW_TEXT = "The rabbit bites a pear."


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is written: nodes with twice as many relationships, and how often."""

    nodes: int = NODES
    documents: int = NODES // OF_A_DOCUMENT
    embedded: int = EMBEDDED
    rounds: int = ROUNDS
    twice: int = 200


def run(settings: Settings) -> list[BenchRow]:
    """Seconds in batches as large as ours, in small documents, and of vectors; then rightness."""
    with new_server(settings, "writes", plugins=apoc() if installed() else ()) as own:
        return measure(own)


def measure(settings: Settings, sizes: Sizes | None = None) -> list[BenchRow]:
    """The rows, on the new and empty server of ``settings``."""
    sizes = sizes or Sizes()
    with open_store(settings) as store, graph_writers(store, settings) as peers:
        # First without constraints, under which duplicates could not even be written.
        right = list(_rightness(store, {OURS: _ours(store), **peers}, sizes.twice))
        _delete(store)
        migrate(store, *embedding_identity(settings))
        return [*_speed(store, peers, sizes), *right]


# -- how fast -------------------------------------------------------------------------------------


def _speed(store: Store, peers: Mapping[str, Write], sizes: Sizes) -> Iterator[BenchRow]:
    with _bare(store) as bare:
        writers = {OURS: _ours(store), BARE: bare, **peers}
        nodes, edges = f"{sizes.nodes:,} nodes", f"{2 * sizes.nodes:,} relationships"
        best = contest(writers, partial(_batches, sizes.nodes), sizes.rounds)
        yield _row(f"write {nodes} and {edges} in batches of {MAX_ROWS:,}", best)
        best = contest(writers, partial(_documents, sizes.documents), sizes.rounds)
        number, each = f"{sizes.documents:,} documents", f"{OF_A_DOCUMENT} nodes"
        yield _row(f"write {number} of {each} and {2 * OF_A_DOCUMENT} relationships", best)
        best = contest(
            {OURS: _ours(store), BARE: bare}, partial(_one, sizes.nodes // 50), sizes.rounds
        )
        yield _row(f"write {sizes.nodes // 50:,} nodes one by one", best)
    yield from _vectors(store, sizes)


def contest(
    writers: Mapping[str, Write], batches: Callable[[str], Sequence[tuple[Rows, Rows]]], rounds: int
) -> dict[str, float]:
    """Seconds of each writer for all batches, of each batch its fastest round.

    ``batches`` gives them under the ids of a base. The first tenth is written once beforehand.
    """
    draw = random.Random(5)  # noqa: S311 - an order, no secret
    taken: dict[str, list[float]] = {}
    for number in range(-1, rounds):
        sets = {name: batches(f"{LIBRARY}.{name}.{number}".replace(" ", "-")) for name in writers}
        places = len(next(iter(sets.values())))
        if number < 0:
            places = max(1, places // 10)
        for place in range(places):
            for name in draw.sample(list(writers), len(writers)):
                write = writers[name](*sets[name][place])
                began = time.perf_counter()
                write()
                seconds = time.perf_counter() - began
                best = taken.setdefault(name, [])
                if number == 0:
                    best.append(seconds)
                elif number > 0:
                    best[place] = min(best[place], seconds)
    return {name: sum(best) for name, best in taken.items()}


def _row(name: str, best: Mapping[str, float]) -> BenchRow:
    peers = {peer: seconds for peer, seconds in best.items() if peer not in (OURS, BARE)}
    bar = BAR if installed() else f"{BAR}; make bench installs the peers"
    return BenchRow(f"{name} ({machine()})", best[OURS], "s", best[BARE], bar, peers)


def _vectors(store: Store, sizes: Sizes) -> Iterator[BenchRow]:
    query = set_embeddings(Label.MICRO_EVENT)
    _ours(store)(_nodes(f"{LIBRARY}.vectors", sizes.embedded), ())()
    with store.driver.session() as session:

        def bare(rows: Rows, _: Rows) -> Callable[[], object]:
            return lambda: session.run(query.text, rows=rows).consume()

        def ours(rows: Rows, _: Rows) -> Callable[[], object]:
            return lambda: store.write_rows(query, rows)

        # The same nodes for both: a vector that is replaced costs what a new one does.
        best = contest(
            {OURS: ours, BARE: bare},
            lambda _: [
                (
                    _embeddings(
                        f"{LIBRARY}.vectors", range(first, min(first + 500, sizes.embedded))
                    ),
                    (),
                )
                for first in range(0, sizes.embedded, 500)
            ],
            sizes.rounds,
        )
    yield _row(f"write {sizes.embedded:,} vectors, 500 at once", best)


def _ours(store: Store) -> Write:
    def write(nodes: Rows, edges: Rows) -> Callable[[], object]:
        return lambda: (store.write_rows(_NODE, nodes), store.write_rows(_EDGE, edges))

    return write


@contextmanager
def _bare(store: Store) -> Iterator[Write]:
    with store.driver.session() as session:

        def send(query: Query, rows: Rows) -> None:
            for first in range(0, len(rows), MAX_ROWS):
                session.run(query.text, rows=rows[first : first + MAX_ROWS]).consume()

        def write(nodes: Rows, edges: Rows) -> Callable[[], object]:
            def both() -> None:
                send(_NODE, nodes)
                send(_EDGE, edges)

            return both

        yield write


def _batches(nodes: int, base: str) -> Sequence[tuple[Rows, Rows]]:
    """Batches of nodes, then batches of relationships between them."""
    made, edges = _nodes(base, nodes), _edges(base, nodes)
    return [
        *((made[first : first + MAX_ROWS], ()) for first in range(0, len(made), MAX_ROWS)),
        *(((), edges[first : first + MAX_ROWS]) for first in range(0, len(edges), MAX_ROWS)),
    ]


def _documents(number: int, base: str) -> Sequence[tuple[Rows, Rows]]:
    """Small graphs, each by itself."""
    bases = [f"{base}.d{place}" for place in range(number)]
    return [(_nodes(one, OF_A_DOCUMENT), _edges(one, OF_A_DOCUMENT)) for one in bases]


def _one(number: int, base: str) -> Sequence[tuple[Rows, Rows]]:
    return [([row], ()) for row in _nodes(base, number)]


# -- what is right afterwards ---------------------------------------------------------------------


def _rightness(store: Store, writers: Mapping[str, Write], nodes: int) -> Iterator[BenchRow]:
    """After the same nodes and relationships were written again with a changed property, and then
    others that lead to them."""
    found = {name: _twice(store, write, name, nodes) for name, write in writers.items()}
    told = {
        "nodes there once after a second write": nodes,
        "their changed property has its new value": nodes,
        "relationships there once, with the new value": 2 * nodes,
        "relationships to nodes of an earlier run": nodes,
    }
    for place, (name, number) in enumerate(told.items()):
        right = {writer: float(counts[place]) for writer, counts in found.items()}
        yield BenchRow(
            f"{name}, of {number}", right.pop(OURS), "right", bar=f"= {number}", peers=right
        )


def _twice(store: Store, write: Write, name: str, nodes: int) -> tuple[int, int, int, int]:
    base, later = (f"{LIBRARY}.{name}.{which}".replace(" ", "-") for which in ("first", "later"))
    write(_nodes(base, nodes), _edges(base, nodes))()
    changed = _nodes(base, nodes, _NEW_TEXT)
    changed_edges = _edges(base, nodes, confidence=0.5)
    write(changed, changed_edges)()
    others = _nodes(later, nodes)
    back = [
        {"start": other["id"], "end": one["id"], "properties": {"confidence": 0.9}}
        for other, one in zip(others, changed, strict=True)
    ]
    write(others, back)()
    ids = [row["id"] for row in (*changed, *others)]
    texts = {row["id"]: row["texts"] for row in store.read(measuring.WRITTEN_NODES, ids=ids)}
    values = {
        (row["start"], row["end"]): row["values"]
        for row in store.read(measuring.WRITTEN_EDGES, ids=ids)
    }
    return (
        sum(len(texts.get(row["id"], ())) == 1 for row in changed),
        sum(texts.get(row["id"]) == [_NEW_TEXT] for row in changed),
        sum(values.get((row["start"], row["end"])) == [0.5] for row in changed_edges),
        sum(values.get((row["start"], row["end"])) == [0.9] for row in back),
    )


# -- rows -----------------------------------------------------------------------------------------


def _nodes(base: str, number: int, text: str = _TEXT) -> list[dict[str, Any]]:
    return [
        {
            "id": f"{base}.e{place}",
            "properties": {
                "id": f"{base}.e{place}",
                "library": LIBRARY,
                "video_id": base,
                "label": "rabbit bites apple",
                "description": text,
                "text": text,
                "start_ms": place * 100,
                "end_ms": place * 100 + 100,
                "perceiver": "text",
                "source": "description",
            },
        }
        for place in range(number)
    ]


def _edges(base: str, nodes: int, confidence: float = 0.9) -> list[dict[str, Any]]:
    """From each node to the next, and to one some way off."""
    return [
        {
            "start": f"{base}.e{place}",
            "end": f"{base}.e{(place + stride) % nodes}",
            "properties": {"perceiver": "text", "confidence": confidence},
        }
        for place in range(nodes)
        for stride in _STRIDES
    ]


def _embeddings(base: str, numbers: range) -> list[dict[str, Any]]:
    return [
        {
            "id": f"{base}.e{number}",
            "text": _TEXT,
            "search_text": "rabbit bite appl fell tree",
            "embedding": [
                ((number + 1) * (index + 7) % 101) / 101
                for index in range(default_encoder.DIMENSIONS)
            ],
        }
        for number in numbers
    ]


def _delete(store: Store) -> None:
    query = delete_nodes(Label.MICRO_EVENT)
    while store.write(query, library=LIBRARY, prefix=f"{LIBRARY}.", limit=BATCH)[0]["deleted"]:
        pass
