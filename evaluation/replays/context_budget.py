"""How much of the evidence a context holds: at 1K to 8K tokens, ours and the standard parts.

Standard parts rank documents; each is told on a line of the form that our search hits have
(``retrieval.rendering.hit_line``), until the budget is full. Ours is a digest
(``retrieval.digest``). Two things differ, so a row between tells them apart: the best standard
ranking, told as a digest tells it.

GoalStep, whole store: the share of a phrase's right documents (those inside its step) that are
told, averaged over phrases; beside it, how often any is. What a reasoner can count or compare is
what it is told, so the share is the main figure. ActivityNet, streams: how often a span is told
that shares half of its time with the one asked for (IoU ≥ 0.5, as in the replay); a wide line that
merely covers it does not count. Of the streams' questions every fourth is asked.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from evaluation.replays import activitynet_clips, goalstep_memory, goalstep_recordings
from evaluation.replays.report import ReplayReport, Tally
from evaluation.replays.standard_parts import Part, Parts, Pool, cosines, ranking
from evaluation.replays.stored import StoredMemory, stored
from graph_schema.identity import label_of, video_of
from graph_schema.labels import KIND_OF_LABEL
from retrieval.digest import Digest, Passage, digests, moments, scenes
from retrieval.rendering import hit_line
from retrieval.scope import Scope
from retrieval.views import Event
from runtime.progress import Progress, Silent
from runtime.settings import Settings
from runtime.tokens import count_tokens

BUDGETS = (1_000, 2_000, 4_000, 6_000, 8_000)
HITS = 120
"""What is searched for scenes. It fills 2K to 4K tokens; larger budgets are left in part unused."""
MOMENTS, SINGLE_EVENTS = 60, 120
EVERY = 4
"""Of the questions to streams, one in so many is asked."""

_RANKED = 400
"""Documents ranked by a standard part: more lines than 8K tokens hold."""
_UNIONS = (2, 3)
_HALF = 0.5
_TOLD = "moment told"

Item = TypeVar("Item")
Shares = list[float]
"""One figure for each budget."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """What a standard part ranks: a document, or several in a row, and the line that tells it."""

    events: tuple[Event, ...]
    line_tokens: int

    @classmethod
    def of(cls, *events: Event) -> "Candidate":
        """Measured as a hit is told; a union names its first and last event."""
        first, last = events[0], events[-1]
        name = first.id if first is last else f"{first.id}-{last.id.rpartition('.')[2]}"
        text = " ".join(event.text for event in events)
        start_ms, end_ms = _span(events)
        line = hit_line(name, first.kind, start_ms, end_ms, text)
        return cls(events, count_tokens(line))

    def passage(self) -> Passage:
        """It as a digest tells it."""
        return Passage(self.events, _span(self.events) if len(self.events) > 1 else None)


def fitting(candidates: Sequence[Candidate]) -> list[int]:
    """How many of them, best first, fit into each budget."""
    spent = np.cumsum([candidate.line_tokens for candidate in candidates])
    return [int(np.searchsorted(spent, budget, side="right")) for budget in BUDGETS]


def goalstep(
    settings: Settings, *, data: Path | None = None, progress: Progress | None = None
) -> ReplayReport:
    """Phrases asked of all of GoalStep's videos."""
    progress = progress or Silent()
    recordings = goalstep_recordings.load(data)
    documents = map(goalstep_memory.document, recordings)
    with stored(settings, "goalstep", documents, progress) as memory:
        return _GoalStep(recordings, memory).report(progress)


class _GoalStep:
    def __init__(
        self, recordings: Sequence[goalstep_recordings.Recording], memory: StoredMemory
    ) -> None:
        self._memory = memory
        self._candidates = [
            Candidate.of(_event(memory.ids[one.uid][key], step.start_ms, step.end_ms, step.text))
            for one in recordings
            for step, key in zip(one.steps, goalstep_memory.keys(one), strict=True)
        ]
        self._phrases = [phrase for one in recordings for phrase in one.phrases]
        self._videos = [one.uid for one in recordings for _ in one.phrases]
        self._right = [
            frozenset(
                memory.ids[one.uid][key]
                for step, key in zip(one.steps, goalstep_memory.keys(one), strict=True)
                if phrase.holds(step)
            )
            for one in recordings
            for phrase in one.phrases
        ]

    def report(self, progress: Progress) -> ReplayReport:
        asked = [phrase.text for phrase in self._phrases]
        parts = Parts([one.events[0].text for one in self._candidates], self._memory.embedder)
        tally = _Tallied("context budget: goalstep", self._videos)
        progress.stage("standard", len(Part))
        for part in Part:
            ranked = parts.best(part, asked, _RANKED)
            self._add(tally, part.value, (self._told(row) for row in ranked))
            progress.advance()
        progress.stage("their digests", len(asked))
        ranked = parts.best(Part.WEIGHTED_SUM, asked, _RANKED)
        told = (self._told_as_digest(row) for row in _seen(ranked, progress))
        self._add(tally, f"{Part.WEIGHTED_SUM}, as a digest", told, ours=True)
        progress.stage("ours", len(asked))
        self._add(tally, "digest of scenes", map(self._ours, _seen(asked, progress)), ours=True)
        progress.finish("done")
        return tally.report(len(asked))

    def _add(
        self,
        tally: "_Tallied",
        name: str,
        told: Iterator[list[set[str]]],
        *,
        ours: bool = False,
    ) -> None:
        shares, anys = [], []
        for right, by_budget in zip(self._right, told, strict=True):
            found = [len(right & ids) for ids in by_budget]
            shares.append([number / len(right) for number in found])
            anys.append([float(number > 0) for number in found])
        tally.add(name, "right steps told", shares, ours=ours)
        tally.add(name, "any right step told", anys, ours=ours)

    def _told(self, row: Pool) -> list[set[str]]:
        ranked = [self._candidates[place] for place in row]
        return [{one.events[0].id for one in ranked[:fit]} for fit in fitting(ranked)]

    def _told_as_digest(self, row: Pool) -> list[set[str]]:
        passages = [self._candidates[place].passage() for place in row]
        return [set(one.ids) for one in digests(passages, BUDGETS)]

    def _ours(self, query: str) -> list[set[str]]:
        memory = self._memory
        found = scenes(memory.store, memory.embedder, query, Scope(memory.library), k=HITS)
        return [set(one.ids) for one in _within(digests(found, BUDGETS))]


def activitynet(
    settings: Settings, *, data: Path | None = None, progress: Progress | None = None
) -> ReplayReport:
    """One annotator's sentences asked of two-hour streams of the other's."""
    progress = progress or Silent()
    clips = activitynet_clips.load(data)
    documents = (source.document() for source in activitynet_clips.sources(clips))
    with stored(settings, "activitynet", documents, progress) as memory:
        return _Streams(clips, memory).report(progress)


@dataclass(frozen=True, slots=True)
class _Asked:
    text: str
    span: tuple[int, int]
    clip: str


class _Streams:
    def __init__(self, clips: Sequence[activitynet_clips.Clip], memory: StoredMemory) -> None:
        self._memory = memory
        self._streams = activitynet_clips.streams(clips)
        self._events = [self._events_of(stream) for stream in self._streams]
        self._asked = [self._asked_of(stream)[::EVERY] for stream in self._streams]
        sentences = [event.text for events in self._events for event in events]
        self._parts = Parts(sentences, memory.embedder)
        ends = np.cumsum([len(events) for events in self._events])
        self._pools = [
            np.arange(end - len(events), end)
            for end, events in zip(ends, self._events, strict=True)
        ]

    def report(self, progress: Progress) -> ReplayReport:
        clips = [one.clip for asked in self._asked for one in asked]
        tally = _Tallied("context budget: activitynet", clips)
        progress.stage("standard", len(Part) + len(_UNIONS) + 1)
        for name, rank in self._standard().items():
            tally.add(name, _TOLD, list(self._by_lines(rank)))
            progress.advance()
        shares = list(self._by_digest(partial(self._unions, _UNIONS[0])))
        tally.add(f"unions of 1-{_UNIONS[0]}, as a digest", _TOLD, shares, ours=True)
        progress.stage("ours", len(clips))
        tally.add("digest of moments", _TOLD, list(self._ours(progress)), ours=True)
        progress.finish("done")
        return tally.report(len(clips), f"of each stream's questions one in {EVERY} is asked")

    def _events_of(self, stream: activitynet_clips.Source) -> list[Event]:
        """In order of time, which the standard unions go by."""
        ids = self._memory.ids[stream.key]
        events = [
            _event(ids[seen["key"]], seen["start_ms"], seen["end_ms"], seen["label"])
            for seen in stream.document().document["macro_events"]
        ]
        return sorted(events, key=lambda event: (event.start_ms, event.end_ms))

    def _asked_of(self, stream: activitynet_clips.Source) -> list[_Asked]:
        return [
            _Asked(
                one.text,
                (
                    round(1000 * (one.start_s + piece.offset_s)),
                    round(1000 * (one.end_s + piece.offset_s)),
                ),
                piece.clip.id,
            )
            for piece in stream.pieces
            for one in piece.clip.asked
        ]

    def _standard(self) -> Mapping[str, "_Rank"]:
        parts: dict[str, _Rank] = {part.value: partial(self._documents, part) for part in Part}
        return parts | {f"unions of 1-{most}": partial(self._unions, most) for most in _UNIONS}

    def _documents(self, part: Part, at: int) -> "_Ranked":
        texts = [one.text for one in self._asked[at]]
        scores = self._parts.all_scores(part, texts, self._pools[at])
        return _Ranked([Candidate.of(event) for event in self._events[at]], ranking(scores))

    def _unions(self, most: int, at: int) -> "_Ranked":
        events, vectors = self._events[at], self._parts.vectors[self._pools[at]]
        places = [
            range(first, first + number)
            for number in range(1, most + 1)
            for first in range(len(events) - number + 1)
        ]
        sums = np.stack([vectors[list(inside)].sum(axis=0) for inside in places])
        sums /= np.linalg.norm(sums, axis=1, keepdims=True)
        asked = self._parts.encoded([one.text for one in self._asked[at]])
        candidates = [Candidate.of(*(events[place] for place in inside)) for inside in places]
        return _Ranked(candidates, ranking(cosines(asked, sums)))

    def _by_lines(self, rank: "_Rank") -> Iterator[Shares]:
        for at, asked in enumerate(self._asked):
            ranked = rank(at)
            for one, row in zip(asked, ranked.order, strict=True):
                best = [ranked.candidates[place] for place in row[:_RANKED]]
                spans = [_span(candidate.events) for candidate in best]
                yield [_is_told(spans[:fit], one.span) for fit in fitting(best)]

    def _by_digest(self, rank: "_Rank") -> Iterator[Shares]:
        for at, asked in enumerate(self._asked):
            ranked = rank(at)
            for one, row in zip(asked, ranked.order, strict=True):
                passages = [ranked.candidates[place].passage() for place in row[:_RANKED]]
                yield self._told(digests(passages, BUDGETS), one)

    def _ours(self, progress: Progress) -> Iterator[Shares]:
        memory = self._memory
        for stream, asked in zip(self._streams, self._asked, strict=True):
            scope = Scope(memory.library, videos=(memory.video_of[stream.key],))
            for one in _seen(asked, progress):
                found = moments(
                    memory.store, memory.embedder, one.text, scope, k=MOMENTS, rest=SINGLE_EVENTS
                )
                yield self._told(_within(digests(found, BUDGETS)), one)

    @staticmethod
    def _told(by_budget: Sequence[Digest], asked: _Asked) -> Shares:
        return [_is_told([span[1:] for span in one.spans], asked.span) for one in by_budget]


@dataclass(frozen=True, slots=True)
class _Ranked:
    """Candidates of a stream, and their order for each question to it."""

    candidates: Sequence[Candidate]
    order: Pool


_Rank = Callable[[int], _Ranked]
"""The candidates of a stream by its position."""


class _Tallied:
    """A tally whose metrics are shares by budget."""

    def __init__(self, name: str, videos: Sequence[str]) -> None:
        self._tally = Tally(name)
        self._videos = videos

    def add(self, part: str, group: str, shares: Sequence[Shares], *, ours: bool = False) -> None:
        self._tally.queries(group, self._videos)
        table: NDArray[np.float64] = np.array(shares, dtype=np.float64)
        for column, budget in enumerate(BUDGETS):
            metric = f"{group}: {budget // 1000}K"
            self._tally.add(part, metric, table[:, column], ours=ours)

    def report(self, n: int, *notes: str) -> ReplayReport:
        return self._tally.report(n=n, notes=notes)


def _is_told(spans: Sequence[tuple[int, int]], asked: tuple[int, int]) -> float:
    """1.0 if one of the spans shares at least half of its time with the one asked for."""
    if not spans:
        return 0.0
    start, end = np.array(spans, dtype=np.float64).T
    shared = np.minimum(end, asked[1]) - np.maximum(start, asked[0])
    together = np.maximum(end, asked[1]) - np.minimum(start, asked[0])
    return float((shared >= _HALF * together).any())


def _within(by_budget: Sequence[Digest]) -> Sequence[Digest]:
    """The digests, none of which may be larger than its budget."""
    for one, budget in zip(by_budget, BUDGETS, strict=True):
        if one.tokens > budget:
            raise AssertionError(f"a digest of {budget} tokens has {one.tokens}")
    return by_budget


def _event(id_: str, start_ms: int, end_ms: int, text: str) -> Event:
    label, video = label_of(id_), video_of(id_)
    assert label is not None
    assert video is not None
    kind = KIND_OF_LABEL[label]
    return Event(
        id=id_, kind=kind, video_id=video, start_ms=start_ms, end_ms=end_ms, label="", text=text
    )


def _span(events: Sequence[Event]) -> tuple[int, int]:
    return min(event.start_ms for event in events), max(event.end_ms for event in events)


def _seen(items: Iterable[Item], progress: Progress) -> Iterator[Item]:
    for item in items:
        yield item
        progress.advance()
