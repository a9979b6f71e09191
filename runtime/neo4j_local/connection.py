"""How to reach the local server of an installation."""

from dataclasses import dataclass, field
from pathlib import Path

from runtime.processes import read_state
from runtime.settings import Settings

USER = "neo4j"
"""Community Edition's one user."""


@dataclass(frozen=True)
class Connection:
    """What a driver needs to connect, and where Neo4j Browser is (None: not known)."""

    uri: str
    user: str
    password: str = field(repr=False)
    browser_url: str | None = None


def local_connection(settings: Settings) -> Connection | None:
    """The local server of ``settings.home``, whether it runs now or not; None when none has been
    set up there."""
    return connection_to(local_folder(settings), settings.bolt_port, settings.http_port)


def local_folder(settings: Settings) -> Path:
    """The folder of the installation's local server."""
    return settings.home / "neo4j"


def connection_to(folder: Path, bolt_port: int, http_port: int) -> Connection | None:
    """The server of ``folder`` on the ports it was last started with, else on the ones given."""
    try:
        password = (folder / "password").read_text().strip()
    except FileNotFoundError:
        return None
    state = read_state(folder / "server.json") or {}
    bolt = state.get("bolt_port", bolt_port)
    http = state.get("http_port", http_port)
    return Connection(
        uri=f"bolt://localhost:{bolt}",
        user=USER,
        password=password,
        browser_url=f"http://localhost:{http}/browser/?dbms=bolt://{USER}@localhost:{bolt}",
    )
