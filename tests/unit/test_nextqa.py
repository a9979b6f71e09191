"""The NExT-QA replay without a database: its files, its rules and the standard parts."""

import csv
import json
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock
from zipfile import ZipFile

import numpy as np
import pytest

from evaluation.data_folder import data_folder
from evaluation.gold import GoldRenderedError, Scorer
from evaluation.replays import nextqa
from evaluation.replays.nextqa import inside
from evaluation.replays.nextqa_parts import Given, OptionPart, StandardParts
from evaluation.replays.nextqa_videos import load
from evaluation.replays.nextqa_weights import fit
from evaluation.replays.stored import StoredMemory
from runtime.embedder import Embedder
from runtime.errors import NotFoundError
from runtime.progress import Silent

SCORER = Scorer("test")
CAPTIONS = {
    "11": ["A man rides a camel.", "A man rides a camel.", "The man can feed the camel dates."],
    "7": ["Two girls row a boat.", "The girls jump into the lake."],
}
ROWS = [
    (
        "11",
        "4",
        "what does the man feed the animal with",
        2,
        ["hay", "rice", "dates", "sugar", "x"],
    ),
    ("7", "0", "how do the girls move the boat", 3, ["sail", "push", "tow", "row", "kick"]),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Files of the published form."""
    nextqa = tmp_path / "nextqa"
    nextqa.mkdir()
    options = [f"a{place}" for place in range(5)]
    with (nextqa / "val.csv").open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["video", "frame_count", "question", "answer", "qid", "type", *options])
        for film, number, text, answer, choices in ROWS:
            table.writerow([film, 90, text, answer, number, "CH", *choices])
    with (nextqa / "nextgqa_val.csv").open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["video_id", "question", "answer", "qid", "type", *options])
        table.writerow(["11", ROWS[0][2], "dates", "4", "CH", *ROWS[0][4]])
    spans = {"11": {"duration": 3, "location": {"4": [[2.1, 2.9]]}, "fps": 30}}
    (nextqa / "gsub_val.json").write_text(json.dumps(spans))
    with ZipFile(nextqa / "nextqa_allcaps_1fps.zip", "w") as archive:
        archive.writestr("nextqa_allcaps_1fps/", "")
        for film, told in CAPTIONS.items():
            numbered = {str(second): text for second, text in enumerate(told)}
            archive.writestr(f"nextqa_allcaps_1fps/{film}_cap.json", json.dumps(numbered))
    return tmp_path


def test_files_of_the_published_form_are_read(folder: Path) -> None:
    films, questions = load(folder)
    assert {film.id: list(film.captions) for film in films} == CAPTIONS
    assert [one.film for one in questions] == ["11", "7"]
    assert questions[0].right.reveal(SCORER) == 2
    assert questions[0].shown is not None
    assert questions[0].shown.reveal(SCORER) == ((2.1, 2.9),)
    assert questions[1].shown is None


def test_a_document_holds_seconds_and_nothing_of_the_questions(folder: Path) -> None:
    films, questions = load(folder)
    document = next(film for film in films if film.id == "11").document().document
    assert [event["end_ms"] for event in document["macro_events"]] == [1_000, 2_000, 3_000]
    told = json.dumps(document)
    assert not any(one.text in told for one in questions)


def test_a_missing_file_is_named_with_its_source(folder: Path) -> None:
    (folder / "nextqa" / "nextgqa_val.csv").unlink()
    with pytest.raises(NotFoundError) as error:
        load(folder)
    assert "nextgqa_val.csv" in str(error.value)
    assert "doc-doc/NExT-GQA" in error.value.hint


def test_no_gold_can_be_opened_while_a_question_is_asked(
    folder: Path, embedder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, questions = load(folder)

    def peeking(*_: Any, **__: Any) -> None:
        questions[0].right.reveal(SCORER)

    monkeypatch.setattr(nextqa, "ask", peeking)
    memory = MagicMock(StoredMemory, video_of={"11": "v1", "7": "v2"}, library="x")
    with pytest.raises(GoldRenderedError, match="being answered"):
        nextqa._asked(questions, memory, embedder, Silent())


def test_the_report_says_what_is_cross_fitted_and_what_is_not(
    folder: Path, embedder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    films, questions = load(folder)
    monkeypatch.setattr(nextqa, "_asked", lambda *_: [Given(0, None, [])] * len(questions))
    memory = MagicMock(StoredMemory, video_of={}, embedder=embedder)
    notes = nextqa.replay(films, questions, memory).notes
    (fitted,) = (note for note in notes if note.startswith("Acc is cross-fitted"))
    assert "the half of the videos without it" in fitted
    (shipped,) = (note for note in notes if "not cross-fitted" in note)
    assert "place weight 0.8 " in shipped
    assert "3 s between" in shipped


def test_the_window_counts_by_its_part_inside_one_span() -> None:
    assert inside((2, 4), [(3, 9)]) == 0.5
    assert inside((2, 4), [(0, 2.5), (3.5, 9)]) == 0.25
    assert inside((2, 4), [(5, 9)]) == 0


@pytest.mark.parametrize("part", list(OptionPart))
def test_the_parts_answer_and_point(folder: Path, part: OptionPart, embedder: Embedder) -> None:
    films, questions = load(folder)
    given = StandardParts(films, questions, embedder).given(part, questions[0])
    assert given.choice == 2
    assert given.seconds[0] == 2.5
    assert given.window == (pytest.approx(2.2), pytest.approx(2.8))


def test_weights_follow_the_signal_that_tells() -> None:
    random = np.random.default_rng(5)
    told = random.normal(size=(400, 5, 5))
    right = told[:, :, 3].argmax(axis=1)
    weights = fit(told, right)
    assert weights.together == max(weights.vector)
    assert abs(weights.option) < 0.2 < weights.together


@pytest.mark.skipif(
    not (data_folder() / "nextqa").is_dir(), reason="NExT-QA lies in shared/data, not in CI"
)
def test_the_real_files_hold_what_their_readme_says() -> None:
    films, questions = load()
    grounded = [one for one in questions if one.shown is not None]
    assert (len(films), len(questions), len(grounded)) == (570, 4_996, 3_358)
