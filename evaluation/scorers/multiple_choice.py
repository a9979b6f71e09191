"""Marks of one right option among several: what LVBench, Video-MME and others share."""

from collections.abc import Callable

from evaluation.datasets.choices import letter
from evaluation.datasets.right_answer import RightAnswer
from evaluation.item import Item
from evaluation.runs.prediction import Prediction
from evaluation.scorers.marking import Mark, response
from evaluation.scorers.reading import chosen


def strict_choice(item: Item, right: RightAnswer, prediction: Prediction) -> float:
    """1 when the answer plainly names the right option, or another of the very same words."""
    index = prediction.choice
    if index is None:
        index = chosen(response(item, prediction), item.choices)
    if index is None or right.choice is None:
        return 0.0
    return float(item.choices[index] == item.choices[right.choice])


def letter_read_by(read: Callable[[str], str], unread: Callable[[Item], float | None]) -> Mark:
    """A mark by somebody's way of finding a letter; ``unread`` is the worth of finding none."""

    def mark(item: Item, right: RightAnswer, prediction: Prediction) -> float | None:
        found = read(response(item, prediction))
        if not found:
            return unread(item)
        return float(right.choice is not None and found == letter(right.choice))

    return mark
