"""What form a verb stands in: passive, perfect, negated, inside a question."""

from language.lexicon import MOVING, PREVENTING
from language.trees import Word

RELATIVE_TAGS = frozenset({"WDT", "WP"})
CORE_SUBJECTS = ("nsubj", "nsubjpass")


def has_auxiliary(verb: Word) -> bool:
    """Whether an auxiliary stands with the verb."""
    return any(child.dep in ("aux", "auxpass") for child in verb.children)


def is_infinitive(verb: Word) -> bool:
    """Whether *to* stands before it."""
    return any(child.tag == "TO" for child in verb.children)


def is_perfect(verb: Word) -> bool:
    """``has cut``."""
    return any(aux.lemma == "have" for aux in verb.kids("aux"))


def is_passive(verb: Word) -> bool:
    """``is hit``, ``gets sliced``; also a participle after a noun, and one joined to a passive."""
    if verb.tag not in ("VBN", "VBD"):
        return False
    if verb.kids("auxpass", "nsubjpass") or (verb.first("agent") and not verb.kids("nsubj")):
        return True
    if verb.dep == "conj" and verb.head is not None and not verb.kids("aux", "dobj", "prt"):
        shared = not verb.kids("nsubj") and verb.lemma not in MOVING
        return (verb.tag == "VBN" or shared) and is_passive(verb.head)
    return verb.dep == "acl" and verb.tag == "VBN"


def asks(verb: Word) -> bool:
    """A question inside a sentence: ``to see where it came from``."""
    below = [
        w for c in verb.children if not (c.is_verb and c.index > verb.index) for w in c.subtree()
    ]
    asking = [word for word in below if word.index < verb.index and word.tag in ("WRB", "WP")]
    return bool(asking) or any(c.tag == "WDT" and c.index < verb.index for c in verb.children)


def is_prevented(verb: Word) -> bool:
    """``stops the man from entering``: of *entering*."""
    link = verb.head
    governor = link.head if link is not None else None
    return (
        verb.dep == "pcomp"
        and link is not None
        and link.text.lower() == "from"
        and governor is not None
        and governor.lemma in PREVENTING
    )


def governing_verb(word: Word) -> Word | None:
    """The nearest verb above."""
    above = word.head
    while above is not None and not above.is_verb:
        above = above.head
    return above


def is_main(verb: Word) -> bool:
    """Whether the verb heads a main clause, alone or joined to one that does."""
    anchor = verb
    while anchor.dep in ("conj", "parataxis", "dep") and anchor.head is not None:
        anchor = anchor.head
    return anchor.head is None or (anchor.dep == "ccomp" and anchor.index < anchor.head.index)


def negation_of(verb: Word) -> str:
    """*not*, *never*, *no longer*, *hardly*, or empty."""
    for child in verb.children:
        text = child.text.lower()
        if child.dep == "neg":
            return "never" if text == "never" else "not"
        if child.dep == "advmod" and text == "hardly":
            return "hardly"
        if text == "longer" and any(c.text.lower() == "no" for c in child.children):
            return "no longer"
    return ""


def modal_of(verb: Word) -> str:
    """*can*, *must*, *will* …, as a base form, or empty."""
    shown = {"ca": "can", "could": "can", "wo": "will", "would": "would", "'ll": "will"}
    for child in verb.kids("aux"):
        if child.tag == "MD":
            return shown.get(child.text.lower(), child.text.lower())
    return ""


def particle_of(verb: Word) -> str:
    """``up``, ``over``, ``down``: the particle of a phrasal verb, or empty."""
    return " ".join(child.text.lower() for child in verb.kids("prt"))
