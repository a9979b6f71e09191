"""How long a user waits: the warm service over HTTP, and the command line from a cold start.

Measured from outside, on the sample film: requests one after the other to the running service
(started if need be), and whole processes of ``longtake``. Nothing is asked twice, so no answer can
come from a cache of answers.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import urlsplit

from evaluation.benches.sample_memory import LIBRARY, sample_memory
from evaluation.report import BenchRow
from runtime import service
from runtime.errors import LongtakeError
from runtime.loopback import call
from runtime.settings import Settings

QUESTIONS = (
    "When does the rabbit wake up?",
    "When is the bird hit by a nut?",
    "When does the apple fall on the butterfly?",
    "When does the rabbit sharpen a stake?",
    "When does the log hit the red squirrel?",
    "Who throws nuts at the rabbit?",
    "Who holds a chestnut?",
    "Who crushes the second butterfly?",
    "Who flies the kite?",
    "Who hides behind a tree?",
    "Why does the rabbit hide?",
    "Why does the rabbit stop smiling?",
    "Why does the chinchilla get out unhurt?",
    "Why does the bird fall off its branch?",
    "What happens after the arrow cuts the rope?",
    "What happens before the rabbit builds its traps?",
    "What does the rabbit tie to the arrow?",
    "How many times does an apple fall?",
    "How many butterflies are crushed?",
    "What colour is the submarine?",
)
QUERIES = tuple(
    f"{subject} {action}"
    for subject in ("rabbit", "flying squirrel", "chinchilla", "butterfly", "red squirrel")
    for action in ("falls down", "is afraid", "throws something", "looks up", "runs away")
)

_FIRST = 10
"""Requests of each kind that only warm up: plans, connections, and the database's compiler."""
_TIMEOUT_S = 120.0
_WARM_LIMIT_S = 180.0
_ANSWERS_BAR_S, _SEARCH_BAR_S = 0.5, 0.15


def run(settings: Settings) -> list[BenchRow]:
    """Warm medians of ``/v1/answers`` and ``/v1/search``, then cold times of the command line."""
    with sample_memory(settings):
        service.up(settings)
    url = service.service_url(settings)
    if url is None:
        raise LongtakeError("the service does not answer", "longtake doctor says why")
    port = urlsplit(url).port or 80
    await_warm(port)
    asked = (*(f"When is it that the {query}?" for query in QUERIES[:_FIRST]), *QUESTIONS)
    answers = _warm(port, "/v1/answers", [{"question": text} for text in asked])
    found = _warm(port, "/v1/search", [{"query": text} for text in QUERIES])
    return [
        _row("answers by rules, warm median", answers, _ANSWERS_BAR_S),
        _row("search, warm median", found, _SEARCH_BAR_S),
        *_cold_rows(settings),
    ]


def await_warm(port: int) -> None:
    """Wait until the service has loaded its models."""
    deadline = time.monotonic() + _WARM_LIMIT_S
    while (answer := call(port, "/readyz", timeout_s=5)) is None or answer[0] != 200:
        if time.monotonic() > deadline:
            raise LongtakeError(f"the service is not ready after {_WARM_LIMIT_S:.0f} s: {answer}")
        time.sleep(0.2)


def _warm(port: int, path: str, bodies: Sequence[dict[str, str]]) -> list[float]:
    """Seconds of each request, the first few left out."""
    seconds = []
    for body in bodies:
        began = time.perf_counter()
        answer = call(
            port, path, body=body, headers={"Longtake-Library": LIBRARY}, timeout_s=_TIMEOUT_S
        )
        seconds.append(time.perf_counter() - began)
        if answer is None or answer[0] != 200:
            raise LongtakeError(f"{path} answered {answer} to {body}")
    return seconds[_FIRST:]


def _row(name: str, seconds: list[float], bar: float) -> BenchRow:
    slowest = {"p95": quantiles(seconds, n=20)[-1], "slowest": max(seconds)}
    return BenchRow(name, median(seconds), "s", bar=f"≤ {bar:g} s", peers=slowest)


def _cold_rows(settings: Settings) -> list[BenchRow]:
    """Processes from start to end: the help, with the service up, and without one."""
    with_service = service.child_environment(settings)
    connection = service.database(settings)
    with tempfile.TemporaryDirectory() as empty:
        alone = with_service | {
            "LONGTAKE_HOME": empty,
            "NEO4J_URI": connection.uri,
            "NEO4J_USER": connection.user,
            "NEO4J_PASSWORD": connection.password,
        }
        ask = ("ask", QUESTIONS[0], "--library", LIBRARY, "--json")
        timed: dict[str, Callable[[], float]] = {
            "longtake --help": lambda: _seconds(("--help",), with_service),
            "longtake ask, service up": lambda: _seconds(ask, with_service),
            "longtake ask, no service": lambda: _seconds(ask, alone),
        }
        bars = {"longtake --help": "< 1 s"}
        return [
            BenchRow(f"{name} (whole process)", measure(), "s", bar=bars.get(name, ""))
            for name, measure in timed.items()
        ]


def _seconds(arguments: tuple[str, ...], environment: dict[str, str]) -> float:
    """The better of two runs: a first one may read the program itself from a cold disk."""
    program = Path(sys.executable).with_name("longtake")
    taken = []
    for _ in range(2):
        began = time.perf_counter()
        subprocess.run(
            [program, *arguments],
            env={**os.environ, **environment},
            stdout=subprocess.DEVNULL,
            check=True,
            timeout=_TIMEOUT_S,
        )
        taken.append(time.perf_counter() - began)
    return min(taken)
