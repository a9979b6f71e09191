"""The one process behind ``longtake up``: it keeps the service's processes alive, and none of them
outlives it.

``python -m runtime.supervisor`` starts the embedded broker, the HTTP service, a worker and beat,
starts again whichever dies (waiting longer each time it dies young), and ends them on SIGTERM. The
kernel ends them when the supervisor itself is killed (:mod:`runtime.leash`).
"""

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

import filelock

from runtime.broker import broker_command, is_embedded
from runtime.database import local_server
from runtime.errors import LongtakeError
from runtime.logs import log_file, log_to_stderr
from runtime.processes import ProcessRef, read_state, spawn, write_state
from runtime.settings import Settings, settings

logger = logging.getLogger("runtime.supervisor")  # also when run as __main__

STOP_S = 10.0
"""How long one service may take to end. A worker's task that needs longer is delivered again."""
_WATCH_S = 0.25
_LONGEST_WAIT_S = 30.0
_SETTLED_S = 60.0


@dataclass(frozen=True, slots=True)
class Service:
    """A process to keep alive.

    Where ``needed`` says no, it is not started; one that has done its work may end with code 0.
    """

    name: str
    command: Sequence[str]
    needed: Callable[[], bool] = lambda: True


@dataclass(frozen=True, slots=True)
class ChildState:
    """How a service fares, as ``service.json`` tells it to other processes.

    ``starts`` counts its starts, ``failures`` how often in a row it died young; ``last_exit`` is
    how its last process ended (None: never).
    """

    pid: int | None = None
    started: float | None = None
    starts: int = 0
    failures: int = 0
    last_exit: int | None = None

    @property
    def process(self) -> ProcessRef | None:
        """Its process, if it was started."""
        if self.pid is None or self.started is None:
            return None
        return ProcessRef(self.pid, self.started)


@dataclass(frozen=True, slots=True)
class SupervisorState:
    """What ``service.json`` holds: the supervisor, the port of its HTTP service, and the services
    by name."""

    pid: int
    started: float
    api_port: int
    children: dict[str, ChildState] = field(default_factory=dict)

    @property
    def process(self) -> ProcessRef:
        """The supervisor."""
        return ProcessRef(self.pid, self.started)


def read_supervisor(home: Path, *, gone_too: bool = False) -> SupervisorState | None:
    """The supervisor that runs for this home, if one does; with ``gone_too`` also one that was
    killed and could not clear its file."""
    state = read_state(home / "service.json")
    if state is None:
        return None
    try:
        children = {name: ChildState(**child) for name, child in state["children"].items()}
        found = SupervisorState(state["pid"], state["started"], state["api_port"], children)
    except (AttributeError, KeyError, TypeError):
        return None
    return found if gone_too or found.process.find() else None


class Child:
    """One service over all its starts."""

    def __init__(self, service: Service, home: Path) -> None:
        self.service = service
        self.state = ChildState()
        self._home = home
        self._process: subprocess.Popen[bytes] | None = None
        self._started = 0.0
        self._failures = 0
        self._not_before = 0.0

    def watch(self) -> bool:
        """Note a death, start when it is time to; True when the state has changed."""
        if self._process is not None:
            code = self._process.poll()
            if code is None:
                return False
            self._died(code)
            return True
        if time.monotonic() < self._not_before or not self.service.needed():
            return False
        self._start()
        return True

    def ask_to_end(self) -> None:
        """Send SIGTERM and do not wait."""
        if self._process is not None:
            self._process.terminate()

    def stop(self, grace_s: float) -> None:
        """End it, gently first."""
        if self._process is not None:
            if self.state.process is not None:
                self.state.process.stop(grace_s)
            self._process.wait()
            self._process = None

    def _start(self) -> None:
        log = log_file(self._home, self.service.name)
        self._process = spawn(self.service.command, log=log, leashed=True)
        self._started = time.monotonic()
        ref = ProcessRef.of(self._process.pid)
        self.state = ChildState(
            ref.pid, ref.started, self.state.starts + 1, self._failures, self.state.last_exit
        )
        logger.info("%s started as process %d", self.service.name, ref.pid)

    def _died(self, code: int) -> None:
        logger.warning("%s ended with %d", self.service.name, code)
        self._process = None
        done = code == 0 and not self.service.needed()
        if done or time.monotonic() - self._started > _SETTLED_S:
            self._failures = 0
        if not done:
            self._wait_longer()
        self.state = ChildState(starts=self.state.starts, failures=self._failures, last_exit=code)

    def _wait_longer(self) -> None:
        wait = min(0.5 * 2**self._failures, _LONGEST_WAIT_S)
        self._failures += 1
        self._not_before = time.monotonic() + wait


def services(settings: Settings) -> list[Service]:
    """What one machine runs, in the order of starting."""
    python = sys.executable
    api = [
        *(python, "-m", "uvicorn", "api.http.app:create_app", "--factory"),
        *("--host", "127.0.0.1", "--port", str(settings.api_port)),
    ]
    found = [Service("api", api)]
    if is_embedded(settings):
        found.insert(0, Service("broker", broker_command(settings.home)))
    if settings.neo4j_uri is None:
        server = local_server(settings)
        # `up` has started it already, and it outlives us on purpose; this brings it back.
        command = [python, "-m", "runtime.database"]
        found.append(Service("neo4j", command, needed=lambda: server.running() is None))
    if settings.worker_processes:
        found.append(Service("worker", [python, "-m", "runtime.worker"]))
        found.append(Service("beat", [python, "-m", "runtime.beat"]))
    return found


def supervise(settings: Settings, wanted: Sequence[Service]) -> None:
    """Keep these services alive until SIGTERM or SIGINT, then end them, the last started first.

    Runs in the main thread, to whose life the services are tied. Raises filelock.Timeout when
    another supervisor of this home runs.
    """
    home = settings.home
    stopping = False

    def stop(_number: int, _frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True

    state_file = home / "service.json"
    (home / "run").mkdir(parents=True, exist_ok=True)
    with filelock.FileLock(home / "run" / "supervisor.lock", timeout=0):
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, stop)
        me = ProcessRef.of(os.getpid())
        children = [Child(service, home) for service in wanted]

        def tell() -> None:
            states = {child.service.name: child.state for child in children}
            write_state(state_file, SupervisorState(me.pid, me.started, settings.api_port, states))

        tell()
        try:
            while not stopping:
                changes = [child.watch() for child in children]
                if any(changes):
                    tell()
                time.sleep(_WATCH_S)
        finally:
            # All at once, but for the first: the broker, which the others may need to the end.
            for child in children[1:]:
                child.ask_to_end()
            for child in reversed(children):
                child.stop(STOP_S)
            state_file.unlink(missing_ok=True)


def main() -> None:
    """Supervise this environment's installation."""
    log_to_stderr("INFO")
    chosen = settings()
    try:
        supervise(chosen, services(chosen))
    except filelock.Timeout:
        logger.info("another supervisor of %s runs", chosen.home)
    except LongtakeError as error:
        logger.error("%s %s", error.message, error.hint)
        sys.exit(error.exit_code)


if __name__ == "__main__":
    main()
