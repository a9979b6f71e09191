"""Chapters: neighbours only, as many as make walking down short."""

from itertools import pairwise

import numpy as np
import pytest

from ingestion.chapters import (
    RECIPE,
    Vectors,
    chain_ward,
    cluster,
    extract,
    first_sentence,
    how_many,
)


def topics(*sizes: int) -> Vectors:
    """Events of as many topics: unit vectors, alike within a topic."""
    rng = np.random.default_rng(7)
    middles = np.eye(len(sizes), 16)
    rows = [
        middle + rng.normal(0, 0.05, 16)
        for middle, size in zip(middles, sizes, strict=True)
        for _ in range(size)
    ]
    vectors = np.array(rows, dtype=np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


@pytest.mark.parametrize("events", [*range(1, 40), 400, 2_000])
def test_chapters_partition_the_events_in_order(events: int) -> None:
    chapters = cluster(topics(events))
    flat = [event for chapter in chapters for event in chapter]
    assert flat == list(range(events))
    assert all(chapters)
    assert all(one[-1] + 1 == two[0] for one, two in pairwise(chapters))


def test_a_long_video_has_at_least_three_chapters() -> None:
    assert [how_many(events) for events in (1, 2, 4, 12, 17, 100)] == [1, 1, 2, 4, 5, 12]
    assert all(how_many(events) >= RECIPE.fewest_when_long for events in range(12, 500))


def test_chapters_end_where_the_topic_changes() -> None:
    starts = {chapter[0] for chapter in cluster(topics(4, 6, 3, 4))}
    assert {4, 10, 13} <= starts


@pytest.mark.parametrize("seed", range(8))
def test_the_chain_is_clustered_as_scikit_learn_does(seed: int) -> None:
    from scipy.sparse import diags
    from sklearn.cluster import AgglomerativeClustering

    points = np.random.default_rng(seed).normal(size=(60, 5)).astype(np.float32)
    chain = diags([np.ones(59), np.ones(59)], offsets=[-1, 1], format="csr")
    for wanted in (1, 2, 7, 30, 60):
        theirs = AgglomerativeClustering(
            n_clusters=wanted, connectivity=chain, linkage="ward"
        ).fit_predict(points)
        edges = [0, *(n for n in range(1, 60) if theirs[n] != theirs[n - 1])]
        assert chain_ward(points, wanted) == edges


def test_a_chapter_is_told_by_its_most_central_members_in_order() -> None:
    vectors = topics(4, 1)
    told = extract(["One. More.", "Two!", "Three", "Four.", "Odd."], vectors, 4)
    assert told == "One. Two! Three. Four."


def test_a_summary_is_bounded() -> None:
    long = [f"{'word ' * 300}{number}." for number in range(5)]
    assert len(extract(long, topics(5), 5)) <= RECIPE.longest_summary


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("A. B.", "A."),
        ("No end", "No end."),
        ("走る。食べる。", "走る。食べる。"),
        ("Dr.Who", "Dr.Who."),
        ("Why? Because.", "Why?"),
    ],
)
def test_first_sentence(text: str, sentence: str) -> None:
    assert first_sentence(text) == sentence
