"""Sentences as propositions: who does what to whom, where, how often, and whether at all.

Deliberately literal: two texts agree here only when their words do. It serves to *check* claims,
where a wrong yes costs more than a missed one; finding events is ``language``'s business.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from agent.polarity import negated, unreal
from agent.words import NEGATIONS, NUMBER_WORDS
from language.parsing import parse_units
from language.sentences import split_units
from language.trees import Word

_SUBJECTS = {"nsubj", "csubj", "expl"}
_PASSIVE_SUBJECTS = {"nsubjpass", "csubjpass"}
_OBJECTS = {"dobj", "obj", "dative", "attr", "acomp", "oprd"}
_RELATIVE = {"who", "which", "that", "whom"}
_GRAMMAR = frozenset({"ADP", "AUX", "CCONJ", "DET", "PART", "PUNCT", "SCONJ"})
_PRONOUNS = {"it", "he", "she", "they", "him", "her", "them", "this", "that", "itself"}
_EMPTY_MODIFIERS = {"own", "other", "very"}


@dataclass(frozen=True, slots=True)
class Mention:
    """A thing as a sentence names it: its noun, what is said of it, how many.

    ``asked`` marks what a question asks for ("which rodent"); ``of`` is what it is a measure, a
    vessel or a part of ("a tray of rolls").
    """

    head: str
    modifiers: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    plural: bool = False
    owner: str | None = None
    asked: bool = False
    of: str | None = None

    @property
    def is_pronoun(self) -> bool:
        """Whether the sentence alone does not tell who is meant."""
        return self.head in _PRONOUNS


@dataclass(frozen=True, slots=True)
class Proposition:
    """One verb with its roles.

    ``unreal`` marks what is only wanted, tried, feared or compared with ("as if to sing"), and
    ``asked`` what stands in a question; ``sentence`` is the number of its sentence.
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
    asked: bool = False
    sentence: int = 0

    @property
    def mentions(self) -> tuple[Mention, ...]:
        """All that it names: subject, objects and places."""
        subject = () if self.subject is None else (self.subject,)
        return (*subject, *self.objects, *(place for _, place in self.places))


@dataclass(frozen=True, slots=True)
class Reading:
    """A text's propositions, and pairs ``(earlier, later)`` of their indexes that it puts in order.

    ``nouns`` are all nouns of the text, ``stray`` those that stand in no proposition.
    ``lemmas`` are all words that are not grammar, whatever else the parser took them for.
    """

    propositions: tuple[Proposition, ...]
    order: frozenset[tuple[int, int]] = frozenset()
    nouns: frozenset[str] = frozenset()
    stray: frozenset[str] = frozenset()
    lemmas: frozenset[str] = frozenset()

    @property
    def words(self) -> frozenset[str]:
        """Every word that some proposition took in."""
        taken: set[str] = set()
        for one in self.propositions:
            taken |= {one.verb, one.particle, *one.adverbs, *(word for word, _ in one.places)}
            for mention in one.mentions:
                taken |= {mention.head, mention.owner or "", *mention.modifiers, *mention.numbers}
        return frozenset(taken)


@lru_cache(maxsize=2048)
def read(text: str) -> Reading:
    """The propositions of ``text``, subject pronouns resolved where only one thing can be meant."""
    trees = parse_units(list(split_units(0, text)))
    words = [word for tree in trees for word in tree.words]
    sentence_of = {id(word): tree.unit.sentence_number for tree in trees for word in tree.words}
    verbs = [word for word in words if _is_verb(word)]
    asked = {tree.unit.sentence_number for tree in trees if _is_question(tree.unit.sentence)}
    propositions: list[Proposition] = []
    for verb in verbs:
        sentence = sentence_of[id(verb)]
        one = replace(_proposition(verb, sentence), asked=sentence in asked)
        propositions.append(_resolved(one, propositions))
    mentions = [mention for one in propositions for mention in one.mentions]
    said = {word for one in mentions for word in (one.head, one.owner, *one.modifiers)}
    nouns = frozenset(word.lemma for word in words if word.pos in {"NOUN", "PROPN"})
    order = frozenset(_order(verbs))
    lemmas = frozenset(word.lemma for word in words if word.pos not in _GRAMMAR) - NEGATIONS
    return Reading(tuple(propositions), order, nouns, nouns - said, lemmas)


def mention_of(text: str) -> Mention | None:
    """The thing that a phrase without a verb names, if it names one."""
    roots = [root for tree in parse_units(list(split_units(0, text))) for root in tree.roots]
    head = next((word for word in roots if word.pos in {"NOUN", "PROPN", "PRON"}), None)
    return None if head is None else _mention(head)


def _is_question(sentence: str) -> bool:
    return sentence.rstrip(" \"'”’)]").endswith(("?", "？"))


def _is_verb(token: Word) -> bool:
    if token.dep in {"aux", "auxpass"} or token.pos not in {"VERB", "AUX"}:
        return False
    # "a stretched arm", "the hidden rabbit": a participle before its noun is an attribute
    head = token.head
    return not (token.dep == "amod" and head is not None and token.index < head.index)


def _proposition(token: Word, sentence: int) -> Proposition:
    subject, objects, places = _roles(token)
    children = list(token.children)
    return Proposition(
        verb=token.lemma,
        particle=next((child.text.lower() for child in children if child.dep == "prt"), ""),
        subject=subject,
        objects=tuple(objects),
        places=tuple(places),
        adverbs=frozenset(
            child.lemma
            for child in children
            if child.dep in {"advmod", "npadvmod"} and child.text.lower() not in NEGATIONS
        ),
        passive=any(child.dep in {"auxpass", *_PASSIVE_SUBJECTS} for child in children),
        negated=negated(token),
        unreal=unreal(token),
        sentence=sentence,
    )


def _roles(
    token: Word,
) -> tuple[Mention | None, list[Mention], list[tuple[str, Mention]]]:
    subject = _subject(token)
    objects: list[Mention] = []
    places: list[tuple[str, Mention]] = []
    passive = False
    for child in token.children:
        if child.dep in _PASSIVE_SUBJECTS:
            passive = True
            objects += _mentions(_antecedent(child))
        elif child.dep in _OBJECTS and child.text.lower() not in _RELATIVE:
            objects += _mentions(child)
        elif child.dep in _OBJECTS:
            objects += _mentions(_antecedent(child))
        elif child.dep == "agent":
            for grandchild in child.children:
                if grandchild.dep == "pobj":
                    subject = _mention(grandchild)
        elif child.dep == "prep":
            places += _places(child)
    if not passive and any(child.dep == "auxpass" for child in token.children):
        objects += [] if subject is None else [subject]
        subject = None
    if token.dep == "acl" and token.tag == "VBN" and token.head is not None:
        objects += _mentions(token.head)  # "the nut thrown by the squirrel"
    return subject, objects, places


def _places(preposition: Word) -> Iterator[tuple[str, Mention]]:
    for child in preposition.children:
        if child.dep == "pobj":
            for mention in _mentions(child):
                yield preposition.text.lower(), mention
        elif child.dep == "prep":
            yield from _places(child)


def _subject(token: Word) -> Mention | None:  # noqa: PLR0911 - one for each construction
    """The verb's own subject, else the one it shares with the verb it hangs on."""
    for child in token.children:
        if child.dep in _SUBJECTS:
            return _mention(_antecedent(child))
        if child.dep in _PASSIVE_SUBJECTS:
            return None
    head = token.head
    if head is None or token.dep in {"relcl", "ccomp"}:
        return None
    if token.dep == "acl":
        return None if token.tag == "VBN" else _mention(head)
    if token.dep in {"conj", "xcomp", "advcl", "pcomp", "dep"}:
        while head.dep in {"prep", "mark"} and head.head is not None:
            head = head.head
        if token.dep == "xcomp" and (raised := _object_controller(head)):
            return raised
        return _subject(head) if _is_verb(head) else None
    return None


def _object_controller(head: Word) -> Mention | None:
    """In "makes it drop" and "watches the rabbit eat", the second verb's actor is the object."""
    return next((_mention(child) for child in head.children if child.dep in {"dobj"}), None)


def _antecedent(token: Word) -> Word:
    clause = token.head
    relative = clause is not None and clause.dep == "relcl" and token.text.lower() in _RELATIVE
    return clause.head if relative and clause and clause.head else token


def _mentions(token: Word) -> list[Mention]:
    """A noun and those coordinated with it."""
    return [_mention(token), *(_mention(one) for one in _conjuncts(token))]


def _mention(token: Word) -> Mention:
    numbers: set[str] = set()
    modifiers: set[str] = set()
    owner = None
    asked = False
    for child in token.children:
        if child.dep == "nummod" or (child.tag == "CD" and child.dep in {"amod", "det"}):
            numbers.add(NUMBER_WORDS.get(child.text.lower(), child.text.lower()))
        elif (
            child.dep in {"amod", "compound", "nmod"} and child.text.lower() not in _EMPTY_MODIFIERS
        ):
            modifiers.add(child.lemma)
            modifiers |= {one.lemma for one in child.children if one.dep in {"amod", "conj"}}
        elif child.dep == "poss":
            owner = child.lemma
        elif child.dep == "det" and child.text.lower() in NEGATIONS:
            numbers.add("0")
        elif child.dep == "det" and child.text.lower() in {"which", "what", "whose"}:
            asked = True
    return Mention(
        head=token.lemma,
        modifiers=frozenset(modifiers),
        numbers=frozenset(numbers),
        plural=token.tag in {"NNS", "NNPS"},
        owner=owner,
        asked=asked,
        of=next((thing.lemma for of in _of(token) for thing in of.kids("pobj")), None),
    )


def _of(token: Word) -> list[Word]:
    return [child for child in token.kids("prep") if child.lemma == "of"]


def _resolved(one: Proposition, before: Sequence[Proposition]) -> Proposition:
    """A subject pronoun as who it must mean; left open where it could mean another.

    Inside a sentence that is the only subject so far, across sentences the only thing named.
    """
    if one.subject is None or not one.subject.is_pronoun or not before:
        return one
    subjects = [said.subject for said in before if said.subject is not None]
    named = {mention.head for mention in subjects}
    if before[-1].sentence != one.sentence:
        named |= {mention.head for said in before for mention in said.objects}
        named |= {mention.head for said in before for _, mention in said.places}
    if len(named) != 1 or subjects[-1].is_pronoun:
        return one
    return replace(one, subject=subjects[-1])


def _order(verbs: list[Word]) -> Iterator[tuple[int, int]]:
    """Pairs that the text orders by a word (before, after, then) or by going on to a next one."""
    places = {id(verb): place for place, verb in enumerate(verbs)}
    for verb in verbs:
        governor = verb.head
        mark = next(
            (
                child.text.lower()
                for child in verb.kids("mark", "advmod")
                if child.text.lower() in {"before", "after", "until", "once"}
            ),
            "",
        )
        if verb.dep == "pcomp" and governor is not None:
            mark, governor = governor.text.lower(), governor.head
        if mark in {"before", "after", "until", "once"} and id(governor) in places:
            pair = (places[id(governor)], places[id(verb)])
            yield pair if mark in {"before", "until"} else pair[::-1]
    in_turn = [verb for verb in verbs if verb.head is None or verb.dep == "conj"]
    for place, first in enumerate(in_turn):
        for second in in_turn[place + 1 :]:
            yield places[id(first)], places[id(second)]


def _conjuncts(token: Word) -> Iterator[Word]:
    for child in token.kids("conj"):
        yield child
        yield from _conjuncts(child)
