"""OVO-Bench and StreamingBench, from files of the published form."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from evaluation.datasets import ovobench, streamingbench
from evaluation.datasets.right_answer import RightAnswer
from evaluation.gold import Scorer
from evaluation.item import Item
from runtime.errors import BadDatasetError, NotFoundError

OVO: list[dict[str, Any]] = [
    {
        "id": 0, "task": "EPM", "video": "a/b.mp4", "realtime": 88.43,
        "question": "Where is the cup?", "answer": "shelf", "options": ["table", "shelf"], "gt": 1,
    },
    {
        "id": 5, "task": "REC", "video": "c.mp4", "activity": "jump", "start_times": [6],
        "end_times": [17],
        "test_info": [{"realtime": 17, "count": 1}, {"realtime": 19.5, "count": 2}],
    },
    {
        "id": 6, "task": "SSR", "video": "d.mp4", "tutorial": "Tea", "all_steps": ["pour", "stir"],
        "start_time": [25, 31], "end_time": [30, 49],
        "test_info": [{"realtime": 27, "step": "pour", "type": 1},
                      {"realtime": 26, "step": "stir", "type": 0}],
    },
    {
        "id": 7, "task": "CRR", "video": "e.mp4", "question": "What does she do?",
        "answer": "She walks on.", "ask_time": 297, "clue_time": 308,
        "test_info": [{"realtime": 297, "type": 0}, {"realtime": 310, "type": 1}],
    },
]  # fmt: skip


def _right(item: Item) -> RightAnswer:
    right: RightAnswer = item.gold.reveal(Scorer("test"))
    return right


def _written(folder: Path, name: str, value: Any) -> Path:
    (folder / name).write_text(json.dumps(value), encoding="utf-8")
    return folder


def test_ovobench_asks_forward_questions_at_each_test_time(tmp_path: Path) -> None:
    found = ovobench.load(_written(tmp_path, "ovo_bench_new.json", OVO))
    assert [(item.id, item.asked_at_ms) for item in found] == [
        ("0", 88_430), ("5/0", 17_000), ("5/1", 19_500), ("6/0", 27_000), ("6/1", 26_000),
        ("7/0", 297_000), ("7/1", 310_000),
    ]  # fmt: skip
    assert found.counts == {"videos": 4, "questions": 4, "askings": 7}
    by_id = {item.id: item for item in found}
    assert _right(by_id["0"]) == RightAnswer(choice=1)
    assert by_id["5/1"].choices == ()
    assert _right(by_id["5/1"]) == RightAnswer(count=2)
    assert by_id["6/0"].choices == ("Yes", "No")
    assert [_right(by_id[key]).choice for key in ("6/0", "6/1", "7/0", "7/1")] == [0, 1, 1, 0]
    assert "pour" in by_id["6/0"].question
    assert by_id["7/0"].extra == {"question": 7, "askings": 2}


def test_nothing_of_an_ovobench_item_tells_its_answer(tmp_path: Path) -> None:
    for item in ovobench.load(_written(tmp_path, "ovo_bench_new.json", OVO)):
        public = json.dumps(item.public().document())
        assert "She walks on." not in public
        assert "308" not in public
        assert "clue" not in public


@pytest.mark.parametrize(
    ("row", "changed", "says"),
    [
        (0, {"gt": 2}, "question 1: the answer 2 is none of the 2 options"),
        (0, {"task": "XYZ"}, "question 1: the task 'XYZ' is none"),
        (0, {"realtime": -1}, "question 1: 'realtime' is -1, not a time"),
        (0, {"realtime": None}, "question 1: 'realtime' holds None"),
        (0, {"id": "5/0"}, "question 2, test 1: '5/0' is already the id"),
        (1, {"test_info": []}, "question 2: a list with entries"),
        (1, {"test_info": [{"realtime": 1, "count": -1}]}, "question 2, test 1: nothing happens"),
        (2, {"test_info": [{"realtime": 1, "step": "x", "type": 2}]}, "'type' holds 2"),
    ],
)
def test_ovobench_of_another_form(
    tmp_path: Path, row: int, changed: dict[str, Any], says: str
) -> None:
    rows = deepcopy(OVO)
    rows[row] |= changed
    with pytest.raises(BadDatasetError, match=says):
        ovobench.load(_written(tmp_path, "ovo_bench_new.json", rows))


# -- StreamingBench --------------------------------------------------------------------------------


def _stretch(path: str, *questions: dict[str, Any]) -> dict[str, Any]:
    shared = {"time": "[0:00:00 - 0:01:00]", "video_categories": "x", "video_path": path}
    return {**shared, "questions": list(questions)}


def _question(task: str, at: str, answer: str = "B", **more: Any) -> dict[str, Any]:
    options = ["A. Red.", "B. Blue.", "C. Green.", "D. Grey."]
    return {
        "task_type": task, "question": f"Which colour at {at}?", "time_stamp": at,
        "answer": answer, "options": options, "required_ability": "working memory", **more,
    }  # fmt: skip


SQA = "Sequential Question Answering"
PROACTIVE = {
    "task_type": "Proactive Output", "question": 'When she sits, output "down".',
    "time_stamp": "0:04:49", "ground_truth_time_stamp": "0:04:58", "ground_truth_output": "down",
    "required_ability": "working memory",
}  # fmt: skip


def _authors(folder: Path) -> Path:
    _written(folder, "questions_real.json", [
        _stretch("./videos/sample_3_real.mp4", _question("Counting", "00:02:00")),
        _stretch("./videos/sample_3_real.mp4", _question("Causal Reasoning", "00:01:00", "D")),
    ])  # fmt: skip
    _written(folder, "questions_omni.json", [
        _stretch("./videos/sample_9_Emotion_Recognition.mp4",
                 _question("Emotion Recognition", "00:00:43")),
        _stretch("./videos/sample_9_Misleading_Context_Understanding.mp4",
                 _question("Misleading Context Understanding", "00:00:50")),
    ])  # fmt: skip
    _written(folder, "questions_sqa.json", [
        [_stretch("./videos/sample_17_sqa.mp4", _question(SQA, "00:00:36")),
         _stretch("./videos/sample_17_sqa.mp4", _question(SQA, "00:03:02"))],
    ])  # fmt: skip
    return _written(
        folder, "questions_proactive_50.json",
        [_stretch("./videos/sample_2_proactive.mp4", PROACTIVE)],
    )  # fmt: skip


def test_streamingbench_as_its_authors_write_it(tmp_path: Path) -> None:
    found = streamingbench.load(_authors(tmp_path))
    by_id = {item.id: item for item in found}
    assert list(by_id) == [
        "real-3-2", "real-3-1", "emotion-9-1", "misleading-9-1", "sequential-17-1",
        "sequential-17-2", "proactive-2-1",
    ]  # fmt: skip
    assert by_id["real-3-1"].asked_at_ms == 60_000
    assert _right(by_id["real-3-1"]) == RightAnswer(choice=3)
    assert by_id["real-3-1"].choices == ("Red.", "Blue.", "Green.", "Grey.")
    categories = {item.id.split("-")[0]: item.extra["category"] for item in found}
    assert categories == {
        "real": streamingbench.REAL_TIME,
        "emotion": streamingbench.OMNI,
        "misleading": streamingbench.CONTEXTUAL,
        "sequential": streamingbench.CONTEXTUAL,
        "proactive": streamingbench.CONTEXTUAL,
    }
    assert found.counts == {
        "questions_real.json": 2, "questions_omni.json": 2, "questions_sqa.json": 1,
        "questions_proactive_50.json": 1, "questions": 7,
    }  # fmt: skip
    assert found.notes == ("not in the folder: alignment, anomaly, scene, source",)


def test_speaking_up_later(tmp_path: Path) -> None:
    *_, item = streamingbench.load(_authors(tmp_path))
    assert (item.choices, item.asked_at_ms) == ((), 289_000)
    assert _right(item) == RightAnswer(at_ms=298_000)
    assert (item.extra["speaks_up_later"], item.extra["to_say"]) == (True, "down")


def _breakpoint(task: str, at: int, number: int) -> dict[str, Any]:
    asked = {name: value for name, value in _question(task, "x").items() if "time" not in name}
    del asked["task_type"], asked["required_ability"]
    return {
        **asked, "gt": "B", "type": "multiple_choice", "time": at, "task": task,
        "question_id": f"{task}_sample_17_{number}",
    }  # fmt: skip


def test_streamingbench_as_oasis_writes_it(tmp_path: Path) -> None:
    info = {"video_path": "StreamingBench/X/sample_17/video.mp4", "dataset": "streamingbench"}
    rows = [{"info": info, "breakpoint": [_breakpoint(SQA, 36, 1), _breakpoint(SQA, 182, 2)]}]
    _written(tmp_path, "Sequential_Question_Answering.json", rows)
    found = streamingbench.load(tmp_path)
    assert [(item.id, item.asked_at_ms) for item in found] == [
        ("sequential-17-1", 36_000), ("sequential-17-2", 182_000),
    ]  # fmt: skip
    misleading = [_breakpoint("Misleading Context Recognition", 5, 1)]
    rows = [{"info": info, "breakpoint": misleading}]
    _written(tmp_path, "Misleading_Context_Recognition.json", rows)
    assert streamingbench.load(tmp_path)[0].group == "Misleading Context Understanding"
    both = streamingbench.load(_authors(tmp_path))
    assert sum(item.group == SQA for item in both) == 2
    assert both.counts["Sequential_Question_Answering.json"] == 1
    assert both.notes[0] == (
        "Misleading_Context_Recognition.json holds what questions_omni.json holds: "
        "counted, asked once"
    )


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"time_stamp": "soon"}, "no time at which it is asked"),
        ({"answer": "E"}, "the answer 'E' is none of the 4 options"),
        ({"options": []}, "'options' is no list of options"),
        ({"task_type": None}, "'task_type' holds None"),
    ],
)
def test_streamingbench_of_another_form(tmp_path: Path, changed: dict[str, Any], says: str) -> None:
    question = {**_question("Counting", "00:02:00"), **changed}
    rows = [_stretch("./videos/sample_3_real.mp4", question)]
    with pytest.raises(BadDatasetError, match=f"entry 1, question 1: {says}"):
        streamingbench.load(_written(tmp_path, "questions_real.json", rows))


def test_a_moment_before_the_request_is_refused(tmp_path: Path) -> None:
    row = {**PROACTIVE, "ground_truth_time_stamp": "0:04:40"}
    rows = [_stretch("./videos/sample_2_proactive.mp4", row)]
    with pytest.raises(BadDatasetError, match="is no time after 'time_stamp'"):
        streamingbench.load(_written(tmp_path, "questions_proactive_50.json", rows))


def test_an_empty_folder_says_what_to_fetch(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match=r"questions_real\.json") as raised:
        streamingbench.load(tmp_path)
    assert "THUNLP-MT/StreamingBench" in raised.value.hint
