"""A unit in other words: what is given to the parser in place of what was written.

Names in capitals, animals the model does not know, comma splices and fronted phrases without a
comma are made plain; and a *reading* may lend a subject or put an unmistakable word in place of
one that was misread. The tree keeps the text's own words and their places.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from language.lexicon import ANIMAL, ANIMATE, DOING, LIFELESS, SOMETIMES_ANIMATE, word_set
from language.models import dictionary, verb_base
from language.trees import SUBJECTS

if TYPE_CHECKING:
    from language.trees import Word

Token = tuple[str, int]
"""A word and its offset in the unit."""
VERB_TAGS = frozenset({"VB", "VBZ", "VBP", "VBD", "VBG"})
_CLAUSES = word_set("acl advcl ccomp conj parataxis relcl xcomp")
_A_NAME = "John"
"""Stands in for a name in capitals: the model knows it as one."""
_ALSO_VERBS = word_set("""ape bear bug cat crow dog duck fly fox goose hawk parrot pig ram worm""")
_KNOWN_ANIMALS = ANIMAL - SOMETIMES_ANIMATE - _ALSO_VERBS
_UNEVEN = {"calves": "calf", "geese": "goose", "mice": "mouse", "oxen": "ox", "wolves": "wolf"}
_STAND_IN_NOUNS = {
    **dict.fromkeys(_KNOWN_ANIMALS, "dog"),
    **{f"{noun}s": "dogs" for noun in _KNOWN_ANIMALS},
    **dict.fromkeys(_UNEVEN, "dogs"),
}
"""The model knows a dog when it sees one; a chinchilla it takes for an adjective."""
_SUBORDINATES = word_set("""after as because before if that when where which while who whose""")
_OPENERS = word_set(
    """a all an any at away back both down each every four from her him his in into it its more
    my off on one out over some that the their them these this those three to two up with your"""
)
_TITLES = word_set(
    """agent aunt captain coach colonel deputy detective doctor dr father general inspector judge
    king lady lieutenant lord miss mr mrs ms nurse officer prince princess professor queen
    sergeant sheriff sir sister uncle"""
)
_DETERMINERS = word_set("""a an another his her its my no our some the their this two three your""")
_MEN = frozenset({"men", "women", "children", "people", "policemen"})
_FRONTED = word_set(
    """above across after along among around at before behind below beside between beyond by from
    in inside near on outside over through under"""
)
_FUNCTION = word_set("""a an and are as at by from in into is of on onto or over the to with""")
_STANDS_IN = {True: "holds", False: "hold"}
_GOES = {True: "goes", False: "go"}


@dataclass(frozen=True, slots=True)
class Reading:
    """Words to parse, with what is shown and where each stands in the unit.

    ``lemmas`` overrides by index. ``verbs`` and ``nouns`` are the indexes that must be read as
    such; ``lent`` says how many words in front are not the text's; ``names`` are those in capitals.
    """

    words: list[str]
    shown: list[str]
    offsets: list[int]
    lemmas: dict[int, str] = field(default_factory=dict)
    verbs: tuple[int, ...] = ()
    nouns: tuple[int, ...] = ()
    lent: int = 0
    names: frozenset[int] = frozenset()

    @classmethod
    def as_written(cls, tokens: Sequence[Token]) -> "Reading":
        """The unit itself, with capitals, asides and comma splices made plain."""
        words: list[str] = []
        shown: list[str] = []
        offsets: list[int] = []
        lemmas: dict[int, str] = {}
        called: set[int] = set()
        names, roles = _shouted(tokens)
        ages = _ages(tokens) | _aside(tokens, names)
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
                called.add(len(words))
                lemmas[len(words)] = text.lower()
            elif text == "," and _splice(tokens, position):
                word = "and"
            elif text.lower() == "while" and _before_gerund(tokens, position):
                together = tokens[position + 1][0].endswith("ing") and position > 1
                word = "by" if together else "when"
            elif position == 0 and text == "While":
                word = "When"
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
        return cls(words, shown, offsets, lemmas, names=frozenset(called))

    def accepts(self, words: Sequence["Word"]) -> bool:
        """Whether the words in question were read as they should be."""
        return all(self._verb(words[i]) for i in self.verbs) and all(
            words[i].pos in ("NOUN", "PROPN") for i in self.nouns
        )

    def _verb(self, word: "Word") -> bool:
        if word.tag not in VERB_TAGS or not (word.head is None or word.dep in _CLAUSES):
            return False
        joined = word.dep == "conj" and word.head is not None and word.head.is_verb
        return joined or bool(self.lent) or any(c.dep in SUBJECTS for c in word.children)

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
            names=frozenset(i + moved for i in self.names),
        )

    def in_place_of_verb(self) -> "Reading":
        """A lent reading with an unmistakable verb after its subject."""
        words = list(self.words)
        form = words[self.lent]
        words[self.lent] = "holding" if form.endswith("ing") else _STANDS_IN[words[0] == "He"]
        return replace(self, words=words)

    def with_verb(self, index: int, base: str, going: bool) -> "Reading":
        """The same with an unmistakable verb at ``index``."""
        words = list(self.words)
        words[index] = (_GOES if going else _STANDS_IN)[self.words[index].lower() != base]
        return replace(
            self, words=words, lemmas={**self.lemmas, index: base}, verbs=(*self.verbs, index)
        )

    def with_noun(self, index: int) -> "Reading":
        """The same with an unmistakable noun at ``index``."""
        if index in self.nouns:
            return self
        words = list(self.words)
        text = words[index].lower()
        plural = text not in dictionary("noun")
        words[index] = "balls" if plural else "ball"
        lemma = noun_base(text) or text
        return replace(
            self, words=words, lemmas={**self.lemmas, index: lemma}, nouns=(*self.nouns, index)
        )


def _singular(noun: str) -> str:
    if noun in _UNEVEN:
        return _UNEVEN[noun]
    return noun[:-1] if noun.endswith("s") and noun[:-1] in ANIMAL else noun


def noun_base(text: str) -> str | None:
    """The dictionary's base of a noun form, or None where it is no noun."""
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


def _aside(tokens: Sequence[Token], names: set[int]) -> set[int]:
    """Positions of what is said of a name in passing: ``VICTOR, drunk, staggers in``."""
    begin = next((i for i in range(1, 3) if tokens[i : i + 1] and tokens[i][0] == ","), None)
    if begin is None or begin - 1 not in names:
        return set()
    closing = [i for i in range(begin + 2, begin + 8) if tokens[i : i + 1] and tokens[i][0] == ","]
    for close in closing:
        after = tokens[close + 1][0] if close + 1 < len(tokens) else ""
        if after.endswith("s") and after.islower() and verb_base(after) in DOING:
            return set(range(begin, close + 1))
    return set()


def _shouted(tokens: Sequence[Token]) -> tuple[set[int], set[int]]:
    """Positions of names in capitals (``JOHN crosses``), and of roles (``TWO MEN``).

    Longer runs are titles and stay as they are.
    """
    caps = [len(text) > 1 and text.rstrip(".").isalpha() and text.isupper() for text, _ in tokens]
    if _all_told_in_capitals(tokens):
        return set(), {i for i, (text, _) in enumerate(tokens) if text.isupper()}
    if sum(caps) > len([text for text, _ in tokens if text.isalpha()]) * 0.6:
        return set(), set()
    found: set[int] = set()
    roles: set[int] = set()
    run: list[int] = []
    for position, is_caps in enumerate([*caps, False]):
        if is_caps:
            run.append(position)
            continue
        words = {tokens[i][0].lower().rstrip(".") for i in run}
        before = tokens[run[0] - 1][0].lower() if run and run[0] else ""
        titled = len(run) == 2 and tokens[run[0]][0].lower().rstrip(".") in _TITLES
        if titled and tokens[run[1]][0].lower() not in ANIMATE:
            found.update(run)
        elif before in _DETERMINERS or words & LIFELESS or _someone(words):
            roles.update(run)
        elif len(run) <= 2:
            found.update(i for i in run if i == 0 or _could_be_called(tokens[i][0].lower()))
        run = []
    return found, roles


def _could_be_called(word: str) -> bool:
    """``BEN`` and ``BILL``, not ``TV`` or ``USB``."""
    return len(word) > 3 or (len(word) == 3 and word[1] in "aeiouy" and word != "suv")


def _someone(words: set[str]) -> bool:
    """``TWO OLD MEN``: a few words with somebody among them."""
    singular = {word.removesuffix("s") for word in words}
    return len(words) <= 3 and bool((words | singular) & (ANIMATE | _MEN))


def _all_told_in_capitals(tokens: Sequence[Token]) -> bool:
    """``A PHONE RINGS.`` tells; ``INT. KITCHEN`` and ``THE END`` do not."""
    words = [text for text, _ in tokens]
    if len(words) < 4 or words[-1] not in (".", "!") or words[0].lower() not in _DETERMINERS:
        return False
    told = [text for text in words[:-1] if text.isalpha()]
    return all(text.isupper() for text in told) and any(verb_base(w) in DOING for w in told[2:])


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
        if word in ("the", "a", "an") and before not in _FUNCTION and noun_base(before):
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
    if _aside_closes(tokens, position):
        return False
    if then in ".!" and any(text == "," for text, _ in tokens[:position]):
        return True
    return then in _OPENERS or noun_base(after) is None


def _aside_closes(tokens: Sequence[Token], position: int) -> bool:
    """``Iris, 40s, in a wet coat, | steps off``: no clause came before this comma."""
    commas = [i for i, (text, _) in enumerate(tokens[:position]) if text == ","]
    if not commas or commas[0] > 2:
        return False
    return tokens[commas[-1] + 1][0].lower() in _FRONTED | {"with", "wearing"}
