"""Who is who inside a video: appearances become entities. Pure.

Same name and type across macro events are one entity. Two appearances inside one macro event never
are: they were told apart on sight. What people decided (``Decided``) comes before the rule.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from graph_schema.identity import derived_id, entity_id
from graph_schema.labels import Label
from graph_schema.nodes import Appearance, Decision, Entity

RULE = "rule:same name and type"

_LEADING = re.compile(r"^(?:(?:the|a|an)\s+)+")
_NOT_WORD = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Decided:
    """What somebody decided about appearances: they are one entity, or they are not."""

    same: bool
    appearances: frozenset[str]


@dataclass(slots=True)
class _Group:
    members: list[Appearance] = field(default_factory=list)
    macros: set[str] = field(default_factory=set)
    ids: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    guessed: bool = False

    def add(self, appearance: Appearance) -> None:
        self.members.append(appearance)
        self.macros.add(appearance.macro_event)
        self.ids.add(appearance.id)
        self.words |= _words(appearance)


@dataclass(frozen=True, slots=True)
class Resolved:
    """The entities, the entity of each appearance, and why."""

    entities: tuple[Entity, ...]
    texts: dict[str, str]
    entity_of: dict[str, str]
    decisions: tuple[Decision, ...]
    about: tuple[tuple[str, str], ...]


def name_key(name: str) -> str:
    """A name without case, accents of writing, articles and punctuation."""
    folded = unicodedata.normalize("NFKC", name).casefold().strip()
    return _NOT_WORD.sub(" ", _LEADING.sub("", folded)).strip() or folded


def resolve(appearances: Sequence[Appearance], decided: Iterable[Decided] = ()) -> Resolved:
    """Entities of one video's appearances; the same appearances always give the same ids."""
    decided = tuple(decided)
    groups: dict[tuple[str, str], list[_Group]] = defaultdict(list)
    in_order = sorted(appearances, key=_seen)
    told_apart: dict[tuple[str, str, str], list[Appearance]] = defaultdict(list)
    for appearance in in_order:
        key = (appearance.type, name_key(appearance.name))
        told_apart[appearance.macro_event, *key].append(appearance)
        fitting = [group for group in groups[key] if _may_join(appearance, group, decided)]
        if fitting:
            group = max(fitting, key=lambda group: len(group.words & _words(appearance)))
            group.guessed = group.guessed or len(fitting) > 1
        else:
            group = _Group()
            groups[key].append(group)
        group.add(appearance)
    found = [group for of_name in groups.values() for group in of_name]
    return _described(_united(found, decided), told_apart)


def _seen(appearance: Appearance) -> tuple[int, int]:
    return appearance.seen_at_ms, int(appearance.id.rpartition(".a")[2])


def _words(appearance: Appearance) -> set[str]:
    told = " ".join((appearance.description, appearance.attributes, *appearance.aliases))
    return set(_NOT_WORD.sub(" ", told.casefold()).split())


def _may_join(appearance: Appearance, group: _Group, decided: tuple[Decided, ...]) -> bool:
    if appearance.macro_event in group.macros:
        return False
    return not any(
        not one.same and appearance.id in one.appearances and group.ids & one.appearances
        for one in decided
    )


def _united(groups: list[_Group], decided: tuple[Decided, ...]) -> list[_Group]:
    """Groups that somebody said are one, joined, unless both were seen in one macro event."""
    for one in decided:
        if not one.same:
            continue
        touched = [group for group in groups if group.ids & one.appearances]
        for other in touched[1:]:
            if touched[0].macros & other.macros:
                continue
            for appearance in other.members:
                touched[0].add(appearance)
            groups.remove(other)
    return groups


def _described(
    groups: list[_Group], told_apart: dict[tuple[str, str, str], list[Appearance]]
) -> Resolved:
    entities, texts, entity_of = [], {}, {}
    decisions: list[Decision] = []
    about: list[tuple[str, str]] = []
    for group in sorted(groups, key=lambda group: min(map(_seen, group.members))):
        entity = _entity(group)
        entities.append(entity)
        texts[entity.id] = entity_text(entity, [one.description for one in group.members])
        entity_of.update({one.id: entity.id for one in group.members})
        if len(group.members) > 1:
            macros = ", ".join(one.macro_event.rpartition(".")[2] for one in group.members)
            _decide(
                decisions,
                about,
                group.members,
                kind="same",
                score=0.5 if group.guessed else 1.0,
                evidence=f"named {entity.name!r}, {entity.type}, in {macros}",
            )
    for (macro, _, _), members in told_apart.items():
        if len(members) > 1:
            evidence = f"told apart inside {macro.rpartition('.')[2]}"
            _decide(decisions, about, members, kind="different", score=1.0, evidence=evidence)
    return Resolved(tuple(entities), texts, entity_of, tuple(decisions), tuple(about))


def _entity(group: _Group) -> Entity:
    earliest = min(group.members, key=_seen)
    grounded = [one.name for one in group.members if one.naming == "grounded"]
    names = [one.name for one in group.members]
    name = max(grounded or names, key=names.count)
    aliases = dict.fromkeys((*names, *(alias for one in group.members for alias in one.aliases)))
    aliases.pop(name, None)
    return Entity(
        id=entity_id(earliest.id),
        library=earliest.library,
        name=name,
        type=earliest.type,
        aliases=list(aliases),
    )


def entity_text(entity: Entity, descriptions: Iterable[str]) -> str:
    """What an entity is found by: name, type, other names, and what was said of it."""
    told = list(dict.fromkeys(text.strip().rstrip(".") for text in descriptions if text.strip()))
    parts = [f"{entity.name} ({entity.type})"]
    if entity.aliases:
        parts.append(", ".join(entity.aliases[:20]))
    return ". ".join((*parts, *told[:5]))


def _decide(
    decisions: list[Decision],
    about: list[tuple[str, str]],
    members: list[Appearance],
    *,
    kind: str,
    score: float,
    evidence: str,
) -> None:
    ids = sorted(one.id for one in members)
    decision = Decision(
        id=derived_id(Label.DECISION, RULE, kind, *ids),
        library=members[0].library,
        kind="same" if kind == "same" else "different",
        score=score,
        evidence=evidence,
        by=RULE,
    )
    decisions.append(decision)
    about += [(decision.id, one) for one in ids]
