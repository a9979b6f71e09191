"""Which database an installation uses: a server of one's own (``NEO4J_URI``), else the local."""

import socket
from contextlib import closing
from urllib.parse import urlsplit

from runtime.errors import DatabaseUnreachableError
from runtime.neo4j_local.connection import Connection, local_connection, local_folder
from runtime.neo4j_local.server import LocalServer
from runtime.progress import Progress
from runtime.settings import Settings
from runtime.settings import settings as process_settings

_BOLT_PORT = 7687


def ensure_database(settings: Settings, progress: Progress | None = None) -> Connection:
    """The database to use: ``NEO4J_URI``'s as it is, else the local one, started where needed.

    Raises LocalServiceError as :meth:`LocalServer.start` does; a server of one's own is not tried.
    """
    if settings.neo4j_uri is not None:
        return database(settings)
    return local_server(settings).start(progress)


def database(settings: Settings) -> Connection:
    """The database to use, whether it runs or not; nothing is started.

    Raises DatabaseUnreachableError where no local one has been set up.
    """
    if settings.neo4j_uri is not None:
        password = settings.neo4j_password
        return Connection(
            uri=settings.neo4j_uri,
            user=settings.neo4j_user,
            password=password.get_secret_value() if password else "",
        )
    found = local_connection(settings)
    if found is None:
        raise DatabaseUnreachableError(
            f"No database has been set up in {settings.home}.",
            "Start one with longtake up, or set NEO4J_URI to a server of your own.",
        )
    return found


def local_server(settings: Settings) -> LocalServer:
    """The local Neo4j of this home."""
    return LocalServer(
        local_folder(settings),
        cache=settings.cache,
        bolt_port=settings.bolt_port,
        http_port=settings.http_port,
    )


def listens(uri: str, timeout_s: float = 3.0) -> bool:
    """Whether anything accepts connections where this URI points."""
    parts = urlsplit(uri)
    try:
        address = (parts.hostname or "localhost", parts.port or _BOLT_PORT)
        with closing(socket.create_connection(address, timeout_s)):
            return True
    except (OSError, ValueError):
        return False


if __name__ == "__main__":  # what the supervisor runs when the local server has died
    ensure_database(process_settings())
