"""Batches keep rows, order and limits; the estimate of bytes is near what Bolt really sends."""

from enum import StrEnum
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from neo4j._codec.packstream.v1 import PackableBuffer, Packer

from cypher.batches import batches, in_lock_order, wire_bytes

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats()
    | st.text(alphabet=st.characters(exclude_categories=("Cs",)), max_size=40),
    lambda inner: st.lists(inner, max_size=6),
    max_leaves=12,
)
ROWS = st.lists(st.dictionaries(st.text("abc_", min_size=1, max_size=6), VALUES), max_size=12)


class Colour(StrEnum):
    RED = "red"


def packed(value: Any) -> int:
    buffer = PackableBuffer()
    Packer(buffer).pack(value)
    return len(buffer.data)


@given(ROWS)
def test_the_estimate_is_no_less_than_what_is_sent(rows: list[dict[str, Any]]) -> None:
    # Packstream spends up to 9 bytes on a large integer where marshal spends 5 to 15.
    assert wire_bytes(rows) >= 0.55 * packed(rows)


@pytest.mark.parametrize(
    "row",
    [
        {"id": "v0123456789abcdef.e12", "properties": {"label": "rabbit bites apple", "n": 3}},
        {"id": "v0123456789abcdef.e12", "embedding": [0.25] * 384},
        {"text": "兎がりんごをかじる" * 20},
    ],
)
def test_the_estimate_of_our_own_rows_is_close(row: dict[str, Any]) -> None:
    rows = [row] * 100
    assert 1.0 <= wire_bytes(rows) / packed(rows) <= 1.7


def test_values_that_marshal_refuses_are_counted_too() -> None:
    plain = {"label": "red", "vector": [0.5] * 100}
    special = {"label": Colour.RED, "vector": np.full(100, 0.5, dtype=np.float32)}
    assert 0.9 <= wire_bytes([special]) / wire_bytes([plain]) <= 1.1


@given(st.lists(st.integers(0, 30), max_size=60), st.integers(1, 12), st.integers(10, 200))
def test_all_rows_once_in_order_within_limits(
    sizes: list[int], max_rows: int, max_bytes: int
) -> None:
    rows = [{"n": number, "text": "x" * size} for number, size in enumerate(sizes)]
    cut = list(batches(rows, max_rows, max_bytes))
    assert [row for batch in cut for row in batch] == rows
    for batch in cut:
        assert 1 <= len(batch) <= max_rows
        assert len(batch) == 1 or wire_bytes(batch) <= max_bytes


def test_embeddings_go_in_batches_of_four_megabytes() -> None:
    rows = [{"id": str(number), "embedding": [0.1] * 384} for number in range(4_000)]
    cut = list(batches(rows))
    assert max(map(packed, cut)) <= 4_000_000
    assert len(cut) <= 6


def test_relationship_rows_are_sorted_and_others_left_alone() -> None:
    edges = [{"start": "b", "end": "a"}, {"start": "a", "end": "z"}, {"start": "a", "end": "b"}]
    assert in_lock_order(edges) == [edges[2], edges[1], edges[0]]
    nodes = [{"id": "b"}, {"id": "a"}]
    assert in_lock_order(nodes) is nodes
    assert in_lock_order([]) == []
