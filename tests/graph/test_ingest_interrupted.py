"""Whatever happens in the middle: kill -9 anywhere, two at once, a database that goes away."""

import multiprocessing
import os
import signal
import threading
import time
import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from cypher.query import Query
from cypher.removal import delete_nodes
from cypher.store import Store
from graph_schema.labels import Label
from ingestion import deletion
from ingestion.deletion import delete_video
from ingestion.ingest import IngestReport, IngestRequest, ingest
from ingestion.job import STAGES
from ingestion.lease import Lease, LeasedProgress, is_gone
from ingestion.sources import read_sources
from ingestion.work import video_of
from runtime.errors import BusyError, DatabaseUnreachableError
from runtime.files import file_store
from runtime.progress import Silent
from runtime.settings import Settings
from tests.bolt_gate import BoltGate
from tests.conftest import delete_library
from tests.graph.ingest_cases import ids_by_label, kitchen, picture, scripted_encoder, written

FORK = multiprocessing.get_context("fork")
Picture = tuple[Any, Any]
NAMES = [stage.name for stage in STAGES]


@pytest.fixture(autouse=True)
def _encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingestion.warmth.load_embedder", scripted_encoder)


@pytest.fixture(scope="module")
def request_(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Iterator[IngestRequest]:
    library = f"test-{uuid.uuid4().hex[:12]}"
    annotations = written(tmp_path_factory.mktemp("interrupted"), kitchen(6))
    yield IngestRequest(library=library, annotations=annotations)
    delete_library(store, library)


@pytest.fixture(scope="module")
def undisturbed(store: Store, settings: Settings, request_: IngestRequest) -> Picture:
    """What a run makes that nothing disturbs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ingestion.warmth.load_embedder", scripted_encoder)
        ingest(request_, store=store, settings=settings)
    return picture(store, request_.library)


@pytest.fixture(autouse=True)
def _nothing_yet(
    store: Store, settings: Settings, request_: IngestRequest, undisturbed: Picture
) -> None:
    for video in ids_by_label(store, request_.library).get("Video", []):
        delete_video(store, settings, request_.library, video)


class Dies(Silent):
    """Kills its own process when a stage begins, after its first work, or when it has ended."""

    def __init__(self, stage: str, moment: str) -> None:
        self.wanted, self.moment, self.open = stage, moment, ""

    def stage(self, name: str, total: int | None) -> None:
        self.open = name
        self._maybe("begun")

    def advance(self, done: int = 1) -> None:
        self._maybe("under way")

    def finish(self, status: str) -> None:
        self._maybe("ended")

    def _maybe(self, moment: str) -> None:
        if (self.open, moment) == (self.wanted, self.moment):
            os.kill(os.getpid(), signal.SIGKILL)


def run_in_child(settings: Settings, request: IngestRequest, progress: Any) -> Any:
    """A process of its own that ingests; its connections are its own too."""

    def work() -> None:
        with open_store(settings) as own:
            ingest(request, store=own, settings=settings, progress=progress)

    child = FORK.Process(target=work)
    child.start()
    return child


def open_store(settings: Settings, uri: str | None = None, **options: Any) -> Store:
    password = settings.neo4j_password
    assert password is not None
    address = uri or settings.neo4j_uri or ""
    return Store(address, settings.neo4j_user, password.get_secret_value(), **options)


@pytest.mark.parametrize(
    ("stage", "moment"),
    [
        ("shots", "begun"),
        ("perceive", "ended"),
        ("persist", "begun"),
        ("persist", "under way"),
        ("resolve", "under way"),
        ("aggregate", "ended"),
        ("embed", "under way"),
        ("check", "begun"),
        ("check", "ended"),
    ],
)
def test_killed_in_any_stage_it_resumes_to_the_same_memory(
    store: Store,
    settings: Settings,
    request_: IngestRequest,
    undisturbed: Picture,
    stage: str,
    moment: str,
) -> None:
    child = run_in_child(settings, request_, Dies(stage, moment))
    child.join(120)
    assert child.exitcode == -signal.SIGKILL
    report = ingest(request_, store=store, settings=settings)
    assert picture(store, request_.library) == undisturbed
    done = {one.name for one in report.stages if one.status == "skipped"}
    assert set(NAMES[: NAMES.index(stage)]) <= done, "finished stages are not done again"
    assert report.status == "done"


def test_files_that_were_lost_are_made_again(
    store: Store, settings: Settings, request_: IngestRequest, undisturbed: Picture
) -> None:
    child = run_in_child(settings, request_, Dies("aggregate", "begun"))
    child.join(60)
    (video,) = ids_by_label(store, request_.library)["Video"]
    assert file_store(settings).delete_prefix(video)
    assert ingest(request_, store=store, settings=settings).status == "done"
    assert picture(store, request_.library) == undisturbed


@pytest.mark.parametrize("again", ["delete", "ingest"])
def test_a_deletion_that_was_killed_is_finished_or_undone(
    store: Store,
    settings: Settings,
    request_: IngestRequest,
    undisturbed: Picture,
    monkeypatch: pytest.MonkeyPatch,
    again: str,
) -> None:
    report = ingest(request_, store=store, settings=settings)
    video = report.video_id

    delete = deletion._exhaust

    def delete_or_die(own: Store, query: Query, scope: dict[str, str]) -> int:
        if query is delete_nodes(Label.MACRO_EVENT):
            os.kill(os.getpid(), signal.SIGKILL)
        return delete(own, query, scope)

    def work() -> None:
        monkeypatch.setattr(deletion, "_exhaust", delete_or_die)
        with open_store(settings) as own:
            delete_video(own, settings, request_.library, video)

    child = FORK.Process(target=work)
    child.start()
    child.join(60)
    assert child.exitcode == -signal.SIGKILL
    if again == "delete":
        delete_video(store, settings, request_.library, video)
        assert ids_by_label(store, request_.library) == {}
    else:
        assert ingest(request_, store=store, settings=settings).status == "done"
        assert picture(store, request_.library) == undisturbed


def test_two_processes_end_with_one_memory(
    settings: Settings,
    store: Store,
    request_: IngestRequest,
    undisturbed: Picture,
) -> None:
    children = [run_in_child(settings, request_, Silent()) for _ in range(3)]
    for child in children:
        child.join(120)
    assert [child.exitcode for child in children] == [0, 0, 0]
    assert picture(store, request_.library) == undisturbed
    attempts = Query(
        "MATCH (g:StageRun {library: $library}) RETURN collect(DISTINCT g.attempts) AS attempts",
        "In: library. Out: attempts.",
    )
    assert store.read(attempts, library=request_.library) == [{"attempts": [1]}]


def test_a_second_one_says_that_it_waits(
    store: Store, settings: Settings, request_: IngestRequest
) -> None:
    material = read_sources(request_, settings, Silent()).material
    told = threading.Event()

    class Listening(Silent):
        def note(self, text: str) -> None:
            told.set()

    reports: list[IngestReport] = []

    def second() -> None:
        reports.append(ingest(request_, store=store, settings=settings, progress=Listening()))

    with Lease(store, video_of(material), Silent()):
        with pytest.raises(BusyError), Lease(store, video_of(material), Silent(), wait=False):
            pass
        thread = threading.Thread(target=second)
        thread.start()
        assert told.wait(30)
        assert not reports
    thread.join(60)
    assert reports[0].status == "done"


def test_a_lease_of_a_living_process_is_not_gone(
    store: Store, settings: Settings, request_: IngestRequest
) -> None:
    material = read_sources(request_, settings, Silent()).material
    with Lease(store, video_of(material), Silent()) as lease:
        assert not is_gone(lease.owner)
        elsewhere = "another-machine/" + lease.owner.partition("/")[2]
        assert not is_gone(elsewhere), "nobody knows of processes of other machines"
    assert is_gone(lease.owner)


def test_work_stops_when_another_process_took_the_lease_over(
    store: Store, settings: Settings, request_: IngestRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ingestion.lease.BEAT_S", 0.05)
    material = read_sources(request_, settings, Silent()).material
    steal = Query(
        "MATCH (v:Video {library: $library}) SET v.lease_owner = 'another-machine/1@1/x' "
        "RETURN 1 AS one",
        "In: library. Out: one.",
    )
    run_out = Query(
        "MATCH (v:Video {library: $library}) SET v.lease_until = 0 RETURN 1 AS one",
        "In: library. Out: one.",
    )
    with Lease(store, video_of(material), Silent()) as lease:
        progress = LeasedProgress(lease, Silent())
        progress.advance()
        store.write(steal, library=request_.library)
        with pytest.raises(BusyError, match="lost its lease"):
            _advance_for(10.0, progress)
    store.write(run_out, library=request_.library)


def _advance_for(seconds: float, progress: LeasedProgress) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        progress.advance()
        time.sleep(0.05)


def test_a_database_that_comes_back_is_waited_for(
    settings: Settings, store: Store, request_: IngestRequest, undisturbed: Picture
) -> None:
    gate = BoltGate(settings.neo4j_uri or "")

    class Unplugs(Silent):
        def stage(self, name: str, total: int | None) -> None:
            if name == "resolve":
                gate.shut()
                threading.Timer(1.0, gate.open).start()

    with open_store(settings, gate.uri) as gated:
        report = ingest(request_, store=gated, settings=settings, progress=Unplugs())
    assert report.status == "done"
    assert picture(store, request_.library) == undisturbed
    gate.shut()


def test_a_database_that_stays_away_fails_cleanly_and_the_job_resumes(
    settings: Settings, store: Store, request_: IngestRequest, undisturbed: Picture
) -> None:
    gate = BoltGate(settings.neo4j_uri or "")

    class Unplugs(Silent):
        def stage(self, name: str, total: int | None) -> None:
            if name == "aggregate":
                gate.shut()

    with (
        open_store(settings, gate.uri, patience_s=0.5) as gated,
        pytest.raises(DatabaseUnreachableError) as raised,
    ):
        ingest(request_, store=gated, settings=settings, progress=Unplugs())
    assert raised.value.retryable
    report = ingest(request_, store=store, settings=settings)
    assert picture(store, request_.library) == undisturbed
    assert next(one for one in report.stages if one.name == "persist").status == "skipped"
