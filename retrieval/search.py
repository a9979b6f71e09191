"""Hybrid search: the vector and the full-text index in one statement, fused there, in any scope."""

from cypher.store import Store
from retrieval.hits import Hit
from retrieval.recipes import HYBRID, SearchRecipe
from retrieval.scope import Scope
from runtime.embedder import Embedder


def search(
    store: Store,
    embedder: Embedder,
    query: str,
    scope: Scope,
    *,
    k: int = 10,
    recipe: SearchRecipe = HYBRID,
    neighbourhood: bool = True,
) -> list[Hit]:
    """The ``k`` best nodes of ``scope`` for ``query``, best first; the same call, the same hits.

    Raises ``UsageError`` for an empty query or a ``k`` below 1, ``NotFoundError`` when the scope
    names a video or entity that this library does not hold.
    """
    raise NotImplementedError


def search_spoken_and_shown(
    store: Store, embedder: Embedder, query: str, scope: Scope, *, k: int = 10
) -> list[Hit]:
    """:func:`search` over utterances and texts on screen only (the tool ``search_text``)."""
    raise NotImplementedError
