"""Times as benchmark files write them. What cannot be believed becomes unknown, never 0-0."""

import math
import re
from dataclasses import dataclass
from enum import StrEnum

from graph_schema.time_span import TimeSpan

_CLOCK = re.compile(r"(?:(?P<hours>\d+):)?(?P<minutes>\d+):(?P<seconds>\d{2})", re.ASCII)
_NOTHING = {"", "none", "null", "nan", "n/a", "unknown"}
_SECOND = 1000
_LONGEST_MINUTES = 99  # what two digits of minutes can say
_LONGEST_MS = 366 * 24 * 3600 * _SECOND  # no video; keeps huge numbers out of the arithmetic


class Odd(StrEnum):
    """Why a time reference is unknown."""

    MISSING = "missing"
    NO_START = "without a start"
    NO_END = "without an end"
    NOT_A_TIME = "not a time"
    REVERSED = "reversed"
    ZERO = "0-0"
    BEYOND = "beyond the video's end"
    UNCERTAIN = "more than 99 minutes, and the video's length is not given"


@dataclass(frozen=True, slots=True)
class Window:
    """A time reference as read: the span, or why there is none."""

    span: TimeSpan | None
    odd: Odd | None = None


def read_window(text: object, duration_ms: int | None = None) -> Window:
    """``04:19-08:41`` as a span; whatever else it is, a :class:`Window` that says why not.

    A moment (``01:01-01:01``) is the second it names. Minutes above 99 are believed where the
    video is known to be that long, since two digits were meant to hold them.
    """
    if not isinstance(text, str) or text.strip().lower() in _NOTHING:
        return Window(None, Odd.MISSING)
    parts = [part.strip() for part in text.split("-")]
    if len(parts) != 2:
        return Window(None, Odd.NOT_A_TIME)
    absent = [part.lower() in _NOTHING for part in parts]
    if any(absent):
        return Window(None, _absent(absent))
    start, end = map(clock_ms, parts)
    if start is None or end is None:
        return Window(None, Odd.NOT_A_TIME)
    odd = _odd(start, end, duration_ms, long=any(map(_long, parts)))
    if odd is not None:
        return Window(None, odd)
    return Window(TimeSpan(start, end if end > start else start + _SECOND))


def clock_ms(text: object) -> int | None:
    """``MM:SS``, ``H:MM:SS`` or ``HH:MM:SS`` in ms, None for anything else."""
    match = _CLOCK.fullmatch(text.strip()) if isinstance(text, str) else None
    if match is None:
        return None
    if any(len(part or "") > 4 for part in match.groups()):
        return None
    hours, minutes, seconds = (
        int(part or 0) for part in match.group("hours", "minutes", "seconds")
    )
    if seconds > 59 or (match["hours"] is not None and minutes > 59):
        return None
    return ((hours * 60 + minutes) * 60 + seconds) * _SECOND


def seconds_ms(value: object) -> int | None:
    """A number of seconds in ms; None unless it is one, finite and not negative."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if not math.isfinite(value) or not 0 <= value * _SECOND <= _LONGEST_MS:
        return None
    return round(value * _SECOND)


def _absent(absent: list[bool]) -> Odd:
    if all(absent):
        return Odd.MISSING
    return Odd.NO_START if absent[0] else Odd.NO_END


def _odd(start: int, end: int, duration_ms: int | None, *, long: bool) -> Odd | None:
    if end < start:
        return Odd.REVERSED
    if end == 0:
        return Odd.ZERO
    if duration_ms is None:
        return Odd.UNCERTAIN if long else None
    return Odd.BEYOND if start >= duration_ms or end > duration_ms + _SECOND else None


def _long(text: str) -> bool:
    match = _CLOCK.fullmatch(text)
    return match is not None and match["hours"] is None and int(match["minutes"]) > _LONGEST_MINUTES
