"""Which verbs of a tree are events of their own.

Not: auxiliaries and attributes; what is only reported, asked or supposed; verbs that melt with the
verb they lead (*begins to fall* is one event, of falling); and frames around a picture (*a man is
seen running*, *there is a man running*).
"""

from language.lexicon import ABSTRACT, BEGINNING, PERCEIVING, SAYING
from language.trees import Tree, Word, title_spans
from language.verb_forms import (
    CORE_SUBJECTS,
    asks,
    governing_verb,
    has_auxiliary,
    is_infinitive,
    is_passive,
    is_prevented,
)

MOTION_LEADS = frozenset({"come", "go"})
_STAGE_NOTES = frozenset({"beat", "a beat", "cont'd", "continued", "long beat", "pause"})
"""Words of a screenplay about its own pace."""
_NEVER = frozenset({"aux", "auxpass", "amod", "compound", "prep", "mark"})
_UNREAL_MARKS = frozenset({"if", "whether", "unless", "than", "like"})
_TIME_LINKS = frozenset(
    {"by", "after", "before", "while", "when", "upon", "on", "until", "despite"}
)
_COMPLEMENTS = frozenset({"xcomp", "advcl", "ccomp", "pcomp", "dobj"})
_ENDING = frozenset({"end", "finish", "start", "begin", "conclude"})
_NEAR = 4
"""How far, in words, a leading verb may stand from what it leads."""


class Eventhood:
    """Decides for the verbs of one tree."""

    def __init__(self, tree: Tree) -> None:
        text = tree.unit.text
        shown = text.isupper() and any(w.text.isupper() for w in tree.words if len(w.text) > 1)
        self._told = not shown and text.lower().strip("(). ") not in _STAGE_NOTES
        offset = tree.unit.start
        self._titles = [(a + offset, b + offset) for a, b in title_spans(tree.unit.text)]

    def is_event(self, verb: Word) -> bool:
        """Whether ``verb`` tells something that happens or holds, by itself."""
        if not self._told or not verb.is_verb or verb.dep in _NEVER or verb.tag == "MD":
            return False
        if any(begin <= verb.start < end for begin, end in self._titles):
            return False
        if self.leads(verb) is not None or self._unreal(verb):
            return False
        return self._told_by_form(verb) and not self._existential(verb) and not self._shown(verb)

    def _told_by_form(self, verb: Word) -> bool:
        """Participles and gerunds tell an event only in some places."""
        if verb.tag == "VBN" and verb.dep != "conj" and not has_auxiliary(verb):
            if verb.dep in ("acomp", "oprd", "xcomp"):
                return False
            own = verb.kids(*CORE_SUBJECTS) and verb.kids("dobj")
            return verb.first("agent") is not None or bool(own)
        if verb.tag == "VBG" and verb.dep in ("nsubj", "dobj", "pobj", "attr"):
            return self._led(verb)
        if verb.tag == "VBG" and verb.dep == "conj" and verb.head and not verb.head.is_verb:
            return self._led(verb)
        if verb.dep == "pcomp":
            link = verb.head.text.lower() if verb.head else ""
            return link in _TIME_LINKS or is_prevented(verb) or bool(verb.kids(*CORE_SUBJECTS))
        by_means = verb.lemma == "use" and verb.tag == "VBG"
        return not (by_means and verb.dep in ("advcl", "acl", "prep"))

    def _shown(self, verb: Word) -> bool:
        """``clips are shown of people riding``, ``we see a man run``: what is shown is told."""
        if verb.lemma not in PERCEIVING:
            return False
        if is_passive(verb):
            of = [prep for prep in verb.kids("prep") if prep.text == "of"]
            told = ("acl", "relcl", "pcomp")
            return any(w.is_verb and w.dep in told for p in of for w in p.subtree())
        we = any(subject.text.lower() in ("we", "you") for subject in verb.kids("nsubj"))
        return we and any(self.is_event(child) for child in verb.kids("ccomp", "xcomp"))

    def _existential(self, verb: Word) -> bool:
        """``there is a man running``: the running is the event."""
        if verb.first("expl") is None:
            return False
        below = [w for thing in verb.kids("attr", "nsubj", "dobj") for w in thing.subtree()]
        below += verb.kids("xcomp", "ccomp", "advcl")
        clauses = ("acl", "relcl", "advcl", "ccomp", "xcomp")
        return any(word.is_verb and word.dep in clauses for word in below)

    def _unreal(self, verb: Word) -> bool:  # noqa: PLR0911  # one return per kind of clause
        """Reported, questioned or supposed: told, but not said to happen."""
        before = [c for c in verb.children if c.index < verb.index]
        marks = {c.text.lower() for c in before if c.dep in ("mark", "advmod")}
        if marks & _UNREAL_MARKS or {"as", "though"} <= marks:
            return True
        head = verb.head
        if head is None:
            return False
        if not head.is_verb:
            return self._only_possible(verb, head) or (verb.dep == "pcomp" and asks(verb))
        asked = verb.dep in ("ccomp", "csubj", "dobj", "nsubj")
        if verb.dep == "advcl" and head.lemma in PERCEIVING | SAYING:
            asked = bool(marks & {"where", "how", "why", "what"})
        if asked and asks(verb):
            return True
        reported = verb.tag != "VBG" or bool(verb.kids("aux"))
        if verb.dep in ("ccomp", "xcomp") and head.lemma in SAYING and reported:
            return head.lemma != "ask" and self.leads(head) is None
        if verb.dep == "conj":
            return self._unreal(head) and not verb.kids(*CORE_SUBJECTS)
        return verb.dep in ("xcomp", "ccomp") and self._unreal(head)

    def _only_possible(self, verb: Word, head: Word) -> bool:
        """``afraid to jump``, ``a chance to win``: not said to be done."""
        if not is_infinitive(verb) or verb.dep not in ("xcomp", "acl", "ccomp", "relcl"):
            return False
        if head.pos == "ADJ":
            return head.lemma not in ("ready", "able")
        return head.lemma in ABSTRACT and head.lemma != "order"

    # -- melting --------------------------------------------------------------------------------

    def leads(self, verb: Word) -> Word | None:
        """The verb that ``verb`` melts into: of *begins to fall*, *fall*."""
        for child in verb.children:
            follows = child.index > verb.index and child.is_verb and child.dep in _COMPLEMENTS
            if follows and self._melts(verb, child):
                return child
        if verb.lemma in _ENDING:
            return _gerund_below(verb, "by", ("pcomp",))
        if verb.lemma == "go":
            return _gerund_below(verb, "on", ("pobj", "pcomp"))
        if verb.lemma == "be":
            able = next((c for c in verb.kids("acomp") if c.lemma == "able"), None)
            return able.first("xcomp") if able is not None else None
        return None

    def _led(self, verb: Word) -> bool:
        governor = governing_verb(verb)
        return governor is not None and self.leads(governor) is verb

    def _melts(self, verb: Word, child: Word) -> bool:  # noqa: PLR0911  # by leading verb
        infinitive, gerund = is_infinitive(child), child.tag == "VBG"
        distance = child.index - verb.index
        if verb.lemma in PERCEIVING and is_passive(verb):
            return gerund or child.dep != "advcl"
        if child.kids(*CORE_SUBJECTS):
            return False
        if verb.lemma == "use" and verb.kids("dobj"):
            return infinitive
        if verb.kids("dobj") or child.kids("mark"):
            return False
        if verb.lemma in MOTION_LEADS:
            going_to = verb.lemma == "go" and verb.tag == "VBG" and infinitive
            return going_to or (gerund and distance < _NEAR)
        if verb.lemma == "stop":
            return gerund and child.dep == "xcomp" and distance <= _NEAR
        if verb.lemma == "be":
            return infinitive and child.dep == "xcomp"
        led = (infinitive or gerund) and child.dep != "pcomp" and distance <= _NEAR
        return verb.lemma in BEGINNING and led


def _gerund_below(verb: Word, preposition: str, deps: tuple[str, ...]) -> Word | None:
    inner = [
        word
        for prep in verb.kids("prep")
        if prep.text.lower() == preposition
        for word in prep.kids(*deps)
        if word.tag == "VBG"
    ]
    return inner[0] if inner else None
