"""Spans of neighbouring events: how well each fits a sentence, and which to answer with. Pure.

Every event, and every few neighbours in time, is a span. Its evidence is a weighted sum: how near
it lies to the sentence in meaning and in words, whether what surrounds it is near too, and whether
it sits where in a story the sentence's wording says. Evidence becomes chances, and the answer is
not the likeliest span but the one that on the average over all of them shares most time with what
may be meant: spans that agree beat one that stands alone.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from graph_schema.labels import Kind
from language.story_place import story_place
from retrieval.stories import Floats, OpeningRecipe, stories

Vectors = NDArray[np.float32]
Positions = NDArray[np.intp]

_SURE = 0.98
"""No border between two events is surer than this."""
_TINY = 1e-9


class MomentRecipe(BaseModel):
    """How spans are formed and weighed; docs/decisions/0014 has the measurements.

    The weights are logits: 1 makes a span e times as likely.
    """

    model_config = ConfigDict(frozen=True)

    name: str = "moments"
    members: int = Field(default=3, gt=0, description="Most neighbouring events in one span.")
    spans: int = Field(
        default=80, gt=0, description="How many, nearest in meaning, are compared; k if more."
    )
    union: float = Field(default=7.0, description="Cosine of the sentence and its members' sum.")
    nearest: float = Field(default=5.5, description="Cosine of the sentence and its best member.")
    words: float = Field(default=3.5, description="Share of the sentence's words, by rarity.")
    surroundings: float = Field(default=6.0, description="Best cosine of two events to each side.")
    longer: float = Field(default=-0.7, description="For each member after the first.")
    one_story: float = Field(default=0.8, description="Log of the chance that none opens inside.")
    edges: float = Field(default=1.4, description="Chances that a story opens and closes with it.")
    place: float = Field(
        default=-7.5, description="Squared distance of its place in its story and the one told."
    )
    wording: float = Field(
        default=-3.5, description="Squared distance of the places told by the two wordings."
    )
    openings: OpeningRecipe = OpeningRecipe()
    exact_limit: int = Field(
        default=1_000, ge=0, description="Scopes of at most this many events are weighed whole."
    )
    candidates: int = Field(default=50, gt=0, description="Else spans lie around this many hits.")
    reach: int = Field(default=6, ge=2, description="How many events to each side of a hit.")


MOMENTS = MomentRecipe()


@dataclass(frozen=True, slots=True)
class Event:
    """A node with times, as spans are made of it. ``terms`` are those of its normalised text."""

    id: str
    kind: Kind
    video_id: str
    start_ms: int
    end_ms: int
    text: str
    terms: frozenset[str]
    macro_event: str | None = None


@dataclass(frozen=True, slots=True)
class Chain:
    """Events of one video and kind in order of time, at least one, with nothing left out between.

    ``vectors`` are theirs, of length 1. ``anchors``: positions of those of which a span must hold
    one; any will do where that is None.
    """

    events: Sequence[Event]
    vectors: Vectors
    anchors: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class Query:
    """A sentence, read: its normalised terms in order, each once, and its vector, of length 1."""

    text: str
    terms: tuple[str, ...]
    vector: Vectors


@dataclass(frozen=True, slots=True)
class Span:
    """Neighbouring events, and ``best``, the nearest of them to the sentence.

    ``score`` is the share of time (intersection over union) that it is expected to have in common
    with what is meant, apart from what spans chosen before it cover.
    """

    events: tuple[Event, ...]
    best: Event
    score: float

    @property
    def start_ms(self) -> int:
        """When its first event starts."""
        return self.events[0].start_ms

    @property
    def end_ms(self) -> int:
        """When the last of its events ends; it need not be the one that starts last."""
        return max(event.end_ms for event in self.events)


def best_spans(
    chains: Sequence[Chain], query: Query, k: int, recipe: MomentRecipe = MOMENTS
) -> list[Span]:
    """The ``k`` spans to answer with, best first; fewer where there are no more."""
    if not chains:
        return []
    rarity = _rarity(query.terms, [event for chain in chains for event in chain.events])
    sought = _Sought(query.terms, rarity, story_place(query.text))
    near = [chain.vectors.astype(np.float64) @ query.vector.astype(np.float64) for chain in chains]
    videos: dict[str, int] = {}
    spans = _Spans.joined(
        _spans_of(chain, near[at], sought, recipe).placed(
            at, videos.setdefault(chain.events[0].video_id, len(videos))
        )
        for at, chain in enumerate(chains)
    )
    spans = spans.at(np.argsort(-spans.union, kind="stable")[: max(recipe.spans, k)])
    answers = []
    for at, score in _chosen(spans, k):
        chain, first, last = spans.chain[at], spans.first[at], spans.last[at] + 1
        events = tuple(chains[chain].events[first:last])
        answers.append(Span(events, events[int(np.argmax(near[chain][first:last]))], score))
    return answers


@dataclass(frozen=True, slots=True)
class _Sought:
    """What a sentence asks of spans: its terms, the weight of each (sum 1), its told place."""

    terms: tuple[str, ...]
    rarity: Floats
    place: float | None


@dataclass(frozen=True, slots=True)
class _Spans:
    """Arrays over spans: positions of the first and last event in their chain, and of the chain."""

    first: Positions
    last: Positions
    start_ms: Floats
    end_ms: Floats
    union: Floats
    evidence: Floats
    chain: Positions
    video: Positions

    @classmethod
    def joined(cls, parts: "Iterable[_Spans]") -> "_Spans":
        every = list(parts)
        return cls(
            *(np.concatenate([getattr(one, each.name) for one in every]) for each in fields(cls))
        )

    def at(self, places: Positions) -> "_Spans":
        return _Spans(*(getattr(self, each.name)[places] for each in fields(self)))

    def placed(self, chain: int, video: int) -> "_Spans":
        return replace(
            self, chain=np.full_like(self.first, chain), video=np.full_like(self.first, video)
        )


def _rarity(terms: Sequence[str], events: Sequence[Event]) -> Floats:
    """What each term counts among these events, rare ones more; the sum is 1."""
    holding = np.array([sum(term in event.terms for event in events) for term in terms], float)
    idf: Floats = np.log1p((len(events) - holding + 0.5) / (holding + 0.5))
    return idf / max(float(idf.sum()), _TINY)


def _spans_of(chain: Chain, similarity: Floats, sought: _Sought, recipe: MomentRecipe) -> _Spans:
    """Every span of one chain, weighed; ``similarity`` holds its events' cosines."""
    events, vectors = chain.events, chain.vectors
    starts = np.array([event.start_ms for event in events], dtype=np.float64)
    ends = np.array([event.end_ms for event in events], dtype=np.float64)
    told = stories([event.text for event in events], starts, ends, vectors, recipe.openings)
    found = np.array(
        [[term in event.terms for event in events] for term in sought.terms], dtype=bool
    ).reshape(len(sought.terms), len(events))
    vector_sums = _running(vectors.astype(np.float64))
    similarity_sums, place_sums = _running(similarity), _running(told.places)
    unbroken_sums = _running(np.log(1 - np.minimum(told.opens, _SURE)))
    around = np.pad(similarity, 2)
    parts = []
    for members in range(1, min(recipe.members, len(events)) + 1):
        first = np.arange(len(events) - members + 1)
        last = first + members - 1
        inside = [first + step for step in range(members)]
        end = np.max([ends[at] for at in inside], axis=0)
        length = np.linalg.norm(vector_sums[last + 1] - vector_sums[first], axis=1)
        union = (similarity_sums[last + 1] - similarity_sums[first]) / np.maximum(length, _TINY)
        sides = (first, first + 1, last + 3, last + 4)
        evidence = (
            recipe.union * union
            + recipe.nearest * np.max([similarity[at] for at in inside], axis=0)
            + recipe.words * (sought.rarity @ np.any([found[:, at] for at in inside], axis=0))
            + recipe.surroundings * np.max([around[at] for at in sides], axis=0)
            + recipe.longer * (members - 1)
            + recipe.one_story * (unbroken_sums[last + 1] - unbroken_sums[first + 1])
            + recipe.edges * (told.opens[first] + told.closes[last])
        )
        if sought.place is not None:
            opened = told.starts[first]
            lasting = np.maximum(told.ends[last] - opened, 1.0)
            middle = ((starts[first] + end) / 2 - opened) / lasting
            worded = (place_sums[last + 1] - place_sums[first]) / members
            evidence += recipe.place * (middle - sought.place) ** 2
            evidence += recipe.wording * (worded - sought.place) ** 2
        parts.append(_Spans(first, last, starts[first], end, union, evidence, first * 0, first * 0))
    spans = _Spans.joined(parts)
    if chain.anchors is None:
        return spans
    anchored = _running(np.isin(np.arange(len(events)), list(chain.anchors)).astype(np.float64))
    return spans.at(np.flatnonzero(anchored[spans.last + 1] > anchored[spans.first]))


def _running(values: Floats) -> Floats:
    """Sums of the first 0, 1, 2 … values: a span's sum is the difference of two of them."""
    sums: Floats = np.concatenate([np.zeros((1, *values.shape[1:])), np.cumsum(values, axis=0)])
    return sums


def _chosen(spans: _Spans, k: int) -> list[tuple[int, float]]:
    """Positions and scores: each choice adds most expected overlap to what is covered already."""
    chances = np.exp(spans.evidence - spans.evidence.max(initial=-np.inf))
    left = chances / chances.sum()
    shared = _overlaps(spans)
    chosen: list[tuple[int, float]] = []
    for _ in range(min(k, len(left))):
        worth = shared @ left
        worth[[at for at, _ in chosen]] = -1.0
        best = int(np.argmax(worth))
        chosen.append((best, float(worth[best])))
        left = left * (1 - shared[best])
    return chosen


def _overlaps(spans: _Spans) -> Floats:
    """Intersection over union of each pair; spans of two videos share nothing."""
    start, end = spans.start_ms, spans.end_ms
    shared = np.minimum(end[:, None], end) - np.maximum(start[:, None], start)
    shared = np.where(spans.video[:, None] == spans.video, np.maximum(shared, 0.0), 0.0)
    length = end - start
    overlaps: Floats = shared / np.maximum(length[:, None] + length - shared, _TINY)
    return overlaps
