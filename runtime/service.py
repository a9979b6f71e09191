"""The installation on one machine: what ``longtake up``, ``down`` and ``status`` do.

Importing this is cheap, so that every command may ask whether the service runs.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import filelock
from pydantic import SecretStr

from runtime.broker import broker_answers, shown_url
from runtime.database import database, ensure_database, listens, local_server
from runtime.errors import DatabaseUnreachableError, LocalServiceError
from runtime.logs import last_line, log_file
from runtime.loopback import call
from runtime.neo4j_local.connection import Connection, local_folder
from runtime.neo4j_local.failures import require_free_port
from runtime.processes import ProcessRef, spawn
from runtime.progress import Progress, Silent
from runtime.settings import Settings
from runtime.supervisor import STOP_S, SupervisorState, read_supervisor

if TYPE_CHECKING:
    from runtime.doctor import Check

__all__ = [
    "child_environment",
    "database",
    "doctor",
    "down",
    "ensure_database",
    "service_url",
    "status",
    "up",
]

_START_S = 120.0
_LOCK_S = 600.0  # another `up` may be fetching jars over a slow line
_FAILURES = 3
"""A service that died young this often in a row will not stay up."""


def up(
    settings: Settings,
    *,
    progress: Progress | None = None,
    prepare: Callable[[Connection], None] = lambda connection: None,
) -> None:
    """Start the database and the service, or find them running.

    ``prepare`` is called with the database once that answers and before the service starts: the
    place for migrations. Two ``up`` at once do the work once.

    Raises LocalServiceError when something cannot be started, naming what and the log.
    """
    with _alone(settings):
        connection = ensure_database(settings, progress)
        prepare(connection)
        _ensure_service(settings, progress or Silent())


def down(settings: Settings) -> None:
    """Stop the service and the local Neo4j; nothing of ours runs afterwards."""
    with _alone(settings):
        _stop_service(settings)
        local_server(settings).stop()


def status(
    settings: Settings,
    *,
    server_version: Callable[[Connection], str] | None = None,
    jobs: Callable[[Connection], dict[str, int]] | None = None,
) -> dict[str, Any]:
    """What runs, as ``longtake status --json`` prints it.

    ``server_version`` and ``jobs`` ask the database for what needs a driver: without them a server
    of one's own has version None, and ``jobs`` is empty. They are called only when it runs.
    """
    api_url = service_url(settings)
    neo4j = _database_status(settings, server_version)
    return {
        "neo4j": neo4j,
        "api": {"running": api_url is not None, "url": api_url},
        "broker": shown_url(settings) if broker_answers(settings) else None,
        "workers": _workers(settings),
        "jobs": (_asked(jobs, database(settings)) or {}) if neo4j["running"] else {},
    }


def doctor(
    settings: Settings,
    *,
    server_version: Callable[[Connection], str] | None = None,
    check_schema: Callable[[Connection], None] | None = None,
) -> list["Check"]:
    """Check everything an installation stands on: see :func:`runtime.doctor.examine`."""
    from runtime.doctor import examine

    return examine(settings, server_version=server_version, check_schema=check_schema)


def service_url(settings: Settings) -> str | None:
    """The base URL of this home's HTTP service, if it runs and answers."""
    supervisor = read_supervisor(settings.home)
    return _answering_url(supervisor, timeout_s=2.0) if supervisor else None


def child_environment(settings: Settings) -> dict[str, str]:
    """This process's environment with these settings in it, for processes that read their own."""
    environment = dict(os.environ)
    for name, field in Settings.model_fields.items():
        aliases = getattr(field.validation_alias, "choices", ())
        names = [str(alias) for alias in aliases] or [f"LONGTAKE_{name.upper()}"]
        for variable in names:
            environment.pop(variable, None)
        value = getattr(settings, name)
        if isinstance(value, SecretStr):
            value = value.get_secret_value()
        if value is not None:
            plain = isinstance(value, (str, os.PathLike))
            environment[names[0]] = str(value) if plain else json.dumps(value)
    return environment


@contextmanager
def _alone(settings: Settings) -> Iterator[None]:
    """One ``up`` or ``down`` of a home at a time; the second waits for the first."""
    folder = settings.home / "run"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with filelock.FileLock(folder / "up.lock", timeout=_LOCK_S):
            yield
    except filelock.Timeout as error:
        raise LocalServiceError(
            f"Another longtake up or down of {settings.home} has not ended in {_LOCK_S:.0f} s.",
            "Look for it among your processes, end it, and try again.",
        ) from error
    except OSError as error:
        raise LocalServiceError(
            f"{error.filename or settings.home} cannot be written: {error.strerror or error}.",
            "Set LONGTAKE_HOME to a folder that can be written, on a disk with free space.",
        ) from error


def _ensure_service(settings: Settings, progress: Progress) -> None:
    supervisor = read_supervisor(settings.home)
    started = None
    if supervisor is None:
        require_free_port(settings.api_port, "the HTTP service", "LONGTAKE_API_PORT")
        child = spawn(
            [sys.executable, "-m", "runtime.supervisor"],
            log=log_file(settings.home, "supervisor"),
            env=child_environment(settings),
            leashed=False,
        )
        started = ProcessRef.of(child.pid)
        child.returncode = 0  # it outlives us on purpose: keep Popen from warning of it
    progress.stage("service start", None)
    try:
        _await_service(settings, started)
    except BaseException:
        if started is not None:
            _stop_service(settings)
        progress.finish("failed")
        raise
    progress.finish("done")


def _await_service(settings: Settings, started: ProcessRef | None) -> None:
    """Wait until the HTTP service and the worker answer."""
    deadline = time.monotonic() + _START_S
    while time.monotonic() < deadline:
        supervisor = read_supervisor(settings.home)
        if supervisor is not None:
            _require_lively(settings, supervisor)
            if _answering_url(supervisor, timeout_s=2.0) and (
                not settings.worker_processes or _workers(settings)
            ):
                return
        elif started is not None and started.find() is None:
            log = settings.home / "logs" / "supervisor.log"
            raise LocalServiceError(
                f"The service did not start ({last_line(log)}).", f"Its log is {log}."
            )
        time.sleep(0.2)
    raise LocalServiceError(
        f"The service did not answer within {_START_S:.0f} s.",
        f"Its logs are in {settings.home / 'logs'}.",
    )


def _require_lively(settings: Settings, supervisor: SupervisorState) -> None:
    for name, child in supervisor.children.items():
        if child.failures >= _FAILURES:
            log = settings.home / "logs" / f"{name}.log"
            raise LocalServiceError(
                f"The service's {name} ends at once with code {child.last_exit} "
                f"({last_line(log)}).",
                f"Its log is {log}.",
            )


def _stop_service(settings: Settings) -> None:
    """End the supervisor, and what may be left of its services where no kernel tied them to it."""
    supervisor = read_supervisor(settings.home, gone_too=True)
    if supervisor is None:
        return
    supervisor.process.stop(STOP_S * (len(supervisor.children) + 1))
    for child in supervisor.children.values():
        if child.process is not None:
            child.process.stop(STOP_S)
    (settings.home / "service.json").unlink(missing_ok=True)


def _answering_url(supervisor: SupervisorState, timeout_s: float) -> str | None:
    answer = call(supervisor.api_port, "/healthz", timeout_s=timeout_s)
    if answer is None or answer[0] != 200:
        return None
    return f"http://127.0.0.1:{supervisor.api_port}"


def _database_status(
    settings: Settings, server_version: Callable[[Connection], str] | None
) -> dict[str, Any]:
    found = local_server(settings).running() if settings.neo4j_uri is None else None
    try:
        connection = database(settings)
    except DatabaseUnreachableError:
        return dict.fromkeys(_DATABASE_KEYS) | {"running": False}
    if settings.neo4j_uri is None:
        running, version = found is not None, found.version if found else None
    else:
        running = listens(connection.uri)
        version = _asked(server_version, connection) if running else None
    own = settings.neo4j_uri is not None
    return {
        "running": running,
        "uri": connection.uri,
        "user": connection.user,
        "password_file": None if own else str(local_folder(settings) / "password"),
        "browser_url": connection.browser_url,
        "version": version,
    }


_DATABASE_KEYS = ("running", "uri", "user", "password_file", "browser_url", "version")


def _asked(question: Callable[[Connection], Any] | None, connection: Connection) -> Any:
    """The database's answer, or None when it is away or nobody asks."""
    if question is None:
        return None
    try:
        return question(connection)
    except DatabaseUnreachableError:
        return None


def _workers(settings: Settings) -> list[str]:
    """The workers that answer; Celery is imported only when there is a broker to ask."""
    if not broker_answers(settings):
        return []
    from runtime.queue import worker_names

    return worker_names(settings)
