"""Other readings of a unit in which the parser mistook a verb, or found none.

Captions drop what the parser leans on: the subject (``Dice shrimps``), articles (``Man enters
lobby``); and a small model takes rare words for what they are not. Each reading lends the missing
word, or puts a word that is nothing else in place of one that was misread. It is taken only if the
words in question are then read as they should be; the tree keeps the text's own words.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from language.lexicon import ANIMAL, ANIMATE, DOING, GROUPS, SOMETIMES_ANIMATE
from language.models import dictionary, verb_base

if TYPE_CHECKING:
    from language.parsing import Word

Token = tuple[str, int]
_VERB_TAGS = frozenset({"VB", "VBZ", "VBP", "VBD", "VBG"})
_CLAUSES = frozenset("conj advcl ccomp relcl parataxis acl xcomp".split())
_SUBJECTS = ("nsubj", "nsubjpass", "csubj", "expl")
_MAX_READINGS = 4
_MAX_WORDS = 60
_A_NAME = "John"
"""Stands in for a name in capitals: the model knows it as one."""
_ALSO_VERBS = frozenset(
    "dog duck hawk crow parrot ram worm pig bear fly bug cat fox ape goose".split()
)
_KNOWN_ANIMALS = ANIMAL - SOMETIMES_ANIMATE - _ALSO_VERBS
_STAND_IN_NOUNS = {
    **dict.fromkeys(_KNOWN_ANIMALS, "dog"),
    **{f"{noun}s": "dogs" for noun in _KNOWN_ANIMALS},
}
"""The model knows a dog when it sees one; a chinchilla it takes for an adjective."""
_SUBORDINATES = frozenset(
    "who which that while when as after before if because whose where".split()
)
_OPENERS = frozenset(
    """the a an his her its their my your some any all both each every this that these those it
    them him up down out off on in into over away back to at with from more two three four one""".split()
)
_MEN = frozenset({"men", "women", "children", "people", "policemen"})
_FRONTED = frozenset(
    """in on at behind beside by near under below above beyond from across among around inside
    outside between after before over through along""".split()
)
_FUNCTION = frozenset(
    "in on at of to the a an and or with from by as over into onto is are".split()
)
_STANDS_IN = {True: "holds", False: "hold"}
_GOES = {True: "goes", False: "go"}


@dataclass(frozen=True, slots=True)
class Reading:
    """Words to parse, with what is shown and where each stands in the unit.

    ``lemmas`` overrides by index. ``verbs`` and ``nouns`` are the indexes that must be read as
    such; ``lent`` says how many words in front are not the text's.
    """

    words: list[str]
    shown: list[str]
    offsets: list[int]
    lemmas: dict[int, str] = field(default_factory=dict)
    verbs: tuple[int, ...] = ()
    nouns: tuple[int, ...] = ()
    lent: int = 0

    @classmethod
    def as_written(cls, tokens: Sequence[Token]) -> "Reading":
        """The unit itself, with capitals, asides and comma splices made plain."""
        words: list[str] = []
        shown: list[str] = []
        offsets: list[int] = []
        lemmas: dict[int, str] = {}
        names, roles = _shouted(tokens)
        ages = _ages(tokens)
        fronted = _after_fronted_phrase(tokens)
        depth = 0
        for position, (text, start) in enumerate(tokens):
            if text in "([":
                depth += 1
            if depth or not text.strip() or position in ages:
                depth -= text in (")", "]")
                continue
            word, show = text, text
            if position in roles:
                word = show = text.lower()
            elif position in names:
                word, show = _A_NAME, text.capitalize()
                lemmas[len(words)] = text.lower()
            elif text == "," and _splice(tokens, position):
                word = "and"
            elif text.lower() == "while" and _before_gerund(tokens, position):
                word = "when"
            elif (known := _STAND_IN_NOUNS.get(text.lower())) is not None:
                word = known
                lemmas[len(words) + (position == fronted)] = _singular(text.lower())
            if position == fronted:
                words.append(",")
                shown.append("")
                offsets.append(start)
            words.append(word)
            shown.append(show)
            offsets.append(start)
        return cls(words, shown, offsets, lemmas)

    def accepts(self, words: Sequence["Word"]) -> bool:
        """Whether the words in question were read as they should be."""
        return all(self._verb(words[i]) for i in self.verbs) and all(
            words[i].pos in ("NOUN", "PROPN") for i in self.nouns
        )

    def _verb(self, word: "Word") -> bool:
        if word.tag not in _VERB_TAGS or not (word.head is None or word.dep in _CLAUSES):
            return False
        joined = word.dep == "conj" and word.head is not None and word.head.is_verb
        return joined or bool(self.lent) or any(c.dep in _SUBJECTS for c in word.children)

    def lend(self, index: int, base: str) -> "Reading":
        """The same with a subject in front, from ``index`` on."""
        form = self.words[index].lower()
        lent = ["They", "are"] if form.endswith("ing") else ["They" if form == base else "He"]
        moved = len(lent) - index
        return Reading(
            [*lent, form, *self.words[index + 1 :]],
            [*([""] * len(lent)), *self.shown[index:]],
            [*([self.offsets[index]] * len(lent)), *self.offsets[index:]],
            {**{i + moved: lemma for i, lemma in self.lemmas.items()}, len(lent): base},
            verbs=(len(lent),),
            lent=len(lent),
        )

    def with_verb(self, index: int, base: str, going: bool) -> "Reading":
        """The same with an unmistakable verb at ``index``."""
        words = list(self.words)
        words[index] = (_GOES if going else _STANDS_IN)[self.words[index].lower() != base]
        return replace(
            self, words=words, lemmas={**self.lemmas, index: base}, verbs=(*self.verbs, index)
        )

    def with_noun(self, index: int) -> "Reading":
        """The same with an unmistakable noun at ``index``."""
        words = list(self.words)
        text = words[index].lower()
        plural = text not in dictionary("noun")
        words[index] = "balls" if plural else "ball"
        lemma = _noun_base(text) or text
        return replace(
            self, words=words, lemmas={**self.lemmas, index: lemma}, nouns=(*self.nouns, index)
        )


def _singular(noun: str) -> str:
    return noun[:-1] if noun.endswith("s") and noun[:-1] in ANIMAL else noun


def _noun_base(text: str) -> str | None:
    nouns = dictionary("noun")
    guesses = (text, text[:-1] if text.endswith("s") else text)
    return next((guess for guess in guesses if guess in nouns), None)


def _ages(tokens: Sequence[Token]) -> set[int]:
    """Positions of an age told of a name: ``FRANK, 50s, enters``."""
    found: set[int] = set()
    for position, (text, _) in enumerate(tokens[:4]):
        number = tokens[position + 1][0] if position + 1 < len(tokens) else ""
        if text != "," or not re.fullmatch(r"\d{1,2}s?|\(?\d{1,2}s?\)?", number):
            continue
        close = next(
            (
                i
                for i in range(position + 2, position + 4)
                if tokens[i : i + 1] and tokens[i][0] == ","
            ),
            None,
        )
        if close is not None:
            found.update(range(position, close + 1))
    return found


def _shouted(tokens: Sequence[Token]) -> tuple[set[int], set[int]]:
    """Positions of names in capitals (``JOHN crosses``), and of roles (``TWO MEN``).

    Longer runs are titles and stay as they are.
    """
    caps = [len(text) > 1 and text.isalpha() and text.isupper() for text, _ in tokens]
    if sum(caps) > len([text for text, _ in tokens if text.isalpha()]) * 0.6:
        return set(), set()
    found: set[int] = set()
    roles: set[int] = set()
    run: list[int] = []
    for position, is_caps in enumerate([*caps, False]):
        if is_caps:
            run.append(position)
            continue
        words = {tokens[i][0].lower() for i in run}
        if len(run) <= 3 and any(
            w in ANIMATE or w.removesuffix("s") in ANIMATE or w in _MEN for w in words
        ):
            roles.update(run)
        elif len(run) <= 2:
            found.update(i for i in run if i == 0 or len(tokens[i][0]) > 3)
        run = []
    return found, roles


def _before_gerund(tokens: Sequence[Token], position: int) -> bool:
    return any(text.endswith("ing") for text, _ in tokens[position + 1 : position + 3])


def _after_fronted_phrase(tokens: Sequence[Token]) -> int | None:
    """Where a comma is missing: ``Behind the rodents | a log comes down``."""
    if (
        len(tokens) < 6
        or tokens[0][0].lower() not in _FRONTED
        or "," in {t for t, _ in tokens[:10]}
    ):
        return None
    for position in range(3, min(9, len(tokens) - 2)):
        word, before = tokens[position][0].lower(), tokens[position - 1][0].lower()
        if word in ("the", "a", "an") and before not in _FUNCTION and _noun_base(before):
            base = verb_base(before)
            return position if base is None or base not in DOING or before != base else None
    return None


def _splice(tokens: Sequence[Token], position: int) -> bool:
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
    return then in _OPENERS or _noun_base(after) is None


def readings_of(words: Sequence["Word"], written: Reading) -> Iterator[Reading]:
    """Other readings worth trying, best first; none where nothing looks misread."""
    if not words or not written.words or len(words) > _MAX_WORDS:
        return
    yield from _bare_start(words, written)
    sure = written
    for word in words:
        if _misread_noun(word):
            sure = sure.with_noun(word.index)
    suspects = [(w, base) for w in words[1:] if (base := _misread_verb(w, words)) is not None]
    both = sure
    for word, base in suspects:
        both = both.with_verb(word.index, base, _going(word, words))
    if suspects:
        yield both
    if len(suspects) > 1:
        for word, base in suspects:
            yield sure.with_verb(word.index, base, _going(word, words))
    root = next(word for word in words if word.head is None)
    if not root.is_verb or _stolen_subject(root):
        yield from _hidden_verb(words, sure)
    if sure is not written:
        yield sure


def _misread_noun(word: "Word") -> bool:
    """A word that is only ever a noun, read as something else."""
    text = word.text.lower()
    if _after_goal(word):
        return True
    if word.pos in ("NOUN", "PROPN", "PUNCT", "ADP", "DET", "PRON") or not text.isalpha():
        return False
    if len(text) < 4 or verb_base(text) or text in dictionary("adj") or text in dictionary("adv"):
        return False
    return _noun_base(text) is not None and not text.endswith(("ing", "ed"))


def _after_goal(word: "Word") -> bool:
    """``By the tree root the dog …``: a verb without subject inside what a preposition governs."""
    if word.tag not in ("VB", "VBP") or word.index < 2 or word.head is not None:
        return False
    if any(c.dep in (*_SUBJECTS, "aux") for c in word.children):
        return False
    fronted = word.children[0] if word.children else None
    return (
        fronted is not None
        and fronted.dep == "prep"
        and any(c.dep == "pobj" and c.index == word.index - 1 for c in fronted.children)
        and _noun_base(word.text.lower()) is not None
    )


def _misread_verb(word: "Word", words: Sequence["Word"]) -> str | None:
    """The base of a verb that was read as a noun, where the words around it give it away."""
    if word.tag not in ("NN", "NNS", "NNP", "NNPS", "JJ") or not word.text.islower():
        return None
    base = verb_base(word.text)
    if base is None:
        return None
    third = word.text != base
    before = words[word.index - 1]
    first = min((w.index for w in word.children if w.index < word.index), default=word.index)
    article = words[first].text.lower() in ("a", "an", "another", "one", "each")
    sure = third and (_noun_base(word.text) is None or (article and first < word.index - 1))
    if base not in DOING and not sure:
        return None
    if before.tag == "CC" or before.text.lower() == "then":
        return base if _joins(word, words, third) else None
    if before.tag == "CD" and word.tag == "NN" and not third and word.dep != "compound":
        return base if before.text.lower() not in ("one", "1") else None
    if before.pos not in ("NOUN", "PROPN", "PRON") or before.head is not word:
        return None
    singular = before.tag in ("NN", "NNP")
    if third and singular and article:
        return base
    if third and singular and before.lemma in ANIMATE | GROUPS:
        return base
    if not third and before.tag == "NNS":
        return base
    joined = any(c.dep == "cc" for w in words[first : word.index] for c in w.children)
    return (
        base if not third and before.lemma in ANIMATE and (joined or word.dep == "conj") else None
    )


def _joins(word: "Word", words: Sequence["Word"], third: bool) -> bool:
    """``exit vehicle and approach entrance``: a bare word after *and* that goes on like a verb."""
    if any(c.dep in ("det", "poss", "amod", "nummod", "compound") for c in word.children):
        return False
    if third and not any(w.tag == "VBZ" for w in words):
        return False
    after = words[word.index + 1] if word.index + 1 < len(words) else None
    opens = after is not None and after.pos in ("DET", "NOUN", "ADP", "ADV", "PRON", "NUM")
    return opens or third


def _going(word: "Word", words: Sequence["Word"]) -> bool:
    """Whether what follows fits a verb without object."""
    after = words[word.index + 1] if word.index + 1 < len(words) else None
    return after is None or after.pos not in ("DET", "NOUN", "PRON", "NUM", "ADJ", "PROPN")


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
    if root.tag == "VBZ":
        return subject.tag not in ("NNS", "NNPS")
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


def _hidden_verb(words: Sequence["Word"], written: Reading) -> Iterator[Reading]:
    """``Man in red jacket enters lobby``: a verb read as a noun, after its subject."""
    tried = 0
    for word in words[1:-1] if words[-1].pos == "PUNCT" else words[1:]:
        base = verb_base(word.text)
        if base is None or not word.text.islower():
            continue
        if base not in DOING and word.tag not in _VERB_TAGS:
            continue
        if words[word.index - 1].tag in ("DT", "PRP$", "IN", "JJ", "POS"):
            continue
        yield written.with_verb(word.index, base, _going(word, words))
        tried += 1
        if tried >= _MAX_READINGS:
            return
