"""A supervisor as a process of its own, over services that a test chooses."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import psutil
import pytest

from runtime.supervisor import SupervisorState, read_supervisor

T = TypeVar("T")

SLEEP = "[sys.executable, '-c', 'import time; time.sleep(600)']"


@contextmanager
def supervisor(
    home: Path, services: str, environment: Mapping[str, str] | None = None
) -> Iterator["subprocess.Popen[str]"]:
    """Run a supervisor of ``home``; ``services`` is Python for its list of services."""
    code = (
        "import sys; from pathlib import Path\n"
        "from runtime.logs import log_to_stderr\n"
        "from runtime.settings import Settings\n"
        "from runtime.supervisor import Service, services, supervise\n"
        f"chosen = Settings(home=Path({str(home)!r}))\n"
        "log_to_stderr('INFO')\n"
        f"supervise(chosen, {services})"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        try:
            yield process
        finally:
            process.terminate()
            process.communicate(timeout=60)


def await_state(home: Path, wanted: Callable[[SupervisorState], bool]) -> SupervisorState:
    """Wait until the supervisor's state is as wanted."""

    def look() -> SupervisorState | None:
        state = read_supervisor(home)
        return state if state and wanted(state) else None

    found = await_value(look, "that state")
    assert found is not None
    return found


def await_value(look: Callable[[], T], what: str) -> T:
    """Wait for a truth; fails after two minutes."""
    for _ in range(1200):
        if value := look():
            return value
        time.sleep(0.1)
    pytest.fail(f"{what} did not come")


def process_ids(state: SupervisorState) -> dict[str, int]:
    """The process of each service that runs."""
    return {name: child.pid for name, child in state.children.items() if child.pid}


def gone(pid: int) -> bool:
    """Whether a process has ended, reaped or not."""
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True
