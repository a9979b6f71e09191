"""Which verbs of a tree are events, and who acts in each.

Coordinated verbs share their subject; relative clauses take it from the noun they hang on, open
complements and participles from the clause that governs them.
"""

from language.actions import (
    Adjunct,
    Frame,
    Kind,
    adjuncts_of,
    modal_of,
    negation_of,
    particle_of,
)
from language.lexicon import (
    ANIMATE,
    BEGINNING,
    BODY_PARTS,
    MOVING,
    OBJECT_CONTROL,
    PERCEIVING,
    PREVENTING,
    RESULTING,
    SAYING,
    UNREALISED,
)
from language.parsing import Tree, Word, title_spans
from language.phrases import Phrase, PhraseBook

_SUBJECTS = ("nsubj", "nsubjpass")
_RELATIVE = frozenset({"WDT", "WP"})
_UNREAL_MARKS = frozenset({"if", "whether", "unless", "than", "like"})
_TIME_LINKS = frozenset(
    {"by", "after", "before", "while", "when", "upon", "on", "until", "despite"}
)
_ENDING = frozenset({"end", "finish", "start", "begin", "conclude"})
_MELTING_MOTION = frozenset({"come", "go"})
_ASPECT_PARTICLES = frozenset({"on", "back"})


class ClauseReader:
    """Reads the frames of one tree."""

    def __init__(self, tree: Tree, first_person: bool = False) -> None:
        self._tree = tree
        self._first_person = first_person
        self.book = PhraseBook(tree)
        self._subjects: dict[int, list[Phrase]] = {}
        offset = tree.unit.start
        self._titles = [(a + offset, b + offset) for a, b in title_spans(tree.unit.text)]

    def frames(self) -> list[Frame]:
        """The frames, in the order of their verbs."""
        return [self._frame(word) for word in self._tree.words if self.is_event(word)]

    # -- which verbs are events -----------------------------------------------------------------

    def is_event(self, verb: Word) -> bool:
        """Whether ``verb`` tells something that happens or holds, by itself."""
        if not verb.is_verb or verb.dep in ("aux", "auxpass", "amod", "compound", "prep", "mark"):
            return False
        if (
            verb.tag == "MD"
            or self._tree.unit.text.isupper()
            or any(a <= verb.start < b for a, b in self._titles)
        ):
            return False
        if self._leads(verb) is not None or self._unreal(verb):
            return False
        if verb.tag == "VBN" and verb.dep in ("acomp", "oprd", "xcomp") and not _auxiliary(verb):
            return False
        if verb.tag == "VBN" and verb.dep != "conj" and not _auxiliary(verb):
            return verb.first("agent") is not None or bool(
                verb.kids(*_SUBJECTS) and verb.kids("dobj")
            )
        if verb.tag == "VBG" and verb.dep in ("nsubj", "dobj", "pobj", "attr", "conj"):
            led = self._led(verb)
            if not led and (verb.dep != "conj" or (verb.head and not verb.head.is_verb)):
                return False
        if verb.dep == "pcomp":
            link = verb.head.text.lower() if verb.head else ""
            return link in _TIME_LINKS or _prevents(verb)
        if verb.lemma == "use" and verb.tag == "VBG" and verb.dep in ("advcl", "acl", "prep"):
            return False
        return not self._existential(verb) and not self._shown_only(verb)

    def _shown_only(self, verb: Word) -> bool:
        """``clips are shown of people riding``, ``we see a man run``: what is shown is told."""
        if verb.lemma not in PERCEIVING:
            return False
        if _passive(verb):
            of = [p for p in verb.kids("prep") if p.text == "of"]
            return any(w.is_verb and w.dep in ("acl", "relcl") for p in of for w in p.subtree())
        we = [s for s in verb.kids("nsubj") if s.text.lower() in ("we", "you")]
        return bool(we) and any(self.is_event(c) for c in verb.kids("ccomp", "xcomp"))

    def _existential(self, verb: Word) -> bool:
        """``there is a man running``: the running is the event."""
        if verb.first("expl") is None:
            return False
        below = [w for thing in verb.kids("attr", "nsubj", "dobj") for w in thing.subtree()]
        below += [w for child in verb.kids("xcomp", "ccomp", "advcl") for w in [child]]
        return any(
            w.is_verb and w.dep in ("acl", "relcl", "advcl", "ccomp", "xcomp") for w in below
        )

    def _unreal(self, verb: Word) -> bool:
        """Reported, questioned or supposed: told, but not said to happen."""
        head = verb.head
        marks = [
            c.text.lower()
            for c in verb.children
            if c.dep in ("mark", "advmod") and c.index < verb.index
        ]
        if any(mark in _UNREAL_MARKS for mark in marks) or ("though" in marks and "as" in marks):
            return True
        if head is None:
            return False
        asked = verb.dep in ("ccomp", "pcomp", "csubj", "dobj", "nsubj", "pobj")
        if verb.dep == "advcl" and head.lemma in PERCEIVING | SAYING:
            asked = any(c.text.lower() in ("where", "how", "why", "what") for c in verb.children)
        if asked and _questions(verb):
            return True
        reported = verb.tag != "VBG" or bool(verb.kids("aux"))
        if verb.dep in ("ccomp", "xcomp") and head.lemma in SAYING and head.is_verb and reported:
            return head.lemma not in ("ask",) and self._leads(head) is None
        if not head.is_verb:
            return False
        if verb.dep == "conj":
            return self._unreal(head) and not verb.kids(*_SUBJECTS)
        return verb.dep in ("xcomp", "ccomp") and self._unreal(head)

    def _leads(self, verb: Word) -> Word | None:
        """The verb that ``verb`` melts into: of *begins to fall*, *fall*."""
        following = [c for c in verb.children if c.index > verb.index and c.is_verb]
        for child in following:
            if child.dep not in ("xcomp", "advcl", "ccomp", "pcomp", "dobj"):
                continue
            if child.kids(*_SUBJECTS):
                if not (_passive(verb) and verb.lemma in PERCEIVING):
                    continue
            if _passive(verb) and verb.lemma in PERCEIVING and child.dep != "advcl":
                return child
            if _passive(verb) and verb.lemma in PERCEIVING and child.tag == "VBG":
                return child
            infinitive = any(c.tag == "TO" for c in child.children)
            gerund = child.tag == "VBG"
            near = child.index - verb.index <= 4
            if verb.lemma == "use" and infinitive and verb.kids("dobj"):
                return child
            if verb.kids("dobj") or child.kids("mark"):
                continue
            if (
                verb.lemma in _MELTING_MOTION
                and gerund
                and not child.kids("mark")
                and child.index - verb.index <= 3
            ):
                return child
            if verb.lemma in _MELTING_MOTION and (infinitive or child.dep == "advcl"):
                if verb.lemma == "go" and verb.tag == "VBG" and infinitive:
                    return child
                continue
            if verb.lemma in BEGINNING and verb.lemma not in ("be", "stop"):
                if (infinitive or gerund) and near and child.dep != "pcomp":
                    return child
            if verb.lemma == "stop" and gerund and near and child.dep == "xcomp":
                return child
            if verb.lemma == "be" and infinitive and child.dep == "xcomp":
                return child
        if verb.lemma in _ENDING:
            inner = [c for p in verb.kids("prep") if p.text == "by" for c in p.kids("pcomp")]
            return next((c for c in inner if c.tag == "VBG"), None)
        if verb.lemma == "go":
            inner = [
                c for p in verb.kids("prep") if p.text == "on" for c in p.kids("pobj", "pcomp")
            ]
            return next((c for c in inner if c.tag == "VBG"), None)
        if verb.lemma == "be" or verb.lemma == "get":
            able = next(
                (c for c in verb.kids("acomp") if c.lemma in ("able", "ready", "about")), None
            )
            if able is not None and able.lemma == "able":
                return next((c for c in able.kids("xcomp")), None)
        return None

    def _led(self, verb: Word) -> bool:
        governor = _governing_verb(verb)
        return governor is not None and self._leads(governor) is verb

    # -- who acts -------------------------------------------------------------------------------

    def subjects(self, verb: Word) -> list[Phrase]:
        """The phrases that are the grammatical subject of ``verb``, own or inherited."""
        known = self._subjects.get(verb.index)
        if known is None:
            self._subjects[verb.index] = []  # a cycle cannot happen in a tree; mended trees may
            known = self._find_subjects(verb)
            self._subjects[verb.index] = known
        return known

    def _find_subjects(self, verb: Word) -> list[Phrase]:
        own = verb.kids(*_SUBJECTS)
        if own:
            word = own[-1] if own[-1].tag in _RELATIVE else own[0]
            if word.tag in _RELATIVE or (word.text.lower() == "that" and verb.dep == "relcl"):
                return self._antecedent(verb)
            joined = own if word.first("cc") is not None else [word]
            return [phrase for w in joined for phrase in self.book.coordinated(w)]
        head = verb.head
        if head is None:
            if verb.first("expl") is not None:
                return [
                    p for thing in verb.kids("attr", "dobj") for p in self.book.coordinated(thing)
                ]
            return []
        if verb.dep in ("acl", "relcl"):
            return self._of_noun(verb, head)
        if verb.dep == "pcomp" and head.head is not None:
            governor = head.head
            if _prevents(verb):
                return [p for thing in governor.kids("dobj") for p in self.book.coordinated(thing)]
            return self.subjects(governor) if governor.is_verb else self.book.coordinated(governor)
        if head.is_verb:
            if verb.dep in ("xcomp", "ccomp") and head.lemma in (OBJECT_CONTROL | PERCEIVING):
                objects = head.kids("dobj", "dative") or (
                    head.kids("nsubjpass") if _passive(head) else []
                )
                if objects and head.lemma != "promise":
                    return [p for thing in objects for p in self.book.coordinated(thing)]
            return self.subjects(head)
        if verb.dep in ("advcl", "xcomp", "conj", "ccomp", "acomp") and head.head is not None:
            return self.subjects(head.head) if head.head.is_verb else self._of_noun(verb, head)
        return []

    def _antecedent(self, verb: Word) -> list[Phrase]:
        anchor = verb
        while anchor.dep == "conj" and anchor.head is not None:
            anchor = anchor.head
        if anchor.head is None or anchor.dep not in ("relcl", "acl", "ccomp", "advcl"):
            return []
        if self.speaks_of_clause(verb):
            governor = _governing_verb(anchor)
            return self.subjects(governor) if governor is not None else []
        noun = anchor.head
        if not noun.is_verb:
            return self.book.coordinated(noun)
        who = any(s.text.lower() == "who" for s in verb.kids(*_SUBJECTS))
        for word in reversed(self._tree.words[: verb.kids(*_SUBJECTS)[-1].index]):
            if word.pos in ("NOUN", "PROPN") and (not who or word.lemma in ANIMATE):
                return [self.book.phrase(word)]
        return self.subjects(noun)

    def _of_noun(self, verb: Word, noun: Word) -> list[Phrase]:
        if verb.tag == "VB" or noun.is_verb:
            governor = _governing_verb(noun) if not noun.is_verb else noun
            if governor is not None and governor is not verb:
                return self.subjects(governor)
        if noun.pos in ("ADJ", "ADV"):
            governor = _governing_verb(noun)
            return self.subjects(governor) if governor is not None else []
        if verb.dep == "acl" and verb.tag == "VBG" and noun.dep not in _SUBJECTS:
            phrase = self.book.phrase(noun)
            if phrase.lemma not in ANIMATE and verb.lemma not in MOVING:
                governor = _governing_verb(noun)
                doers = self.subjects(governor) if governor is not None else []
                if any(doer.lemma in ANIMATE or doer.is_pronoun for doer in doers):
                    return doers
        return [self.book.phrase(noun)]

    def speaks_of_clause(self, verb: Word) -> bool:
        """``…, which knocks it off``: the relative points to what happened, not to a thing."""
        subject = next((s for s in verb.kids(*_SUBJECTS) if s.text.lower() == "which"), None)
        if subject is None or verb.dep not in ("relcl", "advcl", "ccomp") or verb.head is None:
            return False
        before = subject.index - 1
        if before < 0 or self._tree.words[before].text != ",":
            return False
        noun = verb.head
        if noun.is_verb or noun.pos in ("ADJ", "ADV"):
            return True
        singular = verb.tag == "VBZ" and noun.tag in ("NNS", "NNPS")
        return singular or (verb.lemma in RESULTING and bool(verb.kids("dobj", "ccomp", "xcomp")))

    # -- frames ---------------------------------------------------------------------------------

    def _frame(self, verb: Word) -> Frame:
        lead: list[Word] = []
        governor = verb.head
        anchor = verb
        while governor is not None and governor.pos == "ADP" and verb.tag == "VBG":
            governor = governor.head
        while governor is not None and governor.is_verb and self._leads(governor) is anchor:
            lead.insert(0, governor)
            anchor, governor = governor, governor.head
        lead += [aux for aux in verb.kids("aux") if aux.lemma in _MELTING_MOTION]
        passive = _passive(verb)
        outer = lead[0] if lead else verb
        subjects = self.subjects(verb)
        if lead and not verb.kids(*_SUBJECTS):
            subjects = self.subjects(outer)
        things = [t for t in verb.kids("dobj", "dative") if t.pos not in ("ADP", "ADJ", "ADV")]
        if not things and verb.lemma in OBJECT_CONTROL | PERCEIVING:
            told = [c for c in verb.kids("ccomp") if c.pos == "VERB" and self.is_event(c)]
            things = [s for c in told for s in c.kids("nsubj")]
        objects = [p for t in things for p in self.book.coordinated(t) if t.tag not in _RELATIVE]
        objects += self._relative_object(verb, things)
        datives = [p for t in things if t.dep == "dative" for p in self.book.coordinated(t)]
        objects = [p for p in objects if p not in datives]
        if passive and objects and subjects and verb.kids("nsubjpass"):
            datives, subjects = subjects, self._agents(verb)
        elif passive:
            objects, subjects = [*subjects, *objects], self._agents(verb)
            if not objects and verb.dep == "acl" and verb.head is not None:
                objects = [self.book.phrase(verb.head)]
        shown = [
            w for w in lead if not (w.lemma in PERCEIVING and _passive(w)) and w.lemma != "use"
        ]
        adjuncts = adjuncts_of(verb, things, self.book)
        for word in lead:
            adjuncts += adjuncts_of(word, [], self.book)
            if word.lemma == "use":
                adjuncts += [
                    Adjunct("with", p, t.index)
                    for t in word.kids("dobj")
                    for p in self.book.coordinated(t)
                ]
        adjuncts += self._instruments(verb)
        negated = negation_of(verb) or next((n for w in lead if (n := negation_of(w))), "")
        modal = modal_of(verb) or next((m for w in lead if (m := modal_of(w))), "")
        return Frame(
            verb,
            verb.lemma,
            kind=self._kind(verb, outer),
            subjects=subjects,
            objects=objects,
            recipients=datives,
            adjuncts=adjuncts,
            particle=particle_of(verb),
            lead=tuple(shown),
            negation=negated,
            modal=modal,
            passive=passive and not subjects,
            complement=tuple(self._complements(verb)),
            main=_is_main(outer),
            clausal_subject=self.speaks_of_clause(verb),
            first_person=self._first_person and self._tree.subjectless and not subjects,
        )

    def _complements(self, verb: Word) -> list[Word]:
        found = verb.kids("acomp", "attr", "oprd")
        after = [c for c in verb.kids("advcl", "xcomp", "ccomp") if c.index == verb.index + 1]
        return found + [c for c in after if c.tag == "VBN" and not self.is_event(c)]

    def _kind(self, verb: Word, outer: Word) -> Kind:
        if _prevents(verb):
            return "prevented"
        if verb.lemma == "be" or (verb.lemma in ("have", "contain") and not verb.kids("xcomp")):
            return "state"
        infinitive = any(c.tag == "TO" for c in outer.children)
        if outer.kids(*_SUBJECTS) and outer.head is not None and outer.head.lemma in OBJECT_CONTROL:
            return "action"
        if infinitive and outer.dep in ("advcl", "xcomp", "acl", "conj", "ccomp", "relcl"):
            head = outer.head
            if outer.dep == "conj" and head is not None:
                return self._kind(head, self._outermost(head))
            controlled = head is not None and head.is_verb and head.lemma in OBJECT_CONTROL
            if not (controlled and head is not None and head.kids("dobj", "nsubjpass")):
                return "purpose"
        if outer.tag == "VB" and outer.dep == "conj" and outer.head is not None:
            if outer.head.is_verb and not self._tree.subjectless:
                return self._kind(outer.head, self._outermost(outer.head))
        return "action"

    def _outermost(self, verb: Word) -> Word:
        governor = verb.head
        while governor is not None and governor.is_verb and self._leads(governor) is verb:
            verb, governor = governor, governor.head
        return verb

    def _agents(self, verb: Word) -> list[Phrase]:
        by = verb.kids("agent") or [
            p for p in verb.kids("prep") if p.text.lower() == "by" and verb.tag == "VBN"
        ]
        words = [target for link in by for target in link.kids("pobj")]
        found = [phrase for word in words for phrase in self.book.coordinated(word)]
        return [phrase for phrase in found if phrase.lemma not in BODY_PARTS]

    def _relative_object(self, verb: Word, things: list[Word]) -> list[Phrase]:
        """Of *the apple that the rabbit holds*: the apple."""
        if verb.dep != "relcl" or verb.head is None or not verb.kids("nsubj"):
            return []
        relative = any(t.tag in _RELATIVE for t in things)
        gap = not things and not any(s.tag in _RELATIVE for s in verb.kids("nsubj"))
        in_which = any(t.tag in _RELATIVE for p in verb.kids("prep") for t in p.kids("pobj"))
        adverbial = any(c.tag == "WRB" for c in verb.children)
        if relative or (gap and not in_which and not adverbial and verb.lemma != "be"):
            return self.book.coordinated(verb.head) if not verb.head.is_verb else []
        return []

    def _instruments(self, verb: Word) -> list[Adjunct]:
        """``cuts it using a knife``."""
        return [
            Adjunct("with", phrase, child.index)
            for child in verb.kids("advcl", "prep", "acl", "xcomp")
            if child.text.lower() == "using"
            for thing in child.kids("dobj", "pobj")
            for phrase in self.book.coordinated(thing)
        ]


def _auxiliary(verb: Word) -> bool:
    return any(child.dep in ("aux", "auxpass") for child in verb.children)


def _passive(verb: Word) -> bool:
    if verb.tag not in ("VBN", "VBD"):
        return False
    if verb.kids("auxpass", "nsubjpass") or (verb.first("agent") and not verb.kids("nsubj")):
        return True
    if verb.dep == "conj" and verb.head is not None and not verb.kids("aux", "dobj", "prt"):
        return (verb.tag == "VBN" or not verb.kids("nsubj")) and _passive(verb.head)
    return verb.dep == "acl" and verb.tag == "VBN"


def _questions(verb: Word) -> bool:
    """``to see where it came from``: a question inside the sentence."""
    if any(c.tag in ("WRB", "WP", "WDT") and c.index < verb.index for c in verb.children):
        return True
    return any(
        w.tag in ("WRB", "WP") for c in verb.children if c.index < verb.index for w in c.subtree()
    )


def _prevents(verb: Word) -> bool:
    """``stops the man from entering``."""
    link = verb.head
    governor = link.head if link is not None else None
    return (
        verb.dep == "pcomp"
        and link is not None
        and link.text.lower() == "from"
        and governor is not None
        and governor.lemma in PREVENTING
    )


def _governing_verb(word: Word) -> Word | None:
    above = word.head
    while above is not None and not above.is_verb:
        above = above.head
    return above


def _is_main(verb: Word) -> bool:
    anchor = verb
    while anchor.dep in ("conj", "parataxis", "dep") and anchor.head is not None:
        anchor = anchor.head
    return anchor.head is None or (anchor.dep == "ccomp" and anchor.index < anchor.head.index)


def unrealised(frame: Frame) -> bool:
    """Wanted, refused or impossible: told as such, never as done."""
    return any(word.lemma in UNREALISED for word in frame.lead)
