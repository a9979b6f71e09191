"""What the readers of single formats hand on, and what a whole track becomes."""

from dataclasses import dataclass, field

from graph_schema.perception_document import UtteranceSeen


@dataclass(frozen=True, slots=True)
class Cue:
    """One cue as written: times in ms that may be negative or reversed, text without markup.

    Line breaks in ``text`` are those of the track; rolling captions are recognised by them.
    """

    start_ms: int
    end_ms: int
    text: str
    speaker: str | None = None


@dataclass(slots=True)
class Track:
    """The cues of one file or stream in the order written, and what had to be left out."""

    cues: list[Cue] = field(default_factory=list)
    language: str | None = None
    warnings: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class TimedText:
    """A readable track: utterances in order of time, all of positive length.

    ``language`` as the track states it (BCP 47), None where it does not. ``warnings`` say what was
    mended or left out.
    """

    cues: tuple[UtteranceSeen, ...]
    language: str | None = None
    warnings: tuple[str, ...] = ()
