"""Ingestion by real workers on a real broker ends with the memory that this process would make."""

import os
import signal
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from cypher.query import Query
from cypher.store import Store
from ingestion.deletion import delete_video
from ingestion.ingest import IngestRequest, ingest
from ingestion.tasks import ingest_by_worker
from runtime.errors import IncompleteMemoryError
from runtime.progress import Silent
from runtime.queue import worker_names
from runtime.settings import Settings
from tests.end_to_end.supervised import await_state, await_value, process_ids, supervisor
from tests.graph.ingest_cases import kitchen, picture, scripted_encoder, written

ROOT = Path(__file__).parents[2]
BROKER_AND_WORKER = (
    "[Service(s.name, [*s.command, *(['--include', 'tests.end_to_end.scripted_worker']"
    " if s.name == 'worker' else [])])"
    " for s in services(chosen) if s.name in ('broker', 'worker')]"
)


@pytest.fixture(scope="module")
def flag(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """While this file is absent, the worker's encoder hangs."""
    path = tmp_path_factory.mktemp("worker") / "hung"
    path.touch()
    return path


@pytest.fixture(scope="module")
def worker(
    home: Path, settings: Settings, store: Store, process_environment: Mapping[str, str], flag: Path
) -> Iterator[None]:
    environment = {
        **process_environment,
        "LONGTAKE_WORKER_PROCESSES": "1",
        "PYTHONPATH": str(ROOT),
        "HANG_ONCE": str(flag),
    }
    with supervisor(home, BROKER_AND_WORKER, environment):
        await_value(lambda: worker_names(settings), "a worker")
        yield


@pytest.fixture(autouse=True)
def _encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingestion.warmth.load_embedder", scripted_encoder)


class Stages(Silent):
    """Remembers which stages were shown to end, and how."""

    def __init__(self) -> None:
        self.open, self.ended = "", dict[str, str]()

    def stage(self, name: str, total: int | None) -> None:
        self.open = name

    def finish(self, status: str) -> None:
        self.ended[self.open] = status


def test_a_worker_makes_the_same_memory(
    worker: None, store: Store, settings: Settings, library: str, tmp_path: Path
) -> None:
    request = IngestRequest(library=library, annotations=written(tmp_path, kitchen(5)))
    wanted_report = ingest(request, store=store, settings=settings)
    wanted = picture(store, library)
    delete_video(store, settings, library, wanted_report.video_id)
    shown = Stages()
    report = ingest_by_worker(request, store=store, settings=settings, progress=shown)
    assert picture(store, library) == wanted
    assert report.counts == wanted_report.counts
    assert report.status == "done"
    assert list(shown.ended) == [stage.name for stage in report.stages]
    again = ingest_by_worker(request, store=store, settings=settings)
    assert {stage.status for stage in again.stages} == {"skipped"}
    assert picture(store, library) == wanted


def test_a_worker_killed_in_the_middle_loses_nothing(
    worker: None,
    home: Path,
    store: Store,
    settings: Settings,
    library: str,
    tmp_path: Path,
    flag: Path,
) -> None:
    request = IngestRequest(library=library, annotations=written(tmp_path, kitchen(4)))
    made = []
    flag.unlink()
    asking = threading.Thread(
        target=lambda: made.append(ingest_by_worker(request, store=store, settings=settings))
    )
    asking.start()
    await_value(flag.exists, "the stage in which the worker hangs")
    state = await_state(home, lambda state: "worker" in process_ids(state))
    os.kill(process_ids(state)["worker"], signal.SIGKILL)
    asking.join(120)
    assert made
    assert made[0].status == "done"


def test_an_error_in_a_worker_is_the_callers(
    worker: None, store: Store, settings: Settings, library: str, tmp_path: Path
) -> None:
    """Micro-events are taken away once they are persisted, which the last stage must notice."""
    request = IngestRequest(library=library, annotations=written(tmp_path, kitchen(4)))
    spoil = Query(
        "MATCH (g:StageRun {library: $library, name: 'persist', status: 'done'}) "
        "MATCH (n:MicroEvent {library: $library}) DETACH DELETE n RETURN count(n) AS n",
        "In: library. Out: n.",
    )
    stop = threading.Event()

    def keep_spoiling() -> None:
        while not stop.wait(0.01):
            store.write(spoil, library=library)

    thread = threading.Thread(target=keep_spoiling)
    thread.start()
    try:
        with pytest.raises(IncompleteMemoryError, match="MicroEvent"):
            ingest_by_worker(request, store=store, settings=settings)
    finally:
        stop.set()
        thread.join()
