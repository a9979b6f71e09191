"""Fetch a server's jars into the cache, and check every digest each time they are used."""

import errno
import hashlib
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import requests
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

from runtime.errors import LocalServiceError
from runtime.neo4j_local.lock import Jar
from runtime.neo4j_local.repository import Repository, repository

THREADS = 8
_TIMEOUT_S = (10, 60)  # to connect, and between two bytes
_CHUNK = 1 << 20


def fetch_jars(
    jars: Sequence[Jar],
    cache: Path,
    *,
    source: Repository | None = None,
    on_jar: Callable[[Jar], None] = lambda jar: None,
) -> list[Path]:
    """The paths of these jars under ``cache``, in order; missing or damaged ones are fetched.

    Every jar's SHA-256 is checked, also of those already there (0.4 s for a server's 155 MB).
    ``on_jar`` hears of each jar that is ready, from several threads, one at a time. Several
    processes may fetch into one cache: a jar appears whole, by renaming.

    Raises LocalServiceError when the repository cannot be reached or lacks a jar, when what it
    sends has another digest, and when the disk is full.
    """
    source = source or repository()
    sessions = threading.local()
    speaking = threading.Lock()

    def ready(jar: Jar) -> Path:
        path = cache / "jars" / jar.path
        if not (path.is_file() and _digest(path) == jar.sha256):
            if not hasattr(sessions, "session"):
                sessions.session = open_session(source)
            _fetch(jar, path, source, sessions.session)
        with speaking:
            on_jar(jar)
        return path

    pool = ThreadPoolExecutor(THREADS, thread_name_prefix="jars")
    try:
        return list(pool.map(ready, jars))
    finally:
        pool.shutdown(cancel_futures=True)


def download(jar: Jar, path: Path, source: Repository, session: requests.Session) -> str:
    """Write a jar to ``path`` and return its SHA-256, whatever that is.

    Raises LocalServiceError as :func:`fetch_jars` does.
    """
    sha256 = hashlib.sha256()
    with (
        _explained(jar, source, path),
        session.get(f"{source.url}/{jar.path}", stream=True, timeout=_TIMEOUT_S) as response,
    ):
        response.raise_for_status()
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            for chunk in response.iter_content(_CHUNK):
                file.write(chunk)
                sha256.update(chunk)
    return sha256.hexdigest()


def _fetch(jar: Jar, path: Path, source: Repository, session: requests.Session) -> None:
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        digest = download(jar, part, source, session)
        if digest != jar.sha256:
            raise LocalServiceError(
                f"{jar.coordinate} from {source.url} has the wrong SHA-256: {digest} "
                f"instead of {jar.sha256}.",
                "The repository or a proxy on the way sent something else; it was not kept. "
                "Check the mirror in Maven's settings.xml, then try again.",
            )
        part.replace(path)
    finally:
        with suppress(OSError):  # gone after a success; after a failure nothing more can be done
            part.unlink()


def open_session(source: Repository) -> requests.Session:
    """A session that signs in and tries again when the repository is overloaded."""
    session = requests.Session()
    session.auth = source.auth
    retry = Retry(3, connect=1, backoff_factor=0.5, status_forcelist=(429, 500, 502, 503, 504))
    for scheme in ("https://", "http://"):
        session.mount(scheme, HTTPAdapter(max_retries=retry))
    return session


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def _explained(jar: Jar, source: Repository, path: Path) -> Iterator[None]:
    """Turn what can go wrong with a download into an error that says what to do."""
    try:
        yield
    except requests.HTTPError as error:
        raise LocalServiceError(
            f"{source.url} answered {error.response.status_code} for {jar.coordinate}.",
            "If this is a mirror from Maven's settings.xml, it must serve Maven Central.",
        ) from error
    except requests.RequestException as error:
        raise LocalServiceError(
            f"Neo4j's jars cannot be fetched: {source.url} is not reachable ({_cause(error)}).",
            "Check the network and HTTPS_PROXY, name a mirror in Maven's settings.xml, "
            "or set NEO4J_URI to a server of your own.",
        ) from error
    except OSError as error:
        hint = (
            "Free some disk space (Neo4j's jars need 160 MB), or set LONGTAKE_CACHE to a folder "
            "on another disk."
            if error.errno in (errno.ENOSPC, errno.EDQUOT)
            else "Set LONGTAKE_CACHE to a folder that can be written."
        )
        raise LocalServiceError(
            f"{path.parent} cannot be written: {error.strerror or error}.", hint
        ) from error


def _cause(error: BaseException) -> str:
    """The innermost reason, which names the host's trouble and not the retries around it."""
    reason: object = error
    while True:
        inner = getattr(reason, "reason", None) or (
            reason.args[0] if isinstance(reason, Exception) and reason.args else None
        )
        if not isinstance(inner, BaseException):
            return str(reason)
        reason = inner
