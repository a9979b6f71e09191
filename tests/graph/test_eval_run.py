"""Running a data set on a real graph: subsets, resuming, errors, memories, time bounds."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from langchain_core.language_models import BaseChatModel
from langchain_core.outputs import ChatResult
from orchard import Orchard, ingested
from scripted_reasoner import VIDEO, Scripted, made_items

from cypher.store import Store
from evaluation.gold import Gold
from evaluation.item import Item
from evaluation.runs.journal import PREDICTIONS, RUN
from evaluation.runs.run import Options, RunReport, run
from evaluation.runs.subset import Subset
from runtime.errors import (
    BadPredictionsError,
    BusyError,
    ModelUnavailableError,
    NotFoundError,
    UsageError,
)
from runtime.settings import Settings

Running = Callable[..., RunReport]


@pytest.fixture(scope="module")
def orchard(
    store: Store, settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Orchard]:
    with ingested(store, settings, tmp_path_factory.mktemp("orchard")) as memory:
        yield memory


@pytest.fixture
def running(orchard: Orchard, store: Store, settings: Settings, tmp_path: Path) -> Running:
    def go(items: list[Item], model: BaseChatModel | None = None, **options: Any) -> RunReport:
        given = {"folder": tmp_path / "run", "library": orchard.library, **options}
        return run("orchard", items, settings, Options(**given), model=model, store=store)

    return go


def test_every_prediction_is_kept_with_what_it_cost(running: Running) -> None:
    report = running(made_items(1))
    (prediction,) = report.predictions.values()
    assert prediction.choice == 0
    assert prediction.error is None
    assert (prediction.model, prediction.prompt_version) == ("rules", "explore.v1")
    assert prediction.prompt_tokens > 0
    assert prediction.completion_tokens > 0
    assert prediction.seconds > 0
    assert prediction.moments_ms
    assert prediction.memory
    assert prediction.run_id.startswith("r")
    (line,) = (report.folder / PREDICTIONS).read_text().splitlines()
    assert json.loads(line)["item_id"] == "q0"
    assert not report.partial


def test_a_second_run_asks_only_what_is_left(running: Running) -> None:
    model = Scripted()
    first = running(made_items(4), model, subset=Subset(limit=2))
    second = running(made_items(4), model)
    assert (first.fresh, second.fresh) == (2, 2)
    assert sorted(model.asked) == [f"What hits the fox, number {n}?" for n in range(4)]
    assert set(second.predictions) == {"q0", "q1", "q2", "q3"}


def test_workers_share_one_journal(running: Running) -> None:
    report = running(made_items(12), Scripted(), workers=4)
    lines = (report.folder / PREDICTIONS).read_text().splitlines()
    assert sorted(json.loads(line)["item_id"] for line in lines) == sorted(
        item.id for item in made_items(12)
    )


def test_a_torn_last_line_is_asked_again(running: Running) -> None:
    report = running(made_items(3), Scripted())
    path = report.folder / PREDICTIONS
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    again = Scripted()
    repaired = running(made_items(3), again)
    assert again.asked == ["What hits the fox, number 2?"]
    assert len(path.read_text().splitlines()) == 3
    assert len(repaired.predictions) == 3


def test_a_line_changed_by_hand_is_refused(running: Running) -> None:
    report = running(made_items(2), Scripted())
    path = report.folder / PREDICTIONS
    first, second = path.read_text().splitlines()
    path.write_text(f"{first[:-5]}\n{second}\n")
    with pytest.raises(BadPredictionsError, match="line 1"):
        running(made_items(2), Scripted())


def test_errors_are_errors_and_are_tried_again_only_when_asked_to(running: Running) -> None:
    failing = Scripted(fails=("number 1",))
    report = running(made_items(3), failing)
    (error,) = report.errors
    assert error.item_id == "q1"
    assert "this model cannot" in (error.error or "")
    assert error.choice is None
    assert report.partial
    mended = Scripted()
    assert running(made_items(3), mended).errors == (error,)
    assert mended.asked == []
    assert running(made_items(3), mended, retry_errors=True).errors == ()
    assert mended.asked == ["What hits the fox, number 1?"]


def test_a_model_that_stays_away_ends_the_run(running: Running, tmp_path: Path) -> None:
    failing = Scripted(fails=("number",))
    with pytest.raises(ModelUnavailableError, match="this model cannot"):
        running(made_items(20), failing)
    kept = (tmp_path / "run" / PREDICTIONS).read_text().splitlines()
    assert len(kept) == len(failing.asked) == 5


def test_another_run_is_not_mixed_into_a_folder(running: Running) -> None:
    report = running(made_items(2), Scripted())
    with pytest.raises(UsageError, match="differs in model"):
        running(made_items(2))
    with pytest.raises(UsageError, match="differs in items"):
        running(made_items(3), Scripted())
    (report.folder / RUN).unlink()
    with pytest.raises(UsageError, match="nobody knows what made them"):
        running(made_items(2), Scripted())


def test_one_folder_is_written_by_one_run_at_a_time(running: Running) -> None:
    entered, leave = threading.Event(), threading.Event()

    class Slow(Scripted):
        def _generate(self, *args: Any, **kwargs: Any) -> ChatResult:
            entered.set()
            assert leave.wait(60)
            return super()._generate(*args, **kwargs)

    first = threading.Thread(target=running, args=(made_items(1), Slow()))
    first.start()
    try:
        assert entered.wait(60)
        with pytest.raises(BusyError, match="another process"):
            running(made_items(1), Slow())
    finally:
        leave.set()
        first.join()


def test_items_without_a_memory_are_said_and_not_guessed(running: Running) -> None:
    items = [*made_items(1), Item("far", "orchard", "elsewhere", "Who?", ("a", "b"), Gold(0))]
    report = running(items, Scripted())
    assert report.not_asked == ("far",)
    assert set(report.predictions) == {"q0"}
    assert report.partial
    with pytest.raises(NotFoundError, match="holds none of the videos"):
        running(items, Scripted(), subset=Subset(ids=("far",)))


@pytest.mark.parametrize("theirs", ["Orchard", "videos/Orchard.mp4", "Orchard.mkv"])
def test_a_video_is_found_by_its_title_or_file(running: Running, theirs: str) -> None:
    assert len(running(made_items(1, video=theirs), Scripted()).predictions) == 1


def test_a_memory_perceived_anew_is_not_mixed(running: Running, tmp_path: Path) -> None:
    running(made_items(1), Scripted())
    path = tmp_path / "run" / PREDICTIONS
    row = json.loads(path.read_text())
    path.write_text(json.dumps({**row, "memory": "another"}) + "\n")
    with pytest.raises(UsageError, match="perceived anew"):
        running(made_items(1), Scripted())


def test_a_question_that_cannot_be_asked_is_an_error_of_its_own(running: Running) -> None:
    items = [*made_items(1), Item("one", "orchard", VIDEO, "Who?", ("only",), Gold(0))]
    report = running(items, Scripted())
    assert [one.item_id for one in report.errors] == ["one"]
    assert "One choice is no choice" in (report.errors[0].error or "")


def test_nothing_after_the_time_of_asking_is_seen(running: Running) -> None:
    """The apple falls at 0:04 to 0:08; the crow laughs at 0:12."""
    model = Scripted()
    running(made_items(1, asked_at_ms=8_000), model)
    shown = "\n".join(model.seen)
    assert "A green apple falls" in shown
    for later in ("crow", "ladder", "basket", "meadow", "farmer"):
        assert later not in shown.replace("number", "")
