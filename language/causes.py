"""Causes, means and order between the events of a sentence, where the words say so.

*because*, *so that*, *so*, *makes X do*, ``, which knocks it off`` → CAUSES; purpose, *by* and
*lets X do* → ENABLES; *prevents X from* and results told with *not* → PREVENTS; *until*, *after*
and *before* → BEFORE. The direction is always from what comes first in the world.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graph_schema.relationships import RelationType
from language.actions import Frame
from language.clauses import ClauseReader
from language.lexicon import (
    CAUSATIVE,
    ENABLING,
    INANIMATE_DOING,
    word_set,
)
from language.trees import Tree, Word
from language.verb_forms import is_perfect

_BECAUSE = frozenset({"because", "cause", "cuz"})
_THEREFORE = frozenset({"therefore", "thus", "consequently", "hence", "so"})
_REACHING = frozenset({"see", "find", "reach", "get", "notice", "spot", "meet", "catch", "arrive"})
_BREAKING = word_set(
    """break cause crush destroy flood force kill knock leave let make scare send shatter smash
    spill startle topple trigger wake"""
)
_MEANS = frozenset({"by"})


@dataclass(frozen=True, slots=True, eq=False)
class Link:
    """``source`` brings about (or comes before) ``target``; ``marker`` is the word that says so."""

    source: Frame
    target: Frame
    type: RelationType
    marker: str


@dataclass(slots=True)
class Linked:
    """The links of a tree; ``dropped`` frames only served to tell them (*makes it drop*)."""

    links: list[Link]
    dropped: set[int]


class CauseReader:
    """Reads the links of one tree. ``before`` is the last main event told before it."""

    def __init__(
        self, tree: Tree, frames: Sequence[Frame], reader: ClauseReader, before: Frame | None
    ) -> None:
        self._tree = tree
        self._frames = frames
        self._reader = reader
        self._before = before
        self._by_verb: dict[int, Frame] = {}
        for frame in frames:
            self._by_verb[frame.verb.index] = frame
            for word in frame.lead:
                self._by_verb[word.index] = frame
        self._dropped: set[int] = set()

    def read(self) -> Linked:
        """All links of the tree."""
        links: list[Link] = []
        known: set[tuple[Frame, Frame]] = set()
        for frame in self._frames:
            for link in self._links_of(frame):
                ends = (link.source, link.target)
                if link.source is not link.target and ends not in known:
                    known.add(ends)
                    links.append(link)
        kept = [k for k in links if not self._dropped & {k.source.verb.index, k.target.verb.index}]
        return Linked(kept, self._dropped)

    def _links_of(self, frame: Frame) -> Iterator[Link]:  # noqa: PLR0912  # one branch per marker
        anchor = frame.lead[0] if frame.lead else frame.verb
        yield from self._caused(frame, anchor)
        head = self._above(anchor)
        if head is None:
            yield from self._from_before(frame, anchor)
            return
        head = self._nearest(head, anchor)
        marks = self._marks(anchor)
        main = self._joined_anchor(anchor)
        if main is not anchor and not marks:
            head, marks = self._above(main) or head, self._marks(main)
        if marks & _BECAUSE or ("since" in marks and not is_perfect(head.verb)):
            yield Link(frame, head, RelationType.CAUSES, "because")
        elif self._so_that(main) or self._so_cannot(frame, anchor):
            negated = bool(frame.negation)
            if negated and main is anchor:
                frame.kind = "prevented"
                yield Link(head, frame, RelationType.PREVENTS, "so that")
            else:
                yield Link(head, frame, RelationType.CAUSES, "so that")
        elif self._therefore(anchor):
            source = self._earlier(anchor) or head
            yield Link(source, frame, RelationType.CAUSES, "so")
        elif frame.kind == "purpose":
            yield Link(head, frame, RelationType.ENABLES, "to")
        elif frame.kind == "prevented":
            yield Link(head, frame, RelationType.PREVENTS, "from")
        elif "until" in marks or "till" in marks:
            yield self._until(head, frame)
        elif main.dep == "pcomp" and main.head is not None:
            yield from self._preposed(main.head.text.lower(), frame, head)
        elif main.dep == "advcl" and "after" in marks:
            yield Link(frame, head, RelationType.BEFORE, "after")
        elif main.dep == "advcl" and "before" in marks:
            yield Link(head, frame, RelationType.BEFORE, "before")
        elif self._after_which(main):
            yield Link(head, frame, RelationType.BEFORE, "after which")

    # -- results --------------------------------------------------------------------------------

    def _caused(self, frame: Frame, anchor: Word) -> Iterator[Link]:
        """``X makes Y do``, ``…, which makes Y do``, ``…, knocking Y over``."""
        verb = frame.verb
        enabling = verb.lemma in ENABLING
        kind = RelationType.ENABLES if enabling else RelationType.CAUSES
        effects = self._effects(frame) if verb.lemma in CAUSATIVE | ENABLING else []
        clausal = frame.clausal_subject or self._result_participle(frame)
        told = self._above(anchor) if clausal else None
        if told is not None:
            told = self._nearest(told, anchor)
        if frame.points_back:
            told = self._before
        if not effects:
            if told is not None and told is not frame:
                yield Link(told, frame, kind, "which")
            return
        if told is not None:
            self._dropped.add(verb.index)
        for effect in effects:
            effect.kind = "action"
            yield Link(told or frame, effect, kind, verb.text.lower())

    def _effects(self, frame: Frame) -> list[Frame]:
        below = [
            self._by_verb[child.index]
            for child in frame.verb.kids("ccomp", "xcomp")
            if child.index > frame.verb.index
            and child.index in self._by_verb
            and self._by_verb[child.index] is not frame
        ]
        joined = [
            self._by_verb[c.index]
            for effect in below
            for c in effect.verb.kids("conj")
            if c.index in self._by_verb and not c.kids("nsubj")
        ]
        return [*below, *joined]

    def _result_participle(self, frame: Frame) -> bool:
        verb = frame.verb
        if verb.tag != "VBG" or verb.dep not in ("advcl", "acl") or verb.kids("aux", "mark"):
            return False
        comma = verb.index > 0 and self._tree.words[verb.index - 1].text == ","
        adverbs = verb.index > 1 and self._tree.words[verb.index - 2].text == ","
        if not (comma or adverbs) or (verb.head is not None and verb.head.index > verb.index):
            return False
        return verb.lemma in _BREAKING and bool(verb.kids("dobj", "ccomp", "xcomp"))

    def _from_before(self, frame: Frame, anchor: Word) -> Iterator[Link]:
        """``So …``, ``As a result …``, ``This puzzles …``: the cause stood before."""
        said = self._earlier(anchor)
        if self._therefore(anchor) or self._as_a_result(anchor):
            source = said or self._before
            if source is not None:
                yield Link(source, frame, RelationType.CAUSES, "so")

    def _until(self, head: Frame, frame: Frame) -> Link:
        pronoun = any(p.is_pronoun for p in frame.subjects)
        if frame.lemma in INANIMATE_DOING and pronoun:
            return Link(head, frame, RelationType.CAUSES, "until")
        if frame.lemma in _REACHING:
            return Link(head, frame, RelationType.ENABLES, "until")
        return Link(head, frame, RelationType.BEFORE, "until")

    def _preposed(self, link: str, frame: Frame, head: Frame) -> Iterator[Link]:
        if link in _MEANS and self._directly(frame, head):
            yield Link(frame, head, RelationType.ENABLES, "by")
        elif link == "after":
            yield Link(frame, head, RelationType.BEFORE, "after")
        elif link in ("before", "until"):
            yield Link(head, frame, RelationType.BEFORE, link)

    def _directly(self, frame: Frame, head: Frame) -> bool:
        """Whether *by* speaks of ``head``: no other verb stands between, nor *followed by*."""
        prep = frame.verb.head
        between = self._tree.words[head.verb.index + 1 : prep.index if prep else 0]
        return prep is not None and prep.dep == "prep" and not any(w.is_verb for w in between)

    # -- where things hang ----------------------------------------------------------------------

    def _above(self, word: Word) -> Frame | None:
        """The frame that governs ``word``."""
        above = word.head
        while above is not None:
            frame = self._by_verb.get(above.index)
            if frame is not None and frame.verb is not word:
                return frame
            above = above.head
        return None

    def _nearest(self, head: Frame, anchor: Word) -> Frame:
        """Of coordinated verbs before a clause, the last one is what it speaks of."""
        if anchor.dep not in ("advcl", "relcl", "ccomp", "xcomp") or anchor.index < head.verb.index:
            return head
        first = min(word.index for word in anchor.subtree())
        joined = [c for c in head.verb.kids("conj") if c.index < first and c.index in self._by_verb]
        own = [c for c in joined if not c.kids("nsubj", "nsubjpass")]
        return self._by_verb[own[-1].index] if own else head

    def _joined_anchor(self, word: Word) -> Word:
        """The first of coordinated verbs: what links it links all."""
        while word.dep == "conj" and word.head is not None and word.head.is_verb:
            word = word.head
        return word

    def _marks(self, verb: Word) -> set[str]:
        return {
            child.text.lower()
            for child in verb.children
            if child.dep in ("mark", "advmod", "prep") and child.index < verb.index
        }

    def _so_that(self, verb: Word) -> bool:
        """``so that it misses``, ``so hard that they fold``."""
        if verb.head is None or verb.dep not in ("advcl", "ccomp", "xcomp", "relcl", "acl"):
            return False
        first = min(word.index for word in verb.subtree())
        words = self._tree.words
        that = next(
            (i for i in range(max(0, first - 1), verb.index) if words[i].text.lower() == "that"),
            None,
        )
        if that is None:
            return False
        return any(words[i].text.lower() in ("so", "such") for i in range(max(0, that - 4), that))

    def _so_cannot(self, frame: Frame, verb: Word) -> bool:
        """``hides so his mother won't find him``: *so* with a modal is *so that*."""
        if not (frame.modal and verb.dep in ("advcl", "ccomp")) or verb.index == 0:
            return False
        return any(c.text.lower() == "so" and c.dep in ("mark", "advmod") for c in verb.children)

    def _therefore(self, verb: Word) -> bool:
        """A clause that begins with *so*, *therefore* …"""
        for child in verb.children:
            if child.text.lower() in _THEREFORE and child.index < verb.index:
                if child.dep not in ("advmod", "mark", "cc", "prep", "dep"):
                    continue
                before = self._tree.words[child.index - 1].text.lower() if child.index else ","
                after = self._tree.words[child.index + 1].text.lower()
                if before in (",", "and") and after not in ("that", "far"):
                    return True
        return False

    def _as_a_result(self, verb: Word) -> bool:
        text = self._tree.unit.text.lower()
        return text.startswith(("as a result", "because of this", "because of that"))

    def _earlier(self, verb: Word) -> Frame | None:
        """The last main event told before ``verb`` in the same unit."""
        so = next((c.index for c in verb.children if c.text.lower() in _THEREFORE), verb.index)
        told = [f for f in self._frames if f.verb.index < so and f.kind != "purpose"]
        mains = [f for f in told if f.main] or told
        return mains[-1] if mains else None

    def _after_which(self, verb: Word) -> bool:
        return any(
            prep.text.lower() == "after" and any(t.tag == "WDT" for t in prep.kids("pobj", "pcomp"))
            for prep in verb.kids("prep")
        )
