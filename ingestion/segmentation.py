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
    """One window's settled macro events, back to back from its start, and where the next starts."""

    span: TimeSpan
    document: PerceptionDocument
    next_start_ms: int
    warnings: tuple[str, ...] = ()


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
        start_ms, number = window.next_start_ms, number + 1


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
    settled = _settled(answer, window)
    return PerceivedWindow(window.span, settled, settled.macro_events[-1].end_ms, warnings)


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


def _settled(answer: PerceptionDocument, window: Window) -> PerceptionDocument:
    """The answer with its events back to back from the window's start, nothing outside it.

    An event starts where the one before it ended, whatever was answered; the last one of a closed
    window ends with it. A micro-event that began before the window belongs to the window before.
    """
    span = window.span
    events: list[MacroEventSeen] = []
    cursor = span.start_ms
    for event in sorted(answer.macro_events, key=lambda event: (event.start_ms, event.end_ms)):
        end_ms = min(event.end_ms, span.end_ms)
        if end_ms > cursor:
            events.append(event.model_copy(update={"start_ms": cursor, "end_ms": end_ms}))
            cursor = end_ms
    if not events:
        events.append(
            MacroEventSeen(
                key="m1", label=UNPERCEIVED_LABEL, start_ms=span.start_ms, end_ms=span.end_ms
            )
        )
    elif window.is_last:
        events[-1] = events[-1].model_copy(update={"end_ms": span.end_ms})
    return answer.model_copy(
        update={"macro_events": tuple(_inside(event, window) for event in events)}
    )


def _inside(event: MacroEventSeen, window: Window) -> MacroEventSeen:
    micros = [
        micro.model_copy(update={"end_ms": min(micro.end_ms, window.media_duration_ms)})
        for micro in event.micro_events
        if window.span.start_ms <= micro.start_ms < window.media_duration_ms
    ]
    kept = {micro.key for micro in micros} | {entity.key for entity in event.entities}
    relations = [
        relation
        for relation in event.relations
        if relation.source in kept and relation.target in kept
    ]
    return event.model_copy(update={"micro_events": tuple(micros), "relations": tuple(relations)})


def joined(windows: Iterable[PerceivedWindow]) -> PerceptionDocument:
    """One document of all windows, macro events renumbered ``m1``, ``m2`` … through the video.

    Keys inside a macro event stay; relations across events of one window follow the new numbers.
    """
    events: list[MacroEventSeen] = []
    relations: list[RelationSeen] = []
    keys: set[str] = set()
    for window in windows:
        renamed: dict[str, str] = {}
        for event in window.document.macro_events:
            key = f"m{len(events) + 1}"
            renamed[event.key] = key
            events.append(event.model_copy(update={"key": key}))
            keys.add(key)
            keys.update(f"{key}/{entity.key}" for entity in event.entities)
            keys.update(f"{key}/{micro.key}" for micro in event.micro_events)
        for relation in window.document.relations:
            source, target = _renamed(relation.source, renamed), _renamed(relation.target, renamed)
            if source in keys and target in keys:
                relations.append(relation.model_copy(update={"source": source, "target": target}))
    return PerceptionDocument(macro_events=tuple(events), relations=tuple(relations))


def _renamed(key: str, renamed: dict[str, str]) -> str:
    macro, slash, inner = key.partition("/")
    return f"{renamed.get(macro, '')}{slash}{inner}"
