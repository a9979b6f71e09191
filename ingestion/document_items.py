"""The single items of an untrusted perception document: each valid, or left out and listed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from graph_schema.labels import Label
from graph_schema.perception_document import (
    EntitySeen,
    MacroEventSeen,
    MicroEventSeen,
    RelationSeen,
    UtteranceSeen,
)
from graph_schema.relationships import ENDPOINTS, TYPES_OF_FAMILY, Family, RelationType
from graph_schema.time_span import TimeSpan, format_span, format_time

MAX_TEXT = 10_000
"""Characters of one text: ten times what an encoder reads. Longer ones are left out."""

PERCEIVED_TYPES: frozenset[RelationType] = frozenset(
    type_
    for family, types in TYPES_OF_FAMILY.items()
    if family not in (Family.HIERARCHICAL, Family.IDENTITY)
    for type_ in types
)
"""What a perceiver may state; hierarchy and identity follow from the document and resolution."""

Part = TypeVar("Part", bound=BaseModel)
Keyed = TypeVar("Keyed", EntitySeen, MicroEventSeen, MacroEventSeen)
Timed = TypeVar("Timed", MicroEventSeen, UtteranceSeen)


@dataclass(frozen=True, slots=True)
class Keys:
    """What keys mean where a relation stands, as labels of the graph."""

    labels: Mapping[str, Label]

    @classmethod
    def of_macro(cls, macro: MacroEventSeen) -> "Keys":
        """Keys inside one macro event."""
        return cls(_inner(macro))

    @classmethod
    def of_document(cls, macros: list[MacroEventSeen]) -> "Keys":
        """``m3`` and ``m3/e2``, as relations across macro events write them."""
        labels = {macro.key: Label.MACRO_EVENT for macro in macros}
        for macro in macros:
            labels.update({f"{macro.key}/{key}": label for key, label in _inner(macro).items()})
        return cls(labels)


def _inner(macro: MacroEventSeen) -> dict[str, Label]:
    labels = {entity.key: Label.APPEARANCE for entity in macro.entities}
    labels.update({event.key: Label.MICRO_EVENT for event in macro.micro_events})
    return labels


@dataclass(slots=True)
class ItemReader:
    """Reads lists of items for media of ``duration_ms`` and remembers what it left out."""

    duration_ms: int
    left_out: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    outside_parent: int = 0

    def leave_out(self, where: str, why: str) -> None:
        """Remember that something was left out."""
        self.left_out.append(f"{where}: {why}; left out")

    def shaped(self, raw: Any, where: str, model: type[Part]) -> Iterator[tuple[int, Part]]:
        """The items of the right shape, with their position in the list."""
        if raw is None:
            return
        if not isinstance(raw, list):
            self.leave_out(where, "it is no list")
            return
        for position, item in enumerate(raw):
            try:
                part = model.model_validate(item)
            except ValidationError as error:
                self.leave_out(f"{where}[{position}]", _reason(error))
                continue
            if (longest := _longest(part)) > MAX_TEXT:
                self.leave_out(f"{where}[{position}]", f"a text of {longest} characters")
                continue
            yield position, part

    def keyed(self, raw: Any, where: str, model: type[Keyed]) -> list[tuple[int, Keyed]]:
        """Shaped items whose key is new and whose time, where they have one, is inside."""
        kept: dict[str, tuple[int, Keyed]] = {}
        for position, part in self.shaped(raw, where, model):
            place = f"{where}[{position}] {part.key!r}"
            if part.key in kept:
                self.leave_out(place, "another item has this key")
            elif isinstance(part, EntitySeen) or self._in_time(part, place):
                kept[part.key] = (position, part)
        return list(kept.values())

    def timed(self, raw: Any, where: str, model: type[Timed]) -> Iterator[Timed]:
        """Shaped items that lie inside the media."""
        for position, part in self.shaped(raw, where, model):
            if self._in_time(part, f"{where}[{position}]"):
                yield part

    def entities(self, raw: Any, where: str) -> list[EntitySeen]:
        """The entities of one macro event."""
        kept = []
        for position, entity in self.keyed(raw, where, EntitySeen):
            if entity.seen_at_ms is not None and entity.seen_at_ms >= self.duration_ms:
                self.leave_out(
                    f"{where}[{position}] {entity.key!r}",
                    f"seen at {format_time(entity.seen_at_ms)}, after the end of the media",
                )
            else:
                kept.append(entity)
        return kept

    def micro_events(
        self, raw: Any, where: str, parent: MacroEventSeen, entities: set[str]
    ) -> list[MicroEventSeen]:
        """The micro-events of ``parent``, with references to known ``entities`` only."""
        kept = []
        span = TimeSpan(parent.start_ms, parent.end_ms)
        for position, event in self.keyed(raw, where, MicroEventSeen):
            place = f"{where}[{position}] {event.key!r}"
            if event.key in entities:
                self.leave_out(place, "an entity of this macro event has this key")
                continue
            if not span.contains(TimeSpan(event.start_ms, event.end_ms)):
                self.outside_parent += 1
            kept.append(self._with_known_roles(event, place, entities))
        return kept

    def relations(self, raw: Any, where: str, keys: Keys) -> tuple[RelationSeen, ...]:
        """The relations whose ends are known and of labels that the type may connect."""
        kept = []
        for position, relation in self.shaped(raw, where, RelationSeen):
            why = _wrong_relation(relation, keys)
            if why is None:
                kept.append(relation)
            else:
                self.leave_out(
                    f"{where}[{position}] {relation.source!r} {relation.type} {relation.target!r}",
                    why,
                )
        return tuple(kept)

    def _in_time(self, part: MicroEventSeen | MacroEventSeen | UtteranceSeen, where: str) -> bool:
        if part.end_ms <= part.start_ms:
            self.leave_out(
                where, f"it ends at {part.end_ms} ms, not after its start at {part.start_ms} ms"
            )
            return False
        if part.end_ms > self.duration_ms:
            self.leave_out(
                where,
                f"{format_span(part.start_ms, part.end_ms)} reaches outside the media, "
                f"which ends at {format_time(self.duration_ms)}",
            )
            return False
        return True

    def _with_known_roles(
        self, event: MicroEventSeen, where: str, entities: set[str]
    ) -> MicroEventSeen:
        known: dict[str, Any] = {}
        for role in ("subjects", "objects", "tools"):
            references: tuple[str, ...] = getattr(event, role)
            known[role] = tuple(dict.fromkeys(key for key in references if key in entities))
            for key in references:
                if key not in entities:
                    self.leave_out(f"{where}.{role}", f"no entity here has the key {key!r}")
        if event.place is not None and event.place not in entities:
            self.leave_out(f"{where}.place", f"no entity here has the key {event.place!r}")
            known["place"] = None
        return event.model_copy(update=known)


def _wrong_relation(relation: RelationSeen, keys: Keys) -> str | None:
    source, target = keys.labels.get(relation.source), keys.labels.get(relation.target)
    if source is None or target is None:
        missing = relation.source if source is None else relation.target
        return f"nothing here has the key {missing!r}"
    if relation.source == relation.target:
        return "it relates a thing to itself"
    if relation.type not in PERCEIVED_TYPES:
        return f"{relation.type} cannot be stated, it follows from the document"
    if (source, target) not in ENDPOINTS[relation.type]:
        return f"{relation.type} does not go from {source} to {target}"
    return None


def _reason(error: ValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))
    return f"{where}: {first['msg']}" if where else first["msg"]


def _longest(part: BaseModel) -> int:
    longest = 0
    for _, value in part:
        if isinstance(value, str):
            longest = max(longest, len(value))
        elif isinstance(value, dict):
            longest = max(longest, sum(len(key) + len(text) for key, text in value.items()))
        elif isinstance(value, tuple):
            longest = max(longest, sum(len(text) for text in value if isinstance(text, str)))
    return longest
