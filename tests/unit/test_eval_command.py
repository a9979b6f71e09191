"""``longtake eval``: what is listed, what a replay prints, and how a wrong call ends."""

import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from api.cli.figures import show_score
from api.cli.main import run
from evaluation.datasets.registry import DATASETS
from evaluation.replays.registry import BUDGETS, REPLAYS, Replay
from evaluation.replays.report import ReplayReport, Tally
from evaluation.report import Score


def called(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    code = run(["eval", *arguments, "--json"])
    return code, json.loads(capsys.readouterr().out)


def made(*_: object, **__: object) -> ReplayReport:
    tally = Tally("goalstep")
    tally.queries("own video", ["a", "b"])
    tally.add("encoder", "own video: R@1", [0, 1])
    tally.add("hybrid", "own video: R@1", [1, 1], ours=True)
    return tally.report(n=2, notes=["made up"])


def test_everything_is_listed_with_what_is_here(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "goalstep").mkdir()
    (tmp_path / "goalstep" / "goalstep_valid.json").write_text("{}")
    code, document = called(capsys, "list", "--data", str(tmp_path))
    assert code == 0
    listed = {(each["kind"], each["name"]): each for each in document["evaluations"]}
    assert {name for kind, name in listed if kind == "replay"} == set(REPLAYS)
    assert {name for kind, name in listed if kind == "budget"} == set(BUDGETS)
    assert listed["replay", "goalstep"]["here"]
    assert not listed["replay", "nextqa"]["here"]
    assert not listed["run", "lvbench"]["here"]
    assert "THUDM/LVBench" in listed["run", "lvbench"]["needs"]
    assert listed["budget", "activitynet"]["command"] == "longtake eval budget activitynet"
    assert listed["canary", "film"]["command"] == "longtake eval canary film"
    assert {name for kind, name in listed if kind == "canary"} == {"film", *DATASETS}
    assert not listed["canary", "lvbench"]["here"]


def test_a_replay_is_one_document(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Replay, "load", lambda _: made)
    code, document = called(capsys, "replay", "goalstep")
    assert code == 0
    assert set(document) >= {"name", "n", "metrics", "floors", "intervals"}
    assert document["metrics"] == {"own video: R@1": 100.0}
    assert document["floors"] == {"encoder": {"own video: R@1": 50.0}}


def test_people_see_a_table_with_the_best_part_and_the_gain(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Replay, "load", lambda _: made)
    assert run(["eval", "budget", "goalstep"]) == 0
    shown = capsys.readouterr().out
    assert "own video  n = 2, percent" in shown
    assert "hybrid, R@1: +50.0 (+0.0 to +100.0) beside encoder" in shown
    assert "made up" in shown


def test_a_score_has_two_decimals(capsys: pytest.CaptureFixture[str]) -> None:
    found = Score("made", 2, {"total": 63.0, "mean": 57.154}, intervals={"total": (60.0, 66.5)})
    show_score(Console(width=100), found.document())
    shown = capsys.readouterr().out
    assert "63.00  60.00 to 66.50" in shown
    assert "57.15" in shown


@pytest.mark.parametrize(
    ("arguments", "type_"),
    [
        (("replay", "nothing"), "not_found"),
        (("budget", "captaincook"), "not_found"),
        (("replay", "captaincook", "--data", "/nowhere"), "not_found"),
        (("score", "nothing", "--predictions", "x.json"), "not_found"),
        (("score", "lvbench"), "usage"),
        (("run", "lvbench", "--limit", "0"), "usage"),
        (("ablations", "--library", "mine"), "usage"),
    ],
)
def test_a_wrong_call_is_told(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], type_: str
) -> None:
    code, document = called(capsys, *arguments)
    assert code == 2
    assert document["error"]["type"] == type_
    assert document["error"]["message"]
