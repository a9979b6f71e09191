"""Where things are and who holds or wears them, where a frame says so."""

from collections.abc import Callable, Iterator

from graph_schema.relationships import RelationType
from language.actions import Frame
from language.entities import Referent
from language.lexicon import ABSTRACT, BODY_PARTS, HOLDING, MANNER, PLACING, RESTING
from language.phrases import Phrase

Meant = Callable[[Phrase], tuple[Referent, ...]]

_ON = frozenset({"on", "onto", "upon", "on top of", "atop"})
_INSIDE = frozenset({"in", "into", "inside", "within"})
_NEXT_TO = frozenset({"beside", "by", "near", "next to", "alongside", "close to", "against"})
_PLACED = frozenset({"in", "on", "at", "inside", "into", "onto", "to", "upon", "within", "atop"})


def ties_of(frame: Frame, meant: Meant) -> Iterator[tuple[Referent, Referent, RelationType]]:
    """Stated relations between the things of one frame: (what, to what, how)."""
    subjects = [r for p in frame.subjects for r in meant(p)]
    objects = [r for p in frame.objects for r in meant(p)]
    if frame.lemma in HOLDING and frame.particle in ("", "up"):
        for holder in (r for r in subjects if r.animate):
            for held in objects:
                if not held.animate and not _bodily(held) and held.noun not in ABSTRACT:
                    yield holder, held, RelationType.HOLDS
    if frame.lemma == "wear" or (frame.lemma == "put" and frame.particle == "on"):
        for wearer in (r for r in subjects if r.animate):
            for worn in (r for r in objects if not r.animate):
                yield wearer, worn, RelationType.WEARS
    moved = _what_rests(frame, subjects, objects)
    for adjunct in frame.adjuncts:
        if adjunct.phrase.lemma in MANNER | ABSTRACT:
            continue
        for where in meant(adjunct.phrase):
            kind = _kind(adjunct.preposition, where)
            for thing in moved if kind is not None else ():
                if kind is not None and thing is not where and not _bodily(where):
                    yield thing, where, kind


def _what_rests(frame: Frame, subjects: list[Referent], objects: list[Referent]) -> list[Referent]:
    """What ends up where the frame's adjuncts say: the object put, or who sits."""
    if frame.lemma in PLACING and objects:
        return [r for r in objects if not _bodily(r)]
    if frame.lemma in RESTING or frame.lemma == "be":
        return [r for r in subjects if not _bodily(r)]
    return []


def _kind(preposition: str, where: Referent) -> RelationType | None:
    if where.type == "Location" and preposition in _PLACED:
        return RelationType.LOCATED_IN
    if preposition in _ON:
        return RelationType.ON
    if preposition in _INSIDE:
        return RelationType.INSIDE
    return RelationType.NEXT_TO if preposition in _NEXT_TO else None


def _bodily(referent: Referent) -> bool:
    last = referent.noun.split()[-1]
    return last in BODY_PARTS or last.rstrip("s") in BODY_PARTS
