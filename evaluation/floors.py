"""What can be scored without looking: chance, the longest option, the best constant answer.

A score says little beside nothing. Floors answer the same items as the predictions did and go
through the same marking and averaging; they are computed exactly, never drawn. The best constant
is chosen by the official headline on the very items it is scored on, which is the most that
guessing one letter could have reached.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from evaluation.datasets.choices import letter
from evaluation.item import Item
from evaluation.runs.prediction import Prediction

RANDOM = "random"
LONGEST = "longest option"
CONSTANT = "best constant"

Headline = Callable[[Mapping[str, Prediction]], float]
Floor = Mapping[str, Sequence[Prediction]]  # by item, answers that are all as likely

_NUMBERS = range(21)
_DELAYS_MS = range(0, 31_000, 1000)


class Kind(StrEnum):
    """What a question wants for an answer: one constant serves one kind."""

    LETTER = "letter"
    YES_OR_NO = "yes or no"
    NUMBER = "number"
    MOMENT = "moment"


def kind(item: Item) -> Kind:
    """What this question wants for an answer."""
    if item.extra.get("speaks_up_later"):
        return Kind.MOMENT
    if not item.choices:
        return Kind.NUMBER
    return Kind.YES_OR_NO if set(item.choices) == {"Yes", "No"} else Kind.LETTER


@dataclass(frozen=True, slots=True)
class Floors:
    """Blind answers by the name of their floor, and which constants were the best, in words."""

    by_name: Mapping[str, Floor]
    constants: tuple[str, ...]


def blind_floors(items: Sequence[Item], headline: Headline) -> Floors:
    """The three floors of these items; ``headline`` rates answers to some of them.

    Chance and length say nothing about an open number or a moment: there they answer nothing.
    """
    constant: dict[str, Sequence[Prediction]] = {}
    words = []
    for wanted in Kind:
        of_kind = [item for item in items if kind(item) is wanted]
        if of_kind:
            place, answers = _best_constant(of_kind, wanted, headline)
            constant |= {key: (answer,) for key, answer in answers.items()}
            words.append(_in_words(of_kind[0], wanted, place))
    by_name: dict[str, Floor] = {
        RANDOM: {item.id: _choices(item) for item in items},
        LONGEST: {item.id: _longest(item) for item in items},
        CONSTANT: constant,
    }
    return Floors(by_name, tuple(words))


def _choices(item: Item) -> tuple[Prediction, ...]:
    return tuple(Prediction(item_id=item.id, choice=index) for index in range(len(item.choices)))


def _longest(item: Item) -> tuple[Prediction, ...]:
    """The longest option, the first of several."""
    if not item.choices:
        return ()
    longest = max(item.choices, key=len)
    return (Prediction(item_id=item.id, choice=item.choices.index(longest)),)


def _best_constant(
    items: Sequence[Item], wanted: Kind, headline: Headline
) -> tuple[int, dict[str, Prediction]]:
    """The place of the constant that rates highest, the first of several, and its answers."""
    rated = {
        place: {item.id: _answer(item, wanted, place) for item in items}
        for place in _places(items, wanted)
    }
    best = max(rated, key=lambda place: headline(rated[place]))
    return best, rated[best]


def _in_words(item: Item, wanted: Kind, place: int) -> str:
    if wanted is Kind.MOMENT:
        return f"{_DELAYS_MS[place] // 1000} s after the request"
    if wanted is Kind.YES_OR_NO:
        return item.choices[place]
    return str(place) if wanted is Kind.NUMBER else f"letter {letter(place)}"


def _places(items: Sequence[Item], wanted: Kind) -> range:
    if wanted is Kind.NUMBER:
        return _NUMBERS
    if wanted is Kind.MOMENT:
        return range(len(_DELAYS_MS))
    return range(max(len(item.choices) for item in items))


def _answer(item: Item, wanted: Kind, place: int) -> Prediction:
    """One constant as an answer to this item: a letter it has not got is no answer."""
    if wanted is Kind.NUMBER:
        return Prediction(item_id=item.id, text=str(place))
    if wanted is Kind.MOMENT:
        # Saying what was asked for, some seconds after it was asked.
        at = (item.asked_at_ms or 0) + _DELAYS_MS[place]
        said = item.extra.get("to_say", "")
        return Prediction(item_id=item.id, text=said, moments_ms=((at, at),))
    if place < len(item.choices):
        return Prediction(item_id=item.id, choice=place)
    return Prediction(item_id=item.id, text="no such letter")
