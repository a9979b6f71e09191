"""What a whole search over HTTP costs, on 100,000 nodes, beside what it cannot do without.

The floor is one encoding of the query and one bare vector query for as many candidates, in this
process and warm. Ours is ``POST /v1/search`` with its default recipe, asked of the service as a
process of its own. Both are asked the same sentences, in turn; none is asked twice.
"""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from cypher.connection import open_store
from evaluation.benches.own_server import Filling, bench_folder, describe, loaded_server
from evaluation.benches.search_corpus import LIBRARY, Corpus, write
from evaluation.benches.search_speed import WARM_UP, K, bare
from evaluation.benches.timing import contest, rows
from evaluation.report import BenchRow
from runtime.embedder import Embedder, load_embedder
from runtime.errors import LongtakeError
from runtime.loopback import call
from runtime.neo4j_local.server import free_port
from runtime.processes import ProcessRef, spawn
from runtime.service import child_environment
from runtime.settings import Settings

NODES = 100_000
BAR = "≤ 2.5 × the floor"

FLOOR, OURS, ENCODE = "bare vector query and one encode", "/v1/search", "one encode"

_READY_S = 240.0
_STOP_S = 10.0
_TIMEOUT_S = 60.0


def run(settings: Settings) -> list[BenchRow]:
    """Medians and 95th percentiles, on a server and with a service of their own.

    Raises what starting them raises.
    """
    embedder = load_embedder(settings)
    corpus = Corpus.of(NODES, embedder, bench_folder(settings))
    load = partial(write, corpus=corpus, library=LIBRARY)
    filling = Filling(corpus.holds)
    with loaded_server(settings, f"search-{NODES}", filling, load) as own:
        return measure(own, corpus, embedder)


def measure(
    settings: Settings, corpus: Corpus, embedder: Embedder, library: str = LIBRARY
) -> list[BenchRow]:
    """Rows for a corpus that this library holds, in the database of ``settings``."""
    half = min(WARM_UP, len(corpus.queries) // 2)
    with open_store(settings) as store, running_service(settings) as port:
        times = contest(
            {
                FLOOR: partial(bare, store, embedder),
                OURS: partial(ask, port, library),
                ENCODE: lambda query: embedder.encode([query]),
            },
            corpus.queries[half:],
            corpus.queries[:half],
        )
    setting = f"{corpus.nodes:,} nodes ({corpus.described}; {describe()})"
    return rows(f"{OURS} whole, {setting}", OURS, FLOOR, times, BAR)


@contextmanager
def running_service(settings: Settings) -> Iterator[int]:
    """The HTTP service on a free port, warm, for as long as the context lasts."""
    port = free_port()
    environment = child_environment(settings.model_copy(update={"api_port": port}))
    command = [sys.executable, "-m", "uvicorn", "api.http.app:create_app", "--factory"]
    log = bench_folder(settings) / "service.log"
    child = spawn(
        [*command, "--host", "127.0.0.1", "--port", str(port)],
        log=log,
        env=environment,
        leashed=True,
    )
    try:
        _await_ready(port, log)
        yield port
    finally:
        ProcessRef.of(child.pid).stop(_STOP_S)
        child.wait()


def _await_ready(port: int, log: Path) -> None:
    deadline = time.monotonic() + _READY_S
    while (answer := call(port, "/readyz", timeout_s=5)) is None or answer[0] != 200:
        if time.monotonic() > deadline:
            raise LongtakeError(
                f"the service is not ready after {_READY_S:.0f} s: {answer}", f"Its log is {log}."
            )
        time.sleep(0.2)


def ask(port: int, library: str, query: str) -> list[dict[str, object]]:
    """The hits of one request."""
    answer = call(
        port,
        "/v1/search",
        body={"query": query, "k": K},
        headers={"Longtake-Library": library},
        timeout_s=_TIMEOUT_S,
    )
    if answer is None or answer[0] != 200:
        raise LongtakeError(f"/v1/search answered {answer} to {query!r}")
    hits: list[dict[str, object]] = answer[1]["hits"]
    return hits
