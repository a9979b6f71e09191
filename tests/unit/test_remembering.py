"""What is remembered of texts: bounded, apart for each encoder, and nothing beside it."""

from collections.abc import Sequence

import numpy as np
import pytest

from agent import remembering as remembered
from agent.remembering import Kept, Remembering, Vectors


class Counting:
    """Tells by its vectors how often it was asked."""

    def __init__(self, model: str, dimensions: int) -> None:
        self.model = model
        self.dimensions = dimensions
        self.asked: list[list[str]] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        """A batch, one number each."""
        self.asked.append(list(texts))
        return np.full((len(texts), self.dimensions), len(self.asked), dtype=np.float32)


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> Kept[Vectors]:
    fresh: Kept[Vectors] = Kept(most=3)
    monkeypatch.setattr(remembered, "_vectors", fresh)
    return fresh


def test_a_text_is_encoded_once(kept: Kept[Vectors]) -> None:
    encoder = Counting("m", 2)
    first = Remembering(encoder).encode(["a", "b", "a"])
    again = Remembering(encoder).encode(["c", "a"])
    assert encoder.asked == [["a", "b"], ["c"]]
    assert first.tolist() == [[1, 1]] * 3
    assert again.tolist() == [[2, 2], [1, 1]]


def test_more_texts_than_are_kept_are_encoded_all_the_same(kept: Kept[Vectors]) -> None:
    assert Remembering(Counting("m", 2)).encode(list("abcde")).shape == (5, 2)
    assert sorted(kept.get("m/2", list("abcde"))) == ["c", "d", "e"]


def test_a_vector_that_is_kept_does_not_keep_its_batch(kept: Kept[Vectors]) -> None:
    Remembering(Counting("m", 2)).encode(["a", "b"])
    assert all(vector.base is None for vector in kept.get("m/2", ["a", "b"]).values())


def test_one_model_at_two_lengths_is_two_encoders(kept: Kept[Vectors]) -> None:
    assert Remembering(Counting("m", 2)).encode(["a"]).shape == (1, 2)
    assert Remembering(Counting("m", 3)).encode(["a"]).shape == (1, 3)
