"""LongVideoBench's rule: percent right by duration group and category, and over all questions.

The letter is the first capital from A to E once a usual beginning ("The answer is") is taken off.
Where there is none, its authors draw an option; here such an answer is worth what a draw is worth
on average, so that a score does not change from run to run.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from evaluation.item import Item
from evaluation.report import Score
from evaluation.runs.prediction import Prediction
from evaluation.scorers import marking
from evaluation.scorers.marking import Benchmark, Figures, Rule, Totals
from evaluation.scorers.multiple_choice import letter_read_by, strict_choice
from evaluation.scorers.prediction_files import answer_map

_BEGINNINGS = (
    "The best answer is", "The correct answer is", "The answer is", "The answer",
    "The best option is", "The correct option is", "Best answer:", "Best option:",
)  # fmt: skip


def first_capital(text: str) -> str:
    """The first capital from A to E, wherever it stands; empty without one."""
    for beginning in _BEGINNINGS:
        text = text.replace(beginning, "")
    found = re.search("[ABCDE]", text)
    return found[0] if found else ""


def _drawn(item: Item) -> float:
    return 1 / len(item.choices)


def _average(totals: Totals) -> dict[str, Figures]:
    return totals.shares()


BENCHMARK = Benchmark(
    name="longvideobench",
    tasks=lambda item: {f"up to {item.extra['duration_group']} s": 1.0, item.group: 1.0},
    official=Rule("official", letter_read_by(first_capital, unread=_drawn), _average, _drawn),
    strict=Rule("strict", strict_choice, _average),
)


def score(items: Sequence[Item], predictions: Mapping[str, Prediction]) -> Score:
    """The score by the official and by the strict rule."""
    return marking.score(BENCHMARK, items, predictions)


def read(path: Path, items: Sequence[Item]) -> dict[str, Prediction]:
    """The submission: ``{id: answer}``, a text or an index from 0."""
    return answer_map(path)
