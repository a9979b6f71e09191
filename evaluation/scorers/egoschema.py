"""EgoSchema's rule: percent of questions whose index is right, over those with a known answer.

A submission holds an index from 0 to 4 for each question; one that is missing an index is wrong.
Only the questions with a published answer can be scored here; the server of its authors scores all.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from evaluation.datasets.right_answer import RightAnswer
from evaluation.item import Item
from evaluation.report import Score
from evaluation.runs.prediction import Prediction
from evaluation.scorers import marking
from evaluation.scorers.marking import OVERALL, Benchmark, Figures, Rule, Totals
from evaluation.scorers.multiple_choice import strict_choice
from evaluation.scorers.prediction_files import answer_map


def _same_index(item: Item, right: RightAnswer, prediction: Prediction) -> float:
    digits = prediction.text.strip()
    given = int(digits) if digits.isascii() and digits.isdigit() else None
    index = prediction.choice if prediction.choice is not None else given
    return float(index is not None and index == right.choice)


def _average(totals: Totals) -> dict[str, Figures]:
    return {OVERALL: totals.share(OVERALL)}


BENCHMARK = Benchmark(
    name="egoschema",
    tasks=lambda item: {},
    official=Rule("official", _same_index, _average, error=lambda _: 0.0),
    strict=Rule("strict", strict_choice, _average),
)


def score(items: Sequence[Item], predictions: Mapping[str, Prediction]) -> Score:
    """The score by the official and by the strict rule."""
    return marking.score(BENCHMARK, items, predictions)


def read(path: Path, items: Sequence[Item]) -> dict[str, Prediction]:
    """The submission: ``{q_uid: index}``."""
    return answer_map(path)
