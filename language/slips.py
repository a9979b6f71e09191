"""More of the small model's slips, on single words: nouns read as verbs and the reverse.

Each rule asks for a sign that stands in the sentence itself, never only for a word of a list.
"""

from language.lexicon import (
    ANIMATE,
    BEGINNING,
    CONTAINERS,
    DOING,
    INTRANSITIVE,
    MIXING,
    PLACES,
)
from language.models import dictionary, verb_base
from language.trees import FINITE, SUBJECTS, Word
from language.verb_forms import is_passive

_BUILT = frozenset({"building", "ceiling", "clearing", "clothing", "crossing", "painting"})
"""Nouns that look like gerunds."""
_STATES = frozenset({"close", "flat", "high", "low", "open", "shut", "still", "tight", "wide"})
_SMALL = frozenset({"RP", "RB"})


def mend_slips(words: list[Word]) -> None:
    """Put right what stands in the wrong class of words, from left to right."""
    _mend_first_verb(words)
    for word in words:
        _mend_flat_object(word, words)
        _mend_built(word)
        _mend_from_to(word)
        _mend_lettered(word)
        _mend_last_act(word, words)
        if word.is_verb:
            _mend_name_before(word)
            _mend_made(word)
            _mend_agent(word)
            _mend_let_in(word)
            _mend_mixed_in(word)


def _mend_first_verb(words: list[Word]) -> None:
    """``Peels and grates``: a first word in the form of the verb it is joined to is a verb."""
    first = words[0] if words else None
    if first is None or first.head is not None:
        return
    if first.is_verb:
        _mend_order(first)
        return
    base = verb_base(first.text)
    joined = next((c for c in first.kids("conj") if c.is_verb), None)
    if base not in DOING or joined is None or joined.kids(*SUBJECTS) or first.kids("det"):
        return
    if first.text.endswith("s") == (joined.tag == "VBZ") and joined.index <= 2:
        first.tag, first.pos, first.lemma = joined.tag, "VERB", base or first.lemma


def _mend_order(first: Word) -> None:
    """``Adds the chicken``: what follows a first verb is done to, not doing."""
    after = first.first("nsubj")
    if first.pos != "VERB" or after is None or after.index < first.index:
        return
    if first.lemma in DOING and not first.kids("dobj", "aux"):
        after.dep = "dobj"


def _mend_flat_object(word: Word, words: list[Word]) -> None:
    """``approaches counter``, ``drops purse``: a bare object is a noun all the same."""
    if word.head is None or not word.head.is_verb or word.text.lower() in _STATES:
        return
    if word.tag == "JJ" and word.dep == "dobj" and word.text.lower() in dictionary("noun"):
        word.tag, word.pos = "NN", "NOUN"
    bare = word.tag in ("NN", "NNS") and word.dep == "advmod" and not word.children
    if bare and words[word.index - 1] is word.head and not word.head.kids("dobj"):
        word.dep = "dobj"


def _mend_built(word: Word) -> None:
    """``enters building through the side door``: no building is going on."""
    head = word.head
    if word.text.lower() not in _BUILT or word.tag != "VBG" or head is None or not head.is_verb:
        return
    if word.dep not in ("xcomp", "ccomp") or word.kids("dobj") or head.lemma in BEGINNING:
        return
    for child in word.kids("prep", "advmod"):
        child.move(head, child.dep)
    word.tag, word.pos, word.dep, word.lemma = "NN", "NOUN", "dobj", word.text.lower()


def _mend_from_to(word: Word) -> None:
    """``from flower to flower``: where to, not what for."""
    to = next((c for c in word.children if c.tag == "TO"), None)
    head = word.head
    if to is None or head is None or len(word.children) > 1 or head.dep != "pobj":
        return
    link = head.head
    noun = word.text.lower() in dictionary("noun")
    if link is None or link.text.lower() != "from" or link.head is None or not noun:
        return
    to.move(link.head, "prep")
    to.tag, to.pos = "IN", "ADP"
    word.move(to, "pobj")
    word.tag, word.pos = "NN", "NOUN"


def _mend_lettered(word: Word) -> None:
    """``The man Y walks``: a letter that tells people apart is not who walks."""
    verb, head = word.head, word.head.head if word.head is not None else None
    if len(word.text) != 1 or not word.text.isupper() or word.dep != "nsubj":
        return
    if verb is None or head is None or verb.dep != "relcl" or head.index != word.index - 1:
        return
    verb.move(head.head, head.dep)
    word.move(head, "appos")
    head.move(verb, "nsubj")


def _mend_last_act(word: Word, words: list[Word]) -> None:
    """``beats two defenders and scores``: what nobody beats is what is done next."""
    head = word.head
    if word.tag != "NNS" or word.dep != "conj" or word.children or head is None or head.is_verb:
        return
    base = verb_base(word.text)
    last = all(w.pos == "PUNCT" for w in words[word.index + 1 :])
    verb = head.head
    if base not in INTRANSITIVE or not last or verb is None or verb.tag != "VBZ":
        return
    if head.dep == "dobj" and head.kids("det", "nummod", "poss"):
        word.tag, word.pos, word.lemma = "VBZ", "VERB", base or word.lemma
        word.move(verb, "conj")


def _mend_name_before(verb: Word) -> None:
    """``Kate, in a raincoat, steps off``: who is named in front does what follows."""
    head = verb.head
    if head is None or head.head is not None or head.pos not in ("PROPN", "NOUN"):
        return
    bare = verb.tag in FINITE and verb.dep == "conj" and not verb.kids(*SUBJECTS)
    if not bare or head.index > verb.index or any(c.dep == "relcl" for c in head.children):
        return
    verb.move(None, "ROOT")
    for child in [c for c in head.children if c.index > verb.index or c.dep == "cc"]:
        child.move(verb, child.dep)
    head.move(verb, "nsubj")


def _mend_made(verb: Word) -> None:
    """``made the child cry``, ``lets the door close``: who is made to is the doer."""
    for inner in verb.kids("ccomp"):
        doer = next((c for c in inner.kids("compound") if c.index == inner.index - 1), None)
        if inner.tag == "VB" and doer is not None and not inner.kids(*SUBJECTS):
            for child in [c for c in inner.children if c.index < doer.index]:
                child.move(doer, child.dep)
            doer.dep = "nsubj"
        bare = inner.tag in ("RB", "JJ") and verb_base(inner.text) == inner.text
        if verb.lemma == "let" and bare and inner.text in DOING and inner.kids(*SUBJECTS):
            inner.tag, inner.pos, inner.lemma = "VB", "VERB", inner.text


def _mend_agent(verb: Word) -> None:
    """``was given a hat by the queen``: the queen gives it."""
    if not is_passive(verb) or verb.kids("agent"):
        return
    for thing in verb.kids("dobj"):
        for link in thing.kids("prep"):
            doer = link.first("pobj")
            if link.text.lower() == "by" and doer is not None and doer.lemma in ANIMATE:
                link.move(verb, "agent")


def _mend_let_in(verb: Word) -> None:
    """``lets the wolf in``: an object and a particle, not a clause."""
    for state in verb.kids("ccomp"):
        thing = state.first("nsubj")
        if state.tag in _SMALL and thing is not None and len(state.children) == 1:
            thing.move(verb, "dobj")
            state.dep = "prt"


def _mend_mixed_in(verb: Word) -> None:
    """``stir in the sugar``: unless one can stir inside it, it is what is stirred in."""
    if verb.lemma not in MIXING or verb.kids("dobj", "nsubj", "nsubjpass"):
        return
    link = next((c for c in verb.kids("prep", "prt") if c.index == verb.index + 1), None)
    thing = link.first("pobj") if link is not None and link.text.lower() == "in" else None
    if link is not None and thing is not None and thing.lemma not in CONTAINERS | PLACES:
        thing.move(verb, "dobj")
        link.dep, link.tag = "prt", "RP"
