"""How many questions a second the warm service answers by rules, several clients at once.

A thousand different questions about the sample film, made of templates and of what its memory
holds, go over HTTP to the service as a process. Beside the rate stand the processor time that the
service and its database spend on a question, which a busy machine does not change, and how long
one client waits that asks one question after another.
"""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlsplit

import psutil

from evaluation.benches.latency import await_warm
from evaluation.benches.sample_memory import LIBRARY, sample_memory
from evaluation.report import BenchRow, machine
from runtime import service
from runtime.errors import LongtakeError
from runtime.loopback import call
from runtime.neo4j_local.connection import local_folder
from runtime.processes import ProcessRef, read_state
from runtime.settings import Settings
from runtime.supervisor import read_supervisor

ASKED = 1_000
ALONE = 50
"""Questions put one after the other, as information."""
WARM_UP = 30
CLIENTS = 4
BAR = "≥ 10 questions/s on 2 cores"
SEED = 13

_OF_ACTIONS = (
    "When is it that the {}?",
    "Why is it that the {}?",
    "What happens right after the {}?",
    "What happens just before the {}?",
    "How often is it that the {}?",
    "Is it true that the {}?",
)
_OF_ENTITIES = (
    "Where is the {} first seen?",
    "What does the {} do?",
    "What happens to the {}?",
    "Who is near the {}?",
)
_TIMEOUT_S = 120.0

Ask = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Rush:
    """Questions put by several clients: how long each took, and how long all of them did."""

    seconds: tuple[float, ...]
    whole: float

    @property
    def rate(self) -> float:
        """Questions a second."""
        return len(self.seconds) / self.whole


def run(settings: Settings) -> list[BenchRow]:
    """The rate of several clients, and how long a question of a single one takes."""
    with sample_memory(settings) as memory:
        service.up(settings)
        video = memory.video_id
    url = service.service_url(settings)
    if url is None:
        raise LongtakeError("the service does not answer", "longtake doctor says why")
    port = urlsplit(url).port or 80
    await_warm(port)
    document = _called(port, f"/v1/videos/{video}/document")
    asked = questions(document, ASKED + ALONE + WARM_UP)
    return rows(
        asked[ALONE + WARM_UP :],
        lambda question: _ask(port, question),
        _processes(settings),
        alone=asked[:ALONE],
        warm_up=asked[ALONE : ALONE + WARM_UP],
    )


def questions(document: Mapping[str, Any], number: int) -> list[str]:
    """So many different questions (or as many as there are) about what a memory holds, drawn.

    ``document`` is the perception document of an export.
    """
    scenes = document["macro_events"]
    actions = {one["label"] for scene in scenes for one in scene["micro_events"]}
    entities = {one["name"] for scene in scenes for one in scene["entities"]}
    every = {form.format(action) for form in _OF_ACTIONS for action in actions}
    every |= {form.format(entity) for form in _OF_ENTITIES for entity in entities}
    drawn = sorted(every)
    random.Random(SEED).shuffle(drawn)  # noqa: S311 - an order, no secret
    return drawn[:number]


def rows(
    asked: Sequence[str],
    ask: Ask,
    processes: Mapping[str, psutil.Process],
    *,
    alone: Sequence[str] = (),
    warm_up: Sequence[str] = (),
) -> list[BenchRow]:
    """What asking measures; ``processes`` are those whose processor time counts, by name."""
    for question in warm_up:
        ask(question)
    single = put(alone, ask, clients=1) if alone else None
    before = {name: _spent(process) for name, process in processes.items()}
    rush = put(asked, ask, clients=CLIENTS)
    spent = {name: _spent(process) - before[name] for name, process in processes.items()}
    found = [
        BenchRow(
            f"{len(asked):,} questions by rules, {CLIENTS} clients ({machine()})",
            rush.rate,
            "questions/s",
            bar=BAR,
        ),
        BenchRow(
            "a question of these, median",
            median(rush.seconds),
            "s",
            peers={"p95": quantiles(rush.seconds, n=20, method="inclusive")[-1]},
        ),
    ]
    found += [
        BenchRow(f"processor time of the {name} for a question", 1000 * took / len(asked), "ms")
        for name, took in spent.items()
    ]
    if single is not None:
        name = f"{len(alone)} questions one after the other"
        found.append(BenchRow(name, single.rate, "questions/s"))
    return found


def put(asked: Sequence[str], ask: Ask, *, clients: int) -> Rush:
    """Ask all of them, ``clients`` at a time."""

    def timed(question: str) -> float:
        began = time.perf_counter()
        ask(question)
        return time.perf_counter() - began

    began = time.perf_counter()
    with ThreadPoolExecutor(clients) as pool:
        seconds = tuple(pool.map(timed, asked))
    return Rush(seconds, time.perf_counter() - began)


def _ask(port: int, question: str) -> None:
    _called(port, "/v1/answers", {"question": question})


def _called(port: int, path: str, body: dict[str, str] | None = None) -> Any:
    headers = {"Longtake-Library": LIBRARY}
    answer = call(port, path, body=body, headers=headers, timeout_s=_TIMEOUT_S)
    if answer is None or answer[0] != 200:
        raise LongtakeError(f"{path} answered {answer} to {body}")
    return answer[1]


def _processes(settings: Settings) -> dict[str, psutil.Process]:
    """The HTTP service, and the database where it is this installation's own."""
    found: dict[str, psutil.Process] = {}
    supervisor = read_supervisor(settings.home)
    api = supervisor.children.get("api") if supervisor else None
    server = read_state(local_folder(settings) / "server.json") or {}
    references = {"service": api.process if api else None}
    if settings.neo4j_uri is None and {"pid", "started"} <= server.keys():
        references["database"] = ProcessRef(server["pid"], server["started"])
    for name, reference in references.items():
        process = reference.find() if reference else None
        if process is not None:
            found[name] = process
    return found


def _spent(process: psutil.Process) -> float:
    """Seconds of processor time of a process and of those it started."""
    family = [process, *process.children(recursive=True)]
    return sum(times.user + times.system for times in (one.cpu_times() for one in family))
