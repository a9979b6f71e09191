"""The part of a video that a question names: "at the start", "in the middle", "near the end".

English only; a question of another language names none.
"""

import re

BEGINNING, MIDDLE, END = 0.1, 0.5, 0.9
"""Where these words point, as a part of the length: the middle of a fifth at either end."""

_AT = r"\b(?:at|in|near|from|by|around|towards?) (?:the )?(?:very )?"
_OF = r"(?! of (?!the (?:video|film|movie|clip|recording|footage|story)\b))"
_PLACES = (
    (re.compile(rf"{_AT}(?:beginning|start){_OF}\b|\binitially\b|\bat first\b"), BEGINNING),
    (re.compile(rf"{_AT}(?:ending|end){_OF}\b|\bfinally\b|\bat last\b"), END),
    (re.compile(rf"{_AT}middle{_OF}\b|\bhalfway (?:through|into)\b"), MIDDLE),
)


def named_place(question: str) -> float | None:
    """From 0 (the video begins) to 1 (it ends); None where no part is named.

    "At the end of the road" names a place on the road, not in the video.
    """
    folded = question.lower()
    return next((place for pattern, place in _PLACES if pattern.search(folded)), None)
