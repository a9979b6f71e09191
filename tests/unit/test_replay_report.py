"""Halves, intervals over videos, and the report that a replay's scores come to."""

import hashlib

import numpy as np
import pytest

from evaluation.bootstrap import interval, paired_gain
from evaluation.replays.halves import cross_fit, half_of
from evaluation.replays.report import Tally


def video_in(half: int, skip: int = 0) -> str:
    names = [name for name in map(str, range(100)) if half_of(name) == half]
    return names[skip]


def test_the_half_is_the_parity_of_the_whole_digest() -> None:
    for name in ("", "a", "v_uqiMw7tQ1Cc", "ünïcode"):
        assert half_of(name) == int(hashlib.sha256(name.encode()).hexdigest(), 16) % 2


def test_each_half_is_scored_by_what_the_other_chose() -> None:
    one, other = video_in(0), video_in(1)
    videos = [one, one, other, other]
    crossed = cross_fit({"plain": [1, 1, 0, 0], "rich": [0, 0, 1, 1]}, videos)
    assert crossed.chosen == ("plain", "rich")
    assert not crossed.agreed
    assert crossed.scores.tolist() == [0, 0, 0, 0]


def test_of_equals_the_first_is_chosen() -> None:
    videos = [video_in(0), video_in(1)]
    crossed = cross_fit({"plain": [1, 0], "rich": [1, 0]}, videos)
    assert crossed.chosen == ("plain", "plain")
    assert crossed.agreed


def test_a_gain_is_paired() -> None:
    rng = np.random.default_rng(1)
    theirs = rng.random(600)
    videos = [str(number // 6) for number in range(600)]
    mean, low, high = paired_gain(theirs + 0.02, theirs, videos)
    assert (mean, low, high) == pytest.approx((2.0, 2.0, 2.0))
    apart = interval(theirs, videos)
    assert apart[1] - apart[0] > 3  # unpaired, two points would be lost in this


def test_videos_are_drawn_not_queries() -> None:
    rng = np.random.default_rng(2)
    values = np.repeat(rng.random(20) > 0.5, 100)
    together = interval(values, [str(number // 100) for number in range(2000)])
    single = interval(values, [str(number) for number in range(2000)])
    assert together[1] - together[0] > 4 * (single[1] - single[0])


def test_a_longer_video_weighs_more() -> None:
    low, high = interval([1.0] * 9 + [0.0], ["long"] * 9 + ["short"])
    assert (low, high) == (0.0, 100.0)
    assert paired_gain([1.0] * 9 + [0.0], [0.0] * 10, ["long"] * 9 + ["short"])[0] == 90.0


def test_the_same_again() -> None:
    values, videos = [0, 1, 1, 0, 1], list("aabbc")
    assert interval(values, videos) == interval(values, videos)


@pytest.mark.parametrize(
    ("values", "videos"), [([1, 0], ["a"]), ([], []), ([[1], [0]], ["a", "b"])]
)
def test_what_does_not_pair_up_is_refused(values: list[int], videos: list[str]) -> None:
    with pytest.raises(ValueError, match="do not pair up"):
        interval(values, videos)


def test_a_report_sets_ours_beside_the_best() -> None:
    tally = Tally("small")
    tally.queries("own video", ["a", "a", "b"])
    tally.add("worse", "own video: R@1", [0, 0, 0])
    tally.add("better", "own video: R@1", [True, False, False])
    tally.add("hybrid", "own video: R@1", [1, 1, 0], ours=True)
    document = tally.report(n=3, notes=["chosen on halves"]).document()
    assert document["name"] == "small"
    assert document["n"] == 3
    assert document["metrics"] == {"own video: R@1": 66.67}
    assert document["floors"] == {
        "worse": {"own video: R@1": 0.0},
        "better": {"own video: R@1": 33.33},
    }
    gain = document["gains"]["own video: R@1"]
    assert gain["beside"] == "better"
    assert gain["mean"] == pytest.approx(33.33)
    assert gain["low"] <= gain["mean"] <= gain["high"]
    assert [row["name"] for row in document["rows"]] == ["worse", "better", "hybrid"]
    assert document["counts"] == {"own video": 3}
    assert document["notes"] == ["chosen on halves"]


def test_each_row_of_ours_has_its_gain_and_the_last_stands_for_us() -> None:
    tally = Tally("small")
    tally.queries("all", ["a", "b"])
    tally.add("encoder", "all: R@1", [0, 1])
    tally.add("cross-fitted", "all: R@1", [0, 1], ours=True)
    tally.add("product", "all: R@1", [1, 1], ours=True)
    document = tally.report(n=2).document()
    encoder, crossed, product = (row["gains"] for row in document["rows"])
    assert encoder == {}
    assert crossed["all: R@1"] == {"mean": 0.0, "low": 0.0, "high": 0.0, "beside": "encoder"}
    assert product == document["gains"]
    assert document["gains"]["all: R@1"]["mean"] == 50.0
