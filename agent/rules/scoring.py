"""How well a moment fits a question: nearness of sentences, of clauses and of single words.

The encoder alone blurs a story in which the same few figures act all the time. What tells its
moments apart are the rarer words of the question, so each is looked for by itself, by its own
vector ("squashed" finds "crushes"), and counts the more the fewer moments have a match. Weights
were chosen on questions of our own (``questions_dev.jsonl``), never on those that are reported.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agent.rules.content_words import content_words
from agent.rules.form import Asked
from agent.rules.naming import missing_kinds
from agent.rules.passages import Moment, Passage, moments
from retrieval.word_fit import word_likeness
from runtime.embedder import Embedder

_CLAUSE_WEIGHT = 0.4
_WORD_WEIGHT = 0.6
_COMMON = 0.25
"""A word matched in more than this share of the moments tells none of them apart."""

Scores = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True)
class Signals:
    """What the refusal is decided on (:mod:`agent.rules.refusal`).

    ``rare_word_fit``: how well the question's rarer words are matched anywhere, 0 to 1, on average
    (1 where it has none); ``score_peak``: how far the best moment stands above the mean one;
    ``missing_kinds``: what the question names and the memory does not (:mod:`agent.rules.naming`).
    """

    rare_word_fit: float
    score_peak: float
    missing_kinds: float


@dataclass(frozen=True, slots=True)
class Ranking:
    """Moments with their scores (higher fits better), and the signals of the whole."""

    moments: list[Moment]
    scores: Scores
    passage_scores: Scores
    signals: Signals


def rank(
    asked: Asked, passages: list[Passage], clauses: list[list[str]], embedder: Embedder
) -> Ranking:
    """Scores every moment made of ``passages``; ``clauses`` are the micro-events inside each."""
    texts = [one.text for one in passages]
    query = embedder.encode([asked.question, asked.statement])
    vectors = embedder.encode(texts)
    near = vectors @ query.T  # passages × (question, statement)
    clause_near = _clause_nearness(clauses, query, near, embedder)
    candidates = moments(passages)
    words = content_words([asked.question, *texts])
    fits = _word_fits(words[0], words[1:], candidates, embedder)
    first = np.array([moment.members[0] for moment in candidates])
    last = np.array([moment.members[-1] for moment in candidates])
    summed = np.where((first == last)[:, None], vectors[first], vectors[first] + vectors[last])
    union = (summed / (np.linalg.norm(summed, axis=1, keepdims=True) + 1e-9)) @ query.T
    semantic = (np.maximum(near[first], near[last]) + union).mean(axis=1) / 2
    scores = semantic + _CLAUSE_WEIGHT * np.maximum(clause_near[first], clause_near[last]).mean(1)
    soft_df = fits.sum(axis=0) if fits.size else np.zeros(0)
    weights = np.log(1 + len(candidates) / (1 + soft_df))
    if weights.size:
        scores += _WORD_WEIGHT * (fits * weights).sum(axis=1) / (weights.sum() + 1e-9)
    singles = scores[: len(passages)]
    told = [*texts, *(text for inner in clauses for text in inner)]
    missing = missing_kinds(asked.question, told, embedder)
    return Ranking(candidates, scores, singles, _signals(fits, scores, missing))


def _clause_nearness(
    clauses: list[list[str]], query: Scores, near: Scores, embedder: Embedder
) -> Scores:
    """The nearest clause of each passage, or the passage itself where that is nearer."""
    flat = [text for inner in clauses for text in inner]
    best = near.copy()
    if flat:
        found = embedder.encode(flat) @ query.T
        owners = [place for place, inner in enumerate(clauses) for _ in inner]
        for place, row in zip(owners, found, strict=True):
            best[place] = np.maximum(best[place], row)
    return best


def _word_fits(
    asked: tuple[str, ...],
    words: list[tuple[str, ...]],
    candidates: list[Moment],
    embedder: Embedder,
) -> Scores:
    """For each moment and each asked word the likeness of its nearest word, 0 to 1."""
    if not asked:
        return np.zeros((len(candidates), 0))
    vocabulary = sorted({word for inner in words for word in inner})
    place_of = {word: place for place, word in enumerate(vocabulary)}
    likeness = word_likeness(asked, vocabulary, embedder)
    by_passage = np.zeros((len(words), len(asked)))
    for row, inner in enumerate(words):
        if inner:
            by_passage[row] = likeness[:, [place_of[word] for word in inner]].max(axis=1)
    first = [one.members[0] for one in candidates]
    last = [one.members[-1] for one in candidates]
    fits: Scores = np.maximum(by_passage[first], by_passage[last])
    return fits


def _signals(fits: Scores, scores: Scores, missing: float) -> Signals:
    rare = fits.mean(axis=0) < _COMMON if fits.size else np.zeros(0, dtype=bool)
    best = fits.max(axis=0) if fits.size else np.zeros(0)
    return Signals(
        rare_word_fit=float(best[rare].mean()) if rare.any() else 1.0,
        score_peak=float(scores.max() - scores.mean()),
        missing_kinds=missing,
    )
