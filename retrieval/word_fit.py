"""How well single words are matched by texts: the same word by its stem, a near one by its vector.

An encoder blurs a sentence into one direction; what tells two moments of one story apart is often
a single word. "Squashed" finds "crushes" here, and "guitar" finds "guitarists".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from language.plain_words import plain_words, stem
from runtime.embedder import Embedder

_LEAST_LIKENESS = 0.4
"""Cosine of two words below which they have nothing to do with each other (for this encoder)."""

Scores = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True)
class WordFit:
    """Words against texts.

    ``near`` (texts × words) is the likeness of each word's nearest word in each text, 0 to 1;
    ``said`` counts how often the word itself stands there, in any form. ``lengths`` are the texts'
    in words that carry meaning.
    """

    words: tuple[str, ...]
    near: Scores
    said: Scores
    lengths: Scores

    def columns(self, words: Sequence[str]) -> list[int]:
        """Where these words stand in :attr:`words`."""
        place = {word: column for column, word in enumerate(self.words)}
        return [place[word] for word in words]

    @property
    def rarity(self) -> Scores:
        """What a match of each word tells about a text: the more, the fewer texts have one."""
        share = self.near.mean(axis=0) if len(self.near) else np.zeros(len(self.words))
        return np.asarray(np.log(1 + 1 / (share + 0.05)))


def word_likeness(words: Sequence[str], others: Sequence[str], embedder: Embedder) -> Scores:
    """How like each of ``words`` (rows) is to each of ``others`` in meaning, 0 to 1."""
    cosines = embedder.encode(words) @ embedder.encode(others).T
    likeness: Scores = np.clip((cosines - _LEAST_LIKENESS) / (1 - _LEAST_LIKENESS), 0, 1)
    return likeness


def word_fit(words: Sequence[str], texts: Sequence[str], embedder: Embedder) -> WordFit:
    """Fits of distinct ``words`` in ``texts``; an ``embedder`` that remembers makes it quick."""
    asked = tuple(dict.fromkeys(words))
    told = [plain_words(text) for text in texts]
    vocabulary = sorted({word for inner in told for word in inner})
    lengths = np.array([len(inner) for inner in told], dtype=np.float64)
    if not asked or not vocabulary:
        nothing = np.zeros((len(texts), len(asked)))
        return WordFit(asked, nothing, nothing, lengths)
    place = {word: column for column, word in enumerate(vocabulary)}
    counts = np.zeros((len(texts), len(vocabulary)))
    for row, inner in enumerate(told):
        for word in inner:
            counts[row, place[word]] += 1
    stems = np.array([stem(word) for word in vocabulary])
    same = np.array([stems == stem(word) for word in asked])
    likeness = np.maximum(word_likeness(asked, vocabulary, embedder), same)
    stands = counts > 0
    near = np.stack([(stands * row).max(axis=1) for row in likeness], axis=1)
    return WordFit(asked, near, counts @ same.T, lengths)
