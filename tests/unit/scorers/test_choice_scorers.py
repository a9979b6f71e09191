"""LVBench, LongVideoBench, Video-MME and EgoSchema: scores worked out by hand."""

import json
from pathlib import Path
from typing import Any

import pytest
from sheets import answers, item

from evaluation.datasets.right_answer import RightAnswer
from evaluation.report import Score
from evaluation.scorers import egoschema, longvideobench, lvbench, videomme
from runtime.errors import BadPredictionsError, NotFoundError


def _figures(score: Score, *names: str) -> list[float]:
    return [round(score.metrics[name], 2) for name in names]


# -- LVBench ---------------------------------------------------------------------------------------

LV = [
    item("1", 0, types=("reasoning", "summarization")),
    item("2", 1, types=("reasoning",)),
    item("3", 2, types=("reasoning",), video="v2"),
    item("4", 3, types=("summarization",), video="v3"),
    item("5", 0, types=("summarization",), video="v3"),
]


def test_lvbench_counts_only_what_was_answered() -> None:
    # 1 right; 2 is wrong; 3 says "The", whose T is no option; 4 failed; 5 has no prediction.
    found = lvbench.score(LV, answers(**{"1": "A", "2": "A", "3": "The answer is C", "4": None}))
    assert _figures(found, "official/reasoning", "official/summarization", "official/overall") == [
        33.33, 100.0, 33.33,
    ]  # fmt: skip
    assert _figures(found, "strict/reasoning", "strict/overall") == [66.67, 66.67]
    assert (found.n, found.errors, found.not_asked, found.partial) == (3, 1, 1, True)
    assert "1 questions have no prediction: in no figure" in found.notes
    assert "1 answers failed: the strict figures leave them out" in found.notes


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("B", "B"), ("(B) Blue", "B"), ("B) Blue", "B"), ("The answer is (C).", "C"),
        ("The answer is C", "T"), ("Because", "B"), ("", ""), (" ( ", ""), ("(A) or (B)", "A"),
    ],
)  # fmt: skip
def test_lvbench_reads_the_first_letter(text: str, first: str) -> None:
    assert lvbench.first_letter(text) == first


def test_another_option_of_the_same_words_is_right_by_ours_alone() -> None:
    twins = [item("1", 0, choices=("Red", "Blue", "Red"), types=("reasoning",))]
    found = lvbench.score(twins, answers(**{"1": 2}))
    assert _figures(found, "official/overall", "strict/overall") == [0, 100]


# -- LongVideoBench --------------------------------------------------------------------------------

LONG = [
    item("a", 0, duration_group=15, group="SSS"),
    item("b", 1, duration_group=15, group="S2E", choices=("x", "y", "z")),
    item("c", 4, duration_group=600, group="SSS", choices=("p", "q", "r", "s", "t")),
    item("d", 3, duration_group=600, group="S2E"),
]


def test_longvideobench_draws_where_it_reads_nothing() -> None:
    # a: capital A of "Answer" is right; b: nothing, 1 of 3; c: right; d failed, 1 of 4.
    found = longvideobench.score(LONG, answers(a="Answer unknown", b="who knows", c="E", d=None))
    assert _figures(
        found, "official/up to 15 s", "official/up to 600 s", "official/SSS", "official/overall"
    ) == [66.67, 62.5, 100.0, 64.58]
    assert _figures(found, "strict/up to 15 s", "strict/overall") == [0, 33.33]


@pytest.mark.parametrize(
    ("text", "read"),
    [("Best answer: C", "C"), ("The best option is E.", "E"), ("Based on it, C", "B"), ("f", "")],
)
def test_longvideobench_reads_the_first_capital(text: str, read: str) -> None:
    assert longvideobench.first_capital(text) == read


# -- Video-MME -------------------------------------------------------------------------------------


def _mme(dataset: str = "videomme") -> list[Any]:
    shared = {"dataset": dataset, "domain": "Knowledge"}
    return [
        item("1-1", 0, duration="short", group="Counting Problem", **shared),
        item("1-2", 1, duration="short", group="OCR Problems", **shared),
        item("2-1", 2, duration="long", group="OCR Problems", video="v2", **shared),
        item("2-2", 3, duration="long", group="OCR Problems", video="v2", **shared),
    ]


def test_videomme_leaves_unread_answers_out() -> None:
    # 1-1 right; 1-2 has no capital: not counted; 2-1 reads B of "Best"; 2-2 failed: not counted.
    given = answers(**{"1-1": "A", "1-2": "unclear", "2-1": "Best answer: C", "2-2": None})
    found = videomme.score(_mme(), given)
    assert _figures(found, "official/short", "official/long", "official/overall") == [100, 0, 50]
    assert _figures(found, "strict/short", "strict/long", "strict/overall") == [50, 100, 66.67]
    assert found.metrics["official/Knowledge"] == found.metrics["official/overall"]
    assert found.name == "videomme"


def test_videomme_with_subtitles_has_its_own_name() -> None:
    assert videomme.score(_mme("videomme-subtitles"), answers(**{"1-1": 0})).name == (
        "videomme-subtitles"
    )


def test_a_task_of_which_nothing_counts_has_no_figure() -> None:
    found = videomme.score(_mme(), answers(**{"1-1": "A", "1-2": "unclear"}))
    assert "official/OCR Problems" not in found.metrics
    assert found.metrics["strict/OCR Problems"] == 0


def _mme_file(folder: Path, *responses: str | None) -> Path:
    questions = [
        {"question_id": key, "response": text}
        for key, text in zip(("1-1", "1-2", "2-1", "2-2"), responses, strict=False)
    ]
    path = folder / "results.json"
    path.write_text(json.dumps([{"video_id": "1", "questions": questions}]), encoding="utf-8")
    return path


def test_videomme_result_file(tmp_path: Path) -> None:
    read = videomme.read(_mme_file(tmp_path, "A", None, "(C)"), _mme())
    assert [one.text for one in read.values()] == ["A", "", "(C)"]
    assert read["1-2"].error == "no answer in the file"
    found = videomme.score(_mme(), read)
    assert (found.metrics["official/overall"], found.errors, found.not_asked) == (100, 1, 1)


# -- EgoSchema -------------------------------------------------------------------------------------


EGO = [item("u1", 0), item("u2", 1), item("u3", 2), item("u4", RightAnswer())]


def test_egoschema_scores_the_questions_whose_answer_is_published() -> None:
    found = egoschema.score(EGO, answers(u1=0, u2="1", u3=None, u4=2))
    assert _figures(found, "official/overall", "strict/overall") == [66.67, 50]
    assert (found.n, found.errors, found.not_asked) == (2, 1, 0)
    assert "1 questions have no published answer: not scored here" in found.notes


def test_egoschema_submission(tmp_path: Path) -> None:
    path = tmp_path / "submission.json"
    path.write_text('{"u1": 0, "u2": 3, "u3": -1}', encoding="utf-8")
    found = egoschema.score(EGO, egoschema.read(path, EGO))
    assert _figures(found, "official/overall", "strict/overall") == [33.33, 33.33]


def test_predictions_for_none_of_the_published_questions() -> None:
    found = egoschema.score(EGO, answers(u4=1))
    assert (found.n, found.metrics, found.not_asked) == (0, {}, 3)


# -- files of answers by question ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"1": "A", "1": "B"}', "'1' stands in one object twice"),
        ('["A"]', "an object of question and answer is expected"),
        ('{"1": 1.5}', "the answer to '1' is 1.5"),
        ("{", "not JSON"),
    ],
)
def test_a_bad_file_of_answers(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "answers.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadPredictionsError, match=says):
        lvbench.read(path, LV)


def test_answers_in_several_files(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"1": "A"}', encoding="utf-8")
    (tmp_path / "b.json").write_text('{"2": "B"}', encoding="utf-8")
    assert sorted(lvbench.read(tmp_path, LV)) == ["1", "2"]
    (tmp_path / "c.json").write_text('{"2": "B"}', encoding="utf-8")
    with pytest.raises(BadPredictionsError, match=r"c\.json: '2' is answered twice"):
        lvbench.read(tmp_path, LV)


def test_an_absent_file_of_answers(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="there is no file"):
        lvbench.read(tmp_path / "answers.json", LV)
    with pytest.raises(NotFoundError, match="there is no JSON file in"):
        lvbench.read(tmp_path, LV)
