"""What a free-text answer says, read strictly: one plain answer, or none.

Shared by all benchmarks as their ``strict`` reading; each author's own way of reading stands in
that benchmark's file.
"""

import re
from collections.abc import Sequence

from evaluation.datasets.choices import index_of

_TAGGED = re.compile(r"<answer>(.*?)</answer>", re.DOTALL | re.IGNORECASE)
_LEAD = re.compile(
    r"^\W*(?:so\W+|therefore\W+)?(?:the\s+|my\s+)?(?:best\s+|correct\s+|right\s+|final\s+)?"
    r"(?:answer|option|choice)(?:\s+(?:is|would\s+be|must\s+be))?(?:\s+(?:option|choice))?\s*[:=]?\s*",
    re.IGNORECASE,
)
# A letter by itself: bracketed, marked off, or all there is. "A man" is no letter A.
_FIRST = re.compile(
    r"^[*_\s]*(?:\(([A-Za-z])\)|\[([A-Za-z])\]|([A-Za-z])(?=\s*(?:[.):,;/&*_]|$)|\s+(?:and|or)\b))"
)
_ANOTHER = re.compile(r"^\s*[*_.)]*\s*(?:[,;/&]|and\b|or\b)\s*\(?([A-Za-z])\)?(?![\w'])")
_NAMED = re.compile(
    r"(?i:\b(?:answer|option|choice|choose|select|pick|is|be)\b|it's)\s*:?\s*[*_]*"
    r"\(?([A-Z])\)?(?=\W*$|[.):,;*_]|\s+(?:is|was|because|since)\b)"
)
_BRACKETED = re.compile(r"\(([A-Z])\)")
_WORDS = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")


def chosen(text: str, choices: Sequence[str]) -> int | None:
    """The index of the one option that a text names, in its words or by letter; else None.

    Of options with the very same words, the first.
    """
    inside = _TAGGED.search(text)
    said = (inside[1] if inside else text).strip()
    bare = _LEAD.sub("", said)
    if len(bare) > 1 and (index := _worded(bare, choices)) is not None:
        return index
    index = _lettered(said, bare, choices)
    return _worded(bare, choices) if index is None else index


def _worded(said: str, choices: Sequence[str]) -> int | None:
    """The option that is said in its own words."""
    if said in choices:
        return choices.index(said)
    same = [place for place, choice in enumerate(choices) if same_words(choice, said)]
    return same[0] if len({choices[place] for place in same}) == 1 else None


def _lettered(said: str, bare: str, choices: Sequence[str]) -> int | None:
    """The option whose letter begins the answer, or else is the only one named in it."""
    for start in (said, bare):
        if (first := _FIRST.match(start)) is not None:
            if _ANOTHER.match(start[first.end() :]):
                return None
            return index_of(next(filter(None, first.groups())).upper(), choices)
    named = {found for pattern in (_NAMED, _BRACKETED) for found in pattern.findall(said)}
    return index_of(named.pop(), choices) if len(named) == 1 else None


def yes_or_no(text: str) -> bool | None:
    """Whether a text says yes, or no; None when it says neither, or both."""
    words = _words(text)
    says_yes = "yes" in words or words[:1] == ["y"]
    says_no = "no" in words or words[:1] == ["n"]
    return says_yes if says_yes != says_no else None


def number(text: str) -> int | None:
    """The one whole number in a text; None when there is none, or more than one."""
    found = _NUMBER.findall(text)
    if len(found) != 1:
        return None
    value = float(found[0].replace(",", "."))
    return int(value) if value.is_integer() else None


def same_words(one: str, other: str) -> bool:
    """Whether two texts are the same but for case, spaces and punctuation."""
    return bool(_words(one)) and _words(one) == _words(other)


def _words(text: str) -> list[str]:
    return _WORDS.findall(text.casefold())
