"""From mentions to entities: one name per thing, whatever stands in front of it, and its type.

``the big white rabbit``, ``a rabbit`` and ``its rabbit`` are *rabbit*; but where a kind is always
told apart by an adjective (``flying squirrel``, ``red squirrel``), or where colours, sizes or
clothes conflict, what tells apart stays in the name.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from graph_schema.perception_document import EntityType
from language.actions import Frame
from language.lexicon import (
    ANIMATE,
    ANIMATE_DOING,
    BODY_PARTS,
    COUNTED_GROUPS,
    DIMENSIONS,
    FEMALE,
    FLEXIBLE_PLACES,
    GROUPS,
    HUMAN,
    INANIMATE_DOING,
    LIFELESS,
    MACHINES,
    MALE,
    PARTITIVES,
    PLACES,
    RESTING,
    SOMETIMES_ANIMATE,
)
from language.phrases import Phrase, names_part

_MOSTLY_BARE = 0.5
"""Above this share of mentions without adjective, adjectives of a kind only describe."""
_RARELY_BARE = 0.15
"""Below this share, the adjectives are what the kind is called by."""
_COVERED = 0.7
_ACTS_LIKE_ONE = 4
"""So many acts of a creature make an unknown noun one."""


_PERSON_ENDINGS = ("man", "woman", "person", "boy", "girl", "men", "women")


@dataclass(eq=False)
class Referent:
    """Something spoken of in a window. ``members`` are those of a group told one by one."""

    name: str
    noun: str
    plural: bool
    animate: bool
    type: EntityType = "Object"
    gender: str = ""
    count: int | None = None
    proper: bool = False
    owner: "Referent | None" = None
    members: tuple["Referent", ...] = ()
    modifiers: Counter[str] = field(default_factory=Counter)

    @property
    def human(self) -> bool:
        """Whether *it* is never said of this."""
        last = self.noun.split()[-1]
        return last in HUMAN or self.proper or last.endswith(_PERSON_ENDINGS)


class Naming:
    """Names for the phrases of one window, from how all of them are told apart."""

    def __init__(self, phrases: Iterable[Phrase], frames: Iterable[Frame]) -> None:
        self._acting: Counter[str] = Counter()
        self._subject_of: Counter[str] = Counter()
        self._acted_on: Counter[str] = Counter()
        self._located: Counter[str] = Counter()
        self._present: Counter[str] = Counter()
        self._doing: Counter[str] = Counter()
        self._count_roles(frames)
        self._distinct: dict[str, frozenset[str]] = _distinguishing(phrases)

    def _count_roles(self, frames: Iterable[Frame]) -> None:
        for frame in frames:
            for phrase in frame.subjects:
                self._subject_of[phrase.lemma] += frame.kind != "state"
                self._present[phrase.lemma] += 1
                if frame.kind == "state":
                    continue
                self._acting[phrase.lemma] += frame.lemma in ANIMATE_DOING
                self._doing[phrase.lemma] += frame.lemma not in INANIMATE_DOING | RESTING
            for phrase in frame.objects:
                self._acted_on[phrase.lemma] += 1
            for adjunct in frame.adjuncts:
                if adjunct.locative:
                    self._located[adjunct.phrase.lemma] += 1

    def animate(self, phrase: Phrase) -> bool:
        """Whether the phrase means a creature: by its noun, or because it acts like one."""
        lemma = phrase.lemma
        text = phrase.head.text.lower()
        lifeless = lemma in BODY_PARTS | LIFELESS or (lemma in PLACES and lemma not in ANIMATE)
        if phrase.head.shouted or lifeless:
            return phrase.head.shouted
        if lemma in SOMETIMES_ANIMATE:
            moves = self._doing[lemma] > 0 and lemma not in MACHINES
            return moves or self._acting[lemma] > 0
        if lemma in ANIMATE or text in ANIMATE or lemma in GROUPS:
            return True
        if lemma.endswith(_PERSON_ENDINGS) and len(lemma) > 5:
            return True
        if phrase.head.pos == "PROPN" and phrase.noun[:1].isupper():
            return self._present[lemma] > self._located[lemma]
        return self._acting[lemma] >= _ACTS_LIKE_ONE and self._acting[lemma] > self._acted_on[lemma]

    def type_of(self, phrase: Phrase) -> EntityType:
        """Person for creatures, Group for several of them, Location for places, else Object."""
        lemma = phrase.lemma
        if self.animate(phrase):
            collective = phrase.outer is not phrase.head and phrase.outer.lemma in GROUPS
            return "Group" if phrase.plural or lemma in GROUPS or collective else "Person"
        if names_part(phrase) and phrase.complement is not None:
            return "Location" if self.type_of(phrase.complement) == "Location" else "Object"
        if lemma in PLACES or phrase.noun in PLACES:
            used = self._acted_on[lemma] >= max(1, self._located[lemma])
            return "Object" if lemma in FLEXIBLE_PLACES and used else "Location"
        return "Object"

    def name(self, phrase: Phrase) -> str:
        """The phrase's own name, its owner left out."""
        noun = phrase.noun
        if phrase.complement is not None and (names_part(phrase) or phrase.lemma in PARTITIVES):
            return f"{noun} of {self.name(phrase.complement)}"
        told = self._distinct.get(_kind(phrase), frozenset())
        kept = [m for m in phrase.modifiers if m in told]
        worn = [w for w in phrase.wearing if f"in {w}" in told]
        many = phrase.count is not None and phrase.count > 1
        if many and self.animate(phrase) and phrase.lemma not in COUNTED_GROUPS:
            kept.insert(0, _SPELLED.get(phrase.count or 0, str(phrase.count)))
        name = " ".join([*dict.fromkeys(kept), noun])
        return f"{name} in {worn[0]}" if worn else name

    def told_apart(self, phrase: Phrase) -> bool:
        """Whether things of this noun go by what tells them apart."""
        return bool(self._distinct.get(_kind(phrase)))

    def referent(self, phrase: Phrase, name: str) -> Referent:
        """A new referent for a phrase."""
        lemma = phrase.lemma
        gender = "male" if lemma in MALE else "female" if lemma in FEMALE else ""
        return Referent(
            name,
            phrase.noun,
            phrase.plural,
            self.animate(phrase),
            self.type_of(phrase),
            gender,
            phrase.count,
            phrase.head.pos == "PROPN",
        )


_SPELLED = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}


def _kind(phrase: Phrase) -> str:
    words = phrase.noun.split()
    return " ".join([*words[:-1], phrase.lemma])


def _distinguishing(phrases: Iterable[Phrase]) -> dict[str, frozenset[str]]:
    """For each noun, the adjectives (and ``in red jacket``) that keep its bearers apart."""
    mentions: dict[str, list[frozenset[str]]] = defaultdict(list)
    for phrase in phrases:
        if phrase.is_pronoun or phrase.head.pos not in ("NOUN", "PROPN") or phrase.plural:
            continue
        worn = {f"in {w}" for w in phrase.wearing}
        mentions[_kind(phrase)].append(frozenset(phrase.modifiers) | worn)
    return {kind: told for kind, sets in mentions.items() if (told := _told_apart(kind, sets))}


def _told_apart(kind: str, sets: list[frozenset[str]]) -> frozenset[str]:
    bare = sum(1 for s in sets if not s) / len(sets)
    animate = kind.rsplit(maxsplit=1)[-1] in ANIMATE
    counts = Counter(m for s in sets for m in s)
    if animate and bare <= _RARELY_BARE and len(sets) >= 4:
        chosen: list[str] = []
        for modifier, count in counts.most_common():
            together = any(modifier in s and other in s for s in sets for other in chosen)
            if count >= 2 and not together:
                chosen.append(modifier)
        covered = sum(1 for s in sets if s & set(chosen)) / len(sets)
        if len(chosen) > 1 and covered >= _COVERED:
            return frozenset(chosen)
    if bare > _MOSTLY_BARE and len(sets) > 4:
        return frozenset()
    return _conflicting(counts, sets)


def _conflicting(counts: Counter[str], sets: list[frozenset[str]]) -> frozenset[str]:
    """Values of one dimension that never stand together: *red* and *blue*, *old* and *young*."""
    by_dimension: dict[str, set[str]] = defaultdict(set)
    for modifier in counts:
        dimension = DIMENSIONS.get(modifier)
        if modifier.startswith("in "):
            dimension = "clothes"
        if dimension is not None:
            by_dimension[dimension.split(":")[0]].add(modifier)
    kept: set[str] = set()
    for dimension, values in by_dimension.items():
        if len(values) < 2 or (dimension == "size" and len({DIMENSIONS[v] for v in values}) < 2):
            continue
        apart = any(
            a != b and not any(a in s and b in s for s in sets) for a in values for b in values
        )
        if apart:
            kept |= values
    return frozenset(kept)
