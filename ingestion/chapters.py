"""Which macro events belong together: neighbours in time that are close in meaning. Pure.

MemDreamer 3.1, upward hierarchical aggregation: macro events are clustered bottom-up by temporal
adjacency and semantic affinity. Without a language model summaries are extractive: the sentences
of the most central members, in order of time.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

_SENTENCE_END = re.compile(r"(?<=[.!?。！？])\s+")


@dataclass(frozen=True, slots=True)
class AggregationRecipe:
    """How far clustering goes, and how much time counts beside meaning.

    The paper gives no numbers. About the square root of the events keeps the tiers equally wide,
    so that walking down them is short. ``pull_of_time`` is how far apart, in units of a text's
    vector, the first and the last event lie by their position alone: without it one odd event
    (credits) becomes a chapter of its own and the story before it a single one.
    """

    chapters_per_root: float = 1.25
    fewest_when_long: int = 3
    long_from: int = 12
    pull_of_time: float = 2.0
    sentences_of_a_chapter: int = 3
    sentences_of_the_whole: int = 6
    longest_summary: int = 1_200


RECIPE = AggregationRecipe()


def cluster(vectors: Vectors, recipe: AggregationRecipe = RECIPE) -> list[list[int]]:
    """Positions of neighbouring events grouped into chapters, in order.

    Agglomerative (Ward's criterion) over a chain: only neighbours may merge, so a chapter never
    jumps in time. It gives what scikit-learn's ``AgglomerativeClustering`` gives for a chain as
    connectivity, whose import alone would take longer than a small video's whole ingest.
    """
    when = recipe.pull_of_time * np.arange(len(vectors), dtype=np.float32) / len(vectors)
    firsts = chain_ward(np.column_stack([vectors, when]), how_many(len(vectors), recipe))
    return [list(range(*edges)) for edges in pairwise([*firsts, len(vectors)])]


def chain_ward(points: Vectors, wanted: int) -> list[int]:
    """The first position of each of ``wanted`` runs whose points lie closest to their middles.

    Again and again the two neighbouring runs are merged whose union adds least to the sum of
    squared distances.
    """
    sums = dict(enumerate(points.astype(np.float64)))
    after = {first: first + 1 for first in sums}
    before = {first: first - 1 for first in sums}

    def cost(one: int, two: int) -> float:
        sizes = after[one] - one, after[two] - two
        apart = sums[one] / sizes[0] - sums[two] / sizes[1]
        return float(sizes[0] * sizes[1] / sum(sizes) * (apart @ apart))

    # A run that has grown since has another end: its old offers are no longer valid.
    offers = [(cost(one, one + 1), one, one + 1, one + 2) for one in range(len(points) - 1)]
    heapify(offers)
    while len(sums) > wanted:
        _, one, two, end = heappop(offers)
        if one not in sums or after[one] != two or two not in sums or after[two] != end:
            continue
        sums[one] += sums.pop(two)
        after[one] = end
        if end in sums:
            before[end] = one
            heappush(offers, (cost(one, end), one, end, after[end]))
        if (left := before[one]) in sums:
            heappush(offers, (cost(left, one), left, one, end))
    return sorted(sums)


def how_many(events: int, recipe: AggregationRecipe = RECIPE) -> int:
    """How many chapters so many events make: at least two events to a chapter on average."""
    wanted = min(round(recipe.chapters_per_root * math.sqrt(events)), events // 2)
    fewest = recipe.fewest_when_long if events >= recipe.long_from else 1
    return max(wanted, fewest)


def most_central(vectors: Vectors) -> list[int]:
    """Positions by closeness to the middle of them all, closest first, ties in order."""
    closeness = vectors @ vectors.mean(axis=0)
    return [int(position) for position in np.argsort(-closeness, kind="stable")]


def extract(
    summaries: Sequence[str], vectors: Vectors, sentences: int, recipe: AggregationRecipe = RECIPE
) -> str:
    """First sentences of the most central summaries, in the order of the summaries."""
    chosen = sorted(most_central(vectors)[:sentences])
    told = dict.fromkeys(first_sentence(summaries[position]) for position in chosen)
    return _bounded(" ".join(told), recipe.longest_summary)


def first_sentence(text: str) -> str:
    """The first sentence, ended by a full stop where it has no end of its own."""
    sentence = _SENTENCE_END.split(text.strip(), maxsplit=1)[0]
    return sentence if sentence.endswith((".", "!", "?", "。", "…")) else f"{sentence}."


def _bounded(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1].rsplit(" ", 1)[0] + "…"
