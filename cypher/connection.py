"""Which database this installation uses: the one of the settings, else its local server."""

from cypher.failures import SETTINGS_HINT
from cypher.store import PATIENCE_S, Store
from runtime.errors import DatabaseRefusedError, DatabaseUnreachableError
from runtime.settings import Settings

_LOCAL_HINT = "`longtake up` starts the local Neo4j, `longtake doctor` looks at what is wrong."


def open_store(settings: Settings, *, patience_s: float = PATIENCE_S) -> Store:
    """A store that has answered once: ``NEO4J_URI``'s, else the local server's of this home.

    ``patience_s`` is for later statements; the first connection is tried once. Raises
    :class:`~runtime.errors.DatabaseUnreachableError` (or
    :class:`~runtime.errors.DatabaseRefusedError`) with what to do.
    """
    store = _store(settings, patience_s)
    try:
        store.verify()
    except DatabaseUnreachableError:
        store.close()
        raise
    return store


def _store(settings: Settings, patience_s: float) -> Store:
    if settings.neo4j_uri:
        if settings.neo4j_password is None:
            raise DatabaseRefusedError(
                f"NEO4J_URI is set ({settings.neo4j_uri}) but NEO4J_PASSWORD is not",
                "Set NEO4J_PASSWORD, or unset NEO4J_URI to use the local Neo4j.",
            )
        password = settings.neo4j_password.get_secret_value()
        return Store(
            settings.neo4j_uri,
            settings.neo4j_user,
            password,
            patience_s=patience_s,
            hint=SETTINGS_HINT,
        )
    from runtime.neo4j_local.connection import local_connection

    local = local_connection(settings)
    if local is None:
        raise DatabaseUnreachableError(
            f"no local Neo4j has been set up under {settings.home}",
            "Run `longtake up`, or set NEO4J_URI, NEO4J_USER and NEO4J_PASSWORD.",
        )
    return Store(local.uri, local.user, local.password, patience_s=patience_s, hint=_LOCAL_HINT)
