"""The database that is measured: started where it is not running, its schema up to date."""

from collections.abc import Iterator
from contextlib import contextmanager

from cypher.connection import open_store
from cypher.store import Store
from migrations.runner import migrate
from runtime.embedder import embedding_identity
from runtime.progress import Progress
from runtime.service import ensure_database
from runtime.settings import Settings


@contextmanager
def opened_store(
    settings: Settings, progress: Progress | None = None, *, store: Store | None = None
) -> Iterator[Store]:
    """The settings' database, or ``store`` as it is where one is open already.

    Raises what starting the database and migrating raise.
    """
    if store is not None:
        yield store
        return
    ensure_database(settings, progress)
    with open_store(settings) as opened:
        migrate(opened, *embedding_identity(settings))
        yield opened
