"""Finding, stopping and leashing processes; state files."""

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from runtime.processes import ProcessRef, read_state, spawn, write_private, write_state

STUBBORN = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
    "print('ready', flush=True); time.sleep(600)"
)


def await_gone(pid: int) -> None:
    """Wait until a process that need not be ours is gone (or waits to be reaped)."""
    for _ in range(200):
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return
        except psutil.NoSuchProcess:
            return
        time.sleep(0.05)
    pytest.fail(f"process {pid} still runs")


def await_text(path: Path) -> str:
    for _ in range(400):
        if path.exists() and path.read_text().endswith("\n"):
            return path.read_text()
        time.sleep(0.05)
    pytest.fail(f"nothing was written to {path}")


@dataclass(frozen=True)
class State:
    pid: int
    name: str


def test_private_files_are_whole_and_ours_alone(tmp_path: Path) -> None:
    path = tmp_path / "sub" / "password"
    write_private(path, "one\n")
    write_private(path, "two\n")
    assert path.read_text() == "two\n"
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_state_reads_back(tmp_path: Path) -> None:
    write_state(tmp_path / "s.json", State(7, "x"))
    assert read_state(tmp_path / "s.json") == {"pid": 7, "name": "x"}


@pytest.mark.parametrize("text", ["", "{", "[1]", "\x00"])
def test_unreadable_state_counts_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "s.json").write_text(text)
    assert read_state(tmp_path / "s.json") is None
    assert read_state(tmp_path / "absent.json") is None


def test_a_reused_process_id_is_not_ours() -> None:
    me = ProcessRef.of(os.getpid())
    assert me.find() is not None
    assert ProcessRef(me.pid, me.started - 3600).find() is None


def test_a_process_that_ignores_the_request_is_killed(tmp_path: Path) -> None:
    child = spawn([sys.executable, "-c", STUBBORN], log=tmp_path / "log", leashed=False)
    await_text(tmp_path / "log")
    ref = ProcessRef.of(child.pid)
    ref.stop(0.2)
    child.wait()
    assert ref.find() is None
    ref.stop(0.2)  # a second time there is nothing to do


@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
def test_a_leashed_process_dies_when_its_parent_is_killed(tmp_path: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from runtime.processes import spawn\n"
        "child = spawn([sys.executable, '-c', 'import time; time.sleep(600)'],"
        f" log=Path({str(tmp_path / 'log')!r}), leashed=True)\n"
        "print(child.pid, flush=True); time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        leashed = int(owner.stdout.readline())
        assert psutil.pid_exists(leashed)
        owner.kill()
    await_gone(leashed)
