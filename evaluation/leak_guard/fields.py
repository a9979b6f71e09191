"""Gold in the public fields of the items themselves: said outright, or readable off a pattern.

What can be read off is looked for over the whole data set, whatever part of it is asked: a field
that always equals the right option, right options that always stand at one place or bear a mark.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evaluation.item import Item
from evaluation.leak_guard.finding import Finding, LeakError
from evaluation.leak_guard.labels import right_choice, shown_ms, texts
from evaluation.leak_guard.phrases import Phrases, telling, words

SAID_BY_DESIGN: Mapping[tuple[str, str], str] = {
    ("streamingbench", "Proactive Output"): "the question says what to output; gold is when",
}
"""Data sets and groups whose questions hold a gold text on purpose, and why that gives no score."""

_NAMES_OF_GOLD = re.compile(
    r"(?:^|_)(?:gold|gt|ground_?truth|answers?|answer_?(?:idx|index|id|text|letter)|"
    r"correct(?:_(?:choice|answer|option|idx|index))?|solution|rationale|time_reference|"
    r"(?:right|true)_(?:answer|choice|option)|targets?|labels?)(?:$|_)"
)
_ASSERTED = re.compile(
    r"\b(?:(?:correct|right|gold|true|ground[ -]truth)\s+(?:answer|option|choice)|"
    r"(?:the\s+)?answer|solution|gold|gt)\s*(?:is\b|:|=)\s*[\"'(\[]*(?P<said>[^\n.;)\]\"']+)",
    re.IGNORECASE,
)
_FEW = 10
"""Patterns are judged over at least so many items; fewer show them by chance."""
_ALWAYS = 0.9
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def check_items(items: Sequence[Item]) -> None:
    """Raises :class:`LeakError` naming each place where an item gives its own gold away."""
    findings = [finding for item in items for finding in _of(item)]
    findings += _patterns(items)
    if findings:
        raise LeakError(findings)


def _of(item: Item) -> Iterator[Finding]:
    place = f"item {item.id}"
    for name in _names(item.extra):
        if _NAMES_OF_GOLD.search(name.casefold().replace("-", "_").replace(" ", "_")):
            yield Finding(place, f"the extra field {name!r} is named like a gold label")
    public = {"question": item.question, "group": item.group}
    public |= {f"extra field {name!r}": text for name, text in _strings("", item.extra)}
    if (times := set(shown_ms(item))) and times <= _milliseconds(item.extra):
        yield Finding(place, "the extra fields name the times of its gold label")
    named = _named_options(item)
    by_design = (item.dataset, item.group) in SAID_BY_DESIGN
    for where, text in public.items():
        if not by_design and _stands_in(item, text):
            yield Finding(place, f"the {where} holds its gold text")
        if any(" ".join(words(match["said"])) in named for match in _ASSERTED.finditer(text)):
            yield Finding(place, f"the {where} says what the answer is")


def _stands_in(item: Item, text: str) -> bool:
    """Whether a gold text stands there, alone: a question may well name all of its options."""
    gold = Phrases(("gold", one) for one in texts(item) if telling(one))
    if not any(gold.found_in(text)):
        return False
    right = right_choice(item)
    others = [option for index, option in enumerate(item.choices) if index != right]
    return not any(Phrases(("other", one) for one in others).found_in(text))


def _named_options(item: Item) -> set[str]:
    """How the right option can be named, as words: its letter, its number, its text."""
    right = right_choice(item)
    names = set() if right is None else {_LETTERS[right].casefold(), str(right), str(right + 1)}
    return {" ".join(words(text)) for text in texts(item)} | names


def _names(extra: Mapping[str, Any]) -> Iterator[str]:
    for name, value in extra.items():
        yield str(name)
        for inner in value if isinstance(value, list | tuple) else [value]:
            if isinstance(inner, Mapping):
                yield from _names(inner)


def _strings(name: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _strings(f"{name}.{key}" if name else str(key), inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(name, inner)


def _milliseconds(value: Any) -> set[int]:
    """Every number there as a time, in ms or in seconds."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return {round(value), round(1000 * value)} if math.isfinite(value) else set()
    if isinstance(value, Mapping):
        return set().union(*map(_milliseconds, value.values()))
    if isinstance(value, list | tuple):
        return set().union(*map(_milliseconds, value))
    return set()


# -- patterns over the data set --------------------------------------------------------------------


def _patterns(items: Sequence[Item]) -> list[Finding]:
    chosen = [(item, right) for item in items if (right := right_choice(item)) is not None]
    return [*_columns(chosen), *_places(chosen), *_marks(chosen)]


def _columns(chosen: Sequence[tuple[Item, int]]) -> Iterator[Finding]:
    """Fields that equal the right option wherever they stand, counted in one of the usual ways."""
    agree: dict[str, Counter[str]] = {}
    rights: dict[str, set[int]] = {}
    for item, right in chosen:
        fields = {name: value for name, value in item.extra.items() if _is_scalar(value)}
        for name, value in {"group": item.group, **fields}.items():
            ways = {
                "number": right,
                "number from 1": right + 1,
                "letter": _LETTERS[right].casefold(),
                "text": " ".join(words(item.choices[right])),
            }
            said = value if isinstance(value, int) else " ".join(words(str(value)))
            digits = int(said) if isinstance(said, str) and said.isdecimal() else said
            counted = agree.setdefault(name, Counter())
            counted["asked"] += 1
            counted.update(way for way, expected in ways.items() if digits == expected)
            rights.setdefault(name, set()).add(right)
    for name, counted in agree.items():
        asked = counted.pop("asked")
        for way, hits in counted.items():
            if asked >= _FEW and hits >= _ALWAYS * asked and len(rights[name]) > 1:
                yield Finding(
                    f"field {name!r}", f"is the {way} of the right option in {hits} of {asked}"
                )


def _is_scalar(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _places(chosen: Sequence[tuple[Item, int]]) -> Iterator[Finding]:
    """Right options that all stand at one place. Yes-no questions may have one answer."""
    counted = Counter(right for item, right in chosen if len(item.choices) > 2)
    total = sum(counted.values())
    for place, times in counted.most_common(1):
        if total >= 2 * _FEW and times >= _ALWAYS * total:
            yield Finding("choices", f"option {place} is right in {times} of {total}")


def _marks(chosen: Sequence[tuple[Item, int]]) -> Iterator[Finding]:
    """Right options that all begin or end with what no other option begins or ends with."""
    several = [(item, right) for item, right in chosen if len(item.choices) > 2]
    if len(several) < _FEW:
        return
    for place, at in (("begins", 0), ("ends", -1)):
        of_right: Counter[str] = Counter()
        of_others: set[str] = set()
        for item, right in several:
            for index, option in enumerate(map(str.strip, item.choices)):
                if not option:
                    continue
                if index == right:
                    of_right[option[at]] += 1
                else:
                    of_others.add(option[at])
        telling_ones = {mark: n for mark, n in of_right.items() if mark not in of_others}
        if sum(telling_ones.values()) >= _ALWAYS * len(several):
            yield Finding("choices", f"the right option {place} as no other does")
