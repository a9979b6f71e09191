"""One local Neo4j server: set up, start, find again, stop."""

import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

import filelock
import psutil

from runtime.errors import LocalServiceError
from runtime.loopback import call
from runtime.neo4j_local.config import Memory, Ports, configured_ports
from runtime.neo4j_local.connection import USER, Connection, connection_to
from runtime.neo4j_local.failures import StartLog, require_free_data, require_free_port, start_error
from runtime.neo4j_local.lock import DEFAULT_VERSION, Jar
from runtime.neo4j_local.preparation import home_arguments, main_class, set_up
from runtime.processes import ProcessRef, read_state, spawn, write_state
from runtime.progress import Progress, Silent
from runtime.settings import settings

START_S = 240.0
"""How long a start may take; 7 to 23 s were seen on two loaded cores."""
STOP_S = 30.0
"""How long the server may take to stop before it is killed; about 11 s were seen."""


@dataclass(frozen=True, slots=True)
class Running:
    """A server that runs: its process, version and loopback ports."""

    pid: int
    started: float
    version: str
    bolt_port: int
    http_port: int

    @property
    def process(self) -> ProcessRef:
        """The JVM."""
        return ProcessRef(self.pid, self.started)


class LocalServer:
    """A Neo4j Community server whose whole state lies in ``folder``.

    ``folder`` holds ``conf/``, ``data/``, ``logs/``, the password (mode 0600) and ``server.json``,
    by which any process finds the server that runs. ``memory`` defaults to a share of the machine.
    ``leashed`` servers die with the thread that starts them; others live on. ``java_flags`` are
    added to those of :mod:`runtime.neo4j_local.java`, ``plugins`` are jars of further procedures.
    """

    def __init__(
        self,
        folder: Path,
        *,
        cache: Path,
        version: str = DEFAULT_VERSION,
        bolt_port: int = 7687,
        http_port: int = 7474,
        memory: Memory | None = None,
        java_flags: Sequence[str] = (),
        leashed: bool = False,
        plugins: Sequence[Jar] = (),
    ) -> None:
        self.folder = folder.resolve()
        self.cache = cache
        self.version = version
        self.bolt_port = bolt_port
        self.http_port = http_port
        self.memory = memory or Memory.of_machine()
        self.java_flags = tuple(java_flags)
        self.leashed = leashed
        self.plugins = tuple(plugins)
        self.password_file = self.folder / "password"
        self._child: subprocess.Popen[bytes] | None = None

    @property
    def connection(self) -> Connection:
        """How to reach it; raises LocalServiceError before its first start."""
        found = connection_to(self.folder, self.bolt_port, self.http_port)
        if found is None:
            raise LocalServiceError(
                f"No local Neo4j has been set up in {self.folder}.", "Start it with longtake up."
            )
        return found

    def running(self) -> Running | None:
        """The server of this folder, if it runs, whoever started it."""
        state = read_state(self.folder / "server.json")
        with suppress(TypeError):
            found = Running(**state) if state else None
            if found and found.process.find():
                return found
        return self._adopted()

    def start(self, progress: Progress | None = None) -> Connection:
        """Start it and wait until it answers queries; when it runs already, only wait.

        Fetches the jars and makes the password first where needed. Two processes that start the
        same server at once get the same one.

        Raises LocalServiceError: no Java, jars unreachable or damaged, a port taken, the data
        folder in use or written by another version, no space, no memory.
        """
        progress = progress or Silent()
        with self._held():
            log = StartLog(self.folder)
            found = self.running()
            if found is None:
                found = self._boot(progress)
            elif self._answers(found):
                return self.connection  # nothing to wait for, so no stage to show
            self._await_ready(found, log, progress)
        return self.connection

    def stop(self) -> bool:
        """Stop it and wait until it is gone (killed after 30 s); False when it did not run."""
        with self._held():
            found = self.running()
            if found is not None:
                found.process.stop(STOP_S)
                self._forget()
        return found is not None

    def kill9(self) -> None:
        """Kill it at once, as a crash would. What was committed survives."""
        found = self.running()
        if found is not None:
            found.process.kill()
            self._forget()

    @contextmanager
    def _held(self) -> Iterator[None]:
        """Hold the folder's lock: one process at a time starts or stops the server."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with filelock.FileLock(self.folder / "server.lock", timeout=START_S + STOP_S):
                yield
        except filelock.Timeout as error:
            raise LocalServiceError(
                f"Another process has been starting or stopping the Neo4j in {self.folder} for "
                f"more than {START_S + STOP_S:.0f} s.",
                "Look for another longtake up or down that hangs.",
            ) from error
        except OSError as error:
            raise LocalServiceError(
                f"{error.filename or self.folder} cannot be written: {error.strerror or error}.",
                "Set LONGTAKE_HOME to a folder that can be written, on a disk with free space.",
            ) from error

    def _boot(self, progress: Progress) -> Running:
        require_free_port(self.bolt_port, "Neo4j's Bolt", "LONGTAKE_BOLT_PORT")
        require_free_port(self.http_port, "Neo4j Browser", "LONGTAKE_HTTP_PORT")
        require_free_data(self.folder)
        java = set_up(
            self.folder,
            cache=self.cache,
            version=self.version,
            ports=Ports(self.bolt_port, self.http_port),
            memory=self.memory,
            progress=progress,
            plugins=self.plugins,
        )
        self._child = spawn(
            [*java, *self.java_flags, main_class(self.version), *home_arguments(self.folder)],
            log=self.folder / "logs" / "console.log",
            cwd=self.folder,
            leashed=self.leashed,
        )
        process = ProcessRef.of(self._child.pid)
        found = Running(process.pid, process.started, self.version, self.bolt_port, self.http_port)
        write_state(self.folder / "server.json", found)
        return found

    def _await_ready(self, found: Running, log: StartLog, progress: Progress) -> None:
        """Wait until the database answers a query with our password."""
        deadline = time.monotonic() + START_S
        progress.stage("Neo4j start", None)
        try:
            while not self._answers(found):
                ended = self._ended(found)
                if ended is None and time.monotonic() > deadline:
                    ended = f"it did not answer within {START_S:.0f} s"
                    found.process.stop(STOP_S)
                if ended is not None:
                    self._forget()
                    raise start_error(log.text(), self.folder, ended)
                time.sleep(0.1)
        except BaseException:
            progress.finish("failed")
            raise
        progress.finish("done")

    def _ended(self, found: Running) -> str | None:
        """How the JVM ended, or None while it runs."""
        if self._child is not None and self._child.pid == found.pid:
            code = self._child.poll()
            return None if code is None else f"it ended with exit code {code}"
        return None if found.process.find() else "it ended"

    def _answers(self, found: Running) -> bool:
        connection = self.connection
        answer = call(
            found.http_port,
            "/db/neo4j/query/v2",
            body={"statement": "RETURN 1"},
            user=(connection.user, connection.password),
            timeout_s=10,
        )
        status = answer[0] if answer else None
        if status == HTTPStatus.UNAUTHORIZED:
            raise LocalServiceError(
                f"The local Neo4j refuses the password in {self.password_file}.",
                f"Put the password of user {USER} into that file, on one line.",
            )
        return status == HTTPStatus.ACCEPTED

    def _adopted(self) -> Running | None:
        """A server of this folder that ``server.json`` does not know of, found by its command:
        whoever started it was killed before it could write the file."""
        for process in psutil.process_iter(["cmdline", "create_time", "status"]):
            ours = home_arguments(self.folder)[0] in (process.info["cmdline"] or ())
            if ours and process.info["status"] != psutil.STATUS_ZOMBIE:
                ports = configured_ports(self.folder) or Ports(self.bolt_port, self.http_port)
                found = Running(
                    process.pid, process.info["create_time"], self.version, ports.bolt, ports.http
                )
                write_state(self.folder / "server.json", found)
                return found
        return None

    def _forget(self) -> None:
        if self._child is not None:
            self._child.wait()
            self._child = None
        (self.folder / "server.json").unlink(missing_ok=True)


def free_port() -> int:
    """A loopback port that nothing listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@contextmanager
def started_server(
    folder: Path,
    *,
    cache: Path | None = None,
    version: str = DEFAULT_VERSION,
    bolt_port: int = 0,
    http_port: int = 0,
    memory: Memory | None = None,
) -> Iterator[LocalServer]:
    """A running server for as long as the context lasts; it dies with this process.

    Port 0 means a free one, which stays the same over ``stop()`` and ``start()``. Made for tests:
    the JVM is tuned to boot soon rather than to run long, and is killed at the end, which is ten
    seconds faster than to stop it and leaves the data as whole.
    """
    server = LocalServer(
        folder,
        cache=cache or settings().cache,
        version=version,
        bolt_port=bolt_port or free_port(),
        http_port=http_port or free_port(),
        memory=memory or Memory(heap=512, page_cache=64),
        java_flags=("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
        leashed=True,
    )
    try:
        server.start()
        yield server
    finally:
        server.kill9()
