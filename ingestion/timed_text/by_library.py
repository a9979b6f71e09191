"""Formats that pysubs2 reads: ASS and SSA, TTML, SAMI, MicroDVD, MPL2, TMPlayer."""

import pysubs2
from pysubs2.exceptions import Pysubs2Error, UnknownFPSError

from ingestion.timed_text.cues import Cue, Track
from ingestion.timed_text.markup import plain
from runtime.errors import BadTimedTextError


def read_by_library(text: str, format_: str | None, name: str) -> Track:
    """The cues of a file in one of pysubs2's formats, guessed where ``format_`` is None.

    ASS comments are not shown and so left out; a line of drawing commands has no text.

    Raises:
        BadTimedTextError: pysubs2 does not know the format or fails on it.
    """
    try:
        subtitles = pysubs2.SSAFile.from_string(text, format_=format_)
    except UnknownFPSError as error:
        raise BadTimedTextError(
            f"{name!r} gives its times as frame numbers but no frame rate",
            hint="Convert it to SRT or WebVTT with the film's frame rate.",
        ) from error
    except (Pysubs2Error, ValueError, ArithmeticError, LookupError, NotImplementedError) as error:
        raise BadTimedTextError(
            f"{name!r} cannot be read as timed text: {error or type(error).__name__}",
            hint="Give a WebVTT, SRT, ASS or TTML file.",
        ) from error
    except SyntaxError as error:  # how ElementTree reports broken XML
        raise BadTimedTextError(f"{name!r} is not well-formed XML: {error}") from error
    track = Track()
    for event in subtitles:
        if not event.is_comment:
            words = "" if event.is_drawing else plain(event.plaintext)
            speaker = event.name.strip() or None
            track.cues.append(Cue(event.start, event.end, words, speaker))
    return track
