"""Text as the full-text index stores it: one space-joined list of terms, for documents and queries.

The index splits on white space only, so everything that makes two spellings of one word meet
happens here, in one pure function: Unicode form, case, stems, and n-grams for scripts that are
written without spaces.
"""

import threading
import unicodedata
from collections.abc import Iterator
from itertools import groupby, pairwise

import Stemmer  # type: ignore[import-not-found]  # a C module without stubs

STEMMERS: dict[str, str] = {
    "ca": "catalan",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "nb": "norwegian",
    "nl": "dutch",
    "nn": "norwegian",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "sv": "swedish",
    "tr": "turkish",
    "yi": "yiddish",
}
"""Snowball stemmer by primary language subtag. Arabic and Hindi words stay as they are written:
light stemming there merges words of different roots."""

_ENGLISH_STOP_WORDS = """
a an and are as at be been being but by can could did do does doing for from had has have
having he her hers herself him himself his how i if in into is it its itself me my myself
of on or our ours ourselves s she should so some such t than that the their theirs them
themselves then there these they this those to was we were what when where which while who
whom whose why will with would you your yours yourself yourselves
"""
_STOP_WORDS: dict[str, frozenset[str]] = {"en": frozenset(_ENGLISH_STOP_WORDS.split())}
"""Words that carry grammar only. Directions (up, down, off, over, out, after, before) are kept:
in a video "takes off" is not "takes". docs/decisions/0009 has the figures."""

_UNSPACED = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "THAI", "LAO", "KHMER", "MYANMAR", "BOPOMOFO")
_JOINERS = "\u200c\u200d"
_APOSTROPHES = {0x2019: "'", 0x02BC: "'", 0xFF07: "'", 0x00AD: None}
_stemmers = threading.local()


def search_text(text: str, language: str = "en") -> str:
    """``text`` as space-joined search terms; the same for a document and for a query.

    ``language`` is a BCP 47 tag of which the primary subtag counts; a language without a Snowball
    stemmer is only folded. Words of scripts written without spaces become overlapping pairs of
    characters, and single Han characters too, since one alone can be a whole word. A text of
    nothing but stop words keeps them; a text without a letter or digit gives ``""``.
    """
    subtag = language.partition("-")[0].lower()
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    words = list(_words(folded.translate(_APOSTROPHES), keep_apostrophes=subtag == "en"))
    stop_words = _STOP_WORDS.get(subtag, frozenset())
    kept = [word for word in words if word.removesuffix("'s") not in stop_words] or words
    return " ".join(term for word in kept for term in _terms(word, subtag))


def _words(text: str, *, keep_apostrophes: bool) -> Iterator[str]:
    """Maximal runs of letters, digits and marks; a mark never ends a word (Hindi vowel signs)."""
    word: list[str] = []
    for position, character in enumerate(text):
        inner = character in _JOINERS or (keep_apostrophes and character == "'")
        follows = text[position + 1 : position + 2]
        if unicodedata.category(character)[0] in "LNM" or (inner and word and follows.isalpha()):
            word.append(character)
        elif word:
            yield "".join(word)
            word = []
    if word:
        yield "".join(word)


def _terms(word: str, subtag: str) -> Iterator[str]:
    for unspaced, run in groupby(_clusters(word), key=_is_unspaced):
        characters = list(run)
        if not unspaced:
            yield _fold_accents(_stem("".join(characters), subtag))
        elif len(characters) == 1:
            yield characters[0]
        else:
            yield from (first + second for first, second in pairwise(characters))
            yield from (character for character in characters if _is_han(character))


def _clusters(word: str) -> Iterator[str]:
    """Characters with the marks that follow them, so that a pair never starts with a bare mark."""
    cluster = ""
    for character in word:
        if cluster and unicodedata.category(character)[0] != "M" and character not in _JOINERS:
            yield cluster
            cluster = ""
        cluster += character
    if cluster:
        yield cluster


def _is_unspaced(cluster: str) -> bool:
    return unicodedata.name(cluster[0], "").startswith(_UNSPACED)


def _is_han(cluster: str) -> bool:
    return unicodedata.name(cluster[0], "").startswith("CJK")


def _stem(word: str, subtag: str) -> str:
    algorithm = STEMMERS.get(subtag)
    if algorithm is None:
        return word
    stemmer = getattr(_stemmers, algorithm, None)
    if stemmer is None:  # a stemmer object must not be shared between threads
        stemmer = Stemmer.Stemmer(algorithm)
        setattr(_stemmers, algorithm, stemmer)
    return str(stemmer.stemWord(word))


def _fold_accents(word: str) -> str:
    """``café`` as ``cafe``; only Latin letters, since marks elsewhere are vowels."""
    if word.isascii() or not unicodedata.name(word[0], "").startswith("LATIN"):
        return word
    parts = unicodedata.normalize("NFD", word)
    return "".join(part for part in parts if unicodedata.category(part) != "Mn")
