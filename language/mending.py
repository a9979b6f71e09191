"""Known misreadings of the small model, each put right by a rule of its own on the tree."""

from language.lexicon import (
    ANIMATE,
    BEGINNING,
    BODY_PARTS,
    DOING,
    OBJECT_CONTROL,
    PERCEIVING,
    PHRASAL,
    PLACING,
    SAYING,
    SWITCHED,
    SWITCHING,
)
from language.models import dictionary, verb_base
from language.slips import mend_slips
from language.trees import FINITE, SUBJECTS, Tree, Word
from language.verb_forms import is_passive


def mend(tree: Tree) -> None:
    """Put right what is known to be misread, inner words first."""
    words = tree.words
    mend_slips(words)
    for word in words:
        if word.pos == "VERB":
            _mend_lemma(word)
            _mend_goal(word)
            _mend_noun(word)
            _mend_small_clause(word)
            _mend_lent_object(word)
            _mend_motion_aux(word)
            _mend_particle(word)
        _mend_tag(word, words)
    for word in words:
        if word.tag in ("NNS", "NN") and word.dep == "conj" and word.head is not None:
            _mend_joined_verb(word, word.head)
        elif word.tag in FINITE and word.dep in ("nsubj", "compound", "dobj", "npadvmod"):
            _mend_buried_verb(word)
        if word.tag in FINITE and word.is_verb:
            _mend_stray_conjunct(word)
            _mend_unlinked_subject(word)
            _mend_swallowed_subject(word, words)
    for word in list(words):
        if word.dep == "dobj" and word.head is not None:
            _mend_phrasal(word, word.head)
            _mend_seen_action(word, word.head)
            _mend_gap(word, word.head, tree)
        elif word.tag == "NN" and word.dep == "ccomp" and word.head is not None:
            _mend_made_action(word)
        elif word.tag == "VBN" and word.dep == "advcl":
            _mend_reduced_relative(word, words)
    first = words[0] if words else None
    if first is not None and first.head is None and first.tag in ("VB", "VBZ", "VBP", "VBG"):
        tree.subjectless = not any(child.dep in ("aux", *SUBJECTS) for child in first.children)


def _mend_tag(word: Word, words: list[Word]) -> None:
    """A noun with a subject is a verb; a part of the body right after a verb is none."""
    if word.tag == "NNS" and word.kids("nsubj") and (base := verb_base(word.text)):
        word.tag, word.pos, word.lemma = "VBZ", "VERB", base
    elif word.index and words[word.index - 1].tag == "VBZ" and word.tag in ("VB", "VBP"):
        _mend_body_part(word)
    elif word.index and words[word.index - 1].tag == "CD" and word.tag == "NN":
        _mend_counted_subject(word, words[word.index - 1])


def _mend_counted_subject(word: Word, number: Word) -> None:
    """``the other two listen``: after a number above one, no noun stands in the singular."""
    one = number.text.lower() in ("one", "1")
    if one or word.text.lower() not in DOING or number.head is not word or word.dep == "compound":
        return
    word.tag, word.pos, word.lemma = "VBP", "VERB", word.text.lower()
    for child in [c for c in word.children if c.index < number.index and c.dep != "cc"]:
        child.move(number, child.dep)
    number.dep = "nsubj"


def _mend_small_clause(verb: Word) -> None:
    """``lifts the stone high``: an object and its state, not a clause of its own."""
    for state in verb.kids("ccomp"):
        thing = state.first("nsubj")
        if state.pos not in ("ADJ", "ADV") or thing is None or thing.index < verb.index:
            continue
        if state.kids("aux", "cop", "mark"):
            continue
        thing.move(verb, "dobj")
        state.dep = "oprd" if state.pos == "ADJ" else "advmod"
        for prep in state.kids("prep"):
            prep.move(verb, "prep")


def _mend_lent_object(verb: Word) -> None:
    """``lifts it to throw``: the pronoun is lifted; nobody else throws."""
    if verb.kids("dobj") or verb.lemma in OBJECT_CONTROL | PERCEIVING | BEGINNING | SAYING:
        return
    for inner in verb.kids("ccomp"):
        thing = inner.first("nsubj")
        to = next((c for c in inner.children if c.tag == "TO"), None)
        if to is None or thing is None or thing.index < verb.index:
            continue
        if thing.pos == "PRON" or verb.lemma in DOING:
            thing.move(verb, "dobj")
            inner.dep = "xcomp"


def _mend_motion_aux(verb: Word) -> None:
    """``comes swinging``: what hangs on *comes* hangs on the verb it leads."""
    for aux in verb.kids("aux"):
        if verb_base(aux.text) in ("come", "go"):
            aux.lemma = verb_base(aux.text) or aux.lemma
            for child in list(aux.children):
                child.move(verb, child.dep)


def _mend_stray_conjunct(verb: Word) -> None:
    """A finite verb joined to a noun belongs to the verb above it."""
    head = verb.head
    if verb.dep != "conj" or head is None or head.is_verb or verb.kids("nsubj"):
        return
    governor = _verb_above(head, verb.tag) or _verb_above(head, "")
    if governor is not None:
        verb.move(governor, "conj")


def _mend_swallowed_subject(verb: Word, words: list[Word]) -> None:
    """``Far below it sees``: the pronoun before a verb without subject is its subject."""
    if verb.dep != "ROOT" or verb.index == 0 or verb.kids("nsubj", "nsubjpass", "expl", "csubj"):
        return
    before = words[verb.index - 1]
    if before.text.lower() in ("it", "he", "she", "they") and before.dep == "pobj":
        before.move(verb, "nsubj")


def _mend_reduced_relative(verb: Word, words: list[Word]) -> None:
    """``throws nuts handed up by X``: the participle tells of the noun before it."""
    before = words[verb.index - 1]
    bare = not verb.kids("aux", "auxpass", "nsubj", "nsubjpass", "mark")
    if bare and before.pos == "NOUN" and before.head is verb.head and before.dep == "dobj":
        verb.move(before, "acl")


def _mend_lemma(verb: Word) -> None:
    """``riding`` is of *ride*, not of *rid*; ``bares`` of *bare*, not of *bar*."""
    third = verb.tag == "VBZ" or (verb.tag in ("VB", "VBP") and verb.text.endswith("s"))
    if third and verb.lemma not in DOING and (base := verb_base(verb.text)):
        verb.lemma = base
    elif verb.tag in ("VBG", "VBD", "VBN") and verb.lemma not in DOING:
        verb.lemma += "e" if verb.lemma + "e" in DOING else ""


def _mend_goal(verb: Word) -> None:
    """``Add oil to tray``: *to* before a noun, where the parser saw an infinitive."""
    to = next((c for c in verb.children if c.tag == "TO"), None)
    head = verb.head
    if to is None or head is None or not head.is_verb or verb.lemma not in dictionary("noun"):
        return
    if head.lemma in BEGINNING and verb.lemma in dictionary("verb"):
        return
    others = [c for c in verb.children if c is not to and c.dep != "punct"]
    giving = bool(head.kids("dobj")) and head.lemma in PLACING
    if others or (verb.lemma in DOING and not giving):
        return
    to.move(head, "prep")
    to.tag, to.pos = "IN", "ADP"
    verb.move(to, "pobj")
    verb.tag, verb.pos = "NN", "NOUN"


def _mend_noun(word: Word) -> None:
    """A word that no dictionary knows as a verb is none: ``clean utensils``."""
    if word.tag not in ("VBZ", "VBP", "VB") or word.head is None or not word.head.is_verb:
        return
    if word.lemma in dictionary("verb") or verb_base(word.text) or "'" in word.text:
        return
    if word.lemma in dictionary("noun") and word.dep in ("conj", "ccomp", "xcomp"):
        word.tag, word.pos, word.dep = "NNS" if word.tag == "VBZ" else "NN", "NOUN", "dobj"


def _mend_body_part(word: Word) -> None:
    """``hangs head down``: a part of the body right after a verb is no verb."""
    if word.lemma in BODY_PARTS and word.head is not None and not word.kids("nsubj"):
        word.tag, word.pos = "NN", "NOUN"
        for child in [c for c in word.children if c.index > word.index]:
            child.move(word.head, child.dep)
        if word.dep in ("ccomp", "conj", "xcomp"):
            word.dep = "npadvmod"


def _mend_joined_verb(word: Word, head: Word) -> None:
    """``climbs down and snaps at X``: a noun joined to a verb, in the verb's own form, is one."""
    base = verb_base(word.text)
    if base and base not in dictionary("noun") and not head.is_verb:
        governor = _verb_above(head, "VBZ" if word.text.endswith("s") else "")
        if governor is not None:
            for child in [c for c in governor.children if c.index > word.index and c.dep == "prep"]:
                child.move(word, child.dep)
            word.move(governor, "conj")
            head = governor
    above = _verb_above(word, "VBZ")
    determined = any(child.dep in ("det", "poss", "amod", "nummod") for child in word.children)
    mixed = head.tag == "NN" and word.tag == "NNS" and not determined and above is not None
    if mixed and base in DOING and not head.is_verb and above is not None:
        for child in [c for c in (*head.children, *above.children) if c.index > word.index]:
            if child.dep == "prep":
                child.move(word, child.dep)
        word.move(above, "conj")
        head = above
    same_form = word.text.endswith("s") == (head.tag == "VBZ")
    governs = any(child.dep in ("prep", "dobj", "prt", "advmod") for child in word.children)
    joins_verb = head.tag in ("VBZ", "VBP", "VB") and same_form and not determined
    if base and joins_verb and (governs or base in DOING):
        word.tag, word.pos, word.lemma = head.tag, "VERB", base


def _verb_above(word: Word, tag: str) -> Word | None:
    """The nearest verb over ``word``, of this tag where one is given."""
    above = word.head
    while above is not None and not (above.is_verb and tag in ("", above.tag)):
        above = above.head
    return above


def _mend_buried_verb(word: Word) -> None:
    """``John crosses to the window, looks out``: a finite verb read as subject or modifier."""
    head = word.head
    if head is None or word.index > head.index:
        return
    word.pos = "VERB"
    if head.tag in FINITE:
        word.move(head.head, head.dep)
        head.move(word, "conj")
    elif word.dep == "compound" and head.head is not None and word.kids("nsubj"):
        word.move(head.head, "parataxis")
        head.move(word, "dobj")
    elif word.dep == "compound" and head.head is None:
        word.move(None, "ROOT")
        for child in list(head.children):
            if child.index < word.index or child.dep in ("prep", "punct", "cc"):
                child.move(word, child.dep)
        head.move(word, "dobj")


def _mend_unlinked_subject(verb: Word) -> None:
    """``driver exits``: the noun before a finite verb is its subject, not part of its name."""
    if verb.kids("nsubj", "nsubjpass", "expl", "csubj"):
        return
    before = [c for c in verb.kids("compound", "nmod") if c.index < verb.index and not c.is_verb]
    before += [c for c in verb.kids("amod") if c.index == verb.index - 1 and c.lemma in ANIMATE]
    if before:
        before[-1].dep = "nsubj"
        for extra in before[:-1]:
            extra.move(before[-1], "compound")


def _mend_gap(word: Word, verb: Word, tree: Tree) -> None:
    """``one carries an acorn and the other a chestnut``: the verb is meant a second time."""
    things = verb.kids("dobj")
    other = next((c for c in word.kids("conj") if c.lemma in ANIMATE), None)
    if other is None or len(things) < 2 or things[0] is not word or word.lemma in ANIMATE:
        return
    last = things[-1]
    if last.index < other.index or any(c.index > other.index for c in word.kids("cc")):
        return
    again = Word(verb.text, verb.lemma, verb.tag, verb.pos, "conj", other.index, other.start, verb)
    verb.children.append(again)
    tree.words.append(again)
    other.move(again, "nsubj")
    last.move(again, "dobj")


def _mend_phrasal(word: Word, verb: Word) -> None:
    """``knocked over X``: a bare preposition before the object is the verb's particle."""
    for child in verb.kids("prep"):
        if child.index == word.index - 1 and not child.children:
            child.dep, child.tag = "prt", "RP"


def _mend_particle(verb: Word) -> None:
    """``sets off a trap``, ``turns on the tap``: what a particle seems to govern is the object."""
    if verb.kids("dobj") or is_passive(verb):
        return
    for child in verb.kids("prt", "prep"):
        thing = child.first("pobj")
        if thing is None or child.index != verb.index + 1:
            continue
        phrasal = f"{verb.lemma} {child.text.lower()}"
        if (
            child.dep == "prt"
            or phrasal in PHRASAL
            or (phrasal in SWITCHING and thing.lemma in SWITCHED)
        ):
            thing.move(verb, "dobj")
            child.dep, child.tag = "prt", "RP"


def _mend_seen_action(thing: Word, verb: Word) -> None:
    """``seen riding bikes``, ``watch the horse jump``: what is perceived is an action."""
    if verb.lemma in ("make", "let"):
        _mend_made_action(thing)
    if verb.lemma not in PERCEIVING:
        return
    gerund = next((c for c in thing.kids("amod") if c.tag == "VBG"), None)
    if gerund is not None and gerund.index == verb.index + 1 and gerund.lemma in DOING:
        gerund.move(verb, "xcomp")
        thing.move(gerund, "dobj")
        return
    doer = next((c for c in thing.kids("compound") if c.index == thing.index - 1), None)
    if doer is not None and doer.lemma in ANIMATE and thing.text.lower() in DOING:
        _make_clause(thing, doer)


def _mend_made_action(thing: Word) -> None:
    """``lets the rice rest``, ``makes her cry``: the noun is what is let or made happen."""
    near = thing.kids("compound", "poss", "nsubj")
    doer = next((child for child in near if child.index == thing.index - 1), None)
    if doer is None or (doer.dep == "poss" and doer.text.lower() != "her"):
        return
    living = doer.lemma in ANIMATE and verb_base(thing.text) == thing.text
    known = living or thing.text.lower() in DOING
    if thing.tag == "NN" and known and not thing.kids("amod"):
        _make_clause(thing, doer)
        thing.pos = "VERB"


def _make_clause(thing: Word, doer: Word) -> None:
    thing.tag, thing.pos, thing.dep, thing.lemma = "VB", "VERB", "ccomp", thing.text.lower()
    for child in list(thing.children):
        if child.index < doer.index:
            child.move(doer, child.dep)
    doer.dep = "nsubj"
