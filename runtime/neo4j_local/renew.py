"""Write the lock of a server version: ``python -m runtime.neo4j_local.renew 5.26.31``.

jgo resolves the dependencies as Maven would; each jar is then fetched once, compared with the
SHA-1 that the repository publishes, and its SHA-256 written down. Only who changes the version
needs this; running a server needs the lock alone.
"""

import hashlib
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from jgo.maven import MavenContext

from runtime.neo4j_local.jars import THREADS, download, open_session
from runtime.neo4j_local.lock import Jar, format_lock, lock_name
from runtime.neo4j_local.repository import Repository, repository

BROWSER_VERSION = "5.24.0"
"""Neo4j Browser has versions of its own; this one speaks to 5.26 and 2026.x."""


def resolve(version: str, source: Repository, folder: Path) -> list[Jar]:
    """The jars of Neo4j Community ``version`` with Bolt, HTTP and Browser, without digests yet.

    ``folder`` takes the POMs that were read.
    """
    context = MavenContext(repo_cache=folder, remote_repos={"central": source.url}, timeout=60)
    wanted = (
        f"org.neo4j:neo4j:{version}",
        f"org.neo4j.app:neo4j-server:{version}",
        f"org.neo4j.client:neo4j-browser:{BROWSER_VERSION}",
    )
    given, reached = context.resolver.resolve([context.create_dependency(name) for name in wanted])
    return [
        Jar(found.groupId, found.artifactId, found.version, found.classifier or "")
        for found in (*given, *reached)
        if found.type == "jar"
    ]


def digest(jars: Sequence[Jar], source: Repository, folder: Path) -> list[Jar]:
    """The same jars with the SHA-256 of what the repository sends.

    Raises ValueError for a jar that differs from its published SHA-1.
    """
    session = open_session(source)

    def digested(jar: Jar) -> Jar:
        path = folder / jar.path
        sha256 = download(jar, path, source, session)
        published = session.get(f"{source.url}/{jar.path}.sha1", timeout=60)
        published.raise_for_status()
        # What Maven repositories publish beside every jar; the lock itself holds SHA-256.
        sha1 = hashlib.sha1(path.read_bytes()).hexdigest()  # noqa: S324
        if published.text.split()[:1] != [sha1]:
            raise ValueError(f"{jar.coordinate} differs from its published SHA-1")
        return replace(jar, sha256=sha256)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(digested, jars))


def main(version: str) -> None:
    """Resolve, digest and write the lock of one version beside this module."""
    source = repository()
    with tempfile.TemporaryDirectory() as folder:
        jars = digest(resolve(version, source, Path(folder)), source, Path(folder))
    path = Path(__file__).with_name(lock_name(version))
    path.write_text(format_lock(jars))
    print(f"{path}: {len(jars)} jars")  # noqa: T201


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m runtime.neo4j_local.renew VERSION")
    main(sys.argv[1])
