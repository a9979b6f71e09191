"""What a local server is configured with, and how its failures are told."""

import os
import socket
from pathlib import Path

import pytest

from runtime.errors import LocalServiceError
from runtime.neo4j_local import java, server
from runtime.neo4j_local.config import Memory, Ports, java_arguments, neo4j_conf
from runtime.neo4j_local.connection import connection_to
from runtime.neo4j_local.failures import StartLog, require_free_port, start_error
from runtime.neo4j_local.preparation import new_password

CONF = neo4j_conf(Ports(17001, 17002), Memory(1024, 256))


def test_the_server_listens_on_loopback_only() -> None:
    listened = [line for line in CONF.splitlines() if "listen_address" in line]
    assert len(listened) == 3
    assert all("=127.0.0.1" in line for line in listened)


@pytest.mark.parametrize(
    "line",
    [
        "server.bolt.advertised_address=localhost:17001",
        "server.http.advertised_address=localhost:17002",
        "server.memory.pagecache.size=256m",
        "db.tx_log.preallocate=false",
        "dbms.usage_report.enabled=false",
    ],
)
def test_the_configuration_says(line: str) -> None:
    assert line in CONF.splitlines()


def test_the_configuration_is_plain_ascii_whatever_the_home_is_called() -> None:
    assert CONF.isascii()
    assert "/" not in CONF


def test_the_machine_s_share_stays_within_bounds() -> None:
    memory = Memory.of_machine()
    assert 512 <= memory.heap <= 4096
    assert 64 <= memory.page_cache <= 2048


def test_a_path_with_spaces_is_one_argument_of_java() -> None:
    text = java_arguments([Path("/my jars/a.jar"), Path("/my jars/b.jar")], 512)
    assert f'"/my jars/a.jar{os.pathsep}/my jars/b.jar"' in text.splitlines()
    assert '"-Xmx512m"' in text


def test_a_taken_port_names_port_setting_and_holder() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(LocalServiceError) as caught:
            require_free_port(port, "Neo4j's Bolt", "LONGTAKE_BOLT_PORT")
    assert str(port) in caught.value.message
    assert str(os.getpid()) in caught.value.message
    assert "LONGTAKE_BOLT_PORT" in caught.value.hint
    require_free_port(port, "Neo4j's Bolt", "LONGTAKE_BOLT_PORT")


@pytest.mark.parametrize(
    ("told", "message", "hint"),
    [
        (
            "Caused by: FileLockException: Lock file has been locked by another process",
            "in use by another process",
            "LONGTAKE_HOME",
        ),
        ("bind(..) failed with error(-98): Address already in use", "port", "LONGTAKE_BOLT_PORT"),
        ("Caused by: java.io.IOException: No space left on device", "full", "space"),
        ("Error: Could not reserve enough space for object heap", "memory", "NEO4J_URI"),
        ("Caused by: java.nio.file.AccessDeniedException: /x/data", "may not write", "folder"),
        ("something new", "something new", "logs"),
    ],
)
def test_a_failed_start_says_what_to_do(told: str, message: str, hint: str) -> None:
    error = start_error(told, Path("/x"), "it ended with exit code 1")
    assert message in error.message
    assert hint in error.hint
    assert error.exit_code == 4


def test_a_start_log_holds_the_errors_of_this_start_alone(tmp_path: Path) -> None:
    debug = tmp_path / "logs" / "debug.log"
    debug.parent.mkdir()
    debug.write_text("1 ERROR of an older start\n")
    log = StartLog(tmp_path)
    with debug.open("a") as file:
        file.write("2 INFO [classpath] neo4j-lock.jar\n2 ERROR Address already in use\n")
    (tmp_path / "logs" / "console.log").write_text("from the console\n")
    assert log.text() == "from the console\n2 ERROR Address already in use\n"


def test_a_machine_without_java_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "java"
    broken.write_text("not for this machine")
    broken.chmod(0o755)
    monkeypatch.setattr(java, "_candidates", lambda: [broken, tmp_path / "none"])
    with pytest.raises(LocalServiceError, match="no Java 21") as caught:
        java.find_java()
    assert "JAVA_HOME" in caught.value.hint


def test_a_folder_never_set_up_has_no_connection(tmp_path: Path) -> None:
    assert connection_to(tmp_path, 7687, 7474) is None
    with pytest.raises(LocalServiceError, match="No local Neo4j"):
        _ = server.LocalServer(tmp_path, cache=tmp_path).connection


def test_a_lost_password_is_told_before_the_jvm_starts(tmp_path: Path) -> None:
    from runtime.neo4j_local.preparation import _ensure_password

    (tmp_path / "data" / "databases").mkdir(parents=True)
    with pytest.raises(LocalServiceError, match=r"password file .* is gone"):
        _ensure_password(tmp_path, ["/no/java"])


def test_a_password_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("secret\n")
    connection = connection_to(tmp_path, 1, 2)
    assert connection is not None
    assert connection.password == "secret"
    assert "secret" not in repr(connection)
    assert connection.browser_url == "http://localhost:2/browser/?dbms=bolt://neo4j@localhost:1"


def test_a_new_password_cannot_be_taken_for_an_option() -> None:
    passwords = {new_password() for _ in range(500)}
    assert len(passwords) == 500
    assert not [one for one in passwords if one.startswith("-")]
