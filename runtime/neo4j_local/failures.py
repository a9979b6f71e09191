"""What a server that did not start wrote into its log, told as an error that can be acted on."""

import errno
import socket
from dataclasses import dataclass
from pathlib import Path

import psutil

from runtime.errors import LocalServiceError


@dataclass(frozen=True, slots=True)
class _Sign:
    words: tuple[str, ...]
    message: str
    hint: str


_DATA_IN_USE = _Sign(
    ("Lock file has been locked by another process", "store_lock", "FileLockException"),
    "The data folder {data} is in use by another process.",
    "Stop the other Neo4j on this folder, or set LONGTAKE_HOME to a folder of your own.",
)
_SIGNS = (
    _DATA_IN_USE,
    _Sign(
        ("Address already in use", "BindException", "PortBindException"),
        "A port of the local Neo4j was taken while it started.",
        "Set LONGTAKE_BOLT_PORT and LONGTAKE_HTTP_PORT to free ports.",
    ),
    _Sign(
        ("No space left on device", "Disk quota exceeded"),
        "The disk of {data} is full.",
        "Free some space, or set LONGTAKE_HOME to a folder on another disk.",
    ),
    _Sign(
        ("Could not reserve enough space", "insufficient memory", "OutOfMemoryError"),
        "There is not enough memory for the local Neo4j.",
        "Close other programs, or set NEO4J_URI to a server on another machine.",
    ),
    _Sign(
        ("Permission denied", "AccessDeniedException", "Read-only file system"),
        "The local Neo4j may not write into its folder {folder}.",
        "Give yourself the folder, or set LONGTAKE_HOME to one of your own.",
    ),
    _Sign(
        ("newer version", "not supported by this version", "downgrade"),
        "The data folder {data} was written by another version of Neo4j.",
        "Use the version that wrote it, or set LONGTAKE_HOME to an empty folder.",
    ),
)

_TELLING = (" ERROR ", "Caused by: ", "Exception: ")


class StartLog:
    """What a server writes from now on while it starts: its console, and the errors in its
    ``debug.log``."""

    def __init__(self, folder: Path) -> None:
        self.console = folder / "logs" / "console.log"
        self.debug = folder / "logs" / "debug.log"
        self._before = {path: _size(path) for path in (self.console, self.debug)}

    def text(self) -> str:
        """What the console got, then the lines of ``debug.log`` that tell of errors."""
        errors = [line for line in self._new(self.debug) if any(sign in line for sign in _TELLING)]
        return "".join([*self._new(self.console), *errors])

    def _new(self, path: Path) -> list[str]:
        if not path.exists():
            return []
        with path.open(errors="replace") as file:
            if _size(path) >= self._before[path]:  # else it was rotated since
                file.seek(self._before[path])
            return file.readlines()


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def start_error(log_text: str, folder: Path, ended: str) -> LocalServiceError:
    """The error for a start that failed; ``ended`` says how (exit code, or time-out)."""
    for sign in _SIGNS:
        if any(word in log_text for word in sign.words):
            return LocalServiceError(
                sign.message.format(data=folder / "data", folder=folder), sign.hint
            )
    last = next((line.strip() for line in reversed(log_text.splitlines()) if line.strip()), "")
    return LocalServiceError(
        f"The local Neo4j did not start: {ended}{f' ({last})' if last else ''}.",
        f"Its logs are in {folder / 'logs'}.",
    )


def require_free_port(port: int, what: str, setting: str) -> None:
    """Raises LocalServiceError when something else listens on this loopback port."""
    with socket.socket() as probe:
        # As servers do: a port whose last connections linger in TIME_WAIT is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
            taken = error.errno == errno.EADDRINUSE
            reason = f"is taken by {_listener(port)}" if taken else "may not be opened by you"
            raise LocalServiceError(
                f"Port {port}, meant for {what}, {reason}.",
                f"Stop that program, or set {setting} to a free port."
                if taken
                else f"Set {setting} to a port above 1023.",
            ) from error


def require_free_data(folder: Path) -> None:
    """Raises LocalServiceError when another server holds the data of ``folder``.

    Looks at the lock that a running server holds on its databases, which takes no time; without
    this the JVM would find out, half a minute later.
    """
    try:
        import fcntl
    except ImportError:  # Windows: left to the JVM
        return
    lock = folder / "data" / "databases" / "store_lock"
    try:
        with lock.open("r+b") as file:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EAGAIN):
            raise
        raise LocalServiceError(
            _DATA_IN_USE.message.format(data=folder / "data"), _DATA_IN_USE.hint
        ) from error


def _listener(port: int) -> str:
    """Who listens there, as far as we may know."""
    try:
        for connection in psutil.net_connections("tcp"):
            address = getattr(connection.laddr, "port", None)
            if connection.status == psutil.CONN_LISTEN and address == port and connection.pid:
                return f"{psutil.Process(connection.pid).name()} (process {connection.pid})"
    except psutil.Error:
        pass
    return "another program"
