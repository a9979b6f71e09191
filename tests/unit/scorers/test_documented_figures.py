"""The figures that docs/how-to/evaluate.md gives of official rules and of floors."""

import dataclasses
from functools import cache
from pathlib import Path

import pytest

from evaluation.data_folder import data_folder
from evaluation.datasets.choices import letter
from evaluation.datasets.registry import DATASETS, folder_of
from evaluation.datasets.streamingbench import PROACTIVE, REAL_TIME
from evaluation.gold import Scorer
from evaluation.report import Score
from evaluation.runs.prediction import Prediction
from evaluation.scorers import longvideobench, lvbench, marking, ovobench, streamingbench, videomme
from evaluation.scorers.marking import Rule
from evaluation.scorers.registry import scorer

PAGE = (Path(__file__).parents[3] / "docs" / "how-to" / "evaluate.md").read_text(encoding="utf-8")


def _folder(name: str) -> Path:
    folder = folder_of(DATASETS[name], data_folder())
    if not folder.is_dir() or folder.name != name:
        pytest.skip(f"no files of {name} under {data_folder()} (LONGTAKE_DATA)")
    return folder


LVBENCH = lvbench.BENCHMARK.official
LONG = longvideobench.BENCHMARK.official
MME = videomme.benchmark("videomme").official
STREAMING = streamingbench.BENCHMARK.official


@pytest.mark.parametrize(
    ("rule", "form", "score"),
    [
        (LVBENCH, "The answer is {}", "0"),
        (LONG, "Based on the video, the answer is {}", "24.1"),
        (MME, "Best answer: {}", "24.1"),
        (STREAMING, "The answer is {}", "0"),
        (lvbench.BENCHMARK.strict, "The answer is {}", "100"),
        (lvbench.BENCHMARK.strict, "Based on the video, the answer is {}", "100"),
        (lvbench.BENCHMARK.strict, "Best answer: {}", "100"),
    ],
)
def test_right_answers_in_a_form_that_an_official_rule_misreads(
    rule: Rule, form: str, score: str
) -> None:
    items = DATASETS["lvbench"].load(_folder("lvbench"))
    marks = []
    for item in items:
        right = item.gold.reveal(Scorer("test"))
        said = Prediction(item_id=item.id, text=form.format(letter(right.choice)))
        marks.append(rule.mark(item, right, said) or 0.0)
    assert f"{100 * sum(marks) / len(marks):.1f}".removesuffix(".0") == score
    assert f"in that form score {score}" in PAGE or score == "100"


def test_what_the_strict_reading_makes_of_gemini() -> None:
    folder = _folder("ovobench")
    items = DATASETS["ovobench"].load(folder)
    read = ovobench.read(folder / "Gemini", items)
    ours = ovobench.BENCHMARK.strict
    failed_is_wrong = dataclasses.replace(ours, error=lambda _: 0.0)
    for rule, total in ((failed_is_wrong, "62.53"), (ours, "63.41")):
        benchmark = dataclasses.replace(ovobench.BENCHMARK, strict=rule)
        found = marking.score(benchmark, items, read)
        assert f"{found.metrics['strict/total']:.2f}" == total
        assert total in PAGE
    assert f"{found.metrics['strict/by question']:.2f}" == "64.87"


@cache
def _blind(name: str) -> Score:
    items = DATASETS[name].load(_folder(name))
    said = {
        item.id: Prediction(item_id=item.id, choice=0 if item.choices else None) for item in items
    }
    return scorer(name).score(items, said)


@pytest.mark.parametrize(
    ("name", "figure", "row"),
    [
        ("lvbench", "overall", "LVBench overall | 25.0 | 28.9 | 26.6"),
        ("lvbench", "reasoning", "LVBench reasoning | 25.0 | 37.8 | 22.9"),
        ("ovobench", "total", "OVO-Bench total | 28.4 | 35.9 | 37.2"),
        ("ovobench", "HLD", "OVO-Bench HLD | 27.6 | 58.6 | 38.2"),
        ("ovobench", "forward", "OVO-Bench forward | 33.3 | 42.4 | 49.2"),
        (
            "streamingbench",
            REAL_TIME,
            "StreamingBench real-time | 25.0 | 44.0 | 25.0",
        ),
        (
            "streamingbench",
            "overall",
            "StreamingBench overall, of the 3,301 questions at hand | 24.6 | 40.0 | 25.6",
        ),
    ],
)
def test_floors(name: str, figure: str, row: str) -> None:
    floors = _blind(name).floors.values()
    measured = " | ".join(f"{floor[f'official/{figure}']:.1f}" for floor in floors)
    assert row.endswith(measured)
    assert row in PAGE


def test_speaking_up_after_seven_seconds() -> None:
    found = _blind("streamingbench")
    constant = found.floors["best constant"][f"official/{PROACTIVE}"]
    assert f"{constant:.1f} % of the 51 requests" in PAGE
    assert "best constant: letter D, 7 s after the request" in found.notes
