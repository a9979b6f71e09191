"""Hybrid search: the vector and the full-text index in one statement, fused there, in any scope."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from cypher.search import (
    END_OF_TIME,
    NEIGHBOUR_ORDER,
    NEIGHBOURS_OF_HITS,
    ScopeShape,
    hybrid_search,
    lexical_query,
)
from cypher.store import Store
from graph_schema.identity import label_of
from graph_schema.indexes import FULLTEXT_INDEX, vector_index_name
from graph_schema.labels import KIND_OF_LABEL, LABEL_OF_KIND, Kind
from language.normalise import search_text
from retrieval.context import in_context
from retrieval.found import not_found
from retrieval.hits import Hit, Neighbour
from retrieval.large_scopes import LargeScopes
from retrieval.recipes import CONTEXTUAL, SearchRecipe
from retrieval.scope import Scope
from runtime.embedder import Embedder
from runtime.errors import UsageError

_EVENTS = {Kind.MACRO, Kind.MICRO}
SPOKEN_AND_SHOWN = (Kind.UTTERANCE, Kind.SCREEN_TEXT)

_SCAN_PER_CANDIDATE = 2
"""A node is scanned in less than half the time of one more candidate of the index (20 and 50 µs),
so scopes of up to this many times the candidates asked for are scanned instead."""

_ANY_SIZE = 2**31 - 2
_GATHER_NONE = -1

_large = LargeScopes()


def search(
    store: Store,
    embedder: Embedder,
    query: str,
    scope: Scope,
    *,
    k: int = 10,
    recipe: SearchRecipe = CONTEXTUAL,
    neighbourhood: bool = True,
) -> list[Hit]:
    """The ``k`` best nodes of ``scope`` for ``query``, best first; the same call, the same hits.

    Small scopes are ranked exactly. For larger ones the vector index is asked for more until
    enough of its candidates lie in scope, and the scope is scanned when they never do. A recipe
    with a context then ranks what was found anew, where macro or micro-events may be among it.

    Raises ``UsageError`` for an empty query or a ``k`` below 1, ``NotFoundError`` when the scope
    names a video or entity that this library does not hold.
    """
    if recipe.context is None or (scope.kinds and _EVENTS.isdisjoint(scope.kinds)):
        return _found(
            store, embedder, query, scope, k=k, depth=k, recipe=recipe, neighbourhood=neighbourhood
        )
    hits = candidates(store, embedder, query, scope, k=k, recipe=recipe)
    best = in_context(hits, recipe.context)[:k]
    return _with_neighbours(store, scope, recipe, best) if neighbourhood else best


def candidates(
    store: Store,
    embedder: Embedder,
    query: str,
    scope: Scope,
    *,
    k: int = 10,
    recipe: SearchRecipe = CONTEXTUAL,
) -> list[Hit]:
    """What :func:`search` ranks in context: more hits than ``k``, in the order of their own scores.

    Raises what :func:`search` raises.
    """
    depth = max(recipe.context.depth if recipe.context else 0, 2 * k)
    return _found(
        store, embedder, query, scope, k=k, depth=depth, recipe=recipe, neighbourhood=False
    )


def _found(
    store: Store,
    embedder: Embedder,
    query: str,
    scope: Scope,
    *,
    k: int,
    depth: int,
    recipe: SearchRecipe,
    neighbourhood: bool,
) -> list[Hit]:
    """The ``depth`` best by their own scores, from an index asked for enough to find ``k``."""
    if not query.strip():
        raise UsageError("the query is empty", "Say in a few words what to look for.")
    if k < 1:
        raise UsageError(f"k is {k}, but at least one hit must be asked for")
    shape = _shape(scope)
    statement = hybrid_search(shape, recipe.fusion, neighbourhood=neighbourhood)
    lexical = lexical_query(search_text(query), scope.library, scope.videos, shape)
    parameters: dict[str, Any] = {
        **_scope_parameters(scope),
        "vector_index": vector_index_name(embedder.model, embedder.dimensions),
        "vector": embedder.encode([query])[0].tolist(),
        "fulltext_index": FULLTEXT_INDEX,
        "lucene": lexical if recipe.lexical_weight > 0 else None,
        "vector_weight": recipe.vector_weight,
        "lexical_weight": recipe.lexical_weight,
        "rank_constant": recipe.rank_constant,
        "k": depth,
    }
    if neighbourhood:
        parameters["neighbour_order"] = list(NEIGHBOUR_ORDER)
        parameters["neighbours"] = recipe.neighbours
    wanted = max(recipe.survivors, 5 * k)
    candidates, exact_limit = max(recipe.candidates, 10 * k), recipe.exact_limit
    if _large.known(store, scope, exact_limit):
        exact_limit = _GATHER_NONE
    while True:
        (found,) = store.read(
            statement,
            **parameters,
            candidates=candidates,
            lexical_limit=candidates if recipe.vector_weight > 0 else recipe.max_candidates,
            exact_limit=exact_limit,
        )
        _check_named(scope, found)
        if not found["exact"] and exact_limit == recipe.exact_limit:
            _large.note(store, scope, exact_limit)
        if found["exact"] or recipe.vector_weight == 0 or found["survivors"] >= wanted:
            return [_hit(row) for row in found["hits"]]
        if candidates >= recipe.max_candidates:
            exact_limit = _ANY_SIZE
            continue
        more = math.ceil(1.5 * candidates * wanted / max(found["survivors"], 1))
        candidates = min(more, max(recipe.max_candidates, candidates))
        exact_limit = max(exact_limit, _SCAN_PER_CANDIDATE * candidates)


def _with_neighbours(
    store: Store, scope: Scope, recipe: SearchRecipe, hits: Sequence[Hit]
) -> list[Hit]:
    rows = store.read(
        NEIGHBOURS_OF_HITS,
        library=scope.library,
        hits=[hit.model_dump(include={"id", "video_id", "start_ms"}) for hit in hits],
        neighbour_order=list(NEIGHBOUR_ORDER),
        neighbours=recipe.neighbours,
    )
    near = {row["id"]: _neighbours(row) for row in rows}
    return [hit.model_copy(update={"neighbours": near.get(hit.id, ())}) for hit in hits]


def _shape(scope: Scope) -> ScopeShape:
    return ScopeShape(
        videos=bool(scope.videos),
        time=scope.start_ms is not None or scope.end_ms is not None,
        entity=scope.entity is not None,
        labels=frozenset(LABEL_OF_KIND[kind] for kind in scope.kinds),
    )


def _scope_parameters(scope: Scope) -> dict[str, Any]:
    return {
        "library": scope.library,
        "videos": list(dict.fromkeys(scope.videos)),
        "start_ms": scope.start_ms or 0,
        "end_ms": END_OF_TIME if scope.end_ms is None else scope.end_ms,
        "entity": scope.entity,
    }


def _check_named(scope: Scope, found: Mapping[str, Any]) -> None:
    for video in scope.videos:
        if video not in found["videos"]:
            raise not_found("video", video, scope.library)
    if scope.entity is not None and scope.entity not in found["entities"]:
        raise not_found("entity", scope.entity, scope.library)


def _hit(row: Mapping[str, Any]) -> Hit:
    label = label_of(row["id"])
    assert label is not None, f"{row['id']!r} is not an id of ours"
    return Hit(**{**row, "kind": KIND_OF_LABEL[label], "neighbours": _neighbours(row)})


def _neighbours(row: Mapping[str, Any]) -> tuple[Neighbour, ...]:
    return tuple(Neighbour(label=label_of(near["id"]), **near) for near in row["neighbours"])
