"""Finding many phrases in many texts at once, whatever their case and punctuation."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

TELLING_WORDS = 3
"""Shorter texts stand in questions and memories by chance: among 12,132 questions of NExT-QA,
LVBench, OVO-Bench and StreamingBench no right option of three words or more stands alone in its
question, seven of one word do (docs/decisions/0016)."""

_KEY = 3
_WORD = re.compile(r"[^\W_]+")
_UNSPACED = re.compile(r"[぀-ヿ㐀-鿿가-힯]")
_TELLING_UNSPACED = 6


def words(text: str) -> tuple[str, ...]:
    """The words of a text, folded; each character of a script without spaces is a word."""
    spaced = _UNSPACED.sub(lambda match: f" {match.group()} ", text.casefold())
    return tuple(_WORD.findall(spaced))


def telling(text: str) -> bool:
    """Whether a text is too long to stand somewhere by chance."""
    needed = _TELLING_UNSPACED if _UNSPACED.search(text) else TELLING_WORDS
    return len(words(text)) >= needed


class Phrases:
    """Phrases by what they are (``gold of item 12``); :meth:`found_in` looks for all of them."""

    def __init__(self, phrases: Iterable[tuple[str, str]]) -> None:
        self._by_key: defaultdict[tuple[str, ...], list[tuple[tuple[str, ...], str]]]
        self._by_key = defaultdict(list)
        for what, text in phrases:
            if phrase := words(text):
                self._by_key[phrase[:_KEY]].append((phrase, what))

    def __bool__(self) -> bool:
        return bool(self._by_key)

    def found_in(self, text: str) -> Iterator[str]:
        """What each phrase is that stands in the text, word by word."""
        if not self._by_key:
            return
        said = words(text)
        for place in range(len(said)):
            for length in range(1, _KEY + 1):
                for phrase, what in self._by_key.get(said[place : place + length], ()):
                    if len(phrase[:_KEY]) == length and said[place : place + len(phrase)] == phrase:
                        yield what
