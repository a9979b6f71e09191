"""Run a command that dies with the process that started it, even when that is killed with -9.

Run as a script: ``python leash.py PARENT_PID COMMAND …``. On Linux the kernel is asked to kill the
command (PR_SET_PDEATHSIG), which keeps this process's id; elsewhere this process stays, watches its
parent and kills. Imports nothing of ours, so that it starts in a few hundredths of a second.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time

_PR_SET_PDEATHSIG = 1
_WATCH_S = 0.5


def die_with_parent(parent: int) -> None:
    """Linux: have the kernel kill this process when its parent dies; exit if that has happened."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit(1)


def main(parent: int, command: list[str]) -> None:
    """Become the command (Linux), or run it and watch the parent."""
    if sys.platform == "linux":
        die_with_parent(parent)
        os.execvp(command[0], command)  # noqa: S606 - no shell is wanted
    child = subprocess.Popen(command)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda received, _frame: child.send_signal(received))
    while child.poll() is None:
        if os.getppid() != parent:
            child.kill()
        time.sleep(_WATCH_S)
    sys.exit(child.returncode)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
