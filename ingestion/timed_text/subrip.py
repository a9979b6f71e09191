"""SubRip (.srt) as found in the wild.

There is no specification. Every line with two times and an arrow starts a cue; all until the next
one is its text (blank lines included), except the number that stands right before the next times.
"""

import re

from ingestion.timed_text.cues import Cue, Track
from ingestion.timed_text.markup import without_tags

_TIME = r"(-?)\s*(?:(\d{1,5})\s*:\s*)?(\d{1,3})\s*:\s*(\d{1,2})(?:\s*[.,:;]\s*(\d{1,3})\d{0,9})?"
_ARROW = r"(?:-{1,3}|–|—)(?:>|&gt;)"
_TIMINGS = re.compile(rf"\s*{_TIME}\s*{_ARROW}\s*{_TIME}(?![\d:])(.*)")
_NUMBER = re.compile(r"\s*\d{1,9}\s*")


def has_timings(text: str) -> bool:
    """Whether any line of the text starts a cue."""
    return any(":" in line and _TIMINGS.match(line) for line in text.splitlines())


def read_subrip(text: str) -> Track:
    """The cues of an SRT file. Tags and ASS overrides in their text are removed."""
    track = Track()
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    starts = [
        (number, timings)
        for number, line in enumerate(lines)
        if ":" in line and (timings := _TIMINGS.match(line))
    ]
    ends = [number for number, _ in starts[1:]] + [len(lines)]
    for count, ((number, timings), end) in enumerate(zip(starts, ends, strict=True), start=1):
        body = lines[number + 1 : end]
        if count < len(starts):
            body = _without_number(body, count + 1)
        groups = timings.groups()
        words = without_tags("\n".join(body))
        track.cues.append(Cue(clock_ms(*groups[:5]), clock_ms(*groups[5:10]), words))
    return track


def _without_number(body: list[str], following: int) -> list[str]:
    """The lines of a cue without the number of the next one.

    That stands right before the next times; with blank lines between them (files whose every line
    is followed by one) it must also be the number that is due, for texts may be numbers too.
    """
    last = next((at for at in reversed(range(len(body))) if body[at].strip()), None)
    if last is None or not _NUMBER.fullmatch(body[last]):
        return body
    is_adjacent = last == len(body) - 1
    return body[:last] if is_adjacent or int(body[last]) == following else body


def clock_ms(  # the groups of _TIME in their order
    sign: str, hours: str | None, minutes: str, seconds: str, fraction: str | None
) -> int:
    """Parts of a written time as ms; the fraction is decimal, so ``,5`` is half a second."""
    whole = int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)
    ms = whole * 1000 + int((fraction or "0").ljust(3, "0"))
    return -ms if sign else ms
