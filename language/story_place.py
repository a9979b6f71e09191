"""Where in a story a sentence stands, as its wording tells: who tells of a story introduces people
with "a" and "two", refers back to them by "he", and closes with "finally" or "ends".

English only; a sentence of another language shows no cue, and so tells nothing.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

from language.lexicon import word_set


class Cue(StrEnum):
    """Something in the wording of a sentence that tells its place in a story."""

    NEWCOMER = "its subject is introduced: a man, two girls, there is"
    INDEFINITE = "something in it is introduced: a, an"
    REFERS_BACK = "its subject is known from before: he, they, this"
    OPENING = "it names an opening: introduction, title"
    FIRST = "first, at the beginning"
    BEGINS = "something begins, starts"
    SCENE = "it says what there is to see: is shown, are standing"
    DRESS = "it says how somebody is dressed"
    NEXT = "then, next, after, once, as"
    GOES_ON = "continues, still, keeps"
    AGAIN = "again, more, another, back"
    ENDS = "finally, last, ends, stops, leaves"


MIDDLE = 0.55
"""Where a sentence without a cue stands on average."""

SHIFTS: Mapping[Cue, float] = MappingProxyType(
    {
        Cue.NEWCOMER: -0.15,
        Cue.INDEFINITE: -0.10,
        Cue.REFERS_BACK: 0.05,
        Cue.OPENING: -0.20,
        Cue.FIRST: -0.10,
        Cue.BEGINS: -0.05,
        Cue.SCENE: -0.10,
        Cue.DRESS: -0.05,
        Cue.NEXT: 0.05,
        Cue.GOES_ON: 0.10,
        Cue.AGAIN: 0.05,
        Cue.ENDS: 0.20,
    }
)
"""How far each cue moves a sentence, as a part of the story's length: least squares over sentences
of people who described videos, the same on both halves of them (docs/decisions/0014)."""

_FIRST_WORD: Mapping[Cue, frozenset[str]] = MappingProxyType(
    {
        Cue.NEWCOMER: word_set(
            """a an one two three four five six several some many people there various multiple
            men women someone somebody"""
        ),
        Cue.REFERS_BACK: word_set(
            "he she they it his her their its him them this these that those"
        ),
    }
)
_ANY_WORD: Mapping[Cue, frozenset[str]] = MappingProxyType(
    {
        Cue.INDEFINITE: word_set("a an"),
        Cue.OPENING: word_set(
            "introduction introduce introduces introduced introducing intro opening opens title"
        ),
        Cue.FIRST: word_set("first firstly beginning initially"),
        Cue.BEGINS: word_set("begin begins start starts starting"),
        Cue.DRESS: word_set("wearing dressed"),
        Cue.NEXT: word_set("then next afterwards later subsequently after once when as while"),
        Cue.GOES_ON: word_set(
            "continue continues continued continuing still keep keeps resume resumes"
        ),
        Cue.AGAIN: word_set("again more another also other back"),
        Cue.ENDS: word_set(
            """end ends ended ending finish finishes finished finishing stop stops stopped closing
            credits conclude concludes leaves fades finally last lastly final eventually"""
        ),
    }
)
_SCENE = re.compile(
    r"\b(?:is|are) (?:seen|shown|standing|sitting|seated|gathered|inside|outside)\b"
)
_WORD = re.compile(r"[a-z']+")


@lru_cache(maxsize=65_536)
def cues(sentence: str) -> frozenset[Cue]:
    """The cues that a sentence shows."""
    folded = sentence.lower()
    words = _WORD.findall(folded)
    if not words:
        return frozenset()
    present = set(words)
    shown = {cue for cue, cue_words in _FIRST_WORD.items() if words[0] in cue_words}
    shown |= {cue for cue, cue_words in _ANY_WORD.items() if not present.isdisjoint(cue_words)}
    if _SCENE.search(folded):
        shown.add(Cue.SCENE)
    return frozenset(shown)


def story_place(sentence: str) -> float | None:
    """From 0 (it opens a story) to 1 (it closes one); None where the wording says nothing."""
    shown = cues(sentence)
    if not shown:
        return None
    return min(1.0, max(0.0, MIDDLE + sum(SHIFTS[cue] for cue in shown)))
