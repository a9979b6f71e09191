"""The options of a multiple-choice question, however a file writes them."""

import re
from collections.abc import Sequence

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_IN_QUESTION = re.compile(r"\n\s*\(([A-Z])\)\s*")
_LETTERED = re.compile(r"\s*([A-Z])\s*[.):]\s*(.*)", re.DOTALL)


def letter(index: int) -> str:
    """``A`` for 0."""
    return _LETTERS[index]


def index_of(text: object, choices: Sequence[str]) -> int | None:
    """The index that a letter names among these choices; None where it names none of them."""
    if not isinstance(text, str) or len(text) != 1:
        return None
    index = _LETTERS.find(text)
    return index if 0 <= index < len(choices) else None


def split_question(text: str) -> tuple[str, tuple[str, ...]] | None:
    """A question and the choices under it, a line each: ``(A) …``; None if not A, B, … in order."""
    question, *rest = _IN_QUESTION.split(text)
    letters, choices = rest[::2], tuple(choice.strip() for choice in rest[1::2])
    if len(choices) < 2 or "".join(letters) != _LETTERS[: len(choices)] or not all(choices):
        return None
    return question.strip(), choices


def without_letters(options: Sequence[str]) -> tuple[str, ...]:
    """Options without the ``A. `` before each of them.

    Letters are taken off when most options have their own; a list of names in which only the first
    looks like one (``A.Lebrun``) stays as it is.
    """
    parts = [_LETTERED.fullmatch(option) for option in options]
    own = sum(
        match is not None and match[1] == _LETTERS[place] for place, match in enumerate(parts)
    )
    if 2 * own <= len(options):
        return tuple(option.strip() for option in options)
    return tuple(
        (match[2] if match else option).strip()
        for match, option in zip(parts, options, strict=True)
    )
