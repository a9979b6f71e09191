"""What every test may ask for: a real Neo4j, a library of its own, and the encoder.

The database is ``NEO4J_TEST_URI`` (with ``NEO4J_TEST_USER`` and ``NEO4J_TEST_PASSWORD``) where
given, else a container where a Docker engine answers, else a local server of this run, started
from Neo4j's jars in a folder and on ports of its own and stopped at the end.
``LONGTAKE_TEST_NEO4J_VERSION`` chooses another version of the latter two. Tests share it and keep
apart by ``library``.
"""

import os
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from cypher.query import Query
from cypher.store import Store
from migrations.runner import migrate
from runtime.embedder import Embedder, embedding_identity, load_embedder
from runtime.settings import Settings

_OURS = ("LONGTAKE_", "NEO4J_", "OPENAI_")
_KEPT = ("LONGTAKE_TEST_", "NEO4J_TEST_", "LONGTAKE_CACHE")


def pytest_configure() -> None:
    """The developer's own settings must not reach a test, nor a process that a test starts."""
    for name in list(os.environ):
        if name.startswith(_OURS) and not name.startswith(_KEPT):
            del os.environ[name]
    os.environ["OMP_NUM_THREADS"] = "1"


@dataclass(frozen=True)
class Server:
    """How to reach the Neo4j of this run."""

    uri: str
    user: str
    password: str = field(repr=False)


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """``LONGTAKE_HOME`` of this run, also in the environment."""
    folder = tmp_path_factory.mktemp("home")
    os.environ["LONGTAKE_HOME"] = str(folder)
    return folder


@pytest.fixture(scope="session", autouse=True)
def _home_in_environment(home: Path) -> None:
    """No test reads or writes the installation of the person who runs it."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running Neo4j, not yet migrated."""
    if uri := os.environ.get("NEO4J_TEST_URI"):
        user = os.environ.get("NEO4J_TEST_USER", "neo4j")
        yield Server(uri, user, os.environ.get("NEO4J_TEST_PASSWORD", ""))
    elif _docker_answers():
        yield from _container()
    else:
        yield from _local(tmp_path_factory.mktemp("neo4j"))


@pytest.fixture(scope="session")
def settings(home: Path, server: Server) -> Settings:
    """Settings of this run: its home and its database, all else by default."""
    return Settings.model_validate(
        {
            "home": home,
            "neo4j_uri": server.uri,
            "neo4j_user": server.user,
            "neo4j_password": server.password,
        }
    )


@pytest.fixture(scope="session")
def process_environment(home: Path, server: Server) -> dict[str, str]:
    """Environment for a process (``longtake …``) that shall use this run's home and database."""
    return {
        **os.environ,
        "LONGTAKE_HOME": str(home),
        "NEO4J_URI": server.uri,
        "NEO4J_USER": server.user,
        "NEO4J_PASSWORD": server.password,
    }


@pytest.fixture(scope="session")
def store(server: Server, settings: Settings) -> Iterator[Store]:
    """A store on the migrated database."""
    with Store(server.uri, server.user, server.password) as opened:
        opened.verify()
        migrate(opened, *embedding_identity(settings))
        yield opened


@pytest.fixture
def library(store: Store) -> Iterator[str]:
    """A library of this test alone; whatever it holds is deleted afterwards."""
    name = f"test-{uuid.uuid4().hex[:12]}"
    yield name
    delete_library(store, name)


@pytest.fixture(scope="session")
def embedder(settings: Settings) -> Embedder:
    """The default encoder, loaded once."""
    return load_embedder(settings)


_DELETE_LIBRARY = Query(
    "MATCH (n {library: $library}) WITH n LIMIT 5000 DETACH DELETE n RETURN count(*) AS deleted",
    "Deletes part of a test's library. In: library. Out: deleted.",
)


def delete_library(store: Store, name: str) -> None:
    """Delete every node of a library, of whatever label, in bounded transactions."""
    while store.write(_DELETE_LIBRARY, library=name)[0]["deleted"]:
        pass


def _docker_answers() -> bool:
    try:
        import docker
        from docker.errors import DockerException
    except ImportError:
        return False
    try:
        docker.from_env(timeout=5).ping()
    except DockerException:
        return False
    return True


def _container() -> Iterator[Server]:
    from testcontainers.community.neo4j import Neo4jContainer

    version = os.environ.get("LONGTAKE_TEST_NEO4J_VERSION", "5.26")
    with Neo4jContainer(f"neo4j:{version}-community") as container:
        yield Server(container.get_connection_url(), container.username, container.password)


def _local(folder: Path) -> Iterator[Server]:
    from runtime.neo4j_local.lock import DEFAULT_VERSION
    from runtime.neo4j_local.server import started_server

    version = os.environ.get("LONGTAKE_TEST_NEO4J_VERSION", DEFAULT_VERSION)
    with started_server(folder, version=version) as running:
        connection = running.connection
        yield Server(connection.uri, connection.user, connection.password)
