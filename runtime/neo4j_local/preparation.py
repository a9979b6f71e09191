"""Prepare a server's folder: jars, configuration, and before the first start the password."""

import os
import secrets
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from runtime.errors import LocalServiceError
from runtime.neo4j_local.config import Memory, Ports, java_arguments, neo4j_conf
from runtime.neo4j_local.failures import start_error
from runtime.neo4j_local.java import find_java
from runtime.neo4j_local.lock import Jar, locked_jars
from runtime.processes import write_private
from runtime.progress import Progress

_LEAST_FREE_BYTES = 200 << 20
_TOOL_S = 240.0


def set_up(
    folder: Path,
    *,
    cache: Path,
    version: str,
    ports: Ports,
    memory: Memory,
    progress: Progress,
    plugins: Sequence[Jar] = (),
) -> list[str]:
    """Make a folder ready for a start of its server; again and again, at little cost.

    ``plugins`` are jars of procedures with what they need: they come into the class path, where
    Neo4j finds their extensions, and into ``plugins/``, where it finds their procedures.
    Returns the start of the Java command (flags and class path), to be followed by a main class.
    Raises LocalServiceError: no Java, jars unreachable or damaged, no space, a lost password.
    """
    _require_space(folder)
    java = [str(find_java()), f"@{folder / 'conf' / 'java.args'}"]
    jars = _fetched(version, cache, progress, plugins)
    for name in ("conf", "data", "logs", "import"):
        (folder / name).mkdir(exist_ok=True)
    for plugin in jars[len(jars) - len(plugins) :]:
        (folder / "plugins").mkdir(exist_ok=True)
        shutil.copy(plugin, folder / "plugins")
    conf = neo4j_conf(ports, memory)
    write_private(folder / "conf" / "neo4j.conf", conf)
    write_private(folder / "conf" / "java.args", java_arguments(jars, memory.heap))
    _ensure_password(folder, java)
    return java


def main_class(version: str) -> str:
    """The class that starts the server; it was renamed after 5.x."""
    name = "CommunityEntryPoint" if version.startswith("5.") else "Neo4jCommunity"
    return f"org.neo4j.server.{name}"


def home_arguments(folder: Path) -> tuple[str, str]:
    """The server's arguments; the first tells its process from those of other folders."""
    return f"--home-dir={folder}", f"--config-dir={folder / 'conf'}"


def new_password() -> str:
    """A password that Neo4j's tool cannot take for an option: it must not begin with a dash."""
    return secrets.token_hex(20)


def _fetched(version: str, cache: Path, progress: Progress, plugins: Sequence[Jar]) -> list[Path]:
    from runtime.neo4j_local.jars import fetch_jars  # slow to import; finding a server is not

    jars = (*locked_jars(version), *plugins)
    progress.stage(f"Neo4j {version}", len(jars))
    try:
        paths = fetch_jars(jars, cache, on_jar=lambda _jar: progress.advance())
    except BaseException:
        progress.finish("failed")
        raise
    progress.finish("done")
    return paths


def _require_space(folder: Path) -> None:
    free = shutil.disk_usage(folder).free
    if free < _LEAST_FREE_BYTES:
        raise LocalServiceError(
            f"Only {free >> 20} MB are free on the disk of {folder}; "
            f"Neo4j needs {_LEAST_FREE_BYTES >> 20} MB to start.",
            "Free some space, or set LONGTAKE_HOME to a folder on another disk.",
        )


def _ensure_password(folder: Path, java: list[str]) -> None:
    """Make a password and have Neo4j's own tool store it, before the first start only."""
    password_file = folder / "password"
    if (folder / "data" / "databases").exists():
        if not password_file.exists():
            raise LocalServiceError(
                f"The password file {password_file} is gone, but the data is there.",
                "Put the password back into it; or, if the memory may be made again, remove "
                f"{folder / 'data'}.",
            )
        return
    if not password_file.exists():
        write_private(password_file, new_password() + "\n")
    argument = folder / "conf" / "initial-password"  # a file: command lines are public
    write_private(argument, password_file.read_text())
    tool = ("org.neo4j.cli.AdminTool", "dbms", "set-initial-password", f"@{argument}")
    try:
        done = subprocess.run(
            [*java, "-XX:TieredStopAtLevel=1", *tool],
            env={**os.environ, "NEO4J_HOME": str(folder), "NEO4J_CONF": str(folder / "conf")},
            capture_output=True,
            text=True,
            timeout=_TOOL_S,
            check=False,
        )
    finally:
        argument.unlink()
    if done.returncode:
        ended = f"the first password could not be set, exit code {done.returncode}"
        raise start_error(done.stdout + done.stderr, folder, ended)
