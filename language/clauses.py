"""Who acts in each event of a tree, on whom, and how.

Coordinated verbs share their subject; relative clauses take it from the noun they hang on, open
complements and participles from the clause that governs them.
"""

from language.actions import Adjunct, Frame, Kind, adjuncts_of
from language.eventhood import MOTION_LEADS, Eventhood
from language.lexicon import (
    ANIMATE,
    BODY_PARTS,
    GROUPS,
    MOVING,
    OBJECT_CONTROL,
    PERCEIVING,
    RESULTING,
    UNREALISED,
)
from language.phrases import Phrase, PhraseBook
from language.trees import Tree, Word
from language.verb_forms import (
    CORE_SUBJECTS,
    RELATIVE_TAGS,
    governing_verb,
    is_infinitive,
    is_main,
    is_passive,
    is_prevented,
    modal_of,
    negation_of,
    particle_of,
)

_PURPOSES = frozenset({"advcl", "xcomp", "acl", "ccomp", "relcl"})


class ClauseReader:
    """Reads the frames of one tree."""

    def __init__(self, tree: Tree, first_person: bool = False) -> None:
        self._tree = tree
        self._first_person = first_person
        self.book = PhraseBook(tree)
        self._subjects: dict[int, list[Phrase]] = {}
        self._eventhood = Eventhood(tree)

    def frames(self) -> list[Frame]:
        """The frames, in the order of their verbs."""
        return [self._frame(word) for word in self._tree.words if self._eventhood.is_event(word)]

    def is_event(self, verb: Word) -> bool:
        """Whether ``verb`` has a frame of its own."""
        return self._eventhood.is_event(verb)

    # -- who acts -------------------------------------------------------------------------------

    def subjects(self, verb: Word) -> list[Phrase]:
        """The phrases that are the grammatical subject of ``verb``, own or inherited."""
        known = self._subjects.get(verb.index)
        if known is None:
            self._subjects[verb.index] = []  # a cycle cannot happen in a tree; mended trees may
            known = self._find_subjects(verb)
            self._subjects[verb.index] = known
        return known

    def _find_subjects(self, verb: Word) -> list[Phrase]:  # noqa: PLR0911  # by clause type
        own = verb.kids(*CORE_SUBJECTS)
        if own:
            word = own[-1] if own[-1].tag in RELATIVE_TAGS else own[0]
            if word.tag in RELATIVE_TAGS or (word.text.lower() == "that" and verb.dep == "relcl"):
                return self._antecedent(verb)
            joined = own if any(w.first("cc") for w in own) else [word]
            return [phrase for w in joined for phrase in self.book.coordinated(w)]
        head = verb.head
        if head is None:
            if verb.first("expl") is not None:
                return [
                    p for thing in verb.kids("attr", "dobj") for p in self.book.coordinated(thing)
                ]
            return self._told_before(verb)
        if verb.dep in ("acl", "relcl"):
            return self._of_noun(verb, head)
        if verb.dep == "pcomp" and head.head is not None:
            governor = head.head
            if is_prevented(verb):
                return [p for thing in governor.kids("dobj") for p in self.book.coordinated(thing)]
            return self.subjects(governor) if governor.is_verb else self.book.coordinated(governor)
        if head.is_verb:
            if verb.dep in ("xcomp", "ccomp") and head.lemma in (OBJECT_CONTROL | PERCEIVING):
                objects = head.kids("dobj", "dative") or (
                    head.kids("nsubjpass") if is_passive(head) else []
                )
                if objects and head.lemma != "promise":
                    return [p for thing in objects for p in self.book.coordinated(thing)]
            return self.subjects(head)
        if verb.dep in ("advcl", "xcomp", "conj", "ccomp", "acomp") and head.head is not None:
            return self.subjects(head.head) if head.head.is_verb else self._of_noun(verb, head)
        return []

    def _told_before(self, verb: Word) -> list[Phrase]:
        """``spins its head, then leaps away``: the subject of the clause in front."""
        if verb.tag not in ("VBZ", "VBD"):
            return []
        before = [c for c in verb.kids("ccomp", "dep", "parataxis") if c.index < verb.index]
        told = [c for c in before if c.tag == verb.tag and c.kids(*CORE_SUBJECTS)]
        return self.subjects(told[-1]) if told else []

    def _antecedent(self, verb: Word) -> list[Phrase]:
        anchor = verb
        while anchor.dep == "conj" and anchor.head is not None:
            anchor = anchor.head
        if anchor.head is None or anchor.dep not in ("relcl", "acl", "ccomp", "advcl"):
            return []
        if self.speaks_of_clause(verb):
            governor = governing_verb(anchor)
            return self.subjects(governor) if governor is not None else []
        noun = anchor.head
        if not noun.is_verb:
            return self.book.coordinated(noun)
        who = any(s.text.lower() == "who" for s in verb.kids(*CORE_SUBJECTS))
        for word in reversed(self._tree.words[: verb.kids(*CORE_SUBJECTS)[-1].index]):
            if word.pos in ("NOUN", "PROPN") and (not who or word.lemma in ANIMATE):
                return [self.book.phrase(word)]
        return self.subjects(noun)

    def _of_noun(self, verb: Word, noun: Word) -> list[Phrase]:
        if verb.tag == "VB" or noun.is_verb:
            governor = governing_verb(noun) if not noun.is_verb else noun
            if governor is not None and governor is not verb:
                return self.subjects(governor)
        if noun.pos in ("ADJ", "ADV"):
            governor = governing_verb(noun)
            return self.subjects(governor) if governor is not None else []
        if verb.dep == "acl" and verb.tag == "VBG" and noun.dep not in CORE_SUBJECTS:
            phrase = self.book.phrase(noun)
            if phrase.lemma not in ANIMATE | GROUPS and verb.lemma not in MOVING:
                governor = governing_verb(noun)
                doers = self.subjects(governor) if governor is not None else []
                if any(doer.lemma in ANIMATE or doer.is_pronoun for doer in doers):
                    return doers
        return [self.book.phrase(noun)]

    def speaks_of_clause(self, verb: Word) -> bool:
        """``…, which knocks it off``: the relative points to what happened, not to a thing."""
        subject = next((s for s in verb.kids(*CORE_SUBJECTS) if s.text.lower() == "which"), None)
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
        while (
            governor is not None and governor.is_verb and self._eventhood.leads(governor) is anchor
        ):
            lead.insert(0, governor)
            anchor, governor = governor, governor.head
        lead += [aux for aux in verb.kids("aux") if aux.lemma in MOTION_LEADS]
        passive = is_passive(verb)
        outer = lead[0] if lead else verb
        subjects = self.subjects(verb)
        if lead and not verb.kids(*CORE_SUBJECTS):
            subjects = self.subjects(outer)
        things = [t for t in verb.kids("dobj", "dative") if _names(t)]
        if not things and verb.lemma in OBJECT_CONTROL | PERCEIVING:
            told = [
                c for c in verb.kids("ccomp") if c.pos == "VERB" and self._eventhood.is_event(c)
            ]
            things = [s for c in told for s in c.kids("nsubj")]
        objects = [
            p for t in things for p in self.book.coordinated(t) if t.tag not in RELATIVE_TAGS
        ]
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
            w for w in lead if not (w.lemma in PERCEIVING and is_passive(w)) and w.lemma != "use"
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
        adjuncts = [a for a in adjuncts if a.phrase.head.tag not in RELATIVE_TAGS]
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
            main=is_main(outer),
            clausal_subject=self.speaks_of_clause(verb),
            first_person=self._first_person and self._tree.subjectless and not subjects,
        )

    def _complements(self, verb: Word) -> list[Word]:
        found = verb.kids("acomp", "attr", "oprd")
        after = [c for c in verb.kids("advcl", "xcomp", "ccomp") if c.index == verb.index + 1]
        return found + [c for c in after if c.tag == "VBN" and not self._eventhood.is_event(c)]

    def _kind(self, verb: Word, outer: Word) -> Kind:
        if is_prevented(verb):
            return "prevented"
        if verb.lemma == "be" or (verb.lemma in ("have", "contain") and not verb.kids("xcomp")):
            return "state"
        head = outer.head
        if head is None:
            return "action"
        bare = outer.tag == "VB" and head.is_verb and not self._tree.subjectless
        if outer.dep == "conj":
            shares = is_infinitive(outer) or bare
            return self._kind(head, self._outermost(head)) if shares else "action"
        if not is_infinitive(outer) or outer.dep not in _PURPOSES:
            return "action"
        controlled = head.is_verb and head.lemma in OBJECT_CONTROL
        given = head.kids("dobj", "nsubjpass") or outer.kids(*CORE_SUBJECTS)
        return "action" if controlled and given else "purpose"

    def _outermost(self, verb: Word) -> Word:
        governor = verb.head
        while governor is not None and governor.is_verb and self._eventhood.leads(governor) is verb:
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
        relative = any(t.tag in RELATIVE_TAGS for t in things)
        gap = not things and not any(s.tag in RELATIVE_TAGS for s in verb.kids("nsubj"))
        in_which = any(t.tag in RELATIVE_TAGS for p in verb.kids("prep") for t in p.kids("pobj"))
        adverbial = any(c.tag == "WRB" for c in verb.children)
        if relative or (gap and not in_which and not adverbial and verb.lemma != "be"):
            return self.book.coordinated(verb.head) if not verb.head.is_verb else []
        return []

    def _instruments(self, verb: Word) -> list[Adjunct]:
        """``cuts it using a knife``."""
        return [
            Adjunct("with", phrase, child.index)
            for holder in (verb, *verb.kids("dobj"))
            for child in holder.kids("advcl", "prep", "acl", "xcomp")
            if child.text.lower() == "using"
            for thing in child.kids("dobj", "pobj")
            for phrase in self.book.coordinated(thing)
        ]


def _names(thing: Word) -> bool:
    """Whether an object names a thing; ``the safe`` does, ``higher`` does not."""
    return thing.pos not in ("ADP", "ADV", "ADJ") or bool(thing.kids("det", "poss"))


def unrealised(frame: Frame) -> bool:
    """Wanted, refused or impossible: told as such, never as done."""
    return any(word.lemma in UNREALISED for word in frame.lead)
