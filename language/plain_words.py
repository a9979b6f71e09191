"""The words of a text that carry its meaning, by a closed list and without a parser.

Reading every passage of a memory for one question must cost next to nothing; a part of speech is
not needed to look a word up. English function words are left out; of another language all words
of at least two letters stay.
"""

import re
from functools import lru_cache

from language.lexicon import word_set
from language.normalise import search_text

FUNCTION_WORDS = word_set(
    """a about above across after again against all almost along already also although always am
    among an and another any anyone anything are around as at be because been before behind being
    below beside besides between beyond both but by can could did do does doing done down during
    each either else ever every everyone everything few for from further had has have having he
    her here hers herself him himself his how however i if in inside into is it its itself just
    may me might mine more moreover most much must my myself near neither no nobody none nor not
    nothing now of off often on once one only onto or other others otherwise ought our ours
    ourselves out over own perhaps please rather same she should since so some somehow someone
    something sometimes still such than that the their theirs them themselves then there therefore
    these they this those though through throughout thus to together too toward towards under
    until up upon us very was we were what whatever when whenever where whereas whether which
    while who whoever whole whom whose why will with within without would yet you your yours
    yourself"""
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_TEXTS_KEPT = 20_000


@lru_cache(maxsize=_TEXTS_KEPT)
def plain_words(text: str) -> tuple[str, ...]:
    """The words in order, in lower case, as they stand (not stemmed), repeated as they are."""
    return tuple(word for word in _WORD.findall(text.lower()) if word not in FUNCTION_WORDS)


@lru_cache(maxsize=_TEXTS_KEPT)
def stem(word: str) -> str:
    """What a word is found by in the full-text index; forms of one word share it."""
    return search_text(word)
