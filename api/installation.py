"""The installation as a whole: started with its schema in place, and described."""

from dataclasses import asdict
from typing import Any

from api.memory import open_memory
from cypher.ledger import JOB_COUNTS
from cypher.schema_check import check_schema
from cypher.store import Store
from runtime import service
from runtime.embedder import embedding_identity
from runtime.neo4j_local.connection import Connection
from runtime.progress import Progress
from runtime.settings import Settings

_PATIENCE_S = 2.0


def start(settings: Settings, progress: Progress) -> None:
    """Start what is not running; the database is migrated before the service opens it."""

    def prepare(_: Connection) -> None:
        open_memory(settings).close()

    service.up(settings, progress=progress, prepare=prepare)


def describe(settings: Settings, library: str | None = None) -> dict[str, Any]:
    """What runs, and where: the document of ``up``, ``down`` and ``status``.

    ``jobs`` are those of ``library``, by default the one of the settings.
    """

    def jobs(connection: Connection) -> dict[str, int]:
        with _opened(connection) as store:
            rows = store.read(JOB_COUNTS, library=library or settings.library)
        return {row["status"]: row["jobs"] for row in rows}

    return service.status(settings, server_version=_server_version, jobs=jobs)


def examine(settings: Settings) -> list[dict[str, Any]]:
    """Everything that the installation stands on, looked at: the document of ``doctor``."""

    def check(connection: Connection) -> None:
        with _opened(connection) as store:
            check_schema(store, *embedding_identity(settings))

    found = service.doctor(settings, server_version=_server_version, check_schema=check)
    return [asdict(each) for each in found]


def _server_version(connection: Connection) -> str:
    with _opened(connection) as store:
        store.verify()
        return ".".join(map(str, store.server_version))


def _opened(connection: Connection) -> Store:
    """A store that does not wait for a database that is away."""
    return Store(connection.uri, connection.user, connection.password, patience_s=_PATIENCE_S)
