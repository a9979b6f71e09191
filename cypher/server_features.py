"""What the connected server can do: asked of this file alone, from the version read once."""

from dataclasses import dataclass

from cypher.store import Store
from runtime.errors import DatabaseRefusedError

OLDEST = (5, 26)


@dataclass(frozen=True, slots=True)
class ServerFeatures:
    """Features that decide which text of a query is sent."""

    cypher_25: bool
    """Statements may begin with ``CYPHER 25`` (2025.06)."""

    vector_search_clause: bool
    """``SEARCH … IN (VECTOR INDEX … WHERE …)`` filters inside the index (2026.02)."""


def server_features(store: Store) -> ServerFeatures:
    """The features of the server behind ``store``."""
    version = store.server_version
    return ServerFeatures(cypher_25=version >= (2025, 6), vector_search_clause=version >= (2026, 2))


def require_supported(store: Store) -> None:
    """Raise :class:`~runtime.errors.DatabaseRefusedError` for a server older than 5.26."""
    version = store.server_version
    if version < OLDEST:
        raise DatabaseRefusedError(
            f"the server at {store.uri} is Neo4j {version[0]}.{version[1]}; "
            f"Longtake needs {OLDEST[0]}.{OLDEST[1]} or newer",
            "Upgrade it, or unset NEO4J_URI to use the local Neo4j.",
        )
