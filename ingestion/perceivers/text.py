"""The ``text`` perceiver: timed text to macro events, with no language model.

What the cues say is read by :mod:`language`; where events end is decided by
:mod:`ingestion.perceivers.boundaries`; here the two become a perception document.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from graph_schema.perception_document import (
    EntitySeen,
    MacroEventSeen,
    MicroEventSeen,
    PerceptionDocument,
    RelationSeen,
    UtteranceSeen,
)
from graph_schema.time_span import TimeSpan
from ingestion.perceivers.boundaries import RECIPE, Block, BoundaryRecipe, macro_spans
from ingestion.perceivers.window import Window
from language.entities import Referent
from language.events import Event, EventLink, Passage, Sighting, Tie
from language.models import parser_version
from language.reading import read_passages
from language.sentences import split_sentences

SILENT_LABEL = "nothing described"
RULES_VERSION = "text-2"
_SPOKEN = ("speech", "subtitle")
_SPOKEN_CONFIDENCE = 0.5
_SUMMARY_SENTENCES = 3


@dataclass(slots=True)
class _Told:
    """What was read from the cues of one kind (described, or spoken), by index of the cue."""

    events: list[Event] = field(default_factory=list)
    links: list[EventLink] = field(default_factory=list)
    ties: list[Tie] = field(default_factory=list)
    sightings: list[Sighting] = field(default_factory=list)
    terms: dict[int, Counter[str]] = field(default_factory=dict)
    points_back: dict[int, bool] = field(default_factory=dict)


class TextPerceiver:
    """Reads a window's cues. Same window, same answer; holds no state."""

    name = "text"
    prompt = RULES_VERSION

    def __init__(self, recipe: BoundaryRecipe = RECIPE) -> None:
        self._recipe = recipe

    @property
    def model(self) -> str:
        """Name and version of the parser."""
        return parser_version()

    def perceive(self, window: Window) -> PerceptionDocument:
        """The window's complete macro events; empty where no cue begins in it."""
        cues = [
            c for c in window.utterances if window.span.start_ms <= c.start_ms < window.span.end_ms
        ]
        told = _read(cues, window.settings.first_person)
        blocks = [
            Block(
                c.start_ms, c.end_ms, told.terms.get(i, Counter()), told.points_back.get(i, False)
            )
            for i, c in enumerate(cues)
        ]
        spans = macro_spans(
            window.span,
            blocks,
            window.shots,
            is_last=window.is_last,
            recipe=self._recipe.for_window(window.settings.window_s * 1000),
        )
        return _Assembly(cues, told, spans, window.media_duration_ms).document()


def _read(cues: Sequence[UtteranceSeen], first_person: str | None) -> _Told:
    """Descriptions and speech are read apart: *it* of one is never something of the other."""
    told = _Told()
    spoken = [i for i, cue in enumerate(cues) if cue.source in _SPOKEN]
    described = [i for i, cue in enumerate(cues) if cue.source not in _SPOKEN]
    for indexes in (described, spoken):
        if not indexes:
            continue
        passages = [Passage(cues[i].text, cues[i].speaker) for i in indexes]
        reading = read_passages(passages, first_person)
        for event in reading.events:
            event.passage = indexes[event.passage]
            if cues[event.passage].source in _SPOKEN:
                event.confidence = min(event.confidence, _SPOKEN_CONFIDENCE)
        told.events += reading.events
        told.links += reading.links
        for tie in reading.ties:
            told.ties.append(tie.moved(indexes[tie.passage]))
        for sighting in reading.sightings.values():
            sighting.passage = indexes[sighting.passage]
            told.sightings.append(sighting)
        for position, index in enumerate(indexes):
            told.terms[index] = reading.terms[position]
            told.points_back[index] = reading.continues[position]
    told.events.sort(key=lambda event: event.passage)
    return told


class _Assembly:
    """Puts what was read into the macro events that hold it."""

    def __init__(
        self, cues: Sequence[UtteranceSeen], told: _Told, spans: Sequence[TimeSpan], limit_ms: int
    ) -> None:
        self._cues = cues
        self._told = told
        self._spans = spans
        self._limit_ms = limit_ms
        self._home: dict[int, int] = {}
        self._keys: dict[Event, str] = {}
        for index, cue in enumerate(cues):
            for number, span in enumerate(spans):
                if span.start_ms <= cue.start_ms < span.end_ms:
                    self._home[index] = number

    def document(self) -> PerceptionDocument:
        """All macro events, and the causal relations that cross them."""
        events = [self._macro(number) for number in range(len(self._spans))]
        return PerceptionDocument(macro_events=tuple(events), relations=tuple(self._crossing()))

    def _macro(self, number: int) -> MacroEventSeen:
        span = self._spans[number]
        inside = [e for e in self._told.events if self._home.get(e.passage) == number]
        entities = self._entities(number)
        keys = {entity.name: entity.key for entity in entities}
        micros = []
        for position, event in enumerate(inside, start=1):
            self._keys[event] = f"e{position}"
            micros.append(self._micro(f"e{position}", event, keys))
        label, summary = self._told_in_short(number, inside)
        return MacroEventSeen(
            key=f"m{number + 1}",
            label=label,
            summary=summary,
            start_ms=span.start_ms,
            end_ms=span.end_ms,
            entities=tuple(entities),
            micro_events=tuple(micros),
            relations=(*self._ties(number, keys), *self._links(number)),
        )

    def _micro(self, key: str, event: Event, keys: dict[str, str]) -> MicroEventSeen:
        cue = self._cues[event.passage]
        return MicroEventSeen(
            key=key,
            label=event.label,
            description=event.sentence,
            start_ms=cue.start_ms,
            end_ms=min(cue.end_ms, max(self._limit_ms, cue.start_ms + 1)),
            subjects=_known(event.subjects, keys),
            objects=_known(event.objects, keys),
            tools=_known(event.tools, keys),
            place=keys.get(event.place.name) if event.place is not None else None,
            source=cue.source,
            confidence=event.confidence,
        )

    # -- entities -------------------------------------------------------------------------------

    def _entities(self, number: int) -> list[EntitySeen]:
        """One entity per name, in order of appearance."""
        seen: dict[str, list[Sighting]] = {}
        inside = [s for s in self._told.sightings if self._home.get(s.passage) == number]
        for sighting in sorted(inside, key=lambda s: s.passage):
            seen.setdefault(sighting.referent.name, []).append(sighting)
        return [
            self._entity(f"a{position}", sightings)
            for position, sightings in enumerate(seen.values(), start=1)
        ]

    def _entity(self, key: str, sightings: list[Sighting]) -> EntitySeen:
        referent = sightings[0].referent
        aliases = {surface for s in sightings for surface in s.surfaces} - {referent.name, ""}
        modifiers = sorted({m for s in sightings for m in s.modifiers} - set(referent.name.split()))
        cue = self._cues[sightings[0].passage]
        return EntitySeen(
            key=key,
            name=referent.name,
            type=referent.type,
            aliases=tuple(sorted(aliases)),
            description=_first_sentence(cue.text, referent),
            attributes={"described_as": ", ".join(modifiers)} if modifiers else {},
            seen_at_ms=cue.start_ms,
            grounded=True,
        )

    # -- relations ------------------------------------------------------------------------------

    def _ties(self, number: int, keys: dict[str, str]) -> Iterable[RelationSeen]:
        known: set[tuple[str, str, str, str]] = set()
        for tie in self._told.ties:
            source, target = keys.get(tie.source.name), keys.get(tie.target.name)
            if self._home.get(tie.passage) != number or source is None or target is None:
                continue
            identity = (source, target, tie.type, tie.label)
            if source != target and identity not in known:
                known.add(identity)
                yield RelationSeen(
                    source=source,
                    target=target,
                    type=tie.type,
                    label=tie.label,
                    reason=tie.sentence,
                    basis="stated",
                )

    def _links(self, number: int) -> Iterable[RelationSeen]:
        for link in self._told.links:
            ends = {self._home.get(link.source.passage), self._home.get(link.target.passage)}
            if ends == {number}:
                yield _stated(link, self._keys[link.source], self._keys[link.target])

    def _crossing(self) -> Iterable[RelationSeen]:
        for link in self._told.links:
            source, target = (self._home.get(e.passage) for e in (link.source, link.target))
            if source is not None and target is not None and source != target:
                yield _stated(
                    link,
                    f"m{source + 1}/{self._keys[link.source]}",
                    f"m{target + 1}/{self._keys[link.target]}",
                )

    # -- label and summary ----------------------------------------------------------------------

    def _told_in_short(self, number: int, events: Sequence[Event]) -> tuple[str, str]:
        """The most telling event as label, the most telling sentences as summary, in order."""
        if not events:
            return SILENT_LABEL, ""
        total: Counter[str] = Counter()
        for index, home in self._home.items():
            if home == number:
                total.update(self._told.terms.get(index, Counter()))
        label = max(events, key=lambda e: self._weight(e, total)).label
        sentences: dict[tuple[int, str], float] = {}
        for event in events:
            key = (event.passage, event.sentence)
            sentences[key] = max(sentences.get(key, 0.0), self._weight(event, total))
        best = sorted(sentences, key=lambda key: -sentences[key])[:_SUMMARY_SENTENCES]
        chosen = [key for key in sentences if key in best]
        return label, " ".join(sentence for _, sentence in chosen)

    def _weight(self, event: Event, total: Counter[str]) -> float:
        words = {w.lower() for w in event.label.split()}
        common = sum(total[w] for w in words if w in total)
        linked = any(event in (link.source, link.target) for link in self._told.links)
        return (common / (3 + len(words)) + 0.3 * linked) * event.confidence


def _stated(link: EventLink, source: str, target: str) -> RelationSeen:
    return RelationSeen(
        source=source,
        target=target,
        type=link.type,
        label=link.marker,
        reason=link.sentence,
        confidence=min(link.source.confidence, link.target.confidence),
        basis="stated",
    )


def _known(referents: Iterable[Referent], keys: dict[str, str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(keys[r.name] for r in referents if r.name in keys))


def _first_sentence(text: str, referent: Referent) -> str:
    """The sentence of a cue that first names an entity, else the cue's first."""
    last = referent.noun.split()[-1].lower()
    sentences = [text[begin:end] for begin, end in split_sentences(text)]
    return next((s for s in sentences if last in s.lower()), sentences[0] if sentences else text)
