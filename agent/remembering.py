"""Vectors of texts, kept for the life of the process: a memory's texts come back question after
question, and encoding them again would be most of what an answer without a model costs."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from runtime.embedder import Embedder

Vectors = NDArray[np.float32]
V = TypeVar("V")

_MOST_TEXTS = 20_000
"""About 60 MB of vectors at 384 dimensions."""


class Kept(Generic[V]):
    """The most recently used values of at most ``most`` keys, safe between threads."""

    def __init__(self, most: int = _MOST_TEXTS) -> None:
        self._values: OrderedDict[tuple[str, str], V] = OrderedDict()
        self._most = most
        self._lock = threading.Lock()

    def get(self, space: str, texts: Sequence[str]) -> dict[str, V]:
        """What is kept of these texts in one space, as that of a model's vectors."""
        found: dict[str, V] = {}
        with self._lock:
            for text in dict.fromkeys(texts):
                value = self._values.get((space, text))
                if value is not None:
                    self._values.move_to_end((space, text))
                    found[text] = value
        return found

    def put(self, space: str, values: dict[str, V]) -> None:
        """Keep these, and let go of those not asked for longest."""
        with self._lock:
            for text, value in values.items():
                self._values[space, text] = value
                self._values.move_to_end((space, text))
            while len(self._values) > self._most:
                self._values.popitem(last=False)


_vectors: Kept[Vectors] = Kept()


class Remembering:
    """An encoder that encodes a text once: all of them in one process share what they know."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._space = f"{embedder.model}/{embedder.dimensions}"
        self.model = embedder.model
        self.dimensions = embedder.dimensions

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Vectors in the order of ``texts``; unseen ones are encoded in one batch."""
        known = _vectors.get(self._space, texts)
        unseen = [text for text in dict.fromkeys(texts) if text not in known]
        if unseen:
            rows = self._embedder.encode(unseen)
            # Copies: a row as it is would keep its whole batch alive for as long as it is kept.
            new = {text: row.copy() for text, row in zip(unseen, rows, strict=True)}
            _vectors.put(self._space, new)
            known |= new
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        return np.stack([known[text] for text in texts])


def remembering(embedder: Embedder) -> Embedder:
    """``embedder``, remembering; one that does already stays as it is."""
    return embedder if isinstance(embedder, Remembering) else Remembering(embedder)
