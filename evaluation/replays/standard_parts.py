"""The parts that everybody has, to stand beside ours: TF-IDF, BM25, an encoder and two fusions.

One definition for every replay, so that a figure of one table means the same in the next. The
words of TF-IDF and BM25 are scikit-learn's: its tokens, its English stop words. BM25 is a matrix of
weights over those tokens: the idf of Lucene, which is never negative, and no factor (k1 + 1), which
would change no order. A text that says the same as another gets the very same score.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

import numpy as np
import Stemmer  # type: ignore[import-not-found]  # a C module without stubs
from numpy.typing import NDArray
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]  # no stubs
from sklearn.feature_extraction.text import (  # type: ignore[import-untyped]  # no stubs
    CountVectorizer,
    TfidfVectorizer,
)

from runtime.embedder import Embedder

Scores = NDArray[np.float64]
Pool = NDArray[np.intp]

K1, B = 1.5, 0.75
RANK_CONSTANT = 60
ENCODER_WEIGHT, BM25_WEIGHT = 0.7, 0.3

_DECIMALS = 9
"""Cosines are rounded to this many: products of one row in differently aligned blocks of memory
differ beyond, and equal texts must tie."""
_AT_ONCE = 256
"""Queries whose scores over a whole set are held at a time."""


class Part(StrEnum):
    """A standard way to score documents for a query."""

    TFIDF = "TF-IDF"
    BM25 = "BM25"
    BM25_STEMMED = "BM25 stemmed"
    ENCODER = "encoder"
    RRF = "rank fusion"
    WEIGHTED_SUM = "weighted sum"


class BM25:
    """BM25 over documents; ``fit_also`` count for idf and the mean length, but are not scored."""

    def __init__(
        self, documents: Sequence[str], fit_also: Sequence[str] = (), *, stemmed: bool
    ) -> None:
        self._words = CountVectorizer(analyzer=_Stemmed() if stemmed else _analyzer())
        counts = csr_matrix(self._words.fit_transform([*documents, *fit_also]), dtype=np.float64)
        number, holding = counts.shape[0], np.bincount(counts.indices, minlength=counts.shape[1])
        self._idf: Scores = np.log1p((number - holding + 0.5) / (holding + 0.5))
        lengths = np.asarray(counts.sum(axis=1)).ravel()
        norm = K1 * (1 - B + B * lengths / (lengths.mean() or 1.0))
        counts.data *= self._idf[counts.indices] / (
            counts.data + np.repeat(norm, np.diff(counts.indptr))
        )
        self._weights = counts[: len(documents)]

    def scores(self, queries: Sequence[str], pool: Pool | None = None) -> Scores:
        """Of shape (queries, documents of ``pool`` or all)."""
        weights = self._weights if pool is None else self._weights[pool]
        product = weights @ self._words.transform(queries).T
        return np.asarray(product.toarray().T, dtype=np.float64)

    def most(self, queries: Sequence[str]) -> Scores:
        """What no document can exceed, for each query: the idf of its words summed up."""
        return np.asarray(self._words.transform(queries) @ self._idf, dtype=np.float64)


class Parts:
    """All parts over the documents of one set.

    ``fit_also`` are texts that TF-IDF and BM25 count words of, and do not score (a protocol says
    so where it wants that). Documents are encoded here, queries when they are first asked.
    """

    def __init__(
        self, documents: Sequence[str], embedder: Embedder, fit_also: Sequence[str] = ()
    ) -> None:
        self._embedder = embedder
        self._known: dict[str, NDArray[np.float32]] = {}
        self.vectors = self.encoded(documents)
        """The documents' vectors, of length 1, in their order."""
        self._tfidf = TfidfVectorizer(stop_words="english", sublinear_tf=True)
        self._tfidf_rows = csr_matrix(self._tfidf.fit_transform([*documents, *fit_also]))[
            : len(documents)
        ]
        self.bm25 = BM25(documents, fit_also, stemmed=False)
        self.bm25_stemmed = BM25(documents, fit_also, stemmed=True)

    def scores(self, part: Part, query: str, pool: Pool | None = None) -> Scores:
        """One score for each document of ``pool`` (its positions; all where not given)."""
        (row,) = self.all_scores(part, [query], pool)
        return np.asarray(row)

    def all_scores(self, part: Part, queries: Sequence[str], pool: Pool | None = None) -> Scores:
        """:meth:`scores` of several queries over one pool, a row each: much faster than singly."""
        match part:
            case Part.TFIDF:
                rows = self._tfidf_rows if pool is None else self._tfidf_rows[pool]
                return np.asarray((rows @ self._tfidf.transform(queries).T).toarray().T)
            case Part.BM25:
                return self.bm25.scores(queries, pool)
            case Part.BM25_STEMMED:
                return self.bm25_stemmed.scores(queries, pool)
            case Part.ENCODER:
                vectors = self.vectors if pool is None else self.vectors[pool]
                return cosines(self.encoded(queries), vectors)
            case Part.RRF:
                lexical = self.bm25.scores(queries, pool)
                near = self.all_scores(Part.ENCODER, queries, pool)
                return rank_fusion(near) + np.where(lexical > 0, rank_fusion(lexical), 0.0)
            case Part.WEIGHTED_SUM:
                lexical = self.bm25_stemmed.scores(queries, pool)
                near = self.all_scores(Part.ENCODER, queries, pool)
                return ENCODER_WEIGHT * near + BM25_WEIGHT * over_best(lexical)

    def best(self, part: Part, queries: Sequence[str], k: int, pool: Pool | None = None) -> Pool:
        """The positions of the ``k`` best documents of each query, best first, a row each.

        Rows are shorter than ``k`` only where the pool is.
        """
        blocks = (queries[at : at + _AT_ONCE] for at in range(0, len(queries), _AT_ONCE))
        rows = [ranking(self.all_scores(part, block, pool))[:, :k] for block in blocks]
        order = np.vstack(rows) if rows else np.empty((0, k), dtype=np.intp)
        return order if pool is None else pool[order]

    def encoded(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of these texts; each distinct text is encoded once."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._known]
        if missing:
            self._known |= dict(zip(missing, self._embedder.encode(missing), strict=True))
        return np.stack([self._known[text] for text in texts])


class Encoded:
    """The encoder of parts that have encoded every query in one go before."""

    def __init__(self, embedder: Embedder, parts: Parts) -> None:
        self.model = embedder.model
        self.dimensions = embedder.dimensions
        self.encode = parts.encoded


def cosines(queries: NDArray[np.float32], documents: NDArray[np.float32]) -> Scores:
    """Of vectors of length 1, shape (queries, documents); equal documents get equal cosines."""
    product: Scores = queries.astype(np.float64) @ documents.astype(np.float64).T
    return np.round(product, _DECIMALS)


def ranking(scores: Scores) -> Pool:
    """Positions by falling score along the last axis; equal scores stay in order."""
    order: Pool = np.argsort(-scores, axis=-1, kind="stable")
    return order


def rank_fusion(scores: Scores) -> Scores:
    """1 ÷ (60 + rank) for each score, ranks from 1, the earlier of equals first."""
    ranks = np.empty(scores.shape)
    np.put_along_axis(
        ranks, ranking(scores), np.arange(1.0, scores.shape[-1] + 1)[None].repeat(len(scores), 0), 1
    )
    return 1.0 / (RANK_CONSTANT + ranks)


def over_best(scores: Scores) -> Scores:
    """Each row divided by its largest score; a row of nothing but 0 stays so."""
    best = scores.max(axis=-1, keepdims=True, initial=0.0)
    relative: Scores = np.divide(scores, best, out=np.zeros_like(scores), where=best > 0)
    return relative


class _Stemmed:
    """scikit-learn's tokens without its stop words, by their English Snowball stems."""

    def __init__(self) -> None:
        self._analyze = _analyzer()
        self._stem = Stemmer.Stemmer("english").stemWords

    def __call__(self, text: str) -> Iterator[str]:
        return iter(self._stem(self._analyze(text)))


def _analyzer() -> Callable[[str], list[str]]:
    analyzer: Callable[[str], list[str]] = CountVectorizer(stop_words="english").build_analyzer()
    return analyzer
