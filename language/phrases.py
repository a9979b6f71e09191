"""Noun phrases: the head that names a thing, and what stands around it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from language.lexicon import (
    ANIMATE,
    BODY_PARTS,
    CLOTHES,
    COLOURS,
    CONTRAST,
    COUNTED_GROUPS,
    LIFELESS,
    QUANTITY_HEADS,
    word_set,
)
from language.models import dictionary
from language.trees import Tree, Word

_NUMBERS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
}
_PARTS_OF_PLACES = word_set(
    """back base beginning bottom center centre corner edge end foot front half middle mouth part
    point rest rim side surface tip top"""
)
NOMINAL = ("NOUN", "PROPN", "PRON", "NUM")
PERSONAL = word_set(
    """he her hers herself him himself his i it its itself me mine my myself our ours she their
    theirs them themselves they us we you your yours"""
)
POINTING = frozenset({"this", "that", "these", "those"})
SETS = frozenset(
    {"both", "all", "two", "three", "four", "other", "others", "trio", "pair", "duo", "latter"}
)


@dataclass(eq=False)
class Phrase:
    """One mention of something. ``head`` names it: of ``a group of flowers`` that is *flowers*."""

    head: Word
    outer: Word
    tree: Tree
    owner: "Phrase | None" = None
    complement: "Phrase | None" = None
    wearing: tuple[str, ...] = ()
    modifiers: tuple[str, ...] = ()
    conjuncts: list["Phrase"] = field(default_factory=list)

    @cached_property
    def determiner(self) -> str:
        """The article, demonstrative or quantifier, in lower case; empty where bare."""
        words = [c.text.lower() for c in self.head.children if c.dep in ("det", "predet")]
        return words[-1] if words else ""

    @cached_property
    def noun(self) -> str:
        """The head with the nouns in front of it: ``tree root``. Singular stays singular."""
        parts = [c for c in self.head.children if c.dep in ("compound", "nmod") and not c.is_verb]
        parts = [c for c in parts if c.index < self.head.index and c.lemma not in COLOURS]
        if self.outer is not self.head and self.outer.text.lower() in ("one", "each"):
            return " ".join([*(c.text.lower() for c in parts), self.head.lemma])
        if self.head.pos == "PROPN" and not self._common:
            return " ".join([*(c.text for c in parts), self.head.text])
        return " ".join([*(c.text.lower() for c in parts), self._lowered(self.head)])

    @property
    def _common(self) -> bool:
        """A plain noun that only stands first in its sentence with a capital."""
        text = self.head.text.lower()
        plural = text.endswith("s") and text[:-1] in dictionary("noun")
        return self.head.index == 0 and (plural or text in ANIMATE | LIFELESS)

    def _lowered(self, word: Word) -> str:
        return word.text if len(word.text) == 1 else word.text.lower()

    @property
    def lemma(self) -> str:
        """The head's base form."""
        return self.head.lemma if self.head.pos != "PROPN" else self.head.text.lower()

    @cached_property
    def count(self) -> int | None:
        """How many, where a number or a word such as *trio* says so."""
        for child in self.head.children:
            if child.dep == "nummod":
                text = child.text.lower()
                return _NUMBERS.get(text) or (int(text) if text.isdecimal() else None)
        word = self.outer.text.lower()
        return COUNTED_GROUPS.get(word) or _NUMBERS.get(word)

    @cached_property
    def plural(self) -> bool:
        """Whether more than one is meant."""
        if self.count is not None:
            return self.count > 1
        if self.outer.text.lower() in ("one", "each"):
            return False
        if self.outer is not self.head:
            return self.head.tag in ("NNS", "NNPS") and self.outer.text.lower() not in (
                "one",
                "each",
            )
        text = self.head.text.lower()
        if text in ("they", "them", "their", "these", "those", "we", "us", "both", "others"):
            return True
        return self.head.tag in ("NNS", "NNPS") or text in ("people", "two", "three", "four")

    @property
    def is_pronoun(self) -> bool:
        """A personal pronoun, *this* or *that* by itself, or *both*, *the other two*."""
        text = self.head.text.lower()
        if text in PERSONAL or (text in ("trio", "duo", "pair") and self.is_set):
            return True
        if text in ("others", "one", "ones") and not self.head.kids("amod", "compound"):
            return True
        if self.head.pos in ("NOUN", "PROPN") and text not in ("both", "latter"):
            return False
        return text in POINTING or self.is_set

    @property
    def is_set(self) -> bool:
        """Members of a set known before: *both*, *all three*, *the other two*."""
        text = self.head.text.lower()
        if text in ("both", "latter"):
            return True
        if text == "others" and self.determiner != "the":
            return False
        bare = not any(c.dep in ("prep", "compound") for c in self.head.children)
        if text in ("trio", "duo", "pair"):
            return self.determiner == "the" and bare
        if text == "others":
            return bare
        return self.head.pos in ("NUM", "PRON", "DET", "ADJ") and text in SETS and bare

    @cached_property
    def introduces(self) -> str | None:
        """*second*, *another* …, where the phrase brings in one more of a kind."""
        for child in self.head.children:
            if child.text.lower() in CONTRAST and child.dep in ("amod", "det", "nummod"):
                return child.text.lower()
        return None

    @property
    def definite(self) -> bool:
        """Whether the phrase points to something known."""
        return self.determiner in ("the", "this", "that", "these", "those") or bool(self.owner)


class PhraseBook:
    """The phrases of one tree, one per head, so that each mention is resolved once."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._phrases: dict[int, Phrase] = {}

    def phrase(self, word: Word) -> Phrase:
        """The phrase that ``word`` heads."""
        known = self._phrases.get(word.index)
        if known is None:
            head = _naming_head(word)
            known = Phrase(head, word, self._tree)
            self._phrases[word.index] = known
            known.owner = self._owner(head)
            known.wearing = tuple(self._wearing(head))
            known.modifiers = tuple(_modifiers(head))
            known.complement = self._complement(head)
        return known

    def coordinated(self, word: Word) -> list[Phrase]:
        """``word`` and the nouns joined to it, in order."""
        found = [self.phrase(word)]
        for child in word.children:
            if child.dep in ("conj", "appos") and child.pos in (*NOMINAL, "DET"):
                if child.dep == "appos" and not (_listed(word) or _listed(child)):
                    continue
                found.extend(self._sharing_owner(found[0], self.coordinated(child)))
        return found

    @staticmethod
    def _sharing_owner(first: Phrase, others: list[Phrase]) -> list[Phrase]:
        """``its hands and feet``: the feet are *its* too."""
        for phrase in others:
            bare = phrase.owner is None and not phrase.determiner
            if bare and phrase.lemma in BODY_PARTS:
                phrase.owner = first.owner
        return others

    def all_phrases(self) -> Iterable[Phrase]:
        """Every phrase asked for so far, in reading order."""
        return [self._phrases[index] for index in sorted(self._phrases)]

    def _owner(self, head: Word) -> Phrase | None:
        word = head.first("poss")
        return self.phrase(word) if word is not None else None

    def _complement(self, head: Word) -> Phrase | None:
        for prep in head.kids("prep"):
            target = prep.first("pobj")
            if prep.text.lower() == "of" and target is not None and target is not head:
                return self.phrase(target)
        return None

    def _wearing(self, head: Word) -> Iterable[str]:
        for prep in head.kids("prep", "acl", "amod"):
            links = [prep, *prep.kids("prep")]
            for link in links:
                if link.text.lower() not in ("in", "with", "wearing", "dressed"):
                    continue
                for target in link.kids("pobj", "dobj"):
                    if target.lemma in CLOTHES or target.text.lower() in CLOTHES:
                        colour = [c.text.lower() for c in target.kids("amod", "compound")]
                        yield " ".join([*colour, target.text.lower()])
                    elif link.text.lower() == "in" and target.lemma in _COLOUR_WORDS:
                        yield target.text.lower()


_COLOUR_WORDS = word_set("""black blue brown green grey orange pink purple red white yellow""")


def _naming_head(word: Word) -> Word:
    """Of ``a group of flowers`` or ``one of the men``: the noun after *of*."""
    counts = word.lemma in QUANTITY_HEADS or word.text.lower() in QUANTITY_HEADS
    if not counts and word.pos != "NUM":
        return word
    for prep in word.kids("prep"):
        target = prep.first("pobj")
        if prep.text.lower() == "of" and target is not None:
            return target
    return word


def _modifiers(head: Word) -> Iterable[str]:
    for child in head.children:
        colour = child.dep in ("compound", "nmod") and child.lemma in COLOURS
        if colour and child.index < head.index:
            yield child.text.lower()
        elif child.dep in ("amod", "nummod") and child.index < head.index:
            yield from (c.text.lower() for c in child.children if c.dep in ("amod", "conj"))
            if child.dep == "amod":
                hyphen = [c for c in child.children if c.dep in ("npadvmod", "punct", "amod")]
                yield "".join([*(c.text.lower() for c in hyphen), child.text.lower()]).lstrip(",")


def _listed(word: Word) -> bool:
    """Whether an apposition is really a list without *and*: ``nuts, acorns, apples``."""
    return any(c.dep == "cc" for c in word.children)


def names_part(phrase: Phrase) -> bool:
    """``edge of the forest``: a head that means nothing without its complement."""
    if phrase.complement is None:
        return False
    lifeless = phrase.lemma in BODY_PARTS and phrase.complement.lemma not in ANIMATE
    return lifeless or phrase.lemma in _PARTS_OF_PLACES
