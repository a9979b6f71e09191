"""Sentences as propositions: who does what to whom, where, how often, and whether at all.

Deliberately literal: two texts agree here only when their words do. It serves to *check* claims,
where a wrong yes costs more than a missed one; finding events is ``language``'s business.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from agent.words import NEGATIONS, NUMBER_WORDS, UNREAL_GOVERNORS, UNREAL_MARKS
from language.models import load_parser

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_SUBJECTS = {"nsubj", "csubj", "expl"}
_PASSIVE_SUBJECTS = {"nsubjpass", "csubjpass"}
_OBJECTS = {"dobj", "obj", "dative", "attr", "acomp", "oprd"}
_RELATIVE = {"who", "which", "that", "whom"}
_PRONOUNS = {"it", "he", "she", "they", "him", "her", "them", "this", "that", "itself"}
_EMPTY_MODIFIERS = {"own", "other", "very"}


@dataclass(frozen=True, slots=True)
class Mention:
    """A thing as a sentence names it: its noun, what is said of it, how many.

    ``asked`` marks what a question asks for ("which rodent").
    """

    head: str
    modifiers: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    plural: bool = False
    owner: str | None = None
    asked: bool = False

    @property
    def is_pronoun(self) -> bool:
        """Whether the sentence alone does not tell who is meant."""
        return self.head in _PRONOUNS


@dataclass(frozen=True, slots=True)
class Proposition:
    """One verb with its roles.

    ``unreal`` marks what is only wanted, tried, feared or compared with ("as if to sing");
    ``at`` is the verb's place in the text and ``sentence`` the number of its sentence.
    """

    verb: str
    particle: str = ""
    subject: Mention | None = None
    objects: tuple[Mention, ...] = ()
    places: tuple[tuple[str, Mention], ...] = ()
    adverbs: frozenset[str] = frozenset()
    passive: bool = False
    negated: bool = False
    unreal: bool = False
    at: int = 0
    sentence: int = 0


@dataclass(frozen=True, slots=True)
class Reading:
    """A text's propositions, and pairs ``(earlier, later)`` of their indexes that it puts in order.

    ``nouns`` are all nouns of the text, ``stray`` those that stand in no proposition.
    """

    propositions: tuple[Proposition, ...]
    order: frozenset[tuple[int, int]] = frozenset()
    nouns: frozenset[str] = frozenset()
    stray: frozenset[str] = frozenset()


@lru_cache(maxsize=2048)
def read(text: str) -> Reading:
    """The propositions of ``text``, pronouns resolved to the last subject before them."""
    doc = load_parser()(text)
    verbs = [token for token in doc if _is_verb(token)]
    places = {token.i: index for index, token in enumerate(verbs)}
    propositions: list[Proposition] = []
    last: Mention | None = None
    numbering = {sentence.start: number for number, sentence in enumerate(doc.sents)}
    for token in verbs:
        one = _proposition(token, numbering[token.sent.start])
        one = _resolved(one, last)
        propositions.append(one)
        if one.subject is not None and not one.subject.is_pronoun:
            last = one.subject
    used = {
        mention.head
        for one in propositions
        for mention in (one.subject, *one.objects, *(place for _, place in one.places))
        if mention is not None
    }
    modifiers = {
        word
        for one in propositions
        for mention in (one.subject, *one.objects, *(place for _, place in one.places))
        if mention is not None
        for word in (*mention.modifiers, mention.owner)
    }
    nouns = frozenset(_lemma(token) for token in doc if token.pos_ in {"NOUN", "PROPN"})
    order = frozenset(_order(doc, places))
    return Reading(tuple(propositions), order, nouns, nouns - used - modifiers)


def mention_of(text: str) -> Mention | None:
    """The thing that a phrase without a verb names, if it names one."""
    doc = load_parser()(text)
    heads = [token for token in doc if token.dep_ == "ROOT"]
    head = next((token for token in heads if token.pos_ in {"NOUN", "PROPN", "PRON"}), None)
    return None if head is None else _mention(head)


def _is_verb(token: "Token") -> bool:
    if token.dep_ in {"aux", "auxpass"} or token.pos_ not in {"VERB", "AUX"}:
        return False
    # "a stretched arm", "the hidden rabbit": a participle before its noun is an attribute
    return not (token.dep_ == "amod" and token.i < token.head.i)


def _proposition(token: "Token", sentence: int) -> Proposition:
    subject, objects, places = _roles(token)
    children = list(token.children)
    return Proposition(
        verb=_lemma(token),
        particle=next((child.lower_ for child in children if child.dep_ == "prt"), ""),
        subject=subject,
        objects=tuple(objects),
        places=tuple(places),
        adverbs=frozenset(
            child.lemma_.lower()
            for child in children
            if child.dep_ in {"advmod", "npadvmod"} and child.lower_ not in NEGATIONS
        ),
        passive=any(child.dep_ in {"auxpass", *_PASSIVE_SUBJECTS} for child in children),
        negated=_negated(token),
        unreal=_unreal(token),
        at=token.i,
        sentence=sentence,
    )


def _roles(
    token: "Token",
) -> tuple[Mention | None, list[Mention], list[tuple[str, Mention]]]:
    subject = _subject(token)
    objects: list[Mention] = []
    places: list[tuple[str, Mention]] = []
    passive = False
    for child in token.children:
        if child.dep_ in _PASSIVE_SUBJECTS:
            passive = True
            objects += _mentions(_antecedent(child))
        elif child.dep_ in _OBJECTS and child.lower_ not in _RELATIVE:
            objects += _mentions(child)
        elif child.dep_ in _OBJECTS:
            objects += _mentions(_antecedent(child))
        elif child.dep_ == "agent":
            for grandchild in child.children:
                if grandchild.dep_ == "pobj":
                    subject = _mention(grandchild)
        elif child.dep_ == "prep":
            places += _places(child)
    if not passive and any(child.dep_ == "auxpass" for child in token.children):
        objects += [] if subject is None else [subject]
        subject = None
    if token.dep_ == "acl" and token.tag_ == "VBN":  # "the nut thrown by the squirrel"
        objects += _mentions(token.head)
    return subject, objects, places


def _places(preposition: "Token") -> Iterator[tuple[str, Mention]]:
    for child in preposition.children:
        if child.dep_ == "pobj":
            for mention in _mentions(child):
                yield preposition.lower_, mention
        elif child.dep_ == "prep":
            yield from _places(child)


def _subject(token: "Token") -> Mention | None:  # noqa: PLR0911 - one for each construction
    """The verb's own subject, else the one it shares with the verb it hangs on."""
    for child in token.children:
        if child.dep_ in _SUBJECTS:
            return _mention(_antecedent(child))
        if child.dep_ in _PASSIVE_SUBJECTS:
            return None
    if token.dep_ == "relcl":
        return None
    if token.dep_ == "acl":
        return None if token.tag_ == "VBN" else _mention(token.head)
    if token.dep_ == "ccomp":
        return None
    if token.dep_ in {"conj", "xcomp", "advcl", "pcomp", "dep"}:
        head = token.head
        while head.dep_ in {"prep", "mark"}:
            head = head.head
        if token.dep_ == "xcomp" and (raised := _object_controller(head)):
            return raised
        return _subject(head) if _is_verb(head) else None
    return None


def _object_controller(head: "Token") -> Mention | None:
    """In "makes it drop" and "watches the rabbit eat", the second verb's actor is the object."""
    return next((_mention(child) for child in head.children if child.dep_ in {"dobj"}), None)


def _antecedent(token: "Token") -> "Token":
    if token.lower_ in _RELATIVE and token.head.dep_ == "relcl":
        return token.head.head
    return token


def _mentions(token: "Token") -> list[Mention]:
    """A noun and those coordinated with it."""
    return [_mention(token), *(_mention(one) for one in token.conjuncts if one.i > token.i)]


def _mention(token: "Token") -> Mention:
    numbers: set[str] = set()
    modifiers: set[str] = set()
    owner = None
    asked = False
    for child in token.children:
        if child.dep_ == "nummod" or (child.like_num and child.dep_ in {"amod", "det"}):
            numbers.add(NUMBER_WORDS.get(child.lower_, child.lower_))
        elif child.dep_ in {"amod", "compound", "nmod"} and child.lower_ not in _EMPTY_MODIFIERS:
            modifiers.add(_lemma(child))
            modifiers |= {_lemma(one) for one in child.children if one.dep_ in {"amod", "conj"}}
        elif child.dep_ == "poss":
            owner = _lemma(child)
        elif child.dep_ == "det" and child.lower_ in NEGATIONS:
            numbers.add("0")
        elif child.dep_ == "det" and child.lower_ in {"which", "what", "whose"}:
            asked = True
    return Mention(
        head=_lemma(token),
        modifiers=frozenset(modifiers),
        numbers=frozenset(numbers),
        plural="Number=Plur" in str(token.morph),
        owner=owner,
        asked=asked,
    )


def _negated(token: "Token") -> bool:
    around = [
        *token.children,
        *(one for c in token.children if c.dep_ == "aux" for one in c.children),
    ]
    return any(child.dep_ == "neg" or child.lower_ in NEGATIONS for child in around)


def _unreal(token: "Token") -> bool:
    """Wanted, tried, feared, compared: anything that the sentence does not say happened."""
    if any(child.dep_ == "aux" and child.tag_ == "MD" for child in token.children):
        return True
    if any(child.lower_ in UNREAL_MARKS for child in token.children if child.dep_ == "mark"):
        return True
    infinitive = any(child.tag_ == "TO" for child in token.children)
    if infinitive and token.dep_ in {"advcl", "acl", "relcl", "ROOT"}:
        return True
    if token.dep_ in {"xcomp", "ccomp"} and token.head.lemma_.lower() in UNREAL_GOVERNORS:
        return True
    return token.dep_ == "conj" and _is_verb(token.head) and infinitive and _unreal(token.head)


def _resolved(one: Proposition, last: Mention | None) -> Proposition:
    """Pronouns as the last subject named before; a pronoun object of that subject stays open."""
    if last is None:
        return one
    if one.subject is not None and one.subject.is_pronoun:
        return replace(one, subject=last)
    return one


def _order(doc: "Doc", places: dict[int, int]) -> Iterator[tuple[int, int]]:
    """Pairs that the text orders by a word (before, after, then) or by going on to a next one."""
    verbs = [doc[at] for at in places]
    for token in verbs:
        mark = next(
            (child.lower_ for child in token.children if child.dep_ in {"mark", "advmod"}
             and child.lower_ in {"before", "after", "until", "once"}), "",
        )  # fmt: skip
        if token.dep_ == "pcomp" and token.head.lower_ in {"before", "after"}:
            mark, governor = token.head.lower_, token.head.head
        else:
            governor = token.head
        if mark and governor.i in places:
            pair = (places[governor.i], places[token.i])
            yield pair if mark in {"before", "until"} else pair[::-1]
    coordinated = [token for token in verbs if token.dep_ in {"ROOT", "conj"}]
    for index, first in enumerate(coordinated):
        for second in coordinated[index + 1 :]:
            yield places[first.i], places[second.i]


def _lemma(token: "Token") -> str:
    return str(token.lemma_).lower() if token.lemma_ != "-PRON-" else str(token.lower_)
