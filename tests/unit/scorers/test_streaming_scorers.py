"""OVO-Bench and StreamingBench: scores worked out by hand, and their result files."""

import json
from pathlib import Path
from typing import Any

import pytest
from sheets import answers, item

from evaluation.datasets.right_answer import RightAnswer
from evaluation.runs.prediction import Prediction
from evaluation.scorers import ovobench, streamingbench
from runtime.errors import BadPredictionsError

YES_NO = ("Yes", "No")
OVO = [
    item("1", 0, group="EPM"),
    item("2", 1, group="EPM"),
    item("3", 0, group="ASI"),
    item("4", 0, group="STU"),
    item("5", 0, group="OCR"),
    item("6/0", RightAnswer(count=23), group="REC", choices=(), question=6, askings=3),
    item("6/1", RightAnswer(count=2), group="REC", choices=(), question=6, askings=3),
    item("6/2", RightAnswer(count=0), group="REC", choices=(), question=6, askings=3),
    item("7/0", 1, group="SSR", choices=YES_NO, question=7, askings=1),
]


def test_ovobench_averages_tasks_then_groups() -> None:
    given = answers(
        **{
            "1": "A. Red",  # right
            "2": "A, B, C, D",  # official: a B is in it
            "3": "B",
            "4": None,  # official: wrong; ours: an error
            "5": 0,
            "6/0": "2 or 3",  # official: 23
            "6/1": "2 times",
            "6/2": "",
            "7/0": "Not now",  # official: "No" is in it
        }
    )
    found = ovobench.score(OVO, given)
    official = {name: round(value, 2) for name, value in found.metrics.items()}
    assert official["official/EPM"] == 100
    assert official["official/backward"] == 50  # EPM 100, ASI 0
    assert official["official/realtime"] == 50  # STU 0, OCR 100
    assert official["official/REC"] == 66.67
    assert official["official/forward"] == 83.33  # REC 2/3, SSR 1
    assert official["official/total"] == 61.11
    assert official["strict/backward"] == 25
    assert official["strict/realtime"] == 100  # OCR alone
    assert official["strict/forward"] == 16.67  # REC 1/3, SSR 0
    assert official["strict/total"] == 47.22
    # 1, 2, 3 and 5, question 6 with a third, question 7: 1 + 0 + 0 + 1 + 1/3 + 0 of 6
    assert official["strict/by question"] == 38.89
    assert "official/by question" not in official
    assert (found.n, found.errors) == (8, 1)


def test_single_letters_for_yes_and_no() -> None:
    one = [item("7/0", 1, group="CRR", choices=YES_NO, askings=1)]
    for said in ("N", "No", 1):
        assert ovobench.score(one, answers(**{"7/0": said})).metrics["official/CRR"] == 100
    assert ovobench.score(one, answers(**{"7/0": "Y"})).metrics["official/CRR"] == 0


def _row(key: int, question: str, truth: str, said: str | None) -> dict[str, Any]:
    return {
        "id": key, "video": "data/somewhere/v1", "task": "EPM", "question": question,
        "response": said, "ground_truth": truth,
    }  # fmt: skip


def _results(folder: Path, name: str, **groups: Any) -> None:
    whole = {"backward": [], "realtime": [], "forward": [], **groups}
    (folder / name).write_text(json.dumps(whole), encoding="utf-8")


def test_ovobench_result_files(tmp_path: Path) -> None:
    _results(tmp_path, "m_EPM.json", backward=[_row(1, "Which, 1?", "A", "A \n")])
    _results(tmp_path, "m_OCR.json", realtime=[{**_row(5, "?", "A", None), "task": "OCR"}])
    tests = [{"realtime": 1, "count": 23, "response": "23"}, {"realtime": 2, "response": None}]
    _results(tmp_path, "m_REC.json", forward=[{"id": 6, "task": "REC", "test_info": tests}])
    read = ovobench.read(tmp_path, OVO)
    assert {key: one.text for key, one in read.items()} == {
        "1": "A \n", "5": "", "6/0": "23", "6/1": "",
    }  # fmt: skip
    assert [key for key, one in read.items() if one.error] == ["5", "6/1"]
    assert ovobench.score(OVO, read).not_asked == 5


def test_a_row_under_the_id_of_a_question_of_the_same_words(tmp_path: Path) -> None:
    twins = [
        item(key, right, group="EPM", choices=("a", "b")) for key, right in (("1", 0), ("2", 1))
    ]
    same = [_row(1, "Which, 1?", "A", "A"), _row(1, "Which, 2?", "B", "B")]
    _results(tmp_path, "m_EPM.json", backward=same)
    read = ovobench.read(tmp_path, twins)
    assert {key: one.text for key, one in read.items()} == {"1": "A", "2": "B"}
    _results(tmp_path, "m_EPM.json", backward=[*same, same[0]])
    with pytest.raises(BadPredictionsError, match="'1' is answered twice"):
        ovobench.read(tmp_path, twins)


def test_a_file_of_another_form(tmp_path: Path) -> None:
    (tmp_path / "answers.json").write_text('{"1": "A"}', encoding="utf-8")
    with pytest.raises(BadPredictionsError, match="backward, realtime and forward"):
        ovobench.read(tmp_path, OVO)


# -- StreamingBench --------------------------------------------------------------------------------

REAL = "Real-Time Visual Understanding"
CONTEXT = "Contextual Understanding"
PROACTIVE = "Proactive Output"


def _later(key: str, due_s: int) -> Any:
    right = RightAnswer(at_ms=due_s * 1000)
    return item(
        key, right, group=PROACTIVE, choices=(), asked_at_ms=60_000, category=CONTEXT,
        speaks_up_later=True, to_say="red 3",
    )  # fmt: skip


STREAM = [
    item("real-1-1", 0, group="Counting", category=REAL, asked_at_ms=10_000),
    item("real-1-2", 1, group="Counting", category=REAL, asked_at_ms=20_000),
    item("real-1-3", 1, group="Counting", category=REAL, asked_at_ms=30_000),
    _later("proactive-4-1", 70),
    _later("proactive-4-2", 80),
    _later("proactive-4-3", 90),
]


def _spoke(key: str, at_s: float, said: str) -> Prediction:
    at = round(at_s * 1000)
    return Prediction(item_id=key, text=said, moments_ms=((at, at),))


def test_streamingbench_counts_every_question_alike() -> None:
    given = answers(
        **{
            "real-1-1": "A. Red",  # first character A
            "real-1-2": "The answer is B",  # official: T, wrong
            "real-1-3": "",  # official: not counted
            "proactive-4-1": _spoke("proactive-4-1", 72, "Red 3."),
            "proactive-4-2": _spoke("proactive-4-2", 79, 'output "red 3"'),  # not alone
            "proactive-4-3": _spoke("proactive-4-3", 92.5, "red 3"),  # too late
        }
    )
    found = streamingbench.score(STREAM, given)
    figures = {name: round(value, 2) for name, value in found.metrics.items()}
    assert figures["official/Counting"] == 50
    assert figures[f"official/{PROACTIVE}"] == 66.67
    assert figures["official/overall"] == 60
    assert figures["strict/Counting"] == 66.67
    assert figures[f"strict/{PROACTIVE}"] == 33.33
    assert figures["strict/overall"] == 50


def _asked(task: str, at: str, number: int, **more: Any) -> dict[str, Any]:
    return {
        "task_type": task, "question": f"Which, real-1-{number}?", "time_stamp": at,
        "answer": "B", "options": ["A. x", "B. y", "C. z", "D. w"],
        "required_ability": "working memory", **more,
    }  # fmt: skip


def _file(folder: Path, name: str, video: str, *questions: dict[str, Any]) -> Path:
    path = folder / name
    path.write_text(
        json.dumps([{"time": "", "video_path": video, "questions": list(questions)}]),
        encoding="utf-8",
    )
    return path


def test_streamingbench_result_files(tmp_path: Path) -> None:
    _file(
        tmp_path, "real.json", "./videos/sample_1_real.mp4",
        _asked("Counting", "00:00:20", 2, MyModel="B"),
        _asked("Counting", "00:00:10", 1, MyModel=None),
        _asked("Counting", "00:00:30", 3),
    )  # fmt: skip
    turns = [{"role": "user", "content": "?", "time": 71}]
    spoken = {"answered": 71, "dialog_history": [*turns, {"content": "red 3", "time": 71}]}
    later = _asked(PROACTIVE, "00:01:00", 0, MyModel=spoken, ground_truth_time_stamp="00:01:10")
    later["question"] = "Which, proactive-4-1?"
    _file(tmp_path, "proactive.json", "./videos/sample_4_proactive.mp4", later)
    read = streamingbench.read(tmp_path, STREAM)
    assert sorted(read) == ["proactive-4-1", "real-1-1", "real-1-2"]
    assert read["proactive-4-1"].moments_ms == ((71_000, 71_000),)
    assert read["real-1-1"].error == "no answer in the file"
    found = streamingbench.score(STREAM, read)
    assert found.metrics["official/overall"] == found.metrics["strict/overall"] == 100
    assert (found.errors, found.not_asked) == (1, 3)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({}, "holds no answer of any model"),
        ({"one": "A", "two": "B"}, "holds answers of one, two"),
        ({"one": {"answered": False}}, "has no dialog_history"),
        ({"one": "A", "question": "Which else?"}, "entry 1, question 1 is no question"),
    ],
)
def test_streamingbench_result_file_of_another_form(
    tmp_path: Path, more: dict[str, Any], says: str
) -> None:
    question = _asked("Counting", "00:00:20", 2) | more
    path = _file(tmp_path, "real.json", "./videos/sample_1_real.mp4", question)
    with pytest.raises(BadPredictionsError, match=says):
        streamingbench.read(path, STREAM)


def test_streamingbench_results_as_oasis_writes_them(tmp_path: Path) -> None:
    rows = [
        {
            "question": f"Which, real-1-{number}?", "time": 10 * number, "task": "Counting",
            "answer": "B", "gt": "B", "options": ["A. x", "B. y", "C. z", "D. w"],
            "type": "multiple_choice", "question_id": str(number), **more,
        }
        for number, more in ((1, {"prediction": "A", "response": "<answer>A</answer>"}),
                             (2, {"prediction": "Error", "error": "out of memory"}))
    ]  # fmt: skip
    info = {"video_path": "StreamingBench/Real/sample_1/video.mp4"}
    path = tmp_path / "output.json"
    path.write_text(json.dumps({"results": [{"info": info, "breakpoint": rows}]}), "utf-8")
    read = streamingbench.read(path, STREAM)
    assert (read["real-1-1"].text, read["real-1-2"].error) == ("A", "out of memory")


def test_streamingbench_results_that_are_none(tmp_path: Path) -> None:
    path = tmp_path / "output.json"
    path.write_text('{"real-1-1": "A"}', encoding="utf-8")
    with pytest.raises(BadPredictionsError, match=r"output\.json: a list with entries") as raised:
        streamingbench.read(path, STREAM)
    assert "Fetch" not in raised.value.hint
