"""WebVTT by its specification (https://www.w3.org/TR/webvtt1/, section 6), forgiving where it can.

The specification drops a whole cue for a comma in its times or an arrow in its text. Players show
such cues, so we keep them: a comma or a minus sign in a time is accepted, and a line with ``-->``
that is no timing line is text. Where vtt.js and the specification differ, vtt.js is followed: hours
without seconds are read, and a cue with unreadable times is dropped up to the next blank line.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from ingestion.timed_text.cues import Cue, Track
from ingestion.timed_text.markup import spoken

_SIGNATURE = re.compile(r"WEBVTT(?:[ \t].*)?")
_TIME = r"(-?)(\d{1,5}):(\d{2})(?::(\d{2}))?[.,](-?)(\d{3})"
_TIMINGS = re.compile(rf"\s*{_TIME}\s*-->\s*{_TIME}(.*)")
_COMMENT = re.compile(r"NOTE(?:\s|$)")
_NO_CUE = re.compile(r"(?:NOTE|STYLE|REGION)(?:\s|$)|Region:")
_HEADER = re.compile(r"(?P<name>[A-Za-z]+)\s*[:=]\s*(?P<value>\S+)")


@dataclass(frozen=True, slots=True)
class Block:
    """A cue as it stands in the file: ``payload`` with its markup, ``settings`` unread."""

    identifier: str
    start_ms: int
    end_ms: int
    settings: str
    payload: str


@dataclass(slots=True)
class Document:
    """A parsed file: header fields in lower case, cues, and how many blocks were no cue.

    ``unreadable`` counts blocks with an arrow but no times, ``stray`` text outside any cue that is
    no comment, style or region.
    """

    header: dict[str, str] = field(default_factory=dict)
    cues: list[Block] = field(default_factory=list)
    unreadable: int = 0
    stray: int = 0


def is_webvtt(text: str) -> bool:
    """Whether the text starts with the WebVTT signature."""
    return _SIGNATURE.fullmatch(text.removeprefix("\ufeff").split("\n", 1)[0]) is not None


def parse(text: str) -> Document:
    """Blocks of a WebVTT file; a file without the signature has none, as the specification says."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    document = Document()
    if not is_webvtt(text):
        return document
    lines = text.replace("\0", "\ufffd").split("\n")
    at = 1
    while at < len(lines) and lines[at] and "-->" not in lines[at]:
        if entry := _HEADER.match(lines[at]):
            document.header[entry["name"].lower()] = entry["value"]
        at += 1
    while at < len(lines):
        at = _read_block(lines, at, document) if lines[at] else at + 1
    return document


def _read_block(lines: list[str], first: int, document: Document) -> int:
    """Read the block from line ``first`` on; the number of the first line after it."""
    at = first
    if "-->" not in lines[at] and "-->" in "".join(lines[at + 1 : at + 2]):
        at += 1
    timings = _TIMINGS.match(lines[at])
    if timings is not None:
        identifier = lines[first] if at > first else ""
        end = _end(lines, at + 1, _ends_cue)
        payload = "\n".join(lines[at + 1 : end])
        document.cues.append(Block(identifier, *_times(timings), payload))
        return end
    if "-->" in lines[at]:  # a cue whose times cannot be read goes as a whole
        document.unreadable += not _COMMENT.match(lines[first])
        return _end(lines, at + 1, lambda _: False)
    document.stray += not _NO_CUE.match(lines[first])
    return _end(lines, at + 1, lambda line: _TIMINGS.match(line) is not None)


def _end(lines: list[str], at: int, ends: Callable[[str], bool]) -> int:
    """The number of the first line from ``at`` on that is blank or ends the block."""
    while at < len(lines) and lines[at] and not ends(lines[at]):
        at += 1
    return at


def _ends_cue(line: str) -> bool:
    """Whether a line with an arrow is the next cue rather than text of this one."""
    return "-->" in line and (_TIMINGS.match(line) is not None or not any(map(str.isalnum, line)))


def _times(timings: re.Match[str]) -> tuple[int, int, str]:
    groups = timings.groups()
    return _ms(*groups[:6]), _ms(*groups[6:12]), groups[12].strip()


def _ms(  # noqa: PLR0917  # the groups of _TIME in their order
    sign: str, first: str, second: str, third: str | None, fraction_sign: str, fraction: str
) -> int:
    if third is not None:
        seconds = int(first) * 3600 + int(second) * 60 + int(third)
    elif int(first) > 59:  # as vtt.js: hours and minutes
        seconds = int(first) * 3600 + int(second) * 60
    else:
        seconds = int(first) * 60 + int(second)
    ms = seconds * 1000 + (-int(fraction) if fraction_sign else int(fraction))
    return -ms if sign else ms


def read_webvtt(text: str) -> Track:
    """The cues of a WebVTT file without their markup."""
    document = parse(text)
    track = Track(language=document.header.get("language"))
    for block in document.cues:
        speaker, words = spoken(block.payload)
        track.cues.append(Cue(block.start_ms, block.end_ms, words, speaker))
    if document.unreadable:
        track.warnings.append(f"left out: cues with unreadable times ({document.unreadable})")
    if document.stray:
        track.warnings.append(f"left out: blocks of text without times ({document.stray})")
    return track
