"""Soft borders between the stories that a chain of events tells."""

import numpy as np
from numpy.typing import NDArray

from language.story_place import MIDDLE
from retrieval.stories import OpeningRecipe, Stories, stories

TWO = (
    "A man is standing in a gym.",
    "He lifts the bar.",
    "He continues lifting and then stops.",
    "A dog is seen on a beach.",
    "It runs into the water.",
)


def of(texts: tuple[str, ...], vectors: NDArray[np.float32]) -> Stories:
    starts = np.arange(len(texts), dtype=np.float64) * 10_000
    return stories(texts, starts, starts + 10_000, vectors, OpeningRecipe())


def two_subjects(*subjects: int) -> NDArray[np.float32]:
    """Events of one subject are alike, those of two are not."""
    vectors = np.eye(2, dtype=np.float32)[list(subjects)]
    return np.hstack([0.8 * vectors, 0.6 * np.eye(len(subjects), dtype=np.float32)])


def test_a_story_opens_where_wording_and_subject_change() -> None:
    told = of(TWO, two_subjects(0, 0, 0, 1, 1))
    assert told.opens[0] == 1
    assert told.opens[3] > 0.9
    assert max(told.opens[1], told.opens[2], told.opens[4]) < 0.1
    np.testing.assert_array_equal(told.closes, [*told.opens[1:], 1.0])


def test_wording_alone_and_subject_alone_are_each_a_weaker_sign() -> None:
    both = of(TWO, two_subjects(0, 0, 0, 1, 1)).opens[3]
    wording = of(TWO, two_subjects(0, 0, 0, 0, 0)).opens[3]
    plain = ("the man lifts", "the man pulls", "the man nods", "the dog barks", "the dog digs")
    subject = of(plain, two_subjects(0, 0, 0, 1, 1)).opens[3]
    assert wording < both
    assert subject < both
    assert of(plain, two_subjects(0, 0, 0, 0, 0)).opens[3] < subject


def test_one_odd_event_opens_less_than_a_new_story() -> None:
    """Where the events around it are alike, the story goes on across it."""
    plain = ("the man lifts",) * 5
    odd = of(plain, two_subjects(0, 0, 1, 0, 0))
    new = of(plain, two_subjects(0, 0, 1, 1, 1))
    assert odd.opens[2] < new.opens[2]


def test_borders_in_time_follow_the_chances() -> None:
    told = of(TWO, two_subjects(0, 0, 0, 1, 1))
    assert told.starts[1] < 2_000
    assert 28_000 < told.ends[1] < 33_000
    assert 27_000 < told.starts[4] < 31_000
    assert told.ends[4] == 50_000
    inside = np.arange(5) * 10_000
    assert (told.starts <= inside).all()
    assert (told.ends >= inside + 10_000).all()


def test_places_are_those_told_or_the_middle() -> None:
    told = of(("A man is standing.", "the dog barks", "He finally leaves."), two_subjects(0, 0, 0))
    assert told.places[0] < told.places[1] == MIDDLE < told.places[2]


def test_chains_of_one_and_two() -> None:
    assert of(TWO[:1], two_subjects(0)).opens.tolist() == [1.0]
    assert len(of(TWO[:2], two_subjects(0, 0)).opens) == 2
