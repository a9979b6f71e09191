"""What a perceiver is given, and what it must give back.

The driver (``ingestion/segmentation.py``) cuts a video into windows by the streaming rule of
MemDreamer 3.1 and asks a perceiver for the *complete* macro events of each.
"""

from dataclasses import dataclass
from typing import Protocol

from graph_schema.perception_document import PerceptionDocument, UtteranceSeen
from graph_schema.time_span import TimeSpan
from runtime.settings import Settings


@dataclass(frozen=True)
class Window:
    """A stretch of media ``[t, t + τ)`` with what is known about it. Times are media time in ms.

    ``shots`` and ``utterances`` are those that overlap the span, whole and sorted by time: a cue
    may begin before the window or end after it. ``is_last`` says that whatever is open at the
    span's end must be closed there: the media ends, or no event was complete in this window.
    """

    span: TimeSpan
    is_last: bool
    media_duration_ms: int
    shots: tuple[TimeSpan, ...]
    utterances: tuple[UtteranceSeen, ...]
    settings: Settings


class Perceiver(Protocol):
    """Turns a window into macro events.

    ``name``, ``model`` and ``prompt`` (its version) are stamped on everything it perceives and
    are part of the perception key: change ``prompt`` whenever the same window would be read
    differently.
    """

    @property
    def name(self) -> str:
        """``text``, ``vlm`` …"""

    @property
    def model(self) -> str | None:
        """The model that reads the window."""

    @property
    def prompt(self) -> str | None:
        """The version of the prompt or of the rules."""

    def perceive(self, window: Window) -> PerceptionDocument:
        """The complete macro events of the window.

        They follow each other without gap or overlap from ``window.span.start_ms``. An event
        still open at the window's end is left out, unless ``window.is_last``: then it is closed
        at the end. An empty document means that no event is complete. Keys are local to the
        window; the driver renumbers them. Same window, same answer: a perceiver holds no state
        between windows.
        """
