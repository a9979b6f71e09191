"""The opened memory that every command and route works on: settings, graph and encoder."""

from dataclasses import dataclass

from cypher.connection import open_store
from cypher.store import Store
from migrations.runner import migrate
from runtime.embedder import Embedder, embedding_identity, load_embedder
from runtime.progress import Progress, Silent
from runtime.service import ensure_database
from runtime.settings import Settings


@dataclass(frozen=True, slots=True)
class Memory:
    """One installation's graph, with all that is needed to read and ask it.

    The encoder is loaded where it is first used: listing videos needs none.
    """

    store: Store
    settings: Settings

    @property
    def embedder(self) -> Embedder:
        """The encoder of this installation; seconds at first, nothing after."""
        return load_embedder(self.settings)

    def close(self) -> None:
        """Let go of the database's connections."""
        self.store.close()

    def __enter__(self) -> "Memory":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_memory(settings: Settings, progress: Progress | None = None) -> Memory:
    """Start the local Neo4j where none is configured or running, and bring its schema up to date.

    Raises DatabaseUnreachableError, LocalServiceError, MigrationError, or SchemaMismatchError for
    a memory embedded by another model (``longtake reembed`` mends it).
    """
    memory = open_as_it_is(settings, progress)
    try:
        migrate(memory.store, *embedding_identity(settings))
    except BaseException:
        memory.close()
        raise
    return memory


def open_as_it_is(settings: Settings, progress: Progress | None = None) -> Memory:
    """As :func:`open_memory`, but the schema is left alone: for moving to another encoder."""
    ensure_database(settings, progress or Silent())
    return Memory(open_store(settings), settings)
