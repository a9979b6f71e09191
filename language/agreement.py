"""What a pronoun can stand for: number, gender, and what its verb does or has done to it."""

from collections.abc import Sequence

from language.actions import Frame
from language.entities import Referent
from language.lexicon import (
    ANIMATE_DOING,
    BODY_PARTS,
    CAUSATIVE,
    INANIMATE_DOING,
    MANIPULATING,
    PLACES,
)
from language.phrases import Phrase

FIRST = frozenset({"i", "me", "my", "mine", "myself", "we", "us", "our", "ours"})
SECOND = frozenset({"you", "your", "yours", "yourself"})
MALE_WORDS = frozenset({"he", "him", "his", "himself"})
FEMALE_WORDS = frozenset({"she", "her", "hers", "herself"})
REFLEXIVE = frozenset({"itself", "himself", "herself", "themselves", "myself"})
INDEFINITE = frozenset({"others", "one", "ones"})
"""Not resolved: nothing says which."""
_THEY = frozenset({"they", "them", "their", "theirs", "themselves", "these", "those"})
_UNEATABLE = frozenset({"boulder", "rock", "stick", "stone", "stump", "tree", "trunk"})
_POSSESSIVE = frozenset({"its", "his", "her", "their", "my", "our", "your"})


def is_possessive(phrase: Phrase) -> bool:
    """*its* of ``its burrow``; *her* only where it owns something."""
    return phrase.head.text.lower() in _POSSESSIVE and phrase.head.dep == "poss"


def agrees(word: str, group: Sequence[Referent]) -> bool:
    """Whether a pronoun can mean these referents, by number, gender and humanity."""
    first = group[0]
    if word in _THEY:
        several = len(group) > 1 or first.plural or first.type == "Group"
        return several or (first.human and not first.gender)
    if len(group) > 1 or first.plural:
        return False
    if word in MALE_WORDS:
        return first.animate and first.type != "Group" and first.gender != "female"
    if word in FEMALE_WORDS:
        return first.animate and first.type != "Group" and first.gender != "male"
    return not first.human


def fit(group: Sequence[Referent], role: str, frame: Frame | None) -> float:
    """How well these referents can stand where the pronoun stands: about -1 to 1."""
    if frame is None:
        return 0.0
    animate = all(referent.animate for referent in group)
    if role == "subject":
        return _fit_to_act(animate, frame)
    if role == "object" and frame.lemma in ("eat", "drink", "chew", "swallow"):
        uneatable = any(r.noun in PLACES or r.noun in _UNEATABLE for r in group)
        return -0.6 if animate or uneatable else 0.4
    if role == "object" and frame.lemma in MANIPULATING:
        return -0.6 if animate else 0.4
    weight = 0.5 if role in ("owner", "adjunct") or frame.lemma in CAUSATIVE else 0.2
    return weight if animate else 0.0


def _fit_to_act(animate: bool, frame: Frame) -> float:
    if frame.passive:
        return 0.2 if animate else 0.0
    if frame.lemma in INANIMATE_DOING and not frame.objects:
        return -0.5 if animate else 0.5
    bodily = any(p.owner is not None and p.lemma in BODY_PARTS for p in frame.objects)
    if bodily or frame.lemma in ANIMATE_DOING:
        return 0.9 if animate else -0.6
    return 0.0
