"""Who and what: entities by name, and how often something happened."""

from cypher.store import Store
from retrieval.scope import Scope
from retrieval.views import EntityFound, Occurrences
from runtime.embedder import Embedder


def find_entity(
    store: Store, library: str, name: str, *, videos: tuple[str, ...] = (), limit: int = 5
) -> tuple[EntityFound, ...]:
    """Entities whose name or an alias is, or nearly is, ``name``; best first, with where they appear.

    Empty when nothing comes near.
    """
    raise NotImplementedError


def count_occurrences(
    store: Store,
    embedder: Embedder,
    scope: Scope,
    *,
    entity: str | None = None,
    action: str | None = None,
) -> Occurrences:
    """The distinct times that ``entity`` (id or name) did or underwent ``action``, within ``scope``.

    Either may be missing: the entity alone counts its appearances, the action alone counts events.
    Raises ``UsageError`` without both, ``NotFoundError`` for an unknown entity.
    """
    raise NotImplementedError
