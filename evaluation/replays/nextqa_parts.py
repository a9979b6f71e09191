"""What everybody's parts answer to NExT-QA's questions: options and seconds by similarity."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from evaluation.replays.nextqa_videos import SECOND_MS, Film, FiveWay, Seconds
from evaluation.replays.standard_parts import (
    BM25_WEIGHT,
    ENCODER_WEIGHT,
    Part,
    Parts,
    Pool,
    Scores,
    ranking,
)
from runtime.embedder import Embedder

_WITH_QUESTION = 0.25
"""Weight of question and option together beside the option alone."""
_WINDOW = 0.1
"""Of the video's duration, to either side of the best second, past the video's ends too."""
_MOST = 5


@dataclass(frozen=True, slots=True)
class Given:
    """What was answered to one question: the option, the window, and seconds of evidence."""

    choice: int | None
    window: Seconds | None
    seconds: Sequence[float]


class OptionPart(StrEnum):
    """A standard part as it answers a question with options.

    Rank fusion is none: the best rank of an option is the same for all of them.
    """

    TFIDF = "TF-IDF"
    BM25 = "BM25"
    BM25_STEMMED = "BM25 stemmed"
    ENCODER = "encoder"
    Z_SUM = "z-scored sum"


_PART = {
    OptionPart.TFIDF: Part.TFIDF,
    OptionPart.BM25: Part.BM25,
    OptionPart.BM25_STEMMED: Part.BM25_STEMMED,
    OptionPart.ENCODER: Part.ENCODER,
    OptionPart.Z_SUM: Part.WEIGHTED_SUM,
}
"""The part that ranks seconds."""


class StandardParts:
    """The parts over the captions of all films."""

    def __init__(
        self, films: Sequence[Film], questions: Sequence[FiveWay], embedder: Embedder
    ) -> None:
        captions = [caption for film in films for caption in film.captions]
        grounded = [one.text for one in questions if one.shown is not None]
        self._parts = Parts(captions, embedder, fit_also=grounded)
        ends = np.cumsum([len(film.captions) for film in films])
        self._pools = {
            film.id: np.arange(end - len(film.captions), end)
            for film, end in zip(films, ends, strict=True)
        }
        self._parts.encoded([text for one in questions for text in (*_texts(one), one.text)])

    def given(self, part: OptionPart, question: FiveWay) -> Given:
        """What a part answers; ties go to the first option and the first second."""
        pool = self._pools[question.film]
        scores = self._options(part, question, pool)
        near = self._parts.scores(_PART[part], question.text, pool)
        seconds = [(int(second) + 0.5) * SECOND_MS / 1000 for second in ranking(near)[:_MOST]]
        around = _WINDOW * len(pool) * SECOND_MS / 1000
        window = (seconds[0] - around, seconds[0] + around)
        return Given(int(np.argmax(scores)), window, seconds)

    def _options(self, part: OptionPart, question: FiveWay, pool: Pool) -> Scores:
        texts = _texts(question)
        if part is not OptionPart.Z_SUM:
            return _joined(self._parts.all_scores(_PART[part], texts, pool))
        near = _joined(self._parts.all_scores(Part.ENCODER, texts, pool))
        most = self._parts.bm25_stemmed.most(texts)[:, None]
        found = self._parts.bm25_stemmed.scores(texts, pool)
        said = _joined(np.divide(found, most, out=np.zeros_like(found), where=most > 0))
        return ENCODER_WEIGHT * _standing_out(near) + BM25_WEIGHT * _standing_out(said)


def _texts(question: FiveWay) -> list[str]:
    """The options, then each behind the question."""
    return [*question.options, *(f"{question.text} {option}" for option in question.options)]


def _joined(scores: Scores) -> Scores:
    """The best caption for an option, and for question and option together at a lower weight."""
    alone, together = np.split(scores.max(axis=1), 2)
    both: Scores = alone + _WITH_QUESTION * together
    return both


def _standing_out(scores: Scores) -> Scores:
    """In standard deviations above the mean option; 0 where all are equal."""
    spread = scores.std()
    even: Scores = (scores - scores.mean()) / spread if spread > 0 else np.zeros(len(scores))
    return even
