"""What the tools returned, as passages in order of time, and moments made of one or two of them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from graph_schema.labels import Kind
from graph_schema.relationships import RelationType
from retrieval.hits import Hit
from retrieval.rendering import Renderable
from retrieval.views import Event, EventList, MicroEvent, Occurrences, RelationGraph

MAX_MOMENT_MS = 15_000
MAX_GAP_MS = 1_500
"""Cues further apart than this are not one moment."""

_CUES = frozenset({Kind.UTTERANCE, Kind.SCREEN_TEXT})


@dataclass(frozen=True, slots=True)
class Passage:
    """A timed text that can be cited; of a micro-event also its short form and who performs it."""

    id: str
    video_id: str
    start_ms: int
    end_ms: int
    text: str
    label: str = ""
    actors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """One passage, or two neighbours; ``first`` and ``second`` are places in the gathered list."""

    first: int
    second: int | None = None

    @property
    def members(self) -> tuple[int, ...]:
        """Places of its passages, in order of time."""
        return (self.first,) if self.second is None else (self.first, self.second)


@dataclass(slots=True)
class Gathered:
    """Everything returned so far: cues, micro-events and scenes by id."""

    cues: dict[str, Passage] = field(default_factory=dict)
    micros: dict[str, Passage] = field(default_factory=dict)
    scenes: dict[str, Passage] = field(default_factory=dict)

    def add(self, found: Renderable) -> None:
        """Take in what a tool returned; what has no time is passed over."""
        for kind, passage in _passages(found):
            if kind in _CUES:
                self.cues[passage.id] = passage
            elif kind is Kind.MICRO:
                known = self.micros.get(passage.id)
                self.micros[passage.id] = known if known and known.actors else passage
            elif kind is Kind.MACRO:
                self.scenes[passage.id] = passage

    def passages(self, asked_for: int) -> list[Passage]:
        """What can be cited, by video and time: cues, else micro-events, else scenes.

        Where fewer cues came than a search asks for, these are all there are; events that none of
        them tells of (a film with hardly a word, annotated) then stand beside them.
        """
        cues = sorted(self.cues.values(), key=_place)
        untold: list[Passage] = []
        if len(cues) < asked_for:
            spans = _Spans(cues)
            micros = self.micros.values()
            untold = [one for one in micros if not _is_told(one, spans.most_overlap(one), cues)]
        best = [*cues, *untold] or self.scenes.values()
        return sorted(best, key=_place)

    def within(self, moment: Passage) -> list[Passage]:
        """The micro-events with a known actor that lie mostly in a passage."""
        return [
            micro
            for micro in self.micros.values()
            if micro.actors and micro.video_id == moment.video_id and _is_told(micro, 0, [moment])
        ]

    def clauses(self, passages: list[Passage]) -> list[list[str]]:
        """For each passage the texts of the micro-events that lie mostly in it."""
        held: list[list[str]] = [[] for _ in passages]
        spans = _Spans(passages)
        for micro in self.micros.values():
            place = spans.most_overlap(micro)
            if place is not None and micro.text != passages[place].text:
                held[place].append(micro.text)
        return held


def moments(passages: list[Passage]) -> list[Moment]:
    """Every single passage and every pair of neighbours that is short enough to be watched."""
    singles = [Moment(place) for place in range(len(passages))]
    pairs = [
        Moment(place, place + 1)
        for place, (one, other) in enumerate(pairwise(passages))
        if one.video_id == other.video_id
        and other.start_ms - one.end_ms <= MAX_GAP_MS
        and other.end_ms - one.start_ms <= MAX_MOMENT_MS
    ]
    return singles + pairs


def _passages(found: Renderable) -> Iterator[tuple[Kind, Passage]]:
    match found:
        case EventList():
            yield from _events(found.events)
        case Occurrences() | RelationGraph():
            return
        case list() | tuple():
            for one in found:
                if isinstance(one, Hit) and one.video_id is not None:
                    start, end = one.start_ms or 0, one.end_ms or 0
                    yield (
                        one.kind,
                        Passage(
                            one.id, one.video_id, start, end, one.text, one.label, _actors(one)
                        ),
                    )


def _actors(hit: Hit) -> tuple[str, ...]:
    return tuple(one.text for one in hit.neighbours if one.relation is RelationType.PERFORMS)


def _events(events: Iterable[Event | MicroEvent]) -> Iterator[tuple[Kind, Passage]]:
    for one in events:
        text = one.text or one.label
        yield one.kind, Passage(one.id, one.video_id, one.start_ms, one.end_ms, text)


def _place(passage: Passage) -> tuple[str, int, int]:
    return passage.video_id, passage.start_ms, passage.end_ms


def _is_told(micro: Passage, place: int | None, cues: list[Passage]) -> bool:
    """Whether one cue spans at least half of an event."""
    if place is None:
        return False
    cue = cues[place]
    shared = min(cue.end_ms, micro.end_ms) - max(cue.start_ms, micro.start_ms)
    return 2 * shared >= micro.end_ms - micro.start_ms


class _Spans:
    """Passages laid out for asking which of them an event lies in."""

    def __init__(self, passages: list[Passage]) -> None:
        self._videos = np.array([one.video_id for one in passages])
        self._starts = np.array([one.start_ms for one in passages])
        self._ends = np.array([one.end_ms for one in passages])

    def most_overlap(self, micro: Passage) -> int | None:
        """The place of the (first) passage that shares most time with an event, if any does."""
        if not self._videos.size:
            return None
        shared = np.minimum(self._ends, micro.end_ms) - np.maximum(self._starts, micro.start_ms)
        shared[self._videos != micro.video_id] = 0
        place = int(shared.argmax())
        return place if shared[place] > 0 else None
