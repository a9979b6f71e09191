"""A Neo4j of a benchmark's own: tens of thousands of made-up nodes have no place in a user's graph.

It lies in ``LONGTAKE_HOME/bench/NAME`` and is found there loaded by the next run; removing the
folder is all it takes to be rid of it. It runs as ``longtake up`` runs one, not as tests do (whose
JVM never compiles fully), and only while the benchmark does.
"""

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import SecretStr

from cypher.connection import open_store
from cypher.store import Store
from migrations.runner import migrate
from runtime.embedder import embedding_identity
from runtime.neo4j_local.config import Memory
from runtime.neo4j_local.lock import Jar
from runtime.neo4j_local.server import LocalServer, free_port
from runtime.processes import read_state, write_state
from runtime.settings import Settings

MEMORY = Memory(heap=1024, page_cache=768)
"""Room for the vectors of 100,000 nodes in the page cache, whatever the machine has."""

Load = Callable[[Store], None]


def describe(memory: Memory = MEMORY) -> str:
    """The server's memory in words, to print beside its figures."""
    return f"heap {memory.heap} MB, page cache {memory.page_cache} MB"


def bench_folder(settings: Settings) -> Path:
    """Where benchmarks keep what takes long to make."""
    return settings.home / "bench"


@dataclass(frozen=True, slots=True)
class Filling:
    """What a server was filled with, as ``loaded.json`` in its folder remembers it."""

    holds: str


@contextmanager
def loaded_server(
    settings: Settings, name: str, filling: Filling, load: Load
) -> Iterator[Settings]:
    """Settings whose database is this benchmark's server, filled by ``load``.

    One that holds this filling already is taken as it is; any other, or one whose filling was
    interrupted, is made anew. It is restarted once filled, so that every run measures a server
    that has just begun to answer. Raises what starting a server and ``load`` raise.
    """
    folder = bench_folder(settings) / name
    mark = folder / "loaded.json"
    server = _server(folder, settings)
    try:
        if read_state(mark) != asdict(filling):
            server.stop()
            shutil.rmtree(folder, ignore_errors=True)
            server.start()
            with open_store(_settings_of(server, settings)) as store:
                migrate(store, *embedding_identity(settings))
                load(store)
            server.stop()
            write_state(mark, filling)
        server.start()
        yield _settings_of(server, settings)
    finally:
        server.stop()


@contextmanager
def new_server(settings: Settings, name: str, *, plugins: Sequence[Jar] = ()) -> Iterator[Settings]:
    """Settings whose database is a server with nothing in it, removed afterwards."""
    folder = bench_folder(settings) / name
    shutil.rmtree(folder, ignore_errors=True)
    server = _server(folder, settings, plugins)
    try:
        server.start()
        yield _settings_of(server, settings)
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _server(folder: Path, settings: Settings, plugins: Sequence[Jar] = ()) -> LocalServer:
    return LocalServer(
        folder,
        cache=settings.cache,
        bolt_port=free_port(),
        http_port=free_port(),
        memory=MEMORY,
        leashed=True,
        plugins=plugins,
    )


def _settings_of(server: LocalServer, settings: Settings) -> Settings:
    connection = server.connection
    return settings.model_copy(
        update={
            "neo4j_uri": connection.uri,
            "neo4j_user": connection.user,
            "neo4j_password": SecretStr(connection.password),
        }
    )
