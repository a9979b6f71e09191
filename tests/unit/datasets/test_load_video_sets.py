"""LVBench, LongVideoBench, Video-MME and EgoSchema, from files of the published form."""

import json
import sys
from collections.abc import Callable
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from evaluation.datasets import egoschema, longvideobench, lvbench, videomme
from evaluation.datasets.right_answer import RightAnswer
from evaluation.gold import Scorer
from evaluation.item import Item
from graph_schema.time_span import TimeSpan
from runtime.errors import BadDatasetError, DependencyError, LongtakeError, NotFoundError

Change = Callable[[Any], Any]


def _right(item: Item) -> RightAnswer:
    right: RightAnswer = item.gold.reveal(Scorer("test"))
    return right


def _written(folder: Path, name: str, value: Any) -> Path:
    (folder / name).write_text(json.dumps(value), encoding="utf-8")
    return folder


# -- LVBench ---------------------------------------------------------------------------------------

LV_VIDEO: dict[str, Any] = {
    "key": "kitchen",
    "type": "live",
    "video_info": {"duration_minutes": 120.5},
    "qa": [
        {
            "uid": "7",
            "question": "What boils?\n(A) Tea\n(B) Rice\n(C) Eggs\n(D) Milk",
            "answer": "B",
            "question_type": ["entity recognition", "reasoning"],
            "time_reference": "110:35-110:44",
        },
        {
            "uid": 8,
            "question": "Who leaves?\n(A) Ann\n(B) Ann\n(C) Bob\n(D) Cy",
            "answer": "C",
            "question_type": ["reasoning"],
            "time_reference": "08:17-None",
        },
    ],
}


def _lvbench(folder: Path, *videos: Any) -> Path:
    lines = "".join(json.dumps(video) + "\n" for video in videos)
    (folder / "video_info.meta.jsonl").write_text(lines, encoding="utf-8")
    return folder


def test_lvbench(tmp_path: Path) -> None:
    found = lvbench.load(_lvbench(tmp_path, LV_VIDEO))
    first, second = found
    assert (first.id, first.video, first.question) == ("7", "kitchen", "What boils?")
    assert first.choices == ("Tea", "Rice", "Eggs", "Milk")
    assert _right(first) == RightAnswer(choice=1, evidence=TimeSpan(6_635_000, 6_644_000))
    assert first.extra["types"] == ("entity recognition", "reasoning")
    assert second.id == "8"
    assert _right(second) == RightAnswer(choice=2)
    assert found.counts == {"videos": 1, "questions": 2}
    assert found.notes == (
        "1 time references are unknown: without an end",
        "1 time references name minutes above 99: their videos are that long",
        "1 questions offer the same text twice",
    )


def _lv(path: str, value: Any) -> Change:
    def change(video: Any) -> Any:
        question = video["qa"][1]
        question[path] = value
        return video

    return change


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_lv("answer", "E"), "line 1, question 2: the answer 'E' is none of the 4 choices"),
        (_lv("uid", "7"), "line 1, question 2: '7' is already the id at .*line 1, question 1"),
        (_lv("question", "Who leaves?"), "question 2: no choices"),
        (_lv("question_type", []), "question 2: a list with entries is expected"),
        (lambda video: {**video, "qa": "none"}, "line 1: a list with entries"),
        (lambda video: {**video, "key": 3}, "line 1: 'key' holds 3"),
        (lambda video: [video], "line 1: an object is expected"),
    ],
)
def test_lvbench_of_another_form(tmp_path: Path, change: Change, says: str) -> None:
    with pytest.raises(BadDatasetError, match=says) as raised:
        lvbench.load(_lvbench(tmp_path, change(deepcopy(LV_VIDEO))))
    assert "THUDM/LVBench" in raised.value.hint


def test_lvbench_torn_twice_or_absent(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match=r"video_info\.meta\.jsonl") as raised:
        lvbench.load(tmp_path)
    assert "THUDM/LVBench" in raised.value.hint
    with pytest.raises(BadDatasetError, match="line 2: the video 'kitchen'"):
        lvbench.load(_lvbench(tmp_path, LV_VIDEO, LV_VIDEO))
    (tmp_path / "video_info.meta.jsonl").write_text('{"key": "kit', encoding="utf-8")
    with pytest.raises(BadDatasetError, match="line 1: not JSON"):
        lvbench.load(tmp_path)
    (tmp_path / "video_info.meta.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadDatasetError, match="not text"):
        lvbench.load(tmp_path)
    (tmp_path / "video_info.meta.jsonl").write_text("\n", encoding="utf-8")
    with pytest.raises(BadDatasetError, match="no question"):
        lvbench.load(tmp_path)


def test_a_line_may_hold_what_looks_like_another_line_end(tmp_path: Path) -> None:
    video = deepcopy(LV_VIDEO)
    video["qa"][0]["question"] = video["qa"][0]["question"].replace("Tea", "Tea\u2028Time")
    text = json.dumps(video, ensure_ascii=False)
    (tmp_path / "video_info.meta.jsonl").write_text(text, encoding="utf-8")
    assert lvbench.load(tmp_path)[0].choices[0] == "Tea\u2028Time"


# -- LongVideoBench --------------------------------------------------------------------------------

LVB_ROW: dict[str, Any] = {
    "video_id": "walk",
    "question": "In the second scene, what falls?",
    "question_wo_referring_query": "What falls?",
    "candidates": ["A leaf", "A hat", "Snow"],
    "correct_choice": 2,
    "position": [120, 480],
    "topic_category": "LT-Lifestyle-Travel-Guides",
    "question_category": "SSS",
    "level": "IntraMoment",
    "id": "walk_0",
    "video_path": "walk.mp4",
    "subtitle_path": "walk_en.json",
    "duration_group": 60,
    "starting_timestamp_for_subtitles": 3.5,
    "duration": 41.2,
    "view_count": 7,
}


def test_longvideobench(tmp_path: Path) -> None:
    found = longvideobench.load(_written(tmp_path, "lvb_val.json", [LVB_ROW]))
    (item,) = found
    assert (item.id, item.video, item.group) == ("walk_0", "walk", "SSS")
    assert item.choices == ("A leaf", "A hat", "Snow")
    assert _right(item) == RightAnswer(choice=2)
    assert item.extra["duration_group"] == 60
    assert "position" not in item.extra
    assert found.counts == {"videos": 1, "questions": 1}


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("correct_choice", 3, "the answer 3 is none of the 3 candidates"),
        ("correct_choice", -1, "the answer -1 is none"),
        ("correct_choice", True, "'correct_choice' holds True"),
        ("candidates", ["one"], "'candidates' is no list of options"),
        ("duration_group", 61, "the duration group 61"),
        ("question", " ", "'question' is blank"),
    ],
)
def test_longvideobench_of_another_form(tmp_path: Path, field: str, value: Any, says: str) -> None:
    rows = [LVB_ROW, {**LVB_ROW, "id": "walk_1", field: value}]
    with pytest.raises(BadDatasetError, match=rf"lvb_val\.json, question 2: {says}"):
        longvideobench.load(_written(tmp_path, "lvb_val.json", rows))


def test_the_test_set_has_no_answers_to_load(tmp_path: Path) -> None:
    row = {name: value for name, value in LVB_ROW.items() if name != "correct_choice"}
    with pytest.raises(BadDatasetError, match="no field 'correct_choice'"):
        longvideobench.load(_written(tmp_path, "lvb_val.json", [row]))


# -- Video-MME -------------------------------------------------------------------------------------

MME_VIDEO: dict[str, Any] = {
    "video_id": "001",
    "duration_category": "short",
    "video_category": "Knowledge",
    "video_subcategory": "Law",
    "questions": [
        {
            "question_id": "001-1",
            "task_type": "Object Reasoning",
            "question": "What is signed?",
            "choices": ["A. A treaty.", "B. A bill.", "C. A letter.", "D. Nothing."],
            "answer": "A",
            "response": "",
        }
    ],
}
MME_ROW = {
    "video_id": "001",
    "duration": "short",
    "domain": "Knowledge",
    "sub_category": "Law",
    "url": "",
    "videoID": "abc",
    "question_id": "001-1",
    "task_type": "Object Reasoning",
    "question": "What is signed?",
    "options": ["A. A treaty.", "B. A bill.", "C. A letter.", "D. Nothing."],
    "answer": "A",
}


def _same_question(item: Item) -> None:
    assert (item.id, item.video, item.group) == ("001-1", "001", "Object Reasoning")
    assert item.choices == ("A treaty.", "A bill.", "A letter.", "Nothing.")
    assert _right(item) == RightAnswer(choice=0)
    assert (item.extra["duration"], item.extra["domain"]) == ("short", "Knowledge")


def test_videomme_with_and_without_subtitles(tmp_path: Path) -> None:
    folder = _written(tmp_path, "output_template.json", [MME_VIDEO])
    (without,), (with_them,) = videomme.load(folder), videomme.load_subtitled(folder)
    _same_question(without)
    _same_question(with_them)
    assert (without.dataset, without.extra["subtitles"]) == ("videomme", False)
    assert (with_them.dataset, with_them.extra["subtitles"]) == ("videomme-subtitles", True)


def test_videomme_as_a_table(tmp_path: Path) -> None:
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    path = tmp_path / "test-00000-of-00001.parquet"
    parquet.write_table(arrow.Table.from_pylist([MME_ROW]), path)
    _same_question(videomme.load(tmp_path)[0])
    path.write_bytes(b"PAR1 and no more")
    with pytest.raises(BadDatasetError, match="not a Parquet table"):
        videomme.load(tmp_path)


def test_a_table_without_its_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "test-00000-of-00001.parquet").write_bytes(b"PAR1")
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(DependencyError, match="pyarrow is not installed"):
        videomme.load(tmp_path)


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("answer", "E", "the answer 'E' is none of the 4 options"),
        ("choices", "A. one", "'choices' holds 'A. one'"),
        ("task_type", None, "'task_type' holds None"),
    ],
)
def test_videomme_of_another_form(tmp_path: Path, field: str, value: Any, says: str) -> None:
    video = deepcopy(MME_VIDEO)
    video["questions"][0][field] = value
    with pytest.raises(BadDatasetError, match=f"video 1, question 1: {says}"):
        videomme.load(_written(tmp_path, "output_template.json", [video]))
    wrong = [{**MME_VIDEO, "duration_category": "huge"}]
    with pytest.raises(BadDatasetError, match="the duration 'huge'"):
        videomme.load(_written(tmp_path, "output_template.json", wrong))


# -- EgoSchema -------------------------------------------------------------------------------------


def _ego(folder: Path, answers: Any, *uids: str) -> Path:
    rows = [
        {"q_uid": uid, "google_drive_id": "x", "question": "What is c doing?"}
        | {f"option {n}": f"thing {n}" for n in range(5)}
        for uid in uids
    ]
    _written(folder, "subset_answers.json", answers)
    return _written(folder, "questions.json", rows)


def test_egoschema_with_answers_to_some(tmp_path: Path) -> None:
    found = egoschema.load(_ego(tmp_path, {"u1": 4}, "u1", "u2"))
    first, second = found
    assert (first.id, first.video, first.group) == ("u1", "u1", egoschema.SUBSET)
    assert first.choices == tuple(f"thing {n}" for n in range(5))
    assert _right(first) == RightAnswer(choice=4)
    assert second.group == egoschema.REST
    assert not _right(second).published
    assert found.counts == {"questions": 2, "answers": 1}
    assert found.notes == ("1 questions have no published answer: not scored here",)


@pytest.mark.parametrize(
    ("answers", "uids", "error", "says"),
    [
        ({"u1": 5}, ["u1"], BadDatasetError, "the answer 5 to 'u1'"),
        ({"u9": 1}, ["u1"], BadDatasetError, "1 answers are to no question in it, first 'u9'"),
        ([1], ["u1"], BadDatasetError, "an object of question and index"),
        ({"u1": 1}, ["u1", "u1"], BadDatasetError, "question 2: 'u1' is already the id"),
    ],
)
def test_egoschema_of_another_form(
    tmp_path: Path, answers: Any, uids: list[str], error: type[LongtakeError], says: str
) -> None:
    with pytest.raises(error, match=says):
        egoschema.load(_ego(tmp_path, answers, *uids))


def test_egoschema_needs_both_files_and_the_questions_text(tmp_path: Path) -> None:
    _ego(tmp_path, {"u1": 1}, "u1")
    rows = json.loads((tmp_path / "questions.json").read_text())
    del rows[0]["question"]
    with pytest.raises(BadDatasetError, match="question 1: no field 'question'"):
        egoschema.load(_written(tmp_path, "questions.json", rows))
    (tmp_path / "subset_answers.json").unlink()
    with pytest.raises(NotFoundError, match=r"subset_answers\.json"):
        egoschema.load(tmp_path)
