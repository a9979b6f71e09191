"""Reading a timed text file: its encoding, its format by content, its cues, mended."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from graph_schema.perception_document import Source
from ingestion.timed_text.by_library import read_by_library
from ingestion.timed_text.characters import decode
from ingestion.timed_text.cues import TimedText, Track
from ingestion.timed_text.json_cues import read_json_cues
from ingestion.timed_text.mending import mended
from ingestion.timed_text.subrip import has_timings, read_subrip
from ingestion.timed_text.webvtt import is_webvtt, read_webvtt
from runtime.errors import BadTimedTextError, NotFoundError

LARGEST_BYTES = 128 * 1024 * 1024
"""A day of captions is a few MB; what is larger was named by mistake."""


def read_timed_text(path: Path, source: Source) -> TimedText:
    """The cues of a subtitle, caption or description file; every cue gets ``source``.

    The format is told by the content, not by the name: WebVTT, SRT, ASS and SSA, TTML, SAMI,
    MicroDVD, MPL2, TMPlayer, and JSON lists of cues.

    Raises:
        NotFoundError: there is no such file.
        BadTimedTextError: a folder, an empty or binary file, a format we do not know, or no cue
            with text.
    """
    text, encoding_warnings = decode(_content(path), path.name)
    # "\r\r\n" is what two conversions to DOS line ends leave
    text = re.sub(r"\r\r\n|\r\n|\r", "\n", text.removeprefix("\ufeff"))
    track = _read(text, path.name)
    track.warnings[:0] = encoding_warnings
    timed = mended(track, source)
    if not timed.cues:
        found = "only cues without text" if track.cues else "no cue"
        raise BadTimedTextError(
            f"{path.name!r} holds {found}",
            hint="Check that it is a WebVTT, SRT, ASS or TTML file with times.",
        )
    return timed


def _content(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise BadTimedTextError(f"{path} is a folder, not a timed text file")
        if path.stat().st_size > LARGEST_BYTES:
            raise BadTimedTextError(
                f"{path.name!r} is {path.stat().st_size // 2**20} MB, too large for timed text",
                hint="Is it the video? Give it as MEDIA; its subtitle tracks are read from it.",
            )
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError) as error:
        raise NotFoundError(f"no such file: {path}") from error
    except (OSError, ValueError) as error:
        raise BadTimedTextError(f"{path} cannot be read: {error}") from error
    if not data.strip():
        raise BadTimedTextError(f"{path.name!r} is empty")
    return data


def _read(text: str, name: str) -> Track:
    """The cues of a text by the first reader that takes it for its own; none where none does."""
    start = text.lstrip()[:4096]
    if _starts(r"<!doctype html|<html", start):
        raise BadTimedTextError(f"{name!r} is a web page (HTML), not timed text")
    for matches, read in _READERS:
        if matches(start):
            return read(text.lstrip(), name)
    return read_subrip(text) if has_timings(text) else Track()


def _starts(pattern: str, text: str) -> bool:
    return re.match(pattern, text, re.IGNORECASE | re.DOTALL) is not None


_READERS: tuple[tuple[Callable[[str], bool], Callable[[str, str], Track]], ...] = (
    (is_webvtt, lambda text, _: read_webvtt(text)),
    (
        lambda start: (
            re.search(r"^\[(?:Script Info|V4\+? Styles|Events)\]", start, re.M | re.I) is not None
        ),
        lambda text, name: read_by_library(text, "ass" if "V4+" in text else None, name),
    ),
    (partial(_starts, r'[\[{]\s*["{\[\]}]'), read_json_cues),
    (
        partial(_starts, r"(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:\w+:)?tt[\s>]"),
        lambda text, name: read_by_library(text, "ttml", name),
    ),
    (partial(_starts, "<sami"), lambda text, name: read_by_library(text, "sami", name)),
    (
        partial(_starts, r"\{\d+\}\{\d+\}|\[\d+\]\[\d+\]|\d+:\d\d:\d\d:"),
        lambda text, name: read_by_library(text, None, name),
    ),
)
"""Formats by how a file of theirs starts, and what reads them. SRT is what is left: it starts with
whatever somebody wrote above the first times."""
