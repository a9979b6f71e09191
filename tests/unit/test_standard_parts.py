"""The standard parts on small corpora, against values worked out by hand."""

from collections.abc import Sequence
from math import log

import numpy as np
import pytest
from numpy.typing import NDArray

from evaluation.replays.standard_parts import (
    BM25,
    Part,
    Parts,
    cosines,
    over_best,
    rank_fusion,
    ranking,
)

DOCUMENTS = ["knead dough", "roll dough dough", "wash hands"]


class Letters:
    """An encoder of counts of letters, so that cosines can be worked out."""

    model, dimensions = "letters", 26

    def __init__(self) -> None:
        self.encoded: list[str] = []

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.encoded += texts
        counts = np.array([[text.count(chr(97 + n)) for n in range(26)] for text in texts], float)
        return (counts / np.linalg.norm(counts, axis=1, keepdims=True)).astype(np.float32)


def test_bm25_by_hand() -> None:
    scores = BM25(DOCUMENTS, stemmed=False).scores(["dough", "hands dough"])
    idf_dough = log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    idf_hands = log(1 + (3 - 1 + 0.5) / (1 + 0.5))

    def saturated(times: int, length: int) -> float:
        return times / (times + 1.5 * (1 - 0.75 + 0.75 * length / (7 / 3)))

    dough = [idf_dough * saturated(1, 2), idf_dough * saturated(2, 3), 0.0]
    np.testing.assert_allclose(scores[0], dough)
    np.testing.assert_allclose(scores[1], [dough[0], dough[1], idf_hands * saturated(1, 2)])


def test_what_is_fitted_beside_changes_idf_and_is_not_scored() -> None:
    alone, beside = BM25(DOCUMENTS, stemmed=False), BM25(DOCUMENTS, ["the dough"], stemmed=False)
    assert beside.scores(["dough"]).shape == (1, 3)
    assert beside.scores(["dough"])[0, 0] < alone.scores(["dough"])[0, 0]


def test_only_the_stemmed_one_joins_forms_of_a_word() -> None:
    assert BM25(["she kneads it"], stemmed=False).scores(["kneading"])[0, 0] == 0
    assert BM25(["she kneads it"], stemmed=True).scores(["kneading"])[0, 0] > 0


def test_stop_words_and_unknown_words_score_nothing() -> None:
    scores = BM25(["the dough", "a hand"], stemmed=False).scores(["the a", "flour"])
    assert not scores.any()


def test_no_document_exceeds_the_most() -> None:
    bm25 = BM25(DOCUMENTS, stemmed=False)
    query = ["dough hands"]
    assert bm25.most(query)[0] > bm25.scores(query).max()
    assert bm25.most(query)[0] == pytest.approx(log(1 + 1.5 / 2.5) + log(1 + 2.5 / 1.5))


def test_tfidf_by_hand() -> None:
    parts = Parts(["knead dough", "wash dough dough"], Letters())
    idf_knead, idf_dough = log(3 / 2) + 1, 1.0
    expected = [idf_dough / np.hypot(idf_knead, idf_dough)]
    more = (1 + log(2)) * idf_dough  # sublinear
    expected.append(more / np.hypot(idf_knead, more))
    np.testing.assert_allclose(parts.scores(Part.TFIDF, "dough"), expected)


def test_rank_fusion_leaves_documents_without_a_word_unranked() -> None:
    parts = Parts(["ab", "xy", "ab zz"], Letters())
    scores = parts.scores(Part.RRF, "ab")
    near = parts.scores(Part.ENCODER, "ab")
    assert list(np.argsort(-near)) == [0, 2, 1]
    np.testing.assert_allclose(scores, [1 / 61 + 1 / 61, 1 / 63, 1 / 62 + 1 / 62])


def test_weighted_sum_by_hand() -> None:
    parts = Parts(["kneads dough", "wash"], Letters())
    near = parts.scores(Part.ENCODER, "knead")
    np.testing.assert_allclose(
        parts.scores(Part.WEIGHTED_SUM, "knead"), 0.7 * near + 0.3 * np.array([1.0, 0.0])
    )
    np.testing.assert_allclose(
        parts.scores(Part.WEIGHTED_SUM, "flour"), 0.7 * parts.scores(Part.ENCODER, "flour")
    )


@pytest.mark.parametrize("part", Part)
def test_a_pool_is_scored_and_ranked_as_if_nothing_else_were_there(part: Part) -> None:
    parts = Parts(DOCUMENTS, Letters())
    pool = np.array([2, 1])
    whole = parts.scores(part, "roll dough")
    if part not in {Part.RRF, Part.WEIGHTED_SUM}:  # those look at the whole pool
        np.testing.assert_allclose(parts.scores(part, "roll dough", pool), whole[pool])
    assert parts.best(part, ["roll dough"], 5, pool).tolist() == [[1, 2]]


def test_equal_documents_tie_in_order_wherever_they_stand() -> None:
    rng = np.random.default_rng(0)
    vector = rng.normal(size=384).astype(np.float32)
    vectors = np.tile(vector / np.linalg.norm(vector), (37, 1))
    query = rng.normal(size=(3, 384)).astype(np.float32)
    assert (ranking(cosines(query, vectors)) == np.arange(37)).all()


def test_each_text_is_encoded_once() -> None:
    letters = Letters()
    parts = Parts(["ab", "cd", "ab"], letters)
    parts.scores(Part.ENCODER, "ab")
    parts.scores(Part.ENCODER, "ef")
    assert letters.encoded == ["ab", "cd", "ef"]


def test_ranks_and_shares_of_the_best() -> None:
    np.testing.assert_allclose(rank_fusion(np.array([[0.1, 0.3, 0.3]])), [[1 / 63, 1 / 61, 1 / 62]])
    np.testing.assert_allclose(over_best(np.array([[1.0, 4.0], [0, 0]])), [[0.25, 1.0], [0, 0]])
