"""A local server of the tests' own: what survives a crash, and what stands in a start's way.

One server for the module; ``LONGTAKE_TEST_NEO4J_VERSION`` chooses its version.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import neo4j
import pytest

from runtime.errors import LocalServiceError
from runtime.neo4j_local.config import Memory
from runtime.neo4j_local.connection import Connection
from runtime.neo4j_local.lock import DEFAULT_VERSION
from runtime.neo4j_local.server import LocalServer, free_port, started_server
from tests.end_to_end.supervised import await_state, supervisor

pytestmark = pytest.mark.own_server

VERSION = os.environ.get("LONGTAKE_TEST_NEO4J_VERSION", DEFAULT_VERSION)
SMALL = Memory(heap=512, page_cache=64)


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    folder = tmp_path_factory.mktemp("home") / "müller’s #1 home" / "neo4j"
    with started_server(folder, version=VERSION) as running:
        yield running


def another(own: LocalServer, folder: Path, *, bolt_port: int | None = None) -> LocalServer:
    """A server of another folder, not started."""
    return LocalServer(
        folder,
        cache=own.cache,
        version=VERSION,
        bolt_port=bolt_port or free_port(),
        http_port=free_port(),
        memory=SMALL,
        leashed=True,
    )


def query(connection: Connection, text: str) -> list[neo4j.Record]:
    auth = (connection.user, connection.password)
    with closing(neo4j.GraphDatabase.driver(connection.uri, auth=auth)) as driver:
        return driver.execute_query(text).records


def test_it_runs_the_version_asked_for(own: LocalServer) -> None:
    [component] = query(
        own.connection,
        "CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions",
    )
    assert component["versions"] == [VERSION]


def test_browser_is_served_and_told_the_right_port(own: LocalServer) -> None:
    import requests

    connection = own.connection
    assert connection.browser_url is not None
    assert requests.get(connection.browser_url, timeout=30).ok
    told = requests.get(f"http://localhost:{own.http_port}/", timeout=30).json()
    assert told["bolt_direct"] == f"bolt://localhost:{own.bolt_port}"


def test_its_password_is_a_file_of_ours_alone(own: LocalServer) -> None:
    assert own.password_file.stat().st_mode & 0o777 == 0o600
    assert len(own.connection.password) >= 24


def test_a_second_start_finds_the_running_one(own: LocalServer) -> None:
    before = own.running()
    second = LocalServer(own.folder, cache=own.cache, version=VERSION)  # other ports, too
    assert second.start() == own.connection
    assert second.running() == before


def test_a_server_is_found_without_its_state_file(own: LocalServer) -> None:
    before = own.running()
    assert before is not None
    (own.folder / "server.json").unlink()
    found = LocalServer(own.folder, cache=own.cache, version=VERSION).running()
    assert found is not None
    assert (found.pid, found.bolt_port) == (before.pid, before.bolt_port)


def test_a_process_beside_finds_it_too(own: LocalServer) -> None:
    code = (
        "from pathlib import Path; from runtime.neo4j_local.server import LocalServer;"
        f"print(LocalServer(Path({str(own.folder)!r}), cache=Path()).running().pid)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    running = own.running()
    assert running is not None
    assert int(told.stdout) == running.pid


def test_a_taken_port_is_named(own: LocalServer, tmp_path: Path) -> None:
    with pytest.raises(LocalServiceError, match=str(own.bolt_port)) as caught:
        another(own, tmp_path, bolt_port=own.bolt_port).start()
    assert "LONGTAKE_BOLT_PORT" in caught.value.hint


def test_unreachable_jars_are_told(
    own: LocalServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    maven = tmp_path / ".m2" / "settings.xml"
    maven.parent.mkdir()
    maven.write_text(
        "<settings><mirrors><mirror><mirrorOf>*</mirrorOf>"
        "<url>http://127.0.0.1:9/maven</url></mirror></mirrors></settings>"
    )
    monkeypatch.setenv("HOME", str(tmp_path))
    server = another(own, tmp_path / "server")
    server.cache = tmp_path / "cache"
    with pytest.raises(LocalServiceError, match="not reachable"):
        server.start()
    assert server.running() is None


def test_a_full_disk_is_told_before_the_start(own: LocalServer, tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(small)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("may not mount a file system")
    try:
        with pytest.raises(LocalServiceError, match="1 MB are free") as caught:
            another(own, small / "server").start()
        assert "LONGTAKE_HOME" in caught.value.hint
    finally:
        subprocess.run(["umount", str(small)], check=True)


def test_a_data_folder_in_use_is_told(own: LocalServer, tmp_path: Path) -> None:
    (tmp_path / "data").symlink_to(own.folder / "data")
    (tmp_path / "password").write_text(own.connection.password)
    with pytest.raises(LocalServiceError, match="in use by another process"):
        another(own, tmp_path).start()
    assert query(own.connection, "RETURN 1 AS one")[0]["one"] == 1  # the other one is unharmed


def test_what_was_committed_survives_a_kill(own: LocalServer) -> None:
    query(own.connection, "UNWIND range(1, 1000) AS n CREATE (:KillTest {library: 'kill', n: n})")
    before = own.running()
    own.kill9()
    assert own.running() is None
    own.start()
    after = own.running()
    assert before is not None
    assert after is not None
    assert before.pid != after.pid
    assert kill_test(own) == (1000, 500_500)


@pytest.mark.skipif(VERSION != DEFAULT_VERSION, reason="the service runs the default version")
def test_the_supervisor_brings_a_killed_one_back(own: LocalServer) -> None:
    home = own.folder.parent
    ports = {"BOLT_PORT": own.bolt_port, "HTTP_PORT": own.http_port}
    environment = dict(os.environ) | {"LONGTAKE_HOME": str(home)}
    environment |= {f"LONGTAKE_{name}": str(port) for name, port in ports.items()}
    with supervisor(home, "[s for s in services(chosen) if s.name == 'neo4j']", environment):
        state = await_state(home, lambda state: "neo4j" in state.children)
        assert state.children["neo4j"].starts == 0  # it runs
        own.kill9()
        await_state(home, lambda state: state.children["neo4j"].last_exit == 0)
    assert own.running() is not None  # it outlives the supervisor: `down` stops it by itself
    assert kill_test(own) == (1000, 500_500)


def kill_test(own: LocalServer) -> tuple[int, int]:
    [found] = query(
        own.connection, "MATCH (k:KillTest {library: 'kill'}) RETURN count(*) AS n, sum(k.n) AS sum"
    )
    return found["n"], found["sum"]


def test_a_password_that_was_changed_elsewhere_is_told(own: LocalServer) -> None:
    right = own.password_file.read_text()
    own.password_file.write_text("wrong\n")
    try:
        with pytest.raises(LocalServiceError, match="refuses the password") as caught:
            own.start()
        assert str(own.password_file) in caught.value.message
    finally:
        own.password_file.write_text(right)


def test_stop_ends_it_and_says_whether_it_ran(own: LocalServer) -> None:
    assert own.stop()
    assert own.running() is None
    assert not own.stop()
