"""Distilling an observation into the clue that replaces it (MemDreamer 3.2, Eq. 2).

The reasoner writes ``c_t`` itself, as the text beside its next calls: it reads ``o_t`` in full
once, and that note is all that stays. Where a model calls tools without writing anything, the
lines of the observation nearest to the question are kept instead.
"""

import re

from agent.budget import clipped
from agent.evidence import ID_PATTERN
from language.normalise import search_text

MAX_CLUE_TOKENS = 110
_MAX_LINES = 3


def from_note(note: str) -> str:
    """The reasoner's own note as a clue: one line, bounded."""
    return clipped(" ".join(note.split()), MAX_CLUE_TOKENS)


def extracted(observation: str, question: str) -> str:
    """The lines of ``observation`` that share most words with ``question``, in their order.

    Lines without an id (headings, counts of what was left out) are passed over; of equally good
    lines the earlier one is kept, since observations put the most relevant first.
    """
    asked = set(search_text(question).split())
    lines = [line.strip() for line in observation.splitlines() if ID_PATTERN.search(line)]
    if not lines:
        return clipped(" ".join(observation.split()), MAX_CLUE_TOKENS // 2)

    def rank(item: tuple[int, str]) -> tuple[int, int]:
        place, line = item
        words = set(search_text(re.sub(ID_PATTERN, " ", line)).split())
        return (-len(asked & words), place)

    best = sorted(sorted(enumerate(lines), key=rank)[:_MAX_LINES])
    each = MAX_CLUE_TOKENS // len(best)
    return " | ".join(clipped(line, each) for _, line in best)
