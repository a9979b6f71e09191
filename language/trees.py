"""Dependency trees in words of our own, which later rules may mend."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from language.sentences import Unit

FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
"""Tags of verb forms that can head a clause."""
SUBJECTS = ("nsubj", "nsubjpass", "csubj", "expl")
"""Dependencies in which a subject hangs on its verb."""


@dataclass(slots=True, eq=False)
class Word:
    """One word of a tree. ``index`` is its place in the tree, ``start`` its offset in the cue.

    ``shouted`` marks a name written in capitals, as screenplays introduce people.
    """

    text: str
    lemma: str
    tag: str
    pos: str
    dep: str
    index: int
    start: int
    head: "Word | None" = None
    children: list["Word"] = field(default_factory=list)
    shouted: bool = False

    def kids(self, *deps: str) -> list["Word"]:
        """Children that stand in one of these dependencies, in order."""
        return [child for child in self.children if child.dep in deps]

    def first(self, *deps: str) -> "Word | None":
        """The first such child."""
        return next((child for child in self.children if child.dep in deps), None)

    def subtree(self) -> Iterator["Word"]:
        """This word and all below it, depth first."""
        yield self
        for child in self.children:
            yield from child.subtree()

    def move(self, head: "Word | None", dep: str) -> None:
        """Hang this word under another head."""
        if self.head is not None:
            self.head.children.remove(self)
        self.head, self.dep = head, dep
        if head is not None:
            head.children.append(self)
            head.children.sort(key=lambda word: word.index)

    @property
    def is_verb(self) -> bool:
        """Whether it is a verb form, auxiliaries and modals included."""
        return self.pos in ("VERB", "AUX")


@dataclass(slots=True, eq=False)
class Tree:
    """One parsed unit. ``subjectless`` says that it was read as an order or a bare action."""

    unit: Unit
    words: list[Word]
    subjectless: bool = False

    @property
    def roots(self) -> list[Word]:
        """Words without a head: usually one."""
        return [word for word in self.words if word.head is None]


_TITLE_RUN = re.compile(r"(?:\b[A-Z][A-Z0-9.&'’-]*[A-Z0-9.]\b[ ,]*){3,}")


def title_spans(text: str) -> list[tuple[int, int]]:
    """Runs of three or more words in capitals: words shown, not told, so no verb is read there."""
    return [match.span() for match in _TITLE_RUN.finditer(text)]
