"""Free ports for the demo where the usual ones are taken, kept so that later commands agree."""

import socket
from pathlib import Path

from runtime.settings import SETTINGS_FILE, Settings
from runtime.settings import settings as read_settings

_STEP, _TRIES = 10, 40


def settle_ports(settings: Settings, *, neo4j: bool) -> tuple[Settings, list[str]]:
    """Settings whose ports can be used, and a sentence for each that had to move.

    ``neo4j``: whether a local Neo4j will be started, and its ports are needed. What was chosen is
    written to ``<home>/settings.env``, which every later command of this home reads.
    """
    wanted = {"API_PORT": settings.api_port}
    if neo4j:
        wanted |= {"BOLT_PORT": settings.bolt_port, "HTTP_PORT": settings.http_port}
    moved = {name: _free_from(port) for name, port in wanted.items() if not _is_free(port)}
    if not moved:
        return settings, []
    _remember(settings.home / SETTINGS_FILE, moved)
    read_settings.cache_clear()
    said = [f"port {wanted[name]} is taken, using {port} instead" for name, port in moved.items()]
    return read_settings(), said


def _is_free(port: int) -> bool:
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _free_from(port: int) -> int:
    """The next free port in steps of ten: near the usual one, and easy to recognise."""
    for candidate in range(port + _STEP, port + _STEP * _TRIES, _STEP):
        if _is_free(candidate):
            return candidate
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        chosen: int = any_port.getsockname()[1]
        return chosen


def _remember(file: Path, moved: dict[str, int]) -> None:
    """Replace the lines of these settings, and keep all others."""
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    names = tuple(f"LONGTAKE_{name}=" for name in moved)
    kept = [line for line in lines if not line.startswith(names)]
    added = [f"LONGTAKE_{name}={port}" for name, port in moved.items()]
    file.write_text("\n".join([*kept, *added]) + "\n", encoding="utf-8")
