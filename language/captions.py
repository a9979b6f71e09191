"""Other readings of a unit that the parser found no verb in.

Captions drop what the parser leans on: the subject (``Dice shrimps``), articles (``Man enters
lobby``). Each reading lends the missing word, or puts a verb that is nothing else in place of one
that could be a noun, and is taken only if the suspected verb is then read as one.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from language.lexicon import ANIMATE, DOING
from language.models import dictionary, verb_base

if TYPE_CHECKING:
    from language.parsing import Word

_VERB_TAGS = frozenset({"VB", "VBZ", "VBP", "VBD", "VBG"})
_SUBJECTS = ("nsubj", "nsubjpass", "csubj", "expl")
_MAX_READINGS = 4
_A_NAME = "John"
"""Stands in for a name in capitals: the model knows it as one."""
_SUBORDINATES = frozenset("who which that while when as after before if because whose where".split())
_OPENERS = frozenset(
    """the a an his her its their my your some any all both each every this that these those it
    them him up down out off on in into over away back to at with from more two three four one""".split()
)
_STANDS_IN = {True: "holds", False: "hold"}
_GOES = {True: "goes", False: "go"}


@dataclass(frozen=True, slots=True)
class Reading:
    """Words to parse, with what is shown and where each stands in the unit.

    ``lemmas`` overrides by index; ``verb`` is the index that must be read as a verb, ``lent`` how
    many words in front are not the text's, ``joined`` says that the verb must follow another.
    """

    words: list[str]
    shown: list[str]
    offsets: list[int]
    lemmas: dict[int, str] = field(default_factory=dict)
    verb: int | None = None
    lent: int = 0
    joined: bool = False

    @classmethod
    def as_written(cls, tokens: Sequence[tuple[str, int]]) -> "Reading":
        """The unit itself, with capitals, asides and comma splices made plain."""
        words, shown, offsets, lemmas = [], [], [], {}
        names = _shouted(tokens)
        depth = 0
        for position, (text, start) in enumerate(tokens):
            if text in "([":
                depth += 1
            if depth or not text.strip():
                depth -= text in (")", "]")
                continue
            word = text
            if position in names:
                word = _A_NAME
            elif text == "," and _splice(tokens, position):
                word = "and"
            words.append(word)
            shown.append(text.capitalize() if position in names else text)
            if position in names:
                lemmas[len(words) - 1] = text.lower()
            offsets.append(start)
        return cls(words, shown, offsets, lemmas)

    def accepts(self, words: Sequence["Word"]) -> bool:
        """Whether the suspected verb was read as the verb of the sentence."""
        if self.verb is None or self.verb >= len(words):
            return False
        word = words[self.verb]
        if word.tag not in _VERB_TAGS:
            return False
        if self.joined:
            return word.dep == "conj" and word.head is not None and word.head.is_verb
        if self.lent:
            return word.head is None or word.dep in ("ccomp", "conj", "parataxis")
        return word.head is None and any(c.dep in _SUBJECTS for c in word.children)

    def lend(self, index: int, base: str) -> "Reading":
        """The same with a subject in front, from ``index`` on."""
        form = self.words[index].lower()
        lent = ["They", "are"] if form.endswith("ing") else ["They" if form == base else "He"]
        return Reading(
            [*lent, form, *self.words[index + 1 :]],
            [*([""] * len(lent)), *self.shown[index:]],
            [*([self.offsets[index]] * len(lent)), *self.offsets[index:]],
            {len(lent): base},
            verb=len(lent),
            lent=len(lent),
        )

    def stand_in(
        self, index: int, base: str, third: bool, intransitive: bool, joined: bool = False
    ) -> "Reading":
        """The same with an unmistakable verb at ``index``, joined to another verb or not."""
        words = list(self.words)
        words[index] = (_GOES if intransitive else _STANDS_IN)[third]
        lemmas = {**self.lemmas, index: base}
        return Reading(words, self.shown, self.offsets, lemmas, verb=index, joined=joined)


def _shouted(tokens: Sequence[tuple[str, int]]) -> set[int]:
    """Positions of names in capitals (``JOHN crosses``); longer runs are titles and stay."""
    caps = [len(text) > 1 and text.isalpha() and text.isupper() for text, _ in tokens]
    if sum(caps) > len([text for text, _ in tokens if text.isalpha()]) * 0.6:
        return set()
    found: set[int] = set()
    run: list[int] = []
    for position, is_caps in enumerate([*caps, False]):
        if is_caps:
            run.append(position)
            continue
        if len(run) <= 2:
            found.update(run)
        run = []
    return found


def _splice(tokens: Sequence[tuple[str, int]], position: int) -> bool:
    """A comma before a bare third-person verb: ``crosses to the window, looks out``."""
    if position + 2 > len(tokens) - 1 or position < 2:
        return False
    after, then = tokens[position + 1][0], tokens[position + 2][0].lower()
    if not re.fullmatch(r"[a-z]+s", after) or (verb_base(after) or "") not in DOING:
        return False
    if any(text.lower() in _SUBORDINATES for text, _ in tokens[:position]):
        return False
    if then in ".!" and any(text == "," for text, _ in tokens[:position]):
        return True
    return then in _OPENERS or after not in _noun_plurals(after)


def _noun_plurals(word: str) -> tuple[str, ...]:
    return (word,) if word[:-1] in dictionary("noun") else ()


def readings_of(words: Sequence["Word"], written: Reading) -> Iterator[Reading]:
    """Other readings worth trying, best first; none where the sentence has its verb."""
    if not words or not written.words or len(words) > 60:
        return
    yield from _bare_start(words, written)
    root = next(word for word in words if word.head is None)
    if not root.is_verb or _stolen_subject(root):
        yield from _hidden_verb(words, written)
    else:
        yield from _joined_verb(words, written)


def _bare_start(words: Sequence["Word"], written: Reading) -> Iterator[Reading]:
    """``Dice shrimps``, ``Stirs the soup``: the first word may be a verb without a subject."""
    start = next((i for i, w in enumerate(words) if w.pos not in ("ADV", "PUNCT", "CCONJ")), None)
    if start is None or start > 1 or start + 1 >= len(words):
        return
    word, after = words[start], words[start + 1]
    if word.tag in _VERB_TAGS and word.head is None:
        return
    root = next(w for w in words if w.head is None)
    if root is not word and root.is_verb and _agrees(root):
        return
    base = _gerund_base(word.text) or verb_base(word.text)
    if base is None or after.text.lower() in ("and", "or", ",", "of", "'s", "-"):
        return
    only_verb = base not in dictionary("noun") and base not in dictionary("adj")
    opens = after.tag in ("DT", "PRP$", "PRP", "CD")
    if opens or only_verb or (base in DOING and base not in ANIMATE):
        yield written.lend(start, base)


def _gerund_base(form: str) -> str | None:
    """``drinking`` → ``drink``, where that is an everyday action."""
    word = form.lower()
    if not word.endswith("ing"):
        return None
    stem = word[:-3]
    guesses = (stem, stem + "e", stem[:-1] if stem[-1:] == stem[-2:-1] else stem)
    return next((guess for guess in guesses if guess in DOING), None)


def _agrees(root: "Word") -> bool:
    """Whether a finite verb has a subject of its own number: *rinses hands* has not."""
    subject = next((c for c in root.children if c.dep in _SUBJECTS), None)
    if subject is None:
        return root.tag in ("VBD", "VBN")
    if any(c.dep in ("aux", "auxpass", "cop") for c in root.children) or root.pos == "AUX":
        return True
    if any(c.dep in ("det", "poss", "conj", "nummod") for c in subject.children):
        return True
    plural = subject.tag in ("NNS", "NNPS")
    if root.tag == "VBZ":
        return not plural
    if root.tag in ("VBP", "VB"):
        return subject.tag not in ("NN", "VBG", "VB")
    return subject.index > 0 or subject.tag not in ("VB", "VBP", "VBZ") 


def _stolen_subject(root: "Word") -> bool:
    """``Officer escorts suspect out``: a plural subject that could be the verb of its own noun."""
    subject = next((c for c in root.children if c.dep == "nsubj"), None)
    if subject is None or subject.tag != "NNS" or root.tag != "VBP":
        return False
    modified = [c for c in subject.children if c.dep in ("compound", "amod", "nmod")]
    determined = any(c.dep in ("det", "poss", "nummod") for c in subject.children)
    return bool(modified) and not determined and verb_base(subject.text) is not None


def _joined_verb(words: Sequence["Word"], written: Reading) -> Iterator[Reading]:
    """``exit vehicle and approach entrance``: a verb after *and* that was read as a noun."""
    for word in words[2:]:
        before = words[word.index - 1].text.lower()
        if before not in ("and", "then", "but") or word.tag not in ("NN", "NNS", "JJ", "NNP"):
            continue
        base = verb_base(word.text)
        if base is None or base not in DOING:
            continue
        after = words[word.index + 1] if word.index + 1 < len(words) else None
        opens = after is not None and (after.pos in ("DET", "NOUN", "ADP", "ADV", "PRON", "NUM"))
        if not opens and word.tag != "NNS":
            continue
        going = after is None or after.pos not in ("DET", "NOUN", "PRON", "NUM")
        yield written.stand_in(word.index, base, word.text != base, going, joined=True)


def _hidden_verb(words: Sequence["Word"], written: Reading) -> Iterator[Reading]:
    """``Man in red jacket enters lobby``: a verb read as a noun, after its subject."""
    tried = 0
    for word in words[1:-1] if words[-1].pos == "PUNCT" else words[1:]:
        base = verb_base(word.text)
        if base is None or not word.text.islower():
            continue
        if base not in DOING and word.tag not in _VERB_TAGS:
            continue
        before = words[word.index - 1]
        if before.tag in ("DT", "PRP$", "IN", "JJ", "POS"):
            continue
        third = word.text != base
        after = words[word.index + 1] if word.index + 1 < len(words) else None
        intransitive = after is None or after.tag in ("IN", "RB", "RP", "TO") or after.pos in (
            "PUNCT",
            "CCONJ",
        )
        yield written.stand_in(word.index, base, third, intransitive)
        tried += 1
        if tried >= _MAX_READINGS:
            return
