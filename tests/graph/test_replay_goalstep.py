"""The replay of GoalStep on a file of the same form: what is stored, asked, right and reported."""

import json
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import delete_library

from cypher.store import Store
from evaluation.replays.goalstep import (
    CROSS_FITTED,
    DEPTHS,
    OWN_VIDEO,
    STORE,
    WITHOUT_CONTEXT,
    Room,
    found_for,
    run,
)
from evaluation.replays.goalstep_choice import GRID, choose
from evaluation.replays.goalstep_memory import document
from evaluation.replays.goalstep_recordings import load
from evaluation.replays.report import ReplayReport
from evaluation.replays.standard_parts import Part
from evaluation.replays.stored import library_of, stored
from retrieval.recipes import CONTEXTUAL
from runtime.progress import Silent
from runtime.settings import Settings

SECRET = "a summary of the whole video, never stored"


def step(text: str, start: float, end: float, *inner: Any, asked: tuple[str, ...] = ()) -> Any:
    return {
        "step_description": text,
        "start_time": start,
        "end_time": end,
        "summary": list(asked),
        "segments": list(inner),
    }


SOUP = step(
    "Cook the soup",
    0,
    30,
    step("Cut the carrot", 1, 9),
    step("Stir the pot", 10, 30.4),
    asked=("slice a carrot", "boil soup in the pot"),
)
BREAD = step("Bake the bread", 31, 60, step("Knead dough", 32, 40), asked=("knead the dough",))
SHOE = step(
    "Repair a shoe", 0, 20, step("Glue the sole", 1, 9), asked=("stick the sole with glue",)
)
VIDEOS = [
    {"video_uid": "kitchen", "end_time": 61.0, "summary": [SECRET], "segments": [SOUP, BREAD]},
    {"video_uid": "workshop", "end_time": 21.0, "summary": [SECRET], "segments": [SHOE]},
]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    (folder / "goalstep").mkdir()
    (folder / "goalstep" / "goalstep_valid.json").write_text(json.dumps({"videos": VIDEOS}))
    return folder


@pytest.fixture(scope="module")
def own(settings: Settings, store: Store) -> Iterator[Settings]:
    """Settings by which the replay stores into a library of this test."""
    used = settings.model_copy(update={"library": f"test-{uuid.uuid4().hex[:12]}"})
    yield used
    delete_library(store, library_of(used, "goalstep"))


@pytest.fixture(scope="module")
def report(own: Settings, data: Path) -> ReplayReport:
    return run(own, data=data)


def test_every_part_is_asked_the_same(report: ReplayReport) -> None:
    assert report.n == 4
    metrics = {f"{group}: R@{depth}" for group in (OWN_VIDEO, STORE) for depth in DEPTHS}
    assert {row.name: row.ours for row in report.rows} == {
        **dict.fromkeys(map(str, Part), False),
        WITHOUT_CONTEXT: True,
        CROSS_FITTED: True,
        CONTEXTUAL.name: True,
    }
    assert all(set(row.metrics) == metrics for row in report.rows)
    assert set(report.gains) == set(report.intervals) == metrics


def test_plain_phrases_are_found(report: ReplayReport) -> None:
    (ours,) = (row for row in report.rows if row.name == CONTEXTUAL.name)
    assert ours.metrics[f"{OWN_VIDEO}: R@1"] == 100
    assert ours.metrics[f"{STORE}: R@5"] == 100


def test_the_report_says_who_chose(report: ReplayReport) -> None:
    assert "half 0 chose" in report.notes[0]
    assert repr(CONTEXTUAL.context) in report.notes[0]
    assert f"the product's own is {CONTEXTUAL.name!r}" in report.notes[0]


def test_the_cross_fitted_row_stands_for_us(report: ReplayReport) -> None:
    ours = [row for row in report.rows if row.ours]
    assert [row.name for row in ours] == [WITHOUT_CONTEXT, CONTEXTUAL.name, CROSS_FITTED]
    assert report.gains == ours[-1].gains
    assert report.document()["metrics"] == ours[-1].document()["metrics"]


def test_only_descriptions_are_stored(report: ReplayReport, own: Settings, data: Path) -> None:
    recordings = load(data)
    assert SECRET not in json.dumps([document(one).document for one in recordings])
    with stored(own, "goalstep", map(document, recordings)) as memory:
        room = Room.of(recordings, memory)
        found = found_for(room, STORE, Silent())
    assert {hit.text for hits in found for hit in hits} <= {
        step.text for one in recordings for step in one.steps
    }
    right = [len(each.right) for each in room.asked]
    assert right == [3, 3, 2, 2]  # the substep that ends 0.4 s after its step is inside it


def test_choosing_takes_one_context_a_half(report: ReplayReport, own: Settings, data: Path) -> None:
    crossed = choose(own, data=data)
    assert set(crossed.chosen) <= set(GRID)
    assert crossed.scores.shape == (report.n,)
