"""The arithmetic of speed rows, and made-up data that is what it says."""

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from evaluation.benches import search_corpus, timing
from evaluation.benches.search_corpus import PER_VIDEO, Corpus
from evaluation.benches.timing import Times, contest, rows
from evaluation.benches.traversal_speed import Tangle


class CountingEncoder:
    """Three dimensions, by the length of a text; knows how much it was asked."""

    model = "counting"
    dimensions = 3

    def __init__(self) -> None:
        self.asked = 0

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += len(texts)
        drawn = np.array([[1, len(text), hash(text) % 97] for text in texts], dtype=np.float32)
        return drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


def test_percentiles() -> None:
    times = Times(tuple(float(ms) for ms in range(101)))
    assert (times.p50, times.p95) == (50.0, 95.0)


def test_every_contender_answers_every_question_and_warm_up_is_not_timed() -> None:
    heard: dict[str, list[str]] = {"one": [], "other": []}
    times = contest(
        {name: heard[name].append for name in heard}, ["a", "b", "c"], warm_up=["x", "y"]
    )
    assert heard == {"one": ["x", "y", "a", "b", "c"], "other": ["x", "y", "a", "b", "c"]}
    assert {name: len(each.ms) for name, each in times.items()} == {"one": 3, "other": 3}


def test_the_order_of_contenders_varies(monkeypatch: pytest.MonkeyPatch) -> None:
    """What runs second finds warmer caches."""
    heard: list[str] = []
    contenders = {name: lambda _, name=name: heard.append(name) for name in "ab"}
    contest(contenders, list(range(200)), warm_up=[])
    first = Counter(heard[::2])
    assert set(first) == {"a", "b"}
    assert min(first.values()) > 60


def test_contest_measures_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(100))
    monkeypatch.setattr(timing.time, "perf_counter", lambda: next(clock))
    assert contest({"one": len}, ["a", "b"], warm_up=[])["one"].ms == (1000.0, 1000.0)


def test_rows_hold_ratio_bar_and_peers() -> None:
    times = {name: Times((ms, ms)) for name, ms in {"ours": 6.0, "bare": 4.0, "peer": 9.0}.items()}
    median, p95 = rows("search", "ours", "bare", times, "≤ 2 ×")
    assert (median.name, p95.name) == ("search, median", "search, p95")
    assert (median.ours, median.floor, median.ratio, median.peers) == (6.0, 4.0, 1.5, {"peer": 9.0})
    assert (median.bar, p95.bar) == ("≤ 2 ×", "")


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    texts = [f"sentence {number} of many." for number in range(2_000)]
    monkeypatch.setattr(search_corpus, "sentences", lambda: ("made-up sentences", texts))
    return texts


def test_a_corpus_keeps_its_queries_apart(written: list[str], tmp_path: Path) -> None:
    corpus = Corpus.of(300, CountingEncoder(), tmp_path)
    assert len(corpus.sentences) == 300
    assert not set(corpus.sentences) & set(corpus.queries)
    assert len(set(corpus.queries)) == search_corpus.QUERIES
    assert corpus.described == "300 made-up sentences"
    query = corpus.queries[7]
    assert np.allclose(corpus.encoder.encode([query])[0], CountingEncoder().encode([query])[0])


def test_when_sentences_run_out_pairs_stand_in(written: list[str], tmp_path: Path) -> None:
    corpus = Corpus.of(5_000, CountingEncoder(), tmp_path)
    texts = list(corpus.texts())
    assert len(texts) == len({text for text, _ in texts}) == 5_000
    assert all(abs(np.linalg.norm(vector) - 1) < 1e-5 for _, vector in texts)
    count = len(corpus.sentences)
    assert corpus.described == f"{count:,} made-up sentences, {5_000 - count:,} pairs"
    text, vector = next(islice(texts, count, None))
    assert text.startswith("sentence 1 of many, and then: sentence ")
    both = CountingEncoder().encode([corpus.sentences[0], text.partition(": ")[2]]).sum(axis=0)
    assert np.allclose(vector, both / np.linalg.norm(both), atol=1e-6)


def test_a_second_run_encodes_nothing(written: list[str], tmp_path: Path) -> None:
    first, second = CountingEncoder(), CountingEncoder()
    one, other = (Corpus.of(300, encoder, tmp_path) for encoder in (first, second))
    assert (first.asked, second.asked) == (300 + search_corpus.QUERIES, 0)
    assert np.array_equal(one.vectors, other.vectors)
    assert one.holds == other.holds
    assert one.holds != Corpus.of(301, CountingEncoder(), tmp_path).holds


def test_without_replay_data_the_sample_film_speaks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LONGTAKE_DATA", str(tmp_path))
    origin, texts = search_corpus.sentences()
    assert origin == "sentences of the sample film"
    assert len(texts) > 50


def test_videos_hold_so_many_nodes(written: list[str], tmp_path: Path) -> None:
    corpus = Corpus.of(2 * PER_VIDEO + 1, CountingEncoder(), tmp_path)
    assert len(set(corpus.videos("one"))) == 3
    assert corpus.videos("one") != corpus.videos("other")


def test_a_tangle_is_as_dense_as_it_says() -> None:
    tangle = Tangle()
    edges = tangle.edges()
    assert len(edges) == len(set(edges))
    assert all(one < other for one, other in edges), "causes come before effects"
    within = [edge for edge in edges if set(edge) <= set(tangle.cluster)]
    assert len(within) == 60 * 59 // 2 == 1_770
    outside = Counter(one for one, _ in edges if one not in tangle.cluster)
    assert set(outside.values()) == {2}
    assert len(outside) >= tangle.events - len(tangle.cluster) - 2


def test_traversals_start_everywhere_in_the_cluster_beside_it_and_far_away() -> None:
    tangle = Tangle()
    starts = tangle.starts(300)
    assert set(tangle.cluster) <= set(starts)
    beside = [one for one in starts if one not in tangle.cluster and 9_900 < one < 10_200]
    far = [one for one in starts if abs(one - 10_000) > 1_000]
    assert len(beside) > 80
    assert len(far) > 80
