"""Processes we start and find again: by id and start time, so that a reused id is never taken for
one of ours."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import psutil

from runtime import leash

_KILL_S = 10.0  # the kernel needs moments; more means a process stuck in a device
_CLOCK_STEP_S = 5.0  # a start time is kept in wall time, which the system may step


@dataclass(frozen=True, slots=True)
class ProcessRef:
    """One process: its id and when it started (seconds since the epoch)."""

    pid: int
    started: float

    @classmethod
    def of(cls, pid: int) -> "ProcessRef":
        """The process that has this id now; raises psutil.NoSuchProcess."""
        return cls(pid, psutil.Process(pid).create_time())

    def find(self) -> psutil.Process | None:
        """The process, if it still runs; a zombie does not."""
        try:
            process = psutil.Process(self.pid)
            if abs(process.create_time() - self.started) > _CLOCK_STEP_S:
                return None
            return None if process.status() == psutil.STATUS_ZOMBIE else process
        except (psutil.NoSuchProcess, psutil.AccessDenied):  # gone, or its id is another user's
            return None

    def stop(self, grace_s: float) -> None:
        """Ask it to end (SIGTERM), and kill it when it has not after ``grace_s`` seconds."""
        process = self.find()
        if process is None:
            return
        try:
            process.terminate()
            process.wait(grace_s)
        except psutil.TimeoutExpired:
            self.kill()
        except psutil.NoSuchProcess:
            pass

    def kill(self) -> None:
        """Kill it and all that it started (SIGKILL), and wait until they are gone."""
        process = self.find()
        if process is None:
            return
        try:
            family = [process, *process.children(recursive=True)]
        except psutil.NoSuchProcess:
            return
        for member in family:
            with suppress(psutil.NoSuchProcess):
                member.kill()
        psutil.wait_procs(family, timeout=_KILL_S)


def spawn(
    command: Sequence[str | Path],
    *,
    log: Path,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    leashed: bool,
) -> "subprocess.Popen[bytes]":
    """Start a process in a session of its own, its output going to the end of ``log``.

    ``leashed``: it dies with the thread that calls this (see :mod:`runtime.leash`); otherwise it
    lives on when we end. Raises OSError.
    """
    words = [str(word) for word in command]
    if leashed:
        words = [sys.executable, "-I", "-S", leash.__file__, str(os.getpid()), *words]
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as output:
        return subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=None if env is None else dict(env),
            cwd=cwd,
            start_new_session=True,
        )


def write_state(path: Path, state: Any) -> None:
    """Write a dataclass as JSON, whole or not at all, readable by its owner alone."""
    write_private(path, json.dumps(asdict(state), indent=2) + "\n")


def write_private(path: Path, text: str) -> None:
    """Write a file of mode 0600, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        part.unlink(missing_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(text)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def read_state(path: Path) -> dict[str, Any] | None:
    """What :func:`write_state` wrote, or None when it is absent or unreadable."""
    try:
        state = json.loads(path.read_text())
    except (OSError, ValueError):
        return None
    return state if isinstance(state, dict) else None
