"""The recall benchmark's own arithmetic, its data, and what it says without them."""

from pathlib import Path

import pytest

from evaluation.benches.scoped_recall import _rank, _recall, _within
from evaluation.data_folder import data_folder
from evaluation.replays.goalstep_recordings import Phrase, Step, load, node_ids
from graph_schema.labels import Label
from runtime.errors import NotFoundError


def test_a_hit_as_good_as_the_tenth_is_right() -> None:
    exact = {f"n{place}": 1 - place / 100 for place in range(9)}
    exact |= {"twin": 0.5, "other twin": 0.5, "far": 0.1}
    nine = [(f"n{place}", 0.0) for place in range(9)]
    assert _recall(exact, [*nine, ("twin", 0.0)]) == 1
    assert _recall(exact, [*nine, ("other twin", 0.0)]) == 1
    assert _recall(exact, [*nine, ("far", 0.0)]) == 0.9
    assert _recall(exact, [*nine, ("unknown", 0.0)]) == 0.9
    assert _recall(exact, nine[:5]) == 0.5
    assert _recall({"only": 0.3}, [("only", 0.3)]) == 1


def test_ranks() -> None:
    assert _rank(["a", "b", "c"], {"c", "d"}) == 3
    assert _rank(["a"], {"b"}) > 10
    assert _within([1, 2, 11], 2) == pytest.approx(200 / 3)


def test_half_a_second_is_forgiven() -> None:
    phrase = Phrase("adds flour", 10_000, 20_000)
    assert phrase.holds(Step(Label.MICRO_EVENT, 9_500, 20_500, "x"))
    assert not phrase.holds(Step(Label.MICRO_EVENT, 9_499, 20_000, "x"))
    assert not phrase.holds(Step(Label.MICRO_EVENT, 10_000, 20_501, "x"))


def test_without_the_data_it_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LONGTAKE_DATA", str(tmp_path))
    with pytest.raises(NotFoundError, match=r"goalstep_valid\.json") as raised:
        load()
    assert "LONGTAKE_DATA" in raised.value.hint


def test_the_data_are_those_of_the_protocol() -> None:
    if not (data_folder() / "goalstep").is_dir():
        pytest.skip(f"no GoalStep in {data_folder()}")
    recordings = load()
    assert len(recordings) == 134
    assert sum(len(one.steps) for one in recordings) == 7_696
    assert sum(len(one.phrases) for one in recordings) == 3_428
    ids = [id_ for one in recordings for id_ in node_ids("x", one)]
    assert len(set(ids)) == 7_696
