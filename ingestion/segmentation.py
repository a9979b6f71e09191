"""Streaming adaptive segmentation (MemDreamer 3.1): windows in, one gap-free document out.

A window ``[t, t + τ)`` goes to the perceiver, which returns the macro events that are complete in
it; the next window starts where the last of them ended, so that an event cut by the window's end
is perceived again from its start. What comes out partitions ``[0, duration)``: the driver
guarantees it whatever a perceiver answers.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from graph_schema.perception_document import (
    MacroEventSeen,
    PerceptionDocument,
    RelationSeen,
    UtteranceSeen,
)
from graph_schema.time_span import TimeSpan, format_span
from ingestion.perceivers.window import Perceiver, Window
from runtime.settings import Settings

UNPERCEIVED_LABEL = "nothing described"
"""The label of a stretch in which a perceiver found no event at all."""


@dataclass(frozen=True, slots=True)
class Footage:
    """What there is to perceive: a clock, shots, and cues sorted by time."""

    duration_ms: int
    shots: tuple[TimeSpan, ...]
    utterances: tuple[UtteranceSeen, ...]


@dataclass(frozen=True, slots=True)
class PerceivedWindow:
    """A window and the perceiver's answer to it, as it came.

    ``closed``: what was open at the window's end had to be closed there.
    """

    span: TimeSpan
    media_duration_ms: int
    closed: bool
    answer: PerceptionDocument
    warnings: tuple[str, ...] = ()

    def settled(self) -> PerceptionDocument:
        """The answer with its events back to back from the window's start, nothing outside it.

        An event starts where the one before it ended, whatever was answered; the last one of a
        closed window ends with it. Where there is none, one without content takes its place.
        """
        events = list(self._back_to_back())
        if not events:
            events = [self._unperceived()]
        elif self.closed:
            events[-1] = events[-1].model_copy(update={"end_ms": self.span.end_ms})
        return self.answer.model_copy(update={"macro_events": tuple(map(self._inside, events))})

    def _back_to_back(self) -> Iterator[MacroEventSeen]:
        cursor = self.span.start_ms
        in_order = sorted(self.answer.macro_events, key=lambda one: (one.start_ms, one.end_ms))
        for event in in_order:
            end_ms = min(event.end_ms, self.span.end_ms)
            if end_ms > cursor:
                yield event.model_copy(update={"start_ms": cursor, "end_ms": end_ms})
                cursor = end_ms

    def _unperceived(self) -> MacroEventSeen:
        return MacroEventSeen(
            key="m1",
            label=UNPERCEIVED_LABEL,
            start_ms=self.span.start_ms,
            end_ms=self.span.end_ms,
        )

    def _inside(self, event: MacroEventSeen) -> MacroEventSeen:
        """A micro-event that began before the window belongs to the window before."""
        micros = [
            micro.model_copy(update={"end_ms": min(micro.end_ms, self.media_duration_ms)})
            for micro in event.micro_events
            if self.span.start_ms <= micro.start_ms < self.media_duration_ms
        ]
        kept = {micro.key for micro in micros} | {entity.key for entity in event.entities}
        relations = [one for one in event.relations if {one.source, one.target} <= kept]
        return event.model_copy(
            update={"micro_events": tuple(micros), "relations": tuple(relations)}
        )


def perceive_windows(
    perceiver: Perceiver,
    footage: Footage,
    settings: Settings,
    known: Callable[[int, int], PerceivedWindow | None] = lambda number, start_ms: None,
) -> Iterator[PerceivedWindow]:
    """The windows in order, serial by nature.

    ``known`` gives a window perceived earlier, by its number (from 0) and start, or None: a
    resumed job never perceives one twice.
    """
    start_ms, number = 0, 0
    while start_ms < footage.duration_ms:
        window = known(number, start_ms) or _perceive(perceiver, footage, settings, start_ms)
        yield window
        start_ms, number = next_start_ms(window), number + 1


def next_start_ms(window: PerceivedWindow) -> int:
    """Where the next window starts: at the end of this one's last complete event."""
    return window.settled().macro_events[-1].end_ms


def _perceive(
    perceiver: Perceiver, footage: Footage, settings: Settings, start_ms: int
) -> PerceivedWindow:
    end_ms = min(start_ms + settings.window_s * 1000, footage.duration_ms)
    window = _window(footage, settings, TimeSpan(start_ms, end_ms))
    answer = perceiver.perceive(window)
    warnings: tuple[str, ...] = ()
    if not answer.macro_events and not window.is_last:
        warnings = (
            f"no event ended within {format_span(start_ms, end_ms)}: closed at the window's end",
        )
        window = _window(footage, settings, window.span, closed=True)
        answer = perceiver.perceive(window)
    return PerceivedWindow(window.span, footage.duration_ms, window.is_last, answer, warnings)


def _window(
    footage: Footage, settings: Settings, span: TimeSpan, *, closed: bool = False
) -> Window:
    return Window(
        span=span,
        is_last=closed or span.end_ms == footage.duration_ms,
        media_duration_ms=footage.duration_ms,
        shots=tuple(shot for shot in footage.shots if shot.overlaps(span)),
        utterances=tuple(
            cue
            for cue in footage.utterances
            if cue.start_ms < span.end_ms and span.start_ms < cue.end_ms
        ),
        settings=settings,
    )


def joined(windows: Iterable[PerceivedWindow]) -> PerceptionDocument:
    """One document of all windows, macro events renumbered ``m1``, ``m2`` … through the video.

    Keys inside a macro event stay; relations across events of one window follow the new numbers.
    """
    events: list[MacroEventSeen] = []
    relations: list[RelationSeen] = []
    keys: set[str] = set()
    for window in windows:
        renamed: dict[str, str] = {}
        settled = window.settled()
        for event in settled.macro_events:
            key = f"m{len(events) + 1}"
            renamed[event.key] = key
            events.append(event.model_copy(update={"key": key}))
            keys.add(key)
            keys.update(f"{key}/{entity.key}" for entity in event.entities)
            keys.update(f"{key}/{micro.key}" for micro in event.micro_events)
        for relation in settled.relations:
            source, target = _renamed(relation.source, renamed), _renamed(relation.target, renamed)
            if source in keys and target in keys:
                relations.append(relation.model_copy(update={"source": source, "target": target}))
    return PerceptionDocument(macro_events=tuple(events), relations=tuple(relations))


def _renamed(key: str, renamed: dict[str, str]) -> str:
    macro, slash, inner = key.partition("/")
    return f"{renamed.get(macro, '')}{slash}{inner}"
