"""The server's configuration as data, and the text of its files."""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from runtime.neo4j_local.java import FLAGS

_MEBI = 1 << 20


@dataclass(frozen=True, slots=True)
class Memory:
    """How much the JVM may take, in MiB: the heap, and beside it the page cache."""

    heap: int
    page_cache: int

    @classmethod
    def of_machine(cls) -> "Memory":
        """An eighth of the machine's memory for the heap (512 MiB to 4 GiB), half that again for
        the page cache (64 MiB to 2 GiB): room for models and for whatever else runs here."""
        total = min(psutil.virtual_memory().total, _container_limit()) // _MEBI
        return cls(heap=min(max(total // 8, 512), 4096), page_cache=min(max(total // 16, 64), 2048))


def _container_limit() -> int:
    """Our control group's memory limit in bytes, which the machine's total knows nothing of."""
    try:
        return int(Path("/sys/fs/cgroup/memory.max").read_text())
    except (OSError, ValueError):
        return 1 << 62


@dataclass(frozen=True, slots=True)
class Ports:
    """The loopback ports of a server: Bolt, and HTTP with Neo4j Browser."""

    bolt: int
    http: int


def neo4j_conf(ports: Ports, memory: Memory) -> str:
    """The text of ``neo4j.conf``: loopback only, nothing reported home, a data folder of a few
    megabytes (transaction logs are not allocated in advance) and advertised addresses, without
    which Browser would show the standard port.

    Names no folder: Neo4j reads this file as Latin-1, and finds all folders below ``--home-dir``.
    """
    settings = {
        "server.default_listen_address": "127.0.0.1",
        "server.bolt.listen_address": f"127.0.0.1:{ports.bolt}",
        "server.bolt.advertised_address": f"localhost:{ports.bolt}",
        "server.http.listen_address": f"127.0.0.1:{ports.http}",
        "server.http.advertised_address": f"localhost:{ports.http}",
        "server.https.enabled": "false",
        "server.memory.pagecache.size": f"{memory.page_cache}m",
        "db.tx_log.preallocate": "false",
        "db.tx_log.rotation.size": "16M",
        "db.tx_log.rotation.retention_policy": "128M size",
        "dbms.usage_report.enabled": "false",
    }
    return "".join(f"{name}={value}\n" for name, value in settings.items())


def configured_ports(folder: Path) -> Ports | None:
    """The ports that the ``neo4j.conf`` in this folder names, or None without one."""
    try:
        text = (folder / "conf" / "neo4j.conf").read_text()
    except OSError:
        return None
    found = dict(re.findall(r"^server\.(bolt|http)\.listen_address=.*:(\d+)$", text, re.MULTILINE))
    return Ports(int(found["bolt"]), int(found["http"])) if len(found) == 2 else None


def java_arguments(jars: Sequence[Path], heap_mb: int) -> str:
    """The text of a Java argument file (217 paths are too long for some command lines): flags,
    heap and class path; the main class follows on the command line."""
    class_path = os.pathsep.join(map(str, jars))
    words = (*FLAGS, f"-Xms{min(heap_mb, 256)}m", f"-Xmx{heap_mb}m", "-cp", class_path)
    return "".join(f'"{_escaped(word)}"\n' for word in words)


def _escaped(word: object) -> str:
    """Backslashes doubled, as Java's argument and properties files want them."""
    return str(word).replace("\\", "\\\\")
