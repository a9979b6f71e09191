"""What the store's care costs: ``Store.write_rows`` beside a bare UNWIND … MERGE loop.

The floor sends the same rows by the same statement in transactions of 1,000, with nothing counted,
sorted, measured or retried. Both sides alternate, each round on fresh ids, and the fastest round of
each side counts: the one that other work on the machine disturbed least.
"""

import time
import uuid
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from cypher.connection import open_store
from cypher.query import Query
from cypher.removal import BATCH, delete_nodes
from cypher.statements import merge_nodes, merge_relationships, set_embeddings
from cypher.store import Store
from evaluation.report import BenchRow
from graph_schema.labels import Label
from graph_schema.relationships import RelationType
from runtime import default_encoder
from runtime.settings import Settings

ROWS = 10_000
EMBEDDED_ROWS = 2_000
ROUNDS = 5
BARE_BATCH = 1_000
BAR = "at most 1.1 x the floor"

Rows = Sequence[dict[str, Any]]
Write = Callable[[Store, Query, Rows], None]


def run(settings: Settings) -> list[BenchRow]:
    """Seconds for 10,000 nodes, 10,000 relationships and 2,000 embeddings, both ways."""
    library = f"bench-{uuid.uuid4().hex[:8]}"
    with open_store(settings) as store:
        try:
            return _rows(store, library)
        finally:
            _delete(store, library)


def _rows(store: Store, library: str) -> list[BenchRow]:
    before = merge_relationships(RelationType.BEFORE, Label.MICRO_EVENT, Label.MICRO_EVENT)
    kinds: dict[str, tuple[Query, Callable[[str], Rows]]] = {
        f"{ROWS:,} nodes": (merge_nodes(Label.MICRO_EVENT), partial(_nodes, library=library)),
        f"{ROWS:,} relationships": (before, _relationships),
        f"{EMBEDDED_ROWS:,} embeddings": (set_embeddings(Label.MICRO_EVENT), _embeddings),
    }
    return [_row(store, library, name, query, rows) for name, (query, rows) in kinds.items()]


def _row(
    store: Store, library: str, name: str, query: Query, rows: Callable[[str], Rows]
) -> BenchRow:
    seconds: dict[Write, list[float]] = {_ours: [], _bare: []}
    for number in range(ROUNDS + 1):
        for write in (_bare, _ours) if number % 2 else (_ours, _bare):
            sent = rows(f"{library}.{number}.{write.__name__}")
            started = time.perf_counter()
            write(store, query, sent)
            if number:  # the first round fills caches and plans
                seconds[write].append(time.perf_counter() - started)
    return BenchRow(
        f"write {name}", ours=min(seconds[_ours]), unit="s", floor=min(seconds[_bare]), bar=BAR
    )


def _ours(store: Store, query: Query, rows: Rows) -> None:
    store.write_rows(query, rows)


def _bare(store: Store, query: Query, rows: Rows) -> None:
    with store.driver.session() as session:
        for first in range(0, len(rows), BARE_BATCH):
            session.run(query.text, rows=rows[first : first + BARE_BATCH]).consume()


def _nodes(base: str, library: str) -> Rows:
    return [
        {
            "id": f"{base}.e{number}",
            "properties": {
                "id": f"{base}.e{number}",
                "library": library,
                "video_id": base,
                "label": "rabbit bites apple",
                "description": "The rabbit bites an apple that fell from the tree.",
                "text": "The rabbit bites an apple that fell from the tree.",
                "start_ms": number * 100,
                "end_ms": number * 100 + 100,
                "perceiver": "text",
                "source": "description",
            },
        }
        for number in range(ROWS)
    ]


def _relationships(base: str) -> Rows:
    return [
        {
            "start": f"{base}.e{number}",
            "end": f"{base}.e{(number + 1) % ROWS}",
            "properties": {"perceiver": "text", "source": "description", "confidence": 0.9},
        }
        for number in range(ROWS)
    ]


def _embeddings(base: str) -> Rows:
    return [
        {
            "id": f"{base}.e{number}",
            "text": "The rabbit bites an apple that fell from the tree.",
            "search_text": "rabbit bite appl fell tree",
            "embedding": [
                ((number + 1) * (index + 7) % 101) / 101
                for index in range(default_encoder.DIMENSIONS)
            ],
        }
        for number in range(EMBEDDED_ROWS)
    ]


def _delete(store: Store, library: str) -> None:
    query = delete_nodes(Label.MICRO_EVENT)
    while store.write(query, library=library, prefix=f"{library}.", limit=BATCH)[0]["deleted"]:
        pass
