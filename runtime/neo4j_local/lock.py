"""The lock: which jars make up a server, each with its SHA-256.

One line a jar, ``group:artifact:version[:classifier] sha256``, sorted. It names no host: where
jars come from is :mod:`runtime.neo4j_local.repository`'s business.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import PurePosixPath

from runtime.errors import LocalServiceError

DEFAULT_VERSION = "5.26.31"
"""The long-term-support release that ``up`` starts."""


@dataclass(frozen=True, slots=True, order=True)
class Jar:
    """One jar by its Maven coordinate, and the SHA-256 (hex) of its bytes."""

    group: str
    artifact: str
    version: str
    classifier: str = ""
    sha256: str = ""

    @property
    def coordinate(self) -> str:
        """``group:artifact:version[:classifier]``."""
        parts = (self.group, self.artifact, self.version, self.classifier)
        return ":".join(part for part in parts if part)

    @property
    def path(self) -> PurePosixPath:
        """Its place in a repository of Maven's layout, remote or local."""
        suffix = f"-{self.classifier}" if self.classifier else ""
        name = f"{self.artifact}-{self.version}{suffix}.jar"
        return PurePosixPath(*self.group.split("."), self.artifact, self.version, name)


def parse_lock(text: str) -> tuple[Jar, ...]:
    """The jars of a lock's text.

    Raises ValueError for a line that is not a coordinate and a SHA-256.
    """
    jars = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        coordinate, _, sha256 = line.partition(" ")
        parts = coordinate.split(":")
        if len(parts) not in (3, 4) or not all(parts) or len(sha256) != 64:
            raise ValueError(f"not a line of a lock: {line!r}")
        group, artifact, version, *classifier = parts
        jars.append(Jar(group, artifact, version, "".join(classifier), sha256))
    return tuple(jars)


def format_lock(jars: Iterable[Jar]) -> str:
    """The lock's text for these jars."""
    return "".join(f"{jar.coordinate} {jar.sha256}\n" for jar in sorted(jars))


def lock_name(version: str) -> str:
    """The file name of a version's lock, beside this module."""
    return f"jars-{version}.lock"


def locked_versions() -> tuple[str, ...]:
    """The server versions that have a lock."""
    names = (entry.name for entry in files(__package__).iterdir())
    return tuple(sorted(n[5:-5] for n in names if n.startswith("jars-") and n.endswith(".lock")))


def locked_jars(version: str) -> tuple[Jar, ...]:
    """The jars of a server version.

    Raises LocalServiceError for a version without a lock.
    """
    if version not in locked_versions():
        raise LocalServiceError(
            f"There is no lock of jars for Neo4j {version!r}.",
            f"Choose one of {', '.join(locked_versions())}, or write a lock with "
            f"python -m runtime.neo4j_local.renew VERSION.",
        )
    return parse_lock((files(__package__) / lock_name(version)).read_text())
