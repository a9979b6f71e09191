"""Search for a span of time: which moment of the videos does a sentence describe?

A search for nodes answers with what somebody happened to mark as one event. A sentence may tell of
half of it, of three in a row, or of the end of a story; so here neighbouring events are joined and
weighed together, and the answer has the times of the span.
"""

from collections.abc import Mapping, Sequence, Set
from itertools import pairwise
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from cypher.moments import EVENTS_AROUND, events_of_scope
from cypher.search import END_OF_TIME
from cypher.store import Store
from graph_schema.identity import label_of
from graph_schema.labels import KIND_OF_LABEL, LABEL_OF_KIND, Kind
from language.normalise import search_text
from retrieval.found import not_found
from retrieval.recipes import HYBRID
from retrieval.scope import Scope
from retrieval.search import search
from retrieval.spans import MOMENTS, Chain, Event, MomentRecipe, Query, Span, best_spans
from runtime.embedder import Embedder
from runtime.errors import UsageError

__all__ = ["MOMENTS", "TIMED", "Moment", "MomentRecipe", "search_moments"]

_TINY = 1e-9

TIMED = (Kind.MACRO, Kind.MICRO, Kind.UTTERANCE, Kind.SCREEN_TEXT)
"""Kinds of which spans are made where the scope names none: what happens, is said and is shown.
Spans join neighbours of one kind only; the kinds compete."""


class Moment(BaseModel):
    """A span of one video, told by one event or by several neighbours in time.

    ``id``, ``kind`` and ``macro_event`` are those of its best event, the nearest to the query;
    ``events`` are all of them in order of time, ``text`` what they say. ``score`` is the share of
    time, 0 to 1, that the span is expected to have in common with what the query describes, beyond
    what moments before it in the list cover.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    kind: Kind
    video_id: str
    start_ms: int
    end_ms: int
    text: str
    score: float
    macro_event: str | None
    events: tuple[str, ...] = Field(min_length=1)

    def document(self) -> dict[str, Any]:
        """The moment as a hit of the contract's JSON, with its events."""
        return self.model_dump(mode="json")


def search_moments(
    store: Store,
    embedder: Embedder,
    query: str,
    scope: Scope,
    *,
    k: int = 5,
    recipe: MomentRecipe = MOMENTS,
) -> list[Moment]:
    """The ``k`` spans of ``scope`` that most likely are what ``query`` describes, best first.

    Each is chosen for what the ones before it leave uncovered, so together they spread over the
    places that may be meant. The same call gives the same moments. A scope of few events is weighed
    whole; in a larger one spans lie around the best hits of :func:`~retrieval.search.search`. With
    an entity in scope, a span holds at least one event that it takes part in.

    Raises ``UsageError`` for an empty query, a ``k`` below 1 or a kind without times, and
    ``NotFoundError`` when the scope names a video or entity that this library does not hold.
    """
    if not query.strip():
        raise UsageError("the query is empty", "Say in a few words what to look for.")
    if k < 1:
        raise UsageError(f"k is {k}, but at least one moment must be asked for")
    if Kind.ENTITY in scope.kinds:
        raise UsageError("an entity has no time, so it is no moment", "Search for it as a node.")
    scope = scope.narrowed(*(dict.fromkeys(scope.kinds) or TIMED))
    chains = _whole_scope(store, scope, recipe) if scope.entity is None else None
    if chains is None:
        chains = _around_hits(store, embedder, query, scope, recipe)
    terms = tuple(dict.fromkeys(search_text(query).split()))
    asked = Query(text=query, terms=terms, vector=embedder.encode([query])[0])
    return [_moment(span) for span in best_spans(chains, asked, k, recipe)]


def _whole_scope(store: Store, scope: Scope, recipe: MomentRecipe) -> list[Chain] | None:
    """Every event of the scope, in chains; None where there are too many for that."""
    labels = frozenset(LABEL_OF_KIND[kind] for kind in scope.kinds)
    (found,) = store.read(
        events_of_scope(labels, of_videos=bool(scope.videos)),
        library=scope.library,
        videos=list(dict.fromkeys(scope.videos)),
        limit=recipe.exact_limit,
        **_times(scope),
    )
    for video in scope.videos:
        if video not in found["videos"]:
            raise not_found("video", video, scope.library)
    return _chains(found["events"]) if found["whole"] else None


def _around_hits(
    store: Store, embedder: Embedder, query: str, scope: Scope, recipe: MomentRecipe
) -> list[Chain]:
    """The best hits of the scope, in chains with their neighbours in time."""
    hits = search(
        store, embedder, query, scope, k=recipe.candidates, recipe=HYBRID, neighbourhood=False
    )
    (found,) = store.read(
        EVENTS_AROUND,
        library=scope.library,
        hits=[
            hit.model_dump(include={"id", "video_id", "start_ms"})
            | {"label": LABEL_OF_KIND[hit.kind]}
            for hit in hits
        ],
        reach=recipe.reach,
        **_times(scope),
    )
    links = {pair for window in found["windows"] for pair in pairwise(window)}
    return _chains(found["events"], links, {hit.id for hit in hits})


def _times(scope: Scope) -> dict[str, int]:
    return {
        "start_ms": scope.start_ms or 0,
        "end_ms": END_OF_TIME if scope.end_ms is None else scope.end_ms,
    }


def _chains(
    rows: Sequence[Mapping[str, Any]],
    links: Set[tuple[str, str]] | None = None,
    anchors: Set[str] | None = None,
) -> list[Chain]:
    """Events by video, kind and time, cut where two in a row are no neighbours (``links``)."""
    read = sorted(
        ((_event(row), row["embedding"]) for row in rows),
        key=lambda one: (one[0].video_id, one[0].kind, one[0].start_ms, one[0].end_ms, one[0].id),
    )
    runs: list[list[tuple[Event, Sequence[float]]]] = []
    for event, vector in read:
        if runs and _are_neighbours(runs[-1][-1][0], event, links):
            runs[-1].append((event, vector))
        else:
            runs.append([(event, vector)])
    return [_chain(run, anchors) for run in runs]


def _are_neighbours(one: Event, other: Event, links: Set[tuple[str, str]] | None) -> bool:
    if (one.video_id, one.kind) != (other.video_id, other.kind):
        return False
    return links is None or (one.id, other.id) in links


def _chain(run: Sequence[tuple[Event, Sequence[float]]], anchors: Set[str] | None) -> Chain:
    events = [event for event, _ in run]
    vectors = np.array([vector for _, vector in run], dtype=np.float32)
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), _TINY)
    held = (
        None if anchors is None else [at for at, event in enumerate(events) if event.id in anchors]
    )
    return Chain(events, vectors, None if held is None else frozenset(held))


def _event(row: Mapping[str, Any]) -> Event:
    label = label_of(row["id"])
    assert label is not None, f"{row['id']!r} is not an id of ours"
    return Event(
        id=row["id"],
        kind=KIND_OF_LABEL[label],
        video_id=row["video_id"],
        start_ms=row["start_ms"],
        end_ms=row["end_ms"],
        text=row["text"],
        terms=frozenset(row["search_text"].split()),
        macro_event=row["macro_event"],
    )


def _moment(span: Span) -> Moment:
    return Moment(
        id=span.best.id,
        kind=span.best.kind,
        video_id=span.best.video_id,
        start_ms=span.start_ms,
        end_ms=span.end_ms,
        text=" ".join(dict.fromkeys(event.text.strip() for event in span.events)),
        score=span.score,
        macro_event=span.best.macro_event,
        events=tuple(event.id for event in span.events),
    )
