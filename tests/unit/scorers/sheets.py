"""Items and answers for the tests of scorers."""

from types import MappingProxyType
from typing import Any

from evaluation.datasets.right_answer import RightAnswer
from evaluation.gold import Gold
from evaluation.item import Item
from evaluation.runs.prediction import Prediction


def item(
    key: str,
    right: int | RightAnswer,
    *,
    choices: tuple[str, ...] = ("Red", "Blue", "Green", "Grey"),
    video: str = "v1",
    group: str = "colour",
    dataset: str = "test",
    asked_at_ms: int | None = None,
    **extra: Any,
) -> Item:
    """An item whose right answer is this option, or this."""
    return Item(
        id=key,
        dataset=dataset,
        video=video,
        question=f"Which, {key}?",
        choices=choices,
        gold=Gold(RightAnswer(choice=right) if isinstance(right, int) else right),
        group=group,
        asked_at_ms=asked_at_ms,
        extra=MappingProxyType(extra),
    )


def answers(**by_item: str | int | Prediction | None) -> dict[str, Prediction]:
    """Predictions: a text, an option's index, None for an answer that failed."""
    return {key: _answer(key, value) for key, value in by_item.items()}


def _answer(key: str, value: str | int | Prediction | None) -> Prediction:
    if isinstance(value, Prediction):
        return value
    if value is None:
        return Prediction(item_id=key, error="timed out")
    if isinstance(value, int):
        return Prediction(item_id=key, choice=value)
    return Prediction(item_id=key, text=value)
