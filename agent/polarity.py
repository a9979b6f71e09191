"""Whether a sentence says that something happened: denied, wanted, feared, nearly done or asked.

In doubt it did not: a quote must *say* what a claim says, so the constructions that leave an
action real are listed here, and every other one makes it unreal.
"""

from agent.words import (
    FACTIVE,
    NEGATIONS,
    REAL_BEFORE_GERUNDS,
    REAL_BEFORE_INFINITIVES,
    REAL_PREPOSITIONS,
    UNREAL_ADVERBS,
    UNREAL_GOVERNORS,
    UNREAL_MARKS,
)
from language.trees import Word

_ROLES = ("nsubj", "nsubjpass", "csubj", "dobj", "obj", "dative", "attr", "acomp", "oprd", "agent")
_BARE_FORMS = frozenset({"VB", "VBG"})


def negated(verb: Word) -> bool:
    """Denied by its own words ("does not", "no longer") or by those of its roles ("no rabbit")."""
    around = [
        *verb.children,
        *(one for child in verb.kids("aux", "advmod") for one in child.children),
        *(one for child in verb.kids(*_ROLES) for one in child.kids("det", "neg")),
    ]
    if any(one.dep == "neg" or one.text.lower() in NEGATIONS for one in around):
        return True
    governor = _shared_governor(verb)
    return governor is not None and negated(governor)


def unreal(verb: Word) -> bool:
    """Wanted, tried, feared, compared: anything that the sentence does not say happened."""
    governor = _shared_governor(verb)
    return (
        _is_weakened(verb)
        or _is_alternative(verb)
        or _is_subordinate(verb)
        or (governor is not None and unreal(governor))
        or _is_told(verb)
    )


def _shared_governor(verb: Word) -> Word | None:
    """In "would eat and sleep", the verb whose modal, negation or governor the second shares."""
    head = verb.head
    shares = (
        head is not None
        and verb.dep == "conj"
        and verb.tag in _BARE_FORMS
        and head.tag == verb.tag
        and verb.first("nsubj", "nsubjpass") is None
    )
    return head if shares else None


def _is_weakened(verb: Word) -> bool:
    """By a modal, an adverb ("almost"), a mark ("if") or "in case"."""
    return (
        any(child.tag == "MD" for child in verb.kids("aux"))
        or any(child.lemma.lower() in UNREAL_ADVERBS for child in verb.kids("advmod"))
        or any(child.text.lower() in UNREAL_MARKS for child in verb.kids("mark"))
        or any(one.lemma == "case" for child in verb.kids("prep") for one in child.kids("pobj"))
    )


def _is_alternative(verb: Word) -> bool:
    """One of several that are told apart by "or", itself or in one of its roles."""
    named = [verb, *verb.kids(*_ROLES)]
    if verb.dep == "conj" and verb.head is not None:
        named.append(verb.head)
    return not negated(verb) and any(
        child.text.lower() == "or" for word in named for child in word.kids("cc")
    )


def _is_subordinate(verb: Word) -> bool:
    """Hanging on a word that leaves open whether it happened."""
    head = verb.head
    infinitive = any(child.tag == "TO" for child in verb.children)
    if head is None:
        return infinitive
    if infinitive and verb.dep in {"advcl", "acl", "relcl"}:
        return True
    if verb.dep == "acl" and verb.first("nsubj", "nsubjpass") is not None:
        return True  # "in case it rains", "the fear that it rains"
    if verb.dep == "pcomp":
        return head.text.lower() not in REAL_PREPOSITIONS
    if verb.dep == "xcomp":
        allowed = REAL_BEFORE_INFINITIVES if infinitive else REAL_BEFORE_GERUNDS
        return head.lemma not in allowed
    return verb.dep == "ccomp" and head.lemma in UNREAL_GOVERNORS


def _is_told(verb: Word) -> bool:
    """Whether it stands in what somebody says, thinks or reads rather than in what happens."""
    while verb.head is not None:
        head = verb.head
        # "X flies; Y lands" is parsed as a clause of the second, but nobody says it
        beside = verb.index < head.index and verb.first("mark") is None
        if verb.dep == "ccomp" and not beside and head.lemma not in FACTIVE:
            return True
        verb = head
    return False
