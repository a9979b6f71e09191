"""From a perception document to the nodes and relationships of a memory, as rows. Pure.

Numbers follow time and the document's order, so the same document always gives the same ids.
"""

import json
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from graph_schema.identity import inner_id
from graph_schema.labels import Label
from graph_schema.nodes import Appearance, MacroEvent, MicroEvent, Node, Provenance, Shot, Utterance
from graph_schema.perception_document import (
    EntitySeen,
    MacroEventSeen,
    MicroEventSeen,
    PerceptionDocument,
    RelationSeen,
    Source,
    UtteranceSeen,
)
from graph_schema.relationships import CAUSAL_TYPES, RelationType
from graph_schema.time_span import TimeSpan

Row = dict[str, Any]
Ends = tuple[RelationType, Label, Label]


@dataclass(frozen=True, slots=True)
class Stamp:
    """Where a memory comes from; ``source`` stands where an item does not say its own."""

    video_id: str
    library: str
    perceiver: str
    model: str | None
    prompt: str | None
    source: Source

    def provenance(
        self, source: Source | None = None, confidence: float | None = None
    ) -> Provenance:
        """The stamp of one item."""
        return Provenance(
            perceiver=self.perceiver,
            model=self.model,
            prompt=self.prompt,
            source=source or self.source,
            confidence=confidence,
        )

    def properties(self, source: Source | None = None, confidence: float | None = None) -> Row:
        """The same as properties of a relationship."""
        return self.provenance(source, confidence).model_dump(exclude_none=True)


@dataclass(frozen=True, slots=True)
class ShotSeen:
    """A shot with the file-store key of its keyframe."""

    start_ms: int
    end_ms: int
    keyframe_ms: int
    keyframe: str


@dataclass(slots=True)
class MemoryGraph:
    """Rows for ``Store.write_rows``, by label, and by type and ends.

    ``ids`` are those of macro events, and of what is inside them, by the document's keys (``m3``,
    ``m3/e2``).
    """

    nodes: dict[Label, list[Row]] = field(default_factory=lambda: defaultdict(list))
    relationships: dict[Ends, dict[tuple[str, ...], Row]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    appearances: list[Appearance] = field(default_factory=list)
    macro_events: list[MacroEvent] = field(default_factory=list)
    id_of_macro: dict[str, str] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)

    def add(self, node: Node, text: str | None = None, **more: Any) -> None:
        """A node; ``text`` is what a Memory node is found by."""
        properties = {**node.properties(), **more}
        if text is not None:
            properties["text"] = text
        self.nodes[node.label_of_node].append({"id": node.id, "properties": properties})

    def relate(self, ends: Ends, start: str, end: str, properties: Row) -> None:
        """A relationship. The same again adds its reason to the first."""
        label = properties.get("label", "") if ends[0] is RelationType.RELATED_TO else ""
        rows = self.relationships[ends]
        known = rows.get((start, end, label))
        if known is None:
            rows[start, end, label] = {"start": start, "end": end, "properties": properties}
            return
        reason, stated = properties.get("reason"), known["properties"].get("reason", "")
        if reason and reason not in stated:
            known["properties"]["reason"] = f"{stated}; {reason}" if stated else reason


def build(
    document: PerceptionDocument,
    stamp: Stamp,
    shots: Sequence[ShotSeen] = (),
    utterances: Sequence[UtteranceSeen] = (),
) -> MemoryGraph:
    """Everything of a memory up to its macro events; tiers above and identities come later.

    ``utterances`` are the cues of tracks; those of the document are added to them.
    """
    graph = MemoryGraph()
    ids: dict[str, tuple[str, Label]] = {}
    in_order = sorted(document.macro_events, key=lambda event: (event.start_ms, event.end_ms))
    document = document.model_copy(update={"macro_events": tuple(in_order)})
    for number, seen in enumerate(in_order, start=1):
        macro = _macro(seen, number, stamp)
        graph.macro_events.append(macro)
        graph.add(macro, event_text(macro.label, macro.summary))
        graph.id_of_macro[seen.key] = macro.id
        ids[seen.key] = (macro.id, Label.MACRO_EVENT)
    _add_appearances(graph, document, stamp, ids)
    _add_micro_events(graph, document, stamp, ids)
    _add_relations(graph, document, stamp, ids)
    for one, next_one in pairwise(graph.macro_events):
        ends = (RelationType.LEADS_TO, Label.MACRO_EVENT, Label.MACRO_EVENT)
        graph.relate(ends, one.id, next_one.id, stamp.properties())
    _add_shots(graph, shots, stamp)
    _add_utterances(graph, [*utterances, *document.utterances], stamp)
    graph.ids = {key: id_ for key, (id_, _) in ids.items()}
    return graph


def event_text(label: str, summary: str) -> str:
    """What a macro or super event or a root is found by."""
    if not summary or summary == label:
        return label
    return f"{label.rstrip('.')}. {summary}"


def _macro(seen: MacroEventSeen, number: int, stamp: Stamp) -> MacroEvent:
    sources = Counter(micro.source for micro in seen.micro_events if micro.source)
    return MacroEvent(
        id=inner_id(stamp.video_id, Label.MACRO_EVENT, number),
        library=stamp.library,
        video_id=stamp.video_id,
        start_ms=seen.start_ms,
        end_ms=seen.end_ms,
        label=seen.label,
        summary=seen.summary or seen.label,
        provenance=stamp.provenance(sources.most_common(1)[0][0] if sources else None),
    )


def _add_appearances(
    graph: MemoryGraph,
    document: PerceptionDocument,
    stamp: Stamp,
    ids: dict[str, tuple[str, Label]],
) -> None:
    number = 0
    for seen in document.macro_events:
        for entity in seen.entities:
            number += 1
            first = _first_role(entity, seen)
            appearance = Appearance(
                id=inner_id(stamp.video_id, Label.APPEARANCE, number),
                library=stamp.library,
                video_id=stamp.video_id,
                macro_event=graph.id_of_macro[seen.key],
                name=entity.name,
                type=entity.type,
                aliases=list(dict.fromkeys(entity.aliases)),
                description=entity.description,
                attributes=json.dumps(entity.attributes, ensure_ascii=False, sort_keys=True),
                seen_at_ms=entity.seen_at_ms if entity.seen_at_ms is not None else first,
                naming="grounded" if entity.grounded else "inferred",
                provenance=stamp.provenance(),
            )
            graph.appearances.append(appearance)
            graph.add(appearance)
            ends = (RelationType.PART_OF, Label.APPEARANCE, Label.MACRO_EVENT)
            graph.relate(ends, appearance.id, appearance.macro_event, stamp.properties())
            ids[f"{seen.key}/{entity.key}"] = (appearance.id, Label.APPEARANCE)


def _first_role(entity: EntitySeen, macro: MacroEventSeen) -> int:
    starts = [
        event.start_ms
        for event in macro.micro_events
        if entity.key in (*event.subjects, *event.objects, *event.tools, event.place)
    ]
    return min(starts, default=macro.start_ms)


def _add_micro_events(
    graph: MemoryGraph,
    document: PerceptionDocument,
    stamp: Stamp,
    ids: dict[str, tuple[str, Label]],
) -> None:
    told = [(event, macro) for macro in document.macro_events for event in macro.micro_events]
    told.sort(key=lambda pair: (pair[0].start_ms, pair[0].end_ms))
    previous: str | None = None
    for number, (event, macro) in enumerate(told, start=1):
        parent = graph.id_of_macro[macro.key]
        micro = MicroEvent(
            id=inner_id(stamp.video_id, Label.MICRO_EVENT, number),
            library=stamp.library,
            video_id=stamp.video_id,
            start_ms=event.start_ms,
            end_ms=event.end_ms,
            label=event.label,
            description=event.description or event.label,
            provenance=stamp.provenance(event.source, event.confidence),
        )
        graph.add(micro, micro.description, macro_event=parent)
        ids[f"{macro.key}/{event.key}"] = (micro.id, Label.MICRO_EVENT)
        properties = stamp.properties(event.source, event.confidence)
        ends = (RelationType.PART_OF, Label.MICRO_EVENT, Label.MACRO_EVENT)
        graph.relate(ends, micro.id, parent, properties)
        for type_, start, end in _roles(event, macro.key, micro.id, ids):
            graph.relate((type_, *_labels(type_)), start, end, dict(properties))
        if previous is not None:
            ends = (RelationType.BEFORE, Label.MICRO_EVENT, Label.MICRO_EVENT)
            graph.relate(ends, previous, micro.id, stamp.properties(event.source))
        previous = micro.id


def _roles(
    event: MicroEventSeen, macro: str, micro: str, ids: dict[str, tuple[str, Label]]
) -> Iterator[tuple[RelationType, str, str]]:
    def appearances(keys: Iterable[str]) -> Iterator[str]:
        return (ids[f"{macro}/{key}"][0] for key in keys)

    for appearance in appearances(event.subjects):
        yield RelationType.PERFORMS, appearance, micro
    for appearance in appearances(event.objects):
        yield RelationType.RECEIVES, appearance, micro
    for appearance in appearances(event.tools):
        yield RelationType.USES, micro, appearance
    if event.place is not None:
        yield RelationType.HAPPENS_IN, micro, ids[f"{macro}/{event.place}"][0]


def _labels(type_: RelationType) -> tuple[Label, Label]:
    if type_ in (RelationType.PERFORMS, RelationType.RECEIVES):
        return Label.APPEARANCE, Label.MICRO_EVENT
    return Label.MICRO_EVENT, Label.APPEARANCE


def _add_relations(
    graph: MemoryGraph,
    document: PerceptionDocument,
    stamp: Stamp,
    ids: dict[str, tuple[str, Label]],
) -> None:
    for macro in document.macro_events:
        for relation in macro.relations:
            start, end = (
                ids[f"{macro.key}/{relation.source}"],
                ids[f"{macro.key}/{relation.target}"],
            )
            _add_relation(graph, relation, start, end, stamp)
    for relation in document.relations:
        _add_relation(graph, relation, ids[relation.source], ids[relation.target], stamp)


def _add_relation(
    graph: MemoryGraph,
    relation: RelationSeen,
    start: tuple[str, Label],
    end: tuple[str, Label],
    stamp: Stamp,
) -> None:
    properties = stamp.properties(confidence=relation.confidence)
    if relation.label or relation.type is RelationType.RELATED_TO:
        properties["label"] = relation.label or "related to"
    if relation.reason:
        properties["reason"] = relation.reason
    if relation.type in CAUSAL_TYPES:
        properties["reason"] = relation.reason or relation.label
        properties["basis"] = relation.basis
    graph.relate((relation.type, start[1], end[1]), start[0], end[0], properties)


def _add_shots(graph: MemoryGraph, shots: Sequence[ShotSeen], stamp: Stamp) -> None:
    for number, seen in enumerate(shots, start=1):
        shot = Shot(
            id=inner_id(stamp.video_id, Label.SHOT, number),
            library=stamp.library,
            video_id=stamp.video_id,
            start_ms=seen.start_ms,
            end_ms=seen.end_ms,
            keyframe=seen.keyframe,
            keyframe_ms=seen.keyframe_ms,
        )
        graph.add(shot)
        ends = (RelationType.PART_OF, Label.SHOT, Label.VIDEO)
        graph.relate(ends, shot.id, stamp.video_id, {"perceiver": "shots"})


def _add_utterances(graph: MemoryGraph, utterances: Sequence[UtteranceSeen], stamp: Stamp) -> None:
    in_order = sorted(utterances, key=lambda cue: (cue.start_ms, cue.end_ms, cue.source))
    meanwhile = _Meanwhile(graph.macro_events)
    for number, cue in enumerate(in_order, start=1):
        utterance = Utterance(
            id=inner_id(stamp.video_id, Label.UTTERANCE, number),
            library=stamp.library,
            video_id=stamp.video_id,
            start_ms=cue.start_ms,
            end_ms=cue.end_ms,
            text=cue.text,
            speaker=cue.speaker,
            source=cue.source,
        )
        macro = meanwhile.most_overlapping(TimeSpan(cue.start_ms, cue.end_ms))
        graph.add(utterance, cue.text, **({"macro_event": macro.id} if macro else {}))
        ends = (RelationType.PART_OF, Label.UTTERANCE, Label.VIDEO)
        properties = {"perceiver": "timed_text", "source": cue.source}
        graph.relate(ends, utterance.id, stamp.video_id, properties)


class _Meanwhile:
    """Which macro event goes on while something is said."""

    def __init__(self, macros: Sequence[MacroEvent]) -> None:
        self._macros = macros
        self._starts = [macro.start_ms for macro in macros]
        self._longest = max((macro.end_ms - macro.start_ms for macro in macros), default=0)

    def most_overlapping(self, span: TimeSpan) -> MacroEvent | None:
        """The one that shares most time with the span, the earlier of equals; None in a gap."""
        first = bisect_left(self._starts, span.start_ms - self._longest)
        after = bisect_left(self._starts, span.end_ms)
        best, most = None, 0
        for macro in self._macros[first:after]:
            shared = span.overlap_ms(TimeSpan(macro.start_ms, macro.end_ms))
            if shared > most:
                best, most = macro, shared
        return best
