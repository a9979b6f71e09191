"""Half-open spans of media time in integer milliseconds, and how people write times."""

import re
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True, order=True)
class TimeSpan:
    """``[start_ms, end_ms)`` in milliseconds from the start of the media.

    Raises ``ValueError`` when the start is negative or the end does not come after it.
    """

    start_ms: int
    end_ms: int

    def __post_init__(self) -> None:
        if self.start_ms < 0 or self.end_ms <= self.start_ms:
            raise ValueError(f"not a span of media time: [{self.start_ms}, {self.end_ms}) ms")

    @property
    def duration_ms(self) -> int:
        """Length in ms, always positive."""
        return self.end_ms - self.start_ms

    def overlaps(self, other: "TimeSpan") -> bool:
        """Whether the two share at least one millisecond."""
        return self.start_ms < other.end_ms and other.start_ms < self.end_ms

    def contains(self, other: "TimeSpan") -> bool:
        """Whether ``other`` lies wholly inside."""
        return self.start_ms <= other.start_ms and other.end_ms <= self.end_ms

    def overlap_ms(self, other: "TimeSpan") -> int:
        """Shared time in ms, 0 when they do not meet."""
        return max(0, min(self.end_ms, other.end_ms) - max(self.start_ms, other.start_ms))


def floor_ms(seconds: Fraction) -> int:
    """An exact presentation time in seconds, floored to whole ms: the one place this happens."""
    return (seconds.numerator * 1000) // seconds.denominator


_CLOCK = re.compile(
    r"(?:(?P<hours>\d+):)?(?P<minutes>\d+):(?P<seconds>\d{1,2})(?:[.,](?P<fraction>\d+))?"
)
_SECONDS = re.compile(r"(?P<seconds>\d+)(?:[.,](?P<fraction>\d+))?\s*s")


def parse_time(text: str) -> int:
    """``12:34``, ``1:02:03.5`` or ``75s`` as ms. Raises ``ValueError`` saying the three forms."""
    stripped = text.strip()
    match = _CLOCK.fullmatch(stripped) or _SECONDS.fullmatch(stripped)
    if match is None:
        raise ValueError(f"{text!r} is not a time; write 12:34, 1:02:03.5 or 75s")
    parts = match.groupdict()
    seconds = int(parts["seconds"])
    if "minutes" in parts and seconds > 59:
        raise ValueError(f"{text!r} is not a time: more than 59 seconds in a minute")
    whole = int(parts.get("hours") or 0) * 3600 + int(parts.get("minutes") or 0) * 60 + seconds
    fraction = (parts["fraction"] or "")[:3].ljust(3, "0")
    return whole * 1000 + int(fraction)


def format_time(ms: int) -> str:
    """``754_000`` as ``12:34``; hours and tenths of a second only where there are any."""
    tenths, seconds = (ms // 100) % 10, (ms // 1000) % 60
    minutes, hours = (ms // 60_000) % 60, ms // 3_600_000
    clock = f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"
    return f"{clock}.{tenths}" if tenths else clock


def format_span(start_ms: int, end_ms: int) -> str:
    """A span as people read it: ``12:34-12:51``."""
    return f"{format_time(start_ms)}-{format_time(end_ms)}"
