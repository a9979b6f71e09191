"""What every scorer shares: who is counted, floors, intervals."""

import pytest
from sheets import answers, item

from evaluation.floors import CONSTANT, LONGEST, RANDOM, Kind, blind_floors, kind
from evaluation.runs.prediction import Prediction
from evaluation.scorers import lvbench
from runtime.errors import BadPredictionsError

TYPES = {"types": ("reasoning",)}
ITEMS = [
    item("1", 1, choices=("no", "a very long one"), **TYPES),
    item("2", 1, choices=("one", "two", "three", "four"), video="v2", **TYPES),
    item("3", 2, choices=("one", "two", "three"), video="v3", **TYPES),
    item("4", 1, choices=("longer than all", "b"), video="v3", **TYPES),
]
ALL = answers(**{"1": 1, "2": 0, "3": 2, "4": 0})


def test_floors_answer_the_same_items_by_the_same_rule() -> None:
    floors = lvbench.score(ITEMS, ALL).floors
    assert floors[RANDOM]["official/overall"] == pytest.approx(
        100 * (1 / 2 + 1 / 4 + 1 / 3 + 1 / 2) / 4
    )
    assert floors[LONGEST]["official/overall"] == 50
    assert floors[CONSTANT]["official/overall"] == 75
    assert floors[CONSTANT]["official/reasoning"] == 75
    assert set(floors[RANDOM]) == set(lvbench.score(ITEMS, ALL).metrics)


def test_the_best_constant_is_named() -> None:
    assert "best constant: letter B" in lvbench.score(ITEMS, ALL).notes


def test_floors_are_of_the_items_that_were_asked() -> None:
    found = lvbench.score(ITEMS, answers(**{"2": "B"}))
    assert found.floors[RANDOM]["strict/overall"] == 25
    assert found.not_asked == 3


def test_a_letter_that_an_item_has_not_got_is_no_answer() -> None:
    items = [
        item("1", 3, **TYPES), item("2", 3, **TYPES), item("3", 0, choices=("x", "y"), **TYPES),
    ]  # fmt: skip
    found = lvbench.score(items, answers(**{"1": 3, "2": 3, "3": 0}))
    assert found.floors[CONSTANT]["strict/overall"] == pytest.approx(200 / 3)


def test_kinds_have_constants_of_their_own() -> None:
    items = [
        item("m", 0, speaks_up_later=True, choices=(), asked_at_ms=5000),
        item("n", 0, choices=()),
        item("y", 0, choices=("Yes", "No")),
        item("l", 0),
    ]
    assert [kind(one) for one in items] == [
        Kind.MOMENT, Kind.NUMBER, Kind.YES_OR_NO, Kind.LETTER,
    ]  # fmt: skip

    def headline(given: dict[str, Prediction]) -> float:
        (one,) = given.values()
        if one.moments_ms:
            return float(one.moments_ms[0][0] == 12_000)
        return float(one.text == "3" or one.choice == 1)

    floors = blind_floors(items, headline)
    assert floors.constants == ("letter B", "No", "3", "7 s after the request")
    assert floors.by_name[RANDOM]["n"] == ()


def test_intervals_hold_the_figures_and_are_the_same_each_time() -> None:
    items = [item(str(n), n % 4, video=f"v{n % 17}", **TYPES) for n in range(200)]
    given = answers(**{str(n): 0 for n in range(200)})
    first, again = lvbench.score(items, given), lvbench.score(items, given)
    assert first.intervals == again.intervals
    low, high = first.intervals["official/overall"]
    assert low < first.metrics["official/overall"] == 25 < high
    assert set(first.intervals) == set(first.metrics)


def test_one_video_has_no_width() -> None:
    items = [item("1", 0, **TYPES), item("2", 0, **TYPES)]
    found = lvbench.score(items, answers(**{"1": 0, "2": 1}))
    assert found.intervals["strict/overall"] == (50, 50)


def test_an_answer_to_no_question_is_an_error() -> None:
    with pytest.raises(BadPredictionsError, match=r"2 predictions answer no question .* first '8'"):
        lvbench.score(ITEMS, answers(**{"1": 0, "8": 0, "9": 0}))


def test_an_option_that_there_is_not_is_an_error() -> None:
    with pytest.raises(BadPredictionsError, match="'1' chooses option 2 of 2"):
        lvbench.score(ITEMS, answers(**{"1": 2}))


def test_without_an_answer_there_are_no_figures() -> None:
    found = lvbench.score(ITEMS, {})
    assert (found.n, found.metrics, found.not_asked, found.partial) == (0, {}, 4, True)
    assert found.notes == ("4 questions have no prediction: in no figure",)


def test_only_errors_have_no_strict_figure() -> None:
    found = lvbench.score(ITEMS, answers(**{"1": None}))
    assert (found.n, found.errors, found.metrics) == (0, 1, {})


def test_an_abstention_is_a_wrong_answer_and_no_error() -> None:
    said = Prediction(item_id="1", text="B: the memory does not show it.", answered=False)
    found = lvbench.score(ITEMS, {**ALL, "1": said})
    assert (found.errors, found.n) == (0, 4)
    assert found.metrics["official/overall"] == found.metrics["strict/overall"] == 25
