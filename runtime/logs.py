"""Logging: to stderr, so that stdout holds results alone. Services write theirs into files because
whoever starts them sends their stderr there (``<home>/logs/<service>.log``)."""

import logging
import sys
from pathlib import Path

_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_TALKATIVE = ("httpx", "httpcore", "openai", "neo4j.notifications", "urllib3", "filelock", "kombu")
_KEEP_BYTES = 4 << 20


def log_to_stderr(level: str = "WARNING") -> None:
    """Send every logger's records of ``level`` and above to stderr; call once per process.

    Libraries that log each request are heard from WARNING on only.
    """
    logging.basicConfig(level=level, format=_FORMAT, stream=sys.stderr, force=True)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelName(level)))


def log_file(home: Path, service: str) -> Path:
    """The log of a service, ready to be appended to; one past 4 MiB becomes ``….log.1`` first."""
    path = home / "logs" / f"{service}.log"
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and path.stat().st_size > _KEEP_BYTES:
        path.replace(path.with_suffix(".log.1"))
    return path


def last_line(path: Path) -> str:
    """The last line of a log that says something, or nothing; for error messages."""
    try:
        with path.open("rb") as file:
            file.seek(max(path.stat().st_size - (8 << 10), 0))
            lines = file.read().decode(errors="replace").splitlines()
    except OSError:
        return ""
    return next((line.strip() for line in reversed(lines) if line.strip()), "")
