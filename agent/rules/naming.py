"""Which words of a question name a kind of thing ("wolf", "guitar"), and how well each is known.

A memory that shows the answer has such a thing in its own words or in near ones; "hero", "insect"
or "danger" may be said of what it calls by other names, so they prove nothing. The list holds
common English words for roles, judgements, classes and abstractions; it knows no film.
"""

import re
from collections.abc import Sequence

import numpy as np

from agent.rules.content_words import content_words, things
from runtime.embedder import Embedder

_KNOWN = 0.65
"""Cosine to the nearest word of the memory from which on a kind counts as shown."""

_DESCRIBING_WORDS = """
hero heroine protagonist antagonist villain bully enemy foe rival opponent attacker aggressor
avenger victim prisoner captive winner loser survivor leader boss chief gang group team crowd pair
trio couple friend buddy pal companion partner mate comrade neighbour fellow guy figure individual
creature animal beast being person somebody someone character giant onlooker observer witness
spectator bystander owner ruler warrior fighter culprit thief troublemaker coward newcomer stranger
other rest member speaker performer worker helper narrator
insect plant fruit vegetable food snack meal drink toy weapon tool object item device machine stuff
material substance ingredient piece part bit half edge vehicle projectile missile ammunition loot
prize trap equipment gear clothing garment furniture container
place spot area region location surroundings scenery
way manner order kind type sort reason cause result effect consequence purpose goal aim plan idea
trick scheme method step stage
beginning end start middle moment time scene second minute hour while top bottom side back front
distance height depth size shape colour color number amount view sight
life death fight war battle game attack assault defeat revenge anger fury grief joy fear danger
risk trouble mood luck success triumph surprise gesture noise sound name role gift cover chance turn
move trip journey task job help use damage harm loss
"""
_DESCRIBING = frozenset(_DESCRIBING_WORDS.split())
_ABSTRACT = re.compile(
    r"(?:\w{3}(?:tion|sion|ment|ness|ity|ance|ence|hood|ism|dom)|(?:er|nd|on)ship)$"
)


def named_kinds(question: str) -> tuple[str, ...]:
    """The things in a question, by lemma, that name what must be seen for there to be an answer."""
    return tuple(
        word for word in things(question) if word not in _DESCRIBING and not _ABSTRACT.search(word)
    )


def missing_kinds(question: str, texts: Sequence[str], embedder: Embedder) -> float:
    """How much of what a question names is missing from ``texts``: 0 where all is there.

    Each named kind adds what its nearest word there lacks of being known.
    """
    kinds = named_kinds(question)
    words = sorted({word for inner in content_words(texts) for word in inner})
    if not kinds or not words:
        return 0.0
    nearest = (embedder.encode(kinds) @ embedder.encode(words).T).max(axis=1)
    return float(np.maximum(0.0, _KNOWN - nearest).sum())
