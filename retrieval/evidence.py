"""Which passages are evidence for a question: by meaning, by single words, by the part it names.

A search finds what is *like* the question; evidence is what to look at first. Three things are
added to the encoder: the question's rarer words, each looked for by itself; the part of the video
that it names ("near the end"); and distance in time between the passages returned, since the
neighbour of the best passage tells nearly the same again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from cypher.store import Store
from language.named_place import named_place
from language.plain_words import plain_words
from retrieval.hits import Hit
from retrieval.recipes import HYBRID
from retrieval.scope import Scope
from retrieval.search import search
from retrieval.word_fit import Scores, word_fit
from runtime.embedder import Embedder


class EvidenceRecipe(BaseModel):
    """How passages are weighed; docs/decisions/0015 has the measurements."""

    model_config = ConfigDict(frozen=True)

    words: float = Field(default=0.5, ge=0, description="Weight of single words beside the cosine.")
    place: float = Field(
        default=0.8, ge=0, description="Taken off for a whole video's length from the part named."
    )
    apart_ms: int = Field(default=3_000, ge=0, description="Least time between two of those shown.")
    candidates: int = Field(default=200, gt=0, description="What the search below is asked for.")


EVIDENCE = EvidenceRecipe()


class Timed(Protocol):
    """A text of a video with its time."""

    @property
    def video_id(self) -> str:
        """The video it is of."""

    @property
    def start_ms(self) -> int:
        """When it begins."""

    @property
    def end_ms(self) -> int:
        """When it ends."""

    @property
    def text(self) -> str:
        """What it says."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A hit that has a time."""

    hit: Hit
    video_id: str
    start_ms: int
    end_ms: int

    @property
    def text(self) -> str:
        return self.hit.text


def search_evidence(
    store: Store,
    embedder: Embedder,
    query: str,
    scope: Scope,
    *,
    k: int = 5,
    recipe: EvidenceRecipe = EVIDENCE,
) -> list[Hit]:
    """The ``k`` nodes to look at first for ``query``, best first, apart in time.

    Raises what :func:`retrieval.search.search` raises.
    """
    found = search(
        store,
        embedder,
        query,
        scope,
        k=max(k, recipe.candidates),
        recipe=HYBRID,
        neighbourhood=False,
    )
    passages = [
        _Found(hit, hit.video_id, hit.start_ms, hit.end_ms)
        for hit in found
        if hit.video_id is not None and hit.start_ms is not None and hit.end_ms is not None
    ]
    scores = evidence_scores(query, passages, embedder, recipe)
    return [
        passages[place].hit.model_copy(update={"score": float(scores[place])})
        for place in apart(scores, passages, k, recipe)
    ]


def evidence_scores(
    query: str, passages: Sequence[Timed], embedder: Embedder, recipe: EvidenceRecipe = EVIDENCE
) -> Scores:
    """How much each passage is evidence for ``query``, in their order; comparable within a call."""
    if not passages:
        return np.zeros(0)
    texts = [one.text for one in passages]
    near = embedder.encode(texts) @ embedder.encode([query])[0]
    fit = word_fit(plain_words(query), texts, embedder)
    if fit.words:
        rarity = fit.rarity
        near = near + recipe.words * (fit.near @ rarity) / rarity.sum()
    scores: Scores = near - recipe.place * away(query, passages)
    return scores


def away(query: str, passages: Sequence[Timed]) -> Scores:
    """How far each passage lies from the part of its video that ``query`` names, 0 to 1.

    A part is reckoned on the time that the passages of a video span together; 0 where the query
    names none.
    """
    named = named_place(query)
    if named is None:
        return np.zeros(len(passages))
    begins: dict[str, int] = {}
    ends: dict[str, int] = {}
    for one in passages:
        begins[one.video_id] = min(begins.get(one.video_id, one.start_ms), one.start_ms)
        ends[one.video_id] = max(ends.get(one.video_id, one.end_ms), one.end_ms)
    return np.array(
        [
            abs(
                ((one.start_ms + one.end_ms) / 2 - begins[one.video_id])
                / max(1, ends[one.video_id] - begins[one.video_id])
                - named
            )
            for one in passages
        ]
    )


def apart(
    scores: Scores, passages: Sequence[Timed], k: int, recipe: EvidenceRecipe = EVIDENCE
) -> list[int]:
    """Places of the ``k`` best passages of which no two begin within ``recipe.apart_ms``."""
    chosen: list[int] = []
    for place in np.argsort(-scores, kind="stable"):
        one = passages[int(place)]
        if all(
            one.video_id != passages[other].video_id
            or abs(one.start_ms - passages[other].start_ms) >= recipe.apart_ms
            for other in chosen
        ):
            chosen.append(int(place))
        if len(chosen) == k:
            break
    return chosen
