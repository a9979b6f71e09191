"""Scoring a file of predictions: published result folders, and a run of our own."""

import json
from pathlib import Path

import pytest

from evaluation.data_folder import data_folder
from evaluation.datasets.registry import DATASETS
from evaluation.runs.prediction import Prediction
from evaluation.scorers.prediction_files import read_own
from evaluation.scorers.registry import score_file, scorer
from runtime.errors import BadPredictionsError, NotFoundError

OVO = data_folder() / "ovobench"


@pytest.mark.skipif(
    not (OVO / "Gemini").is_dir(), reason="no ovobench/Gemini in the data folder (LONGTAKE_DATA)"
)
@pytest.mark.parametrize(
    ("model", "figures", "errors"),
    [
        ("Gemini", ("62.54", "69.32", "57.15", "63.00"), 35),
        ("LLaVA_Video", ("40.40", "63.52", "54.82", "52.91"), 0),
    ],
)
def test_published_answers_give_the_published_figures(
    model: str, figures: tuple[str, ...], errors: int
) -> None:
    found = score_file("ovobench", OVO / model)
    names = ("backward", "realtime", "forward", "total")
    assert tuple(f"{found.metrics[f'official/{name}']:.2f}" for name in names) == figures
    assert (found.n, found.errors, found.not_asked) == (3035 - errors, errors, 0)


VIDEO = {
    "key": "kitchen", "type": "live", "video_info": {"duration_minutes": 60},
    "qa": [
        {"uid": str(n), "question": "What?\n(A) Tea\n(B) Rice", "answer": "B",
         "question_type": ["reasoning"], "time_reference": "00:01-00:02"}
        for n in range(3)
    ],
}  # fmt: skip


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data" / "lvbench"
    folder.mkdir(parents=True)
    (folder / "video_info.meta.jsonl").write_text(json.dumps(VIDEO), encoding="utf-8")
    return tmp_path / "data"


def test_what_the_loader_noted_stands_among_the_notes(data: Path, tmp_path: Path) -> None:
    file = data / "lvbench" / "video_info.meta.jsonl"
    file.write_text(file.read_text("utf-8").replace("00:01-00:02", "00:05-00:02"), "utf-8")
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps({"0": "B"}), encoding="utf-8")
    notes = score_file("lvbench", answers, data).notes
    assert any(note.startswith("3 time references are unknown") for note in notes)
    assert any(note.startswith("best constant") for note in notes)


def _run(path: Path, *predictions: Prediction) -> Path:
    lines = (one.model_dump_json() + "\n" for one in predictions)
    path.write_text("".join(lines), encoding="utf-8")
    return path


def test_a_run_of_our_own(data: Path, tmp_path: Path) -> None:
    _run(
        tmp_path / "predictions.jsonl",
        Prediction(item_id="0", choice=1),
        Prediction(item_id="1", error="timed out"),
        Prediction(item_id="1", choice=0),
    )
    for path in (tmp_path / "predictions.jsonl", tmp_path):
        found = score_file("lvbench", path, data)
        assert found.metrics["strict/overall"] == 50
        assert (found.n, found.errors, found.not_asked) == (2, 0, 1)
        assert found.document()["not_asked"] == 1


def test_the_official_form_and_the_data_sets_own_folder(data: Path, tmp_path: Path) -> None:
    path = tmp_path / "answers.json"
    path.write_text('{"0": "B", "1": "A", "2": "B"}', encoding="utf-8")
    found = score_file("lvbench", path, data / "lvbench")
    assert round(found.metrics["official/overall"], 2) == 66.67
    assert not found.partial


def test_a_run_that_answers_twice_or_is_torn(tmp_path: Path) -> None:
    twice = [Prediction(item_id="0", choice=1), Prediction(item_id="0", choice=0)]
    with pytest.raises(BadPredictionsError, match="line 2 answers '0' again"):
        read_own(_run(tmp_path / "p.jsonl", *twice))
    (tmp_path / "p.jsonl").write_text('{"item_id": "0", "chose": 1}\n', encoding="utf-8")
    with pytest.raises(BadPredictionsError, match="line 1: chose"):
        read_own(tmp_path / "p.jsonl")


def test_a_file_without_an_answer(data: Path, tmp_path: Path) -> None:
    (tmp_path / "answers.json").write_text("{}", encoding="utf-8")
    with pytest.raises(BadPredictionsError, match=r"answers\.json: no answer in it"):
        score_file("lvbench", tmp_path / "answers.json", data)


def test_unknown_names_and_files(data: Path, tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="no benchmark of others"):
        score_file("lvbnch", tmp_path, data)
    with pytest.raises(NotFoundError, match="there is no file"):
        score_file("lvbench", tmp_path / "none.json", data)


@pytest.mark.parametrize("name", DATASETS)
def test_every_data_set_has_a_scorer(name: str) -> None:
    assert callable(scorer(name).score)
    assert callable(scorer(name).read)
