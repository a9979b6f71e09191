"""What the wording of a sentence tells of its place in a story."""

import pytest

from language.story_place import MIDDLE, SHIFTS, Cue, cues, story_place


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("A man is seen wearing a hat.", {Cue.NEWCOMER, Cue.INDEFINITE, Cue.SCENE, Cue.DRESS}),
        ("Two girls start to dance", {Cue.NEWCOMER, Cue.BEGINS}),
        ("He then throws it again.", {Cue.REFERS_BACK, Cue.NEXT, Cue.AGAIN}),
        ("They continue kicking the ball.", {Cue.REFERS_BACK, Cue.GOES_ON}),
        ("FINALLY the cat leaves", {Cue.ENDS}),
        ("The title is shown first", {Cue.OPENING, Cue.FIRST, Cue.SCENE}),
        ("The dog barks.", set()),
        ("Ein Hund bellt", set()),
        ("…", set()),
        ("", set()),
    ],
)
def test_cues(sentence: str, shown: set[Cue]) -> None:
    assert cues(sentence) == shown


def test_a_word_inside_another_is_no_cue() -> None:
    assert cues("The weekend spending was blended") == set()


def test_a_story_is_told_in_order() -> None:
    told = ("A man is standing in a gym.", "He then lifts the bar.", "Finally he stops and leaves.")
    places = [story_place(sentence) for sentence in told]
    assert None not in places
    assert places == sorted(places, key=float)  # type: ignore[arg-type]


def test_what_tells_nothing_has_no_place() -> None:
    assert story_place("The dog barks.") is None


def test_a_place_lies_in_the_story() -> None:
    every_early = "A title is shown first as an introduction, wearing a hat, starting"
    every_late = "They finally continue again, then it ends"
    assert story_place(every_early) == 0.0
    assert story_place(every_late) == 1.0
    assert 0 < MIDDLE < 1
    assert set(SHIFTS) == set(Cue)
