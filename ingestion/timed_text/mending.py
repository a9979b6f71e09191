"""Putting right what is wrong with the cues of any format, and saying so.

Cues come out in order of time with positive lengths and a text each. What was changed is counted
by kind, one warning a kind.
"""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

from graph_schema.perception_document import Source, UtteranceSeen
from ingestion.timed_text.characters import repaired
from ingestion.timed_text.cues import Cue, TimedText, Track

READING_MS = 1000
READING_MS_PER_CHARACTER = 60
"""How long a text is shown where its end cannot be believed: a second, or the time to read it."""

SMALL_OVERLAP_MS = 500
"""Cues that overlap by no more than this were timed carelessly; more, and both are meant."""

CONTIGUOUS_MS = 100
"""Rolling captions follow each other within this."""

_MESSAGES = {
    "empty": "left out: {cues} without text",
    "negative": "moved to 0:00: {cues} that started before it",
    "reversed": "mended: reversed times of {cues}",
    "zero": "given the time it takes to read: {cues} of no length",
    "order": "sorted: the cues were not in order of time",
    "overlap": "shortened: {cues}, by less than half a second, to end where the next begins",
    "twice": "left out: {cues}, exact repeats of another",
    "rolling": "removed from {cues}: text of the cue before (rolling captions)",
    "outside": "left out: {cues} after the end of the media",
    "clipped": "cut at the end of the media: {cues}",
}


def mended(track: Track, source: Source) -> TimedText:
    """The track as utterances; ``source`` is what the track as a whole is."""
    counts: Counter[str] = Counter()
    cues = [replace(cue, text=repaired(cue.text)) for cue in track.cues if cue.text.strip()]
    counts["empty"] = len(track.cues) - len(cues)
    cues = _with_true_times(cues, counts)
    in_order = sorted(cues, key=lambda cue: cue.start_ms)
    counts["order"] = in_order != cues
    cues = _without_overlaps(_without_rolling(_without_repeats(in_order, counts), counts), counts)
    return TimedText(
        cues=tuple(
            UtteranceSeen(
                start_ms=cue.start_ms,
                end_ms=cue.end_ms,
                text=" ".join(cue.text.split()),
                speaker=cue.speaker,
                source=source,
            )
            for cue in cues
        ),
        language=track.language,
        warnings=(*track.warnings, *_messages(counts)),
    )


def fit_to_media(timed: TimedText, duration_ms: int) -> TimedText:
    """The track without what lies after the end of the media, with warnings saying so."""
    counts: Counter[str] = Counter()
    inside = [cue for cue in timed.cues if cue.start_ms < duration_ms]
    counts["outside"] = len(timed.cues) - len(inside)
    counts["clipped"] = sum(cue.end_ms > duration_ms for cue in inside)
    fitted = tuple(
        cue.model_copy(update={"end_ms": min(cue.end_ms, duration_ms)}) for cue in inside
    )
    return replace(timed, cues=fitted, warnings=(*timed.warnings, *_messages(counts)))


def _messages(counts: Counter[str]) -> list[str]:
    return [
        message.format(cues="1 cue" if counts[kind] == 1 else f"{counts[kind]} cues")
        for kind, message in _MESSAGES.items()
        if counts[kind]
    ]


def _with_true_times(cues: list[Cue], counts: Counter[str]) -> list[Cue]:
    """No negative, reversed or empty spans.

    Of a reversed pair the start is believed, unless only the swapped pair fits between the
    neighbours.
    """
    result = []
    for number, cue in enumerate(cues):
        start, end = max(0, cue.start_ms), max(0, cue.end_ms)
        counts["negative"] += cue.start_ms < 0
        following = next(
            (other.start_ms for other in cues[number + 1 : number + 2] if other.start_ms > start),
            None,
        )
        if end < start:
            counts["reversed"] += 1
            later = cues[number + 1].start_ms if number + 1 < len(cues) else None
            if later is not None and end <= later < start:
                start, end = end, start
            else:
                end = _reading_end(cue, start, following)
        elif end == start:
            counts["zero"] += 1
            end = _reading_end(cue, start, following)
        result.append(replace(cue, start_ms=start, end_ms=end))
    return result


def _reading_end(cue: Cue, start: int, following: int | None) -> int:
    end = start + max(READING_MS, READING_MS_PER_CHARACTER * len(cue.text))
    return end if following is None else min(end, following)


def _without_repeats(cues: list[Cue], counts: Counter[str]) -> list[Cue]:
    """One of each cue that stands there several times (layers of an effect, files pasted twice)."""
    unique = list(dict.fromkeys(cues))
    counts["twice"] = len(cues) - len(unique)
    return unique


def _without_rolling(cues: list[Cue], counts: Counter[str]) -> list[Cue]:
    """Each line once, where every cue shows the last lines again before adding to them."""
    overlaps = [0, *(_shared(before, cue) for before, cue in pairwise(cues))]
    repeating = sum(shared > 0 for shared in overlaps)
    is_rolling = repeating >= 2 and repeating * 3 >= len(cues)
    result: list[Cue] = []
    for cue, shared in zip(cues, overlaps, strict=False):
        lines = cue.text.split("\n")
        if not (shared and is_rolling):
            result.append(cue)
            continue
        counts["rolling"] += 1
        if shared < len(lines):
            result.append(replace(cue, text="\n".join(lines[shared:])))
        else:  # nothing new: the cue before stays longer
            result[-1] = replace(result[-1], end_ms=max(result[-1].end_ms, cue.end_ms))
    return result


def _shared(before: Cue, cue: Cue) -> int:
    """How many first lines of ``cue`` are the last lines of the cue right before it."""
    if cue.start_ms - before.end_ms > CONTIGUOUS_MS or cue.speaker != before.speaker:
        return 0
    old, new = before.text.split("\n"), cue.text.split("\n")
    most = min(len(old), len(new))
    return next((n for n in range(most, 0, -1) if old[-n:] == new[:n]), 0)


def _without_overlaps(cues: list[Cue], counts: Counter[str]) -> list[Cue]:
    result = list(cues)
    for number, (cue, following) in enumerate(pairwise(cues)):
        overlap = cue.end_ms - following.start_ms
        length = cue.end_ms - cue.start_ms
        if 0 < overlap <= SMALL_OVERLAP_MS and overlap * 2 < length:
            result[number] = replace(cue, end_ms=following.start_ms)
            counts["overlap"] += 1
    return result
