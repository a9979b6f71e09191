"""Verb frames: who does what to whom, with what, where; read off the tree of one unit."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from language.lexicon import LOCATIVE, PLACES, word_set
from language.phrases import NOMINAL, Phrase, PhraseBook
from language.trees import Word

Kind = Literal["action", "state", "purpose", "prevented"]
_VERB_LINKS = ("prep", "agent", "dative")
_OF_WHAT = {"because": "of", "due": "to", "thanks": "to", "owing": "to", "according": "to"}
_COLLAPSED = word_set("back center centre front middle side top")
WAYS = word_set(
    """above again ahead along apart around aside away back backward backwards behind below by
    close closer deep down downstairs downward far forward here high higher home in inside
    left lower nearer next off on out outside over overhead past right sideways straight there
    through together toward up upright upstairs upward upwards"""
)
"""Adverbs that say where to."""
_SHED = frozenset(
    {
        "order",
        "result",
        "consequence",
        "fact",
        "addition",
        "case",
        "spite",
        "terms",
        "time",
        "times",
        "while",
    }
)


@dataclass(slots=True, eq=False)
class Adjunct:
    """A prepositional phrase of a verb: ``beside`` and *the tree*."""

    preposition: str
    phrase: Phrase
    index: int

    @property
    def locative(self) -> bool:
        """Whether the preposition can say where."""
        return self.preposition.split()[0] in LOCATIVE


@dataclass(slots=True, eq=False)
class Frame:
    """One action or state.

    ``lead`` holds the verbs that melted with it (``begins to``), ``passive`` that no agent was
    named: the patient is then among the objects and ``subjects`` is empty. ``clausal_subject``:
    what happened is the subject (``…, which knocks it off``); ``points_back``: it happened in the
    sentence before (``This puzzles …``).
    """

    verb: Word
    lemma: str
    kind: Kind = "action"
    subjects: list[Phrase] = field(default_factory=list)
    objects: list[Phrase] = field(default_factory=list)
    recipients: list[Phrase] = field(default_factory=list)
    adjuncts: list[Adjunct] = field(default_factory=list)
    particle: str = ""
    lead: tuple[Word, ...] = ()
    negation: str = ""
    modal: str = ""
    passive: bool = False
    complement: tuple[Word, ...] = ()
    main: bool = False
    clausal_subject: bool = False
    points_back: bool = False
    first_person: bool = False

    @property
    def start(self) -> int:
        """Offset of the verb in its cue: the order in which events are told."""
        return self.verb.start

    @property
    def phrases(self) -> Iterator[Phrase]:
        """All phrases of the frame."""
        yield from self.subjects
        yield from self.recipients
        yield from self.objects
        for adjunct in self.adjuncts:
            yield adjunct.phrase


def adjuncts_of(verb: Word, objects: list[Word], book: PhraseBook) -> list[Adjunct]:
    """Prepositional phrases of a verb, also those that the parser hung on its object."""
    found: list[Adjunct] = []
    for child in verb.children:
        if child.dep in _VERB_LINKS and child.dep != "agent":
            found.extend(_adjuncts_at(child, book))
        elif child.dep == "advmod":
            for prep in child.kids("prep"):
                found.extend(_adjuncts_at(prep, book, child.text.lower()))
    for thing in objects:
        for prep in thing.kids("prep"):
            if prep.text.lower() not in ("of", "by") and prep.index > verb.index:
                found.extend(_adjuncts_at(prep, book))
    return sorted(found, key=lambda adjunct: adjunct.index)


def _adjuncts_at(prep: Word, book: PhraseBook, before: str = "") -> Iterator[Adjunct]:
    text = prep.text.lower()
    if text in _OF_WHAT:
        text = f"{text} {_OF_WHAT[text]}"
    if before in WAYS:
        text = f"{before} {text}"
    for target in prep.kids("pobj"):
        mutual = target.text.lower() in ("other", "another") and any(
            c.text.lower() in ("each", "one") for c in target.children
        )
        if mutual or (target.text.lower() == "one" and not target.children):
            continue
        if target.lemma in _SHED or target.pos not in (*NOMINAL, "DET", "ADJ"):
            continue
        of = next((p for p in target.kids("prep") if p.text.lower() == "of"), None)
        inner = of.first("pobj") if of is not None else None
        bare = not target.kids("poss", "amod")
        if inner is not None and target.lemma in _COLLAPSED and bare:
            yield from _each(f"{text} {target.text.lower()} of", inner, prep.index, book)
        else:
            yield from _each(text, target, prep.index, book)
            yield from _nested(target, book)
    for inner in prep.kids("prep"):
        for adjunct in _adjuncts_at(inner, book):
            adjunct.preposition = f"{text} {adjunct.preposition}"
            yield adjunct


def _nested(target: Word, book: PhraseBook) -> Iterator[Adjunct]:
    """``in the pan with a spatula``: *with* at the end of a chain belongs to the verb."""
    for prep in target.kids("prep"):
        place = any(thing.lemma in PLACES for thing in prep.kids("pobj"))
        if (place and prep.text.lower() not in ("of", "by")) or prep.text.lower() in (
            "with",
            "using",
            "from",
            "to",
            "into",
            "onto",
        ):
            yield from _adjuncts_at(prep, book)


def _each(text: str, target: Word, index: int, book: PhraseBook) -> Iterator[Adjunct]:
    for phrase in book.coordinated(target):
        yield Adjunct(text, phrase, index)
