"""What a gold label consists of, for the guard to look for."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from evaluation.datasets.right_answer import RightAnswer
from evaluation.gold import Scorer
from evaluation.item import Item

GUARD = Scorer("leak guard")


def right_choice(item: Item) -> int | None:
    """The index of the right option, None where the gold label is something else."""
    gold = item.gold.reveal(GUARD)
    index = getattr(gold, "choice", gold)
    right = isinstance(index, int) and not isinstance(index, bool)
    return index if right and 0 <= index < len(item.choices) else None


def texts(item: Item) -> list[str]:
    """Every text in the gold label; for a right option, the option's own."""
    index = right_choice(item)
    option = [] if index is None else [item.choices[index]]
    return option + list(_strings(item.gold.reveal(GUARD)))


def shown_ms(item: Item) -> tuple[int, ...]:
    """The times in ms that the gold label names: where the answer is seen, when to speak up."""
    gold = item.gold.reveal(GUARD)
    if not isinstance(gold, RightAnswer):
        return ()
    ends = () if gold.evidence is None else (gold.evidence.start_ms, gold.evidence.end_ms)
    return ends if gold.at_ms is None else (*ends, gold.at_ms)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list | tuple | set | frozenset):
        for inner in value:
            yield from _strings(inner)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from _strings(getattr(value, field.name))
