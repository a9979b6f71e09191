"""LVBench's rule: percent right by question type, and over all questions that were answered.

A question of several types counts under each. The letter is what remains of the answer after its
first bracket; questions absent from the file of answers, or that failed, are not counted at all.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from evaluation.item import Item
from evaluation.report import Score
from evaluation.runs.prediction import Prediction
from evaluation.scorers import marking
from evaluation.scorers.marking import Benchmark, Figures, Rule, Totals
from evaluation.scorers.multiple_choice import letter_read_by, strict_choice
from evaluation.scorers.prediction_files import answer_map


def first_letter(text: str) -> str:
    """The first character of the first word, inside the first bracket if there is one."""
    before = text.strip().split(")")[0].strip()
    inside = before.split("(")[1].strip() if "(" in before else before
    return inside.split(" ")[0][:1]


def _average(totals: Totals) -> dict[str, Figures]:
    return totals.shares()


BENCHMARK = Benchmark(
    name="lvbench",
    tasks=lambda item: dict.fromkeys(item.extra["types"], 1.0),
    official=Rule("official", letter_read_by(first_letter, unread=lambda _: 0.0), _average),
    strict=Rule("strict", strict_choice, _average),
)


def score(items: Sequence[Item], predictions: Mapping[str, Prediction]) -> Score:
    """The score by the official and by the strict rule."""
    return marking.score(BENCHMARK, items, predictions)


def read(path: Path, items: Sequence[Item]) -> dict[str, Prediction]:
    """The file of answers: ``{uid: letter}``."""
    return answer_map(path)
