"""WebVTT by its specification (https://www.w3.org/TR/webvtt1/, section 6), forgiving where it can.

The specification drops a whole cue for a comma in its times or an arrow in its text. Players show
such cues, so we keep them: a comma or a minus sign in a time is accepted, and a line with ``-->``
that is no timing line is text. All else follows the parser algorithm, and timestamps those of
vtt.js (hours without seconds).
"""

import re
from dataclasses import dataclass

from ingestion.timed_text.cues import Cue, Track
from ingestion.timed_text.markup import voices

_SIGNATURE = re.compile(r"WEBVTT(?:[ \t].*)?")
_TIME = r"(-?)(\d+):(\d{2})(?::(\d{2}))?[.,](-?)(\d{3})"
_TIMINGS = re.compile(rf"\s*{_TIME}\s*-->\s*{_TIME}(.*)")
_HEADER = re.compile(r"(?P<name>[A-Za-z]+)\s*[:=]\s*(?P<value>\S+)")


@dataclass(frozen=True, slots=True)
class Block:
    """A cue as it stands in the file: ``payload`` with its markup, ``settings`` unread."""

    identifier: str
    start_ms: int
    end_ms: int
    settings: str
    payload: str


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed file: header fields in lower case, cues, and how many blocks were no cue.

    ``unreadable`` counts blocks with an arrow but no times, ``stray`` text outside any cue that is
    no comment, style or region.
    """

    header: dict[str, str]
    cues: list[Block]
    unreadable: int = 0
    stray: int = 0


def is_webvtt(text: str) -> bool:
    """Whether the text starts with the WebVTT signature."""
    return _SIGNATURE.fullmatch(text.removeprefix("\ufeff").split("\n", 1)[0]) is not None


def parse(text: str) -> Document:
    """Blocks of a WebVTT file; a file without the signature has none, as the specification says."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not is_webvtt(text):
        return Document({}, [])
    lines = text.replace("\0", "\ufffd").split("\n")
    at = 1
    header = {}
    while at < len(lines) and lines[at] and "-->" not in lines[at]:
        if field := _HEADER.match(lines[at]):
            header[field["name"].lower()] = field["value"]
        at += 1
    cues: list[Block] = []
    unreadable = stray = 0
    while at < len(lines):
        if not lines[at]:
            at += 1
            continue
        cue, had_arrow, is_cue_text, at = _block(lines, at)
        if cue is not None:
            cues.append(cue)
        unreadable += had_arrow and cue is None
        stray += not had_arrow and is_cue_text
    return Document(header, cues, unreadable, stray)


def _block(lines: list[str], at: int) -> tuple[Block | None, bool, bool, int]:
    """One block from line ``at`` on: its cue if any, whether it has an arrow, whether it may be
    text that belongs to a cue, and the number of the line after it."""
    first = at
    cue: Block | None = None
    seen_arrow = False
    buffer: list[str] = []
    while at < len(lines) and lines[at]:
        line = lines[at]
        if "-->" in line:
            timings = _TIMINGS.match(line)
            if at - first < 2 and not seen_arrow:
                seen_arrow = True
                if timings:
                    cue = Block("\n".join(buffer), *_times(timings), payload="")
                    buffer = []
                elif not _starts_comment(lines[first]):
                    buffer.append(line)
            elif timings or not any(map(str.isalnum, line)):
                break
            else:
                buffer.append(line)
        else:
            buffer.append(line)
        at += 1
    at += at < len(lines) and not lines[at]
    if cue is not None:
        payload = "\n".join(buffer)
        cue = Block(cue.identifier, cue.start_ms, cue.end_ms, cue.settings, payload)
    return cue, seen_arrow and not _starts_comment(lines[first]), _is_text(lines[first]), at


def _starts_comment(line: str) -> bool:
    return re.match(r"NOTE(?:\s|$)", line) is not None


def _is_text(first_line: str) -> bool:
    """Whether a block without times is none of comment, style sheet and region."""
    return re.match(r"(?:NOTE|STYLE|REGION)(?:\s|$)|Region:", first_line) is None


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
    """The cues of a WebVTT file, one for each voice in them."""
    document = parse(text)
    track = Track(language=document.header.get("language"))
    for block in document.cues:
        for speaker, words in voices(block.payload):
            track.cues.append(Cue(block.start_ms, block.end_ms, words, speaker))
    if document.unreadable:
        track.warnings.append(f"{document.unreadable} cue(s) with unreadable times were left out.")
    if document.stray:
        track.warnings.append(f"{document.stray} block(s) of text without times were left out.")
    return track
