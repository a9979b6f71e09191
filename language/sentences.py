"""Cue text into units of one clause chain each, with the offsets to quote them verbatim."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_SENTENCE_END = re.compile(r"[.!?…]+[\"'”’)\]]*(?=\s+[\"'“‘(\[]?[A-Z0-9#♪]|\s*$)|\n+(?=[-–—]\s)")
_ABBREVIATION = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|st|vs|etc|no|oz|lb|lbs|tbsp|tsp|approx|[a-z])\.)$"
)
_CLAUSE_BREAK = re.compile(
    r"\s*;\s*|\s+[–—]\s+|\s+--\s+|:\s+(?=(?:the|a|an|he|she|they|it|we|I)\b)"
    r"|,?\s+while\s+(?:(?=(?:the|an?|its?|his|her|their|one|some)\b)|(?!(?:\w+\s+)?\w+ing\b))"
)
_SPEAKER = re.compile(r"^\s*(?:[-–—]\s*)?(?P<name>[A-Z][A-Z .'’]{1,28}[A-Z.])\s*:\s+(?=\S)")
_CUE_NAME = re.compile(
    r"^\s*(?P<name>[A-Z][A-Z .'’]{1,28}[A-Z.])(?:\s*\([A-Z.' ]+\))*\s*\n"
    r"\s*(?:\([a-z ]+\)\s*)?(?=\S)"
)
"""A screenplay's speaker, on a line of its own."""
_ASIDE = re.compile(r"^\s*[\[(][^\])]*[\])]\s*|^\s*[♪♫#*]+\s+|^\s*[-–—]\s+|^\s*\d{1,2}[.)]\s+")
_CLOCK = re.compile(r"^\s*\[?\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?\]?\s*[-–—:]?\s+(?=\S)")
_EGO = re.compile(r"^\s*#\s*(?:[CcOo]|unsure|summary)\b\s*", re.ASCII)
_DOUBLED = re.compile(r"^\s*(?P<word>[A-Za-z]+)\s*-\s*(?=(?P=word)\b)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Unit:
    """A stretch of a cue that is parsed by itself.

    ``sentence`` is the whole sentence it stands in, verbatim; ``start`` is the offset of ``text``
    in the cue; ``speaker`` is who was named before a colon.
    """

    cue: int
    sentence: str
    sentence_number: int
    text: str
    start: int
    speaker: str | None = None


def split_sentences(text: str) -> Iterator[tuple[int, int]]:
    """Offsets ``(start, end)`` of the sentences of ``text``, blanks trimmed."""
    begin = 0
    for match in _SENTENCE_END.finditer(text):
        chunk = text[begin : match.end()]
        if match[0] == "." and _ABBREVIATION.search(chunk.lower()) and match.end() < len(text):
            continue
        yield from _trimmed(text, begin, match.end())
        begin = match.end()
    yield from _trimmed(text, begin, len(text))


def split_units(cue: int, text: str) -> Iterator[Unit]:
    """The units of one cue, in reading order."""
    speaker = None
    for number, (begin, end) in enumerate(split_sentences(text)):
        sentence = text[begin:end]
        offset = begin
        named = _SPEAKER.match(sentence) or _CUE_NAME.match(sentence)
        if named:
            speaker = named["name"].title()
            offset = begin + named.end()
        offset += _lead_in(text[offset:end])
        for start, stop in _clauses(text, offset, end):
            yield Unit(cue, sentence, number, text[start:stop], start, speaker)


def _lead_in(text: str) -> int:
    """How much at the start is no part of the sentence: asides, song marks, numbering, tags."""
    skipped = 0
    for pattern in (_CLOCK, _ASIDE, _EGO, _DOUBLED):
        match = pattern.match(text, skipped)
        if match is None and skipped == 0:
            match = pattern.match(text)
        if match:
            skipped = max(skipped, match.end())
    return skipped


def _clauses(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    position = begin
    for match in _CLAUSE_BREAK.finditer(text, begin, end):
        yield from _trimmed(text, position, match.start())
        position = match.end()
    yield from _trimmed(text, position, end)


def _trimmed(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    chunk = text[begin:end]
    stripped = chunk.strip()
    if stripped:
        start = begin + chunk.index(stripped[0])
        yield start, start + len(stripped)
