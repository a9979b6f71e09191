"""The lock of jars, and fetching them from a repository on loopback that misbehaves on demand."""

import hashlib
import os
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer

from runtime.errors import LocalServiceError
from runtime.neo4j_local.jars import fetch_jars
from runtime.neo4j_local.lock import (
    DEFAULT_VERSION,
    Jar,
    format_lock,
    locked_jars,
    locked_versions,
    parse_lock,
)
from runtime.neo4j_local.repository import Repository

CONTENT = b"a jar of bytes"
JAR = Jar("org.demo", "demo", "1.2", sha256=hashlib.sha256(CONTENT).hexdigest())
NATIVE = Jar("io.netty", "epoll", "4.1", "linux-x86_64", "0" * 64)


@pytest.fixture
def source(httpserver: HTTPServer) -> Repository:
    return Repository(httpserver.url_for("/maven"))


def serve(httpserver: HTTPServer, content: bytes = CONTENT, status: int = 200) -> None:
    httpserver.expect_request(f"/maven/{JAR.path}").respond_with_data(content, status)


def test_a_jar_lies_where_maven_puts_it() -> None:
    assert str(JAR.path) == "org/demo/demo/1.2/demo-1.2.jar"
    assert str(NATIVE.path) == "io/netty/epoll/4.1/epoll-4.1-linux-x86_64.jar"


def test_a_lock_reads_back_as_written() -> None:
    assert parse_lock(format_lock([JAR, NATIVE])) == (NATIVE, JAR)


@pytest.mark.parametrize("line", ["org.demo:demo:1.2", "org.demo:demo abc", "a::1 " + "0" * 64])
def test_a_line_that_is_no_jar_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="not a line of a lock"):
        parse_lock(line)


def test_the_default_server_is_217_jars() -> None:
    jars = locked_jars(DEFAULT_VERSION)
    assert len(jars) == len({jar.path for jar in jars}) == 217
    assert sum(bool(jar.classifier) for jar in jars) == 4


def test_every_locked_version_has_server_and_browser() -> None:
    for version in locked_versions():
        names = {jar.artifact: jar.version for jar in locked_jars(version)}
        assert names["neo4j-server"] == version
        assert "neo4j-browser" in names


def test_a_version_without_a_lock_names_those_that_have_one() -> None:
    with pytest.raises(LocalServiceError) as caught:
        locked_jars("4.4.0")
    assert DEFAULT_VERSION in caught.value.hint


def test_jars_are_fetched_once(httpserver: HTTPServer, source: Repository, tmp_path: Path) -> None:
    serve(httpserver)
    heard: list[Jar] = []
    [path] = fetch_jars([JAR], tmp_path, source=source, on_jar=heard.append)
    assert path.read_bytes() == CONTENT
    assert fetch_jars([JAR], tmp_path, source=source, on_jar=heard.append) == [path]
    assert heard == [JAR, JAR]
    assert len(httpserver.log) == 1


def test_a_damaged_jar_is_fetched_again(
    httpserver: HTTPServer, source: Repository, tmp_path: Path
) -> None:
    serve(httpserver)
    [path] = fetch_jars([JAR], tmp_path, source=source)
    path.write_bytes(CONTENT[:-1])
    fetch_jars([JAR], tmp_path, source=source)
    assert path.read_bytes() == CONTENT


def test_a_wrong_digest_is_refused_and_not_kept(
    httpserver: HTTPServer, source: Repository, tmp_path: Path
) -> None:
    serve(httpserver, b"<html>sign in to the proxy</html>")
    with pytest.raises(LocalServiceError, match="wrong SHA-256") as caught:
        fetch_jars([JAR], tmp_path, source=source)
    assert JAR.coordinate in caught.value.message
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_jar_the_repository_lacks_is_named(
    httpserver: HTTPServer, source: Repository, tmp_path: Path
) -> None:
    serve(httpserver, status=404)
    with pytest.raises(LocalServiceError, match=r"answered 404 for org\.demo:demo:1\.2"):
        fetch_jars([JAR], tmp_path, source=source)


def test_an_unreachable_repository_is_told_from_a_bad_one(tmp_path: Path) -> None:
    nobody = Repository("http://127.0.0.1:9/maven")
    with pytest.raises(LocalServiceError, match="not reachable") as caught:
        fetch_jars([JAR], tmp_path, source=nobody)
    assert "Connection refused" in caught.value.message
    assert "NEO4J_URI" in caught.value.hint


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs Linux's full device")
def test_a_full_disk_is_told(httpserver: HTTPServer, source: Repository, tmp_path: Path) -> None:
    serve(httpserver, CONTENT * 100_000)
    target = tmp_path / "jars" / JAR.path
    target.parent.mkdir(parents=True)
    target.with_name(f"{target.name}.{os.getpid()}.part").symlink_to("/dev/full")
    with pytest.raises(LocalServiceError, match="No space left on device") as caught:
        fetch_jars([JAR], tmp_path, source=source)
    assert "LONGTAKE_CACHE" in caught.value.hint


def test_a_cache_that_cannot_be_made_is_told(
    httpserver: HTTPServer, source: Repository, tmp_path: Path
) -> None:
    serve(httpserver)
    (tmp_path / "jars").write_text("in the way")
    with pytest.raises(LocalServiceError, match="cannot be written"):
        fetch_jars([JAR], tmp_path, source=source)
