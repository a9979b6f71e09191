"""Who is meant: pronouns and bare nouns to the things spoken of before, inside one window.

Candidates must agree in number, and where known in gender; among them the most salient wins:
subjects before objects, near before far, the same role before another, and what can do (or have
done to it) what the verb says. After Lappin and Leass (1994), with a fit of verb and noun added.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from language.actions import Frame
from language.agreement import (
    FEMALE_WORDS,
    FIRST,
    INDEFINITE,
    MALE_WORDS,
    REFLEXIVE,
    SECOND,
    agrees,
    fit,
    is_possessive,
)
from language.entities import Naming, Referent
from language.lexicon import (
    ABSTRACT,
    BODY_PARTS,
    MANNER,
    OWN_LIMBS,
    word_set,
)
from language.phrases import Phrase, names_part

_REACH = 5
"""Sentences back to look; descriptions rarely refer further."""
_SET_REACH = 12
"""Sets (*all three*, *the other two*) reach further: their size tells them."""
_SALIENCE = {"subject": 1.0, "owner": 0.9, "object": 0.55, "adjunct": 0.3}
_AROUND_ONESELF = word_set(
    """above ahead around behind below beside between front in near of over under with"""
) | {"in front of", "ahead of", "next to"}
"""After these a plain pronoun may be the doer: *sees it beside him*."""
_CAMERA_WEARER = "C"
"""Who wears the camera in Ego4D narrations (*C picks up the knife*)."""
_UNMEANT = ABSTRACT | MANNER


@dataclass(frozen=True, slots=True)
class Mention:
    """One place where something (or several together) was spoken of."""

    referents: tuple[Referent, ...]
    sentence: int
    role: str
    frame: Frame | None
    position: int


class Discourse:
    """Resolves the phrases of a window in reading order."""

    def __init__(self, naming: Naming, first_person: str | None = None) -> None:
        self._naming = naming
        self._first_person = first_person
        self.referents: dict[str, Referent] = {}
        self._mentions: list[Mention] = []
        self._known: dict[Phrase, tuple[Referent, ...]] = {}
        self._latest: dict[str, Referent] = {}
        self._sentence = 0
        self._position = 0
        self.speaker: str | None = None
        self._acts: dict[Phrase, list[Frame]] = {}

    def acting(self, frames: Iterable[Frame]) -> None:
        """Frames to come: all a subject does says who it can be."""
        for frame in frames:
            for phrase in frame.subjects:
                self._acts.setdefault(phrase, []).append(frame)

    def begin_sentence(self) -> None:
        """What follows stands in a new sentence."""
        self._sentence += 1

    def meant(self, phrase: Phrase) -> tuple[Referent, ...]:
        """What a phrase resolved before stands for; empty where nobody can tell."""
        return self._known.get(phrase, ())

    def person(self, name: str) -> Referent:
        """The referent of a speaker or camera wearer, named by the user or the track."""
        known = self.referents.get(name)
        if known is None:
            known = Referent(name, name, False, True, "Person", proper=True)
            self.referents[name] = known
        return known

    def resolve_frame(self, frame: Frame, causer: Sequence[Phrase] = ()) -> None:
        """Resolve subject, objects and adjuncts of a frame, in that order of preference."""
        barred = [r for phrase in causer for r in self.meant(phrase)]
        named = [
            p
            for p in (*frame.recipients, *frame.objects, *(a.phrase for a in frame.adjuncts))
            if not p.is_pronoun
        ]
        taken = [self._peek(p) for p in named if p.lemma not in BODY_PARTS]
        subjects: list[Referent] = []
        for phrase in frame.subjects:
            if frame.points_back:
                subjects += self.meant(phrase)
                continue
            subjects += self._resolve(phrase, "subject", frame, [*barred, *(t for t in taken if t)])
        self._together(subjects, "subject", frame, len(frame.subjects))
        objects: list[Referent] = []
        for phrase in frame.recipients:
            objects += self._resolve(phrase, "adjunct", frame, [*subjects, *objects], subjects)
        for phrase in frame.objects:
            role = "subject" if frame.passive else "object"
            objects += self._resolve(phrase, role, frame, [*subjects, *objects], subjects)
        self._together(objects, "object", frame, len(frame.objects))
        for adjunct in frame.adjuncts:
            fronted = bool(frame.subjects) and adjunct.index < frame.subjects[0].head.index
            beside_itself = adjunct.preposition in _AROUND_ONESELF and bool(objects)
            barred = [] if fronted else objects if beside_itself else [*subjects, *objects]
            preferred = [] if fronted else subjects
            self._resolve(adjunct.phrase, "adjunct", frame, barred, preferred)

    def mention(self, phrase: Phrase) -> tuple[Referent, ...]:
        """Resolve a phrase that stands in no frame."""
        return self._resolve(phrase, "object", None, ())

    # -- one phrase -----------------------------------------------------------------------------

    def _resolve(
        self,
        phrase: Phrase,
        role: str,
        frame: Frame | None,
        barred: Sequence[Referent],
        preferred: Sequence[Referent] = (),
    ) -> tuple[Referent, ...]:
        known = self._known.get(phrase)
        if known is None:
            if phrase.owner is not None and phrase.owner not in self._known:
                owner_role = "owner" if role == "subject" else "adjunct"
                self._resolve(phrase.owner, owner_role, frame, (), preferred)
            if phrase.complement is not None:
                self._resolve(phrase.complement, "adjunct", frame, (), preferred)
            if phrase.is_set:
                known = self._set(phrase, role, frame, barred if role != "subject" else ())
            elif phrase.is_pronoun:
                known = self._pronoun(phrase, role, frame, barred, preferred)
            else:
                known = (self._named(phrase, preferred, barred),)
            self._known[phrase] = known
        if known:
            self._note(known, role, frame)
        return known

    def _note(self, referents: tuple[Referent, ...], role: str, frame: Frame | None) -> None:
        self._position += 1
        self._mentions.append(Mention(referents, self._sentence, role, frame, self._position))

    def _together(self, referents: list[Referent], role: str, frame: Frame, phrases: int) -> None:
        if phrases > 1 and len(referents) > 1:
            self._note(tuple(dict.fromkeys(referents)), role, frame)

    def _peek(self, phrase: Phrase) -> Referent | None:
        return self.referents.get(self._naming.name(phrase))

    def _named(
        self, phrase: Phrase, preferred: Sequence[Referent], barred: Sequence[Referent]
    ) -> Referent:
        name = self._naming.name(phrase)
        if name == _CAMERA_WEARER and self._first_person:
            return self.person(self._first_person)
        owner = self._owner_of(phrase, preferred, barred)
        if names_part(phrase):
            pass
        elif phrase.lemma in BODY_PARTS and owner is not None:
            name = f"{owner.name}'s {phrase.noun}"
        elif phrase.introduces and self._latest.get(phrase.noun) is not None and not phrase.plural:
            name = f"{phrase.introduces} {name}"
        else:
            earlier = self._latest.get(phrase.noun)
            if earlier is not None and earlier.name != name and _points_to(phrase, earlier):
                return earlier
        referent = self.referents.get(name)
        if referent is None:
            referent = self._naming.referent(phrase, name)
            self.referents[name] = referent
        if owner is not None:
            referent.owner = owner
        referent.modifiers.update(phrase.modifiers)
        self._latest[phrase.noun] = referent
        if referent.count and referent.type == "Group" and not referent.members:
            referent.members = self._members(referent.count)
        return referent

    def _owner_of(
        self, phrase: Phrase, preferred: Sequence[Referent], barred: Sequence[Referent]
    ) -> Referent | None:
        if phrase.owner is not None:
            owners = self.meant(phrase.owner)
            return owners[0] if owners else None
        if phrase.lemma not in BODY_PARTS or names_part(phrase):
            return None
        complement = self.meant(phrase.complement) if phrase.complement is not None else ()
        if complement:
            return complement[0]
        if phrase.lemma not in OWN_LIMBS:
            return None
        touched = [r for r in barred if r.animate and r not in preferred]
        if phrase.determiner == "the" and touched:
            return touched[0]
        acting = [r for r in preferred if r.animate and not r.plural]
        return acting[0] if acting else None

    def _members(self, count: int) -> tuple[Referent, ...]:
        """The individuals of a counted group, if they were named one by one just before."""
        for mention in reversed(self._mentions):
            if self._sentence - mention.sentence > 2:
                break
            if len(mention.referents) == count and all(r.animate for r in mention.referents):
                return mention.referents
        return ()

    # -- pronouns -------------------------------------------------------------------------------

    def _pronoun(
        self,
        phrase: Phrase,
        role: str,
        frame: Frame | None,
        barred: Sequence[Referent],
        preferred: Sequence[Referent],
    ) -> tuple[Referent, ...]:
        word = phrase.head.text.lower()
        if word in FIRST:
            who = self.speaker or self._first_person
            return (self.person(who),) if who else ()
        if word in SECOND:
            return ()
        if word in INDEFINITE:
            return ()
        if word in REFLEXIVE and preferred:
            return tuple(preferred)
        if is_possessive(phrase) and preferred and word != "my":
            owners = tuple(preferred)
            if agrees(word, owners) and any(r.animate for r in owners):
                return owners
        meant = self._most_salient(word, role, frame, barred, phrase)
        if len(meant) == 1 and not meant[0].gender and word in MALE_WORDS | FEMALE_WORDS:
            meant[0].gender = "male" if word in MALE_WORDS else "female"
        return meant

    def _most_salient(
        self,
        word: str,
        role: str,
        frame: Frame | None,
        barred: Sequence[Referent],
        phrase: Phrase,
    ) -> tuple[Referent, ...]:
        possessive = is_possessive(phrase)
        best: tuple[Referent, ...] = ()
        best_score = float("-inf")
        shut_out = set() if possessive else {id(r) for r in barred}
        for mention in reversed(self._mentions):
            away = self._sentence - mention.sentence
            if away > _REACH:
                break
            group = mention.referents
            if not agrees(word, group) or any(id(r) in shut_out for r in group):
                continue
            score = _SALIENCE[mention.role] - 0.75 * away
            if mention.role == role or (role == "owner" and mention.role == "subject"):
                score += 0.3
            score += self._fit(group, role, frame, phrase) + 0.001 * mention.position / (
                self._position + 1
            )
            last = [r.noun.split()[-1] for r in group]
            if any(noun in BODY_PARTS for noun in last):
                score -= 0.5 if role == "object" else 0.8
            if any(noun in _UNMEANT for noun in last):
                continue
            if word in MALE_WORDS | FEMALE_WORDS and group[0].human:
                score += 1.0
            if role != "adjunct" and any(r.type == "Location" for r in group):
                score -= 0.6
            if score > best_score:
                best, best_score = group, score
        return best

    def _fit(
        self, group: Sequence[Referent], role: str, frame: Frame | None, phrase: Phrase
    ) -> float:
        """How well what is meant can do all that the pronoun does."""
        if role != "subject" or frame is None:
            return fit(group, role, frame)
        fits = [fit(group, role, f) for f in self._acts.get(phrase, [frame])]
        return max(fits, key=abs) if fits else 0.0

    def _set(
        self, phrase: Phrase, role: str, frame: Frame | None, barred: Sequence[Referent]
    ) -> tuple[Referent, ...]:
        """*both*, *all three*, *the other two*."""
        words = {phrase.head.text.lower(), *(c.text.lower() for c in phrase.head.children)}
        count = phrase.count or (2 if words & {"both", "latter"} else None)
        others = bool(words & {"other", "others"})
        if others and role != "subject" and any(not r.animate for r in barred):
            return ()
        acting = (tuple(barred) or self._acting_now(frame)) if others else ()
        if others:
            rest = self._rest_of_group(acting, count)
            if rest:
                return rest
        else:
            for mention in reversed(self._mentions):
                if self._sentence - mention.sentence > _SET_REACH:
                    break
                group = mention.referents
                if role == "subject" and not all(r.animate for r in group):
                    continue
                alone = group[0] if len(group) == 1 else None
                if alone is not None and alone.count is not None and alone.count == count:
                    return group
                if len(group) > 1 and (count is None or len(group) == count):
                    return group
        if phrase.head.text.lower() in ("trio", "duo", "pair") and not count:
            return ()
        wanted = count or (1 if "other" in words else 2)
        return self._recent_individuals(wanted, acting)

    def _rest_of_group(self, acting: Sequence[Referent], count: int | None) -> tuple[Referent, ...]:
        """Of a group spoken of before, the members who are not acting now."""
        for mention in reversed(self._mentions):
            if self._sentence - mention.sentence > _SET_REACH:
                break
            group = (
                mention.referents[0].members if len(mention.referents) == 1 else mention.referents
            )
            rest = tuple(r for r in group if r not in acting)
            living = all(r.animate for r in group)
            if living and 0 < len(rest) < len(group) and count in (None, len(rest)):
                return rest
        return ()

    def _acting_now(self, frame: Frame | None) -> tuple[Referent, ...]:
        for mention in reversed(self._mentions):
            if mention.role == "subject" and mention.frame is not frame:
                return mention.referents
        return ()

    def _recent_individuals(self, wanted: int, without: Sequence[Referent]) -> tuple[Referent, ...]:
        found: list[Referent] = []
        for mention in reversed(self._mentions):
            if self._sentence - mention.sentence > _SET_REACH:
                break
            for referent in mention.referents:
                one = referent.animate and not referent.plural
                if one and referent not in found and referent not in without:
                    found.append(referent)
            if len(found) >= wanted:
                break
        return tuple(found[:wanted]) if len(found) >= wanted else ()


def _points_to(phrase: Phrase, earlier: Referent) -> bool:
    """*the man* after *a man in a red jacket*; a bare noun so only of a creature."""
    if phrase.modifiers or phrase.wearing or phrase.count is not None:
        return False
    return phrase.definite or (phrase.determiner == "" and earlier.animate)
