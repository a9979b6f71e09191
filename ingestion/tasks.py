"""Ingestion by Celery workers: the same stages under the same ledger, one stage a task.

A message only says *look at this job*; what is to be done the ledger decides. A message that comes
twice, or after somebody else did the work, therefore does no harm. Long perception is cut between
windows, so that one task stays within about two minutes.
"""

import json
import os
import time
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from celery import Task  # type: ignore[import-untyped]  # celery has no types
from kombu.exceptions import KombuError, OperationalError

from cypher import ledger
from cypher.connection import open_store
from cypher.store import Store
from ingestion.artefacts import Artefacts
from ingestion.ingest import (
    StageTimes,
    failure_noted,
    finish,
    ingest,
    is_there,
    keep_sources,
    refuse_other_eyes,
    report_of_known,
)
from ingestion.job import READING, STAGES, Job, Stage
from ingestion.lease import Lease, LeasedProgress
from ingestion.request import IngestReport, IngestRequest, StageReport
from ingestion.sources import Material, read_sources
from ingestion.warmth import Warmth
from ingestion.work import video_of
from runtime.broker import broker_url
from runtime.errors import BrokerUnreachableError, LongtakeError
from runtime.files import file_store
from runtime.progress import Progress, Silent
from runtime.queue import app, worker_names
from runtime.settings import Settings
from runtime.settings import settings as process_settings

TASK_S = 90.0
"""How long a task goes on before it leaves the rest to the next one."""

_RETRY_S, _RETRIES = 10, 60
_POLL_S = 0.3
_STALLED_S, _STALLED_BEHIND_OTHERS_S = 60.0, 900.0
"""When a job that nobody touches is given up: without any worker, and while one answers (it may be
busy with other videos)."""


@dataclass(frozen=True, slots=True)
class Submitted:
    """A job that workers have been told of; ``known`` where there was nothing to do."""

    material: Material
    job_id: str
    known: IngestReport | None = None


def ingest_by_worker(
    request: IngestRequest, *, store: Store, settings: Settings, progress: Progress | None = None
) -> IngestReport:
    """As :func:`ingestion.ingest.ingest`, by a worker where one is up, else in this process.

    A worker that vanishes does not lose the job: this process then finishes it.
    """
    progress = progress or Silent()
    if not worker_names(settings):
        return ingest(request, store=store, settings=settings, progress=progress)
    submitted = submit(request, store=store, settings=settings, progress=progress)
    if submitted.known is not None:
        return submitted.known
    report = wait(submitted, store=store, settings=settings, progress=progress)
    if report is None:
        progress.note("no worker goes on with this job; finishing it here")
        return ingest(request, store=store, settings=settings, progress=progress)
    return report


def submit(
    request: IngestRequest, *, store: Store, settings: Settings, progress: Progress | None = None
) -> Submitted:
    """Read and check everything, enter the job into the ledger and wake a worker.

    Raises what :func:`ingestion.ingest.ingest` raises before its first stage, and
    BrokerUnreachableError.
    """
    times = StageTimes(progress or Silent())
    sources = read_sources(request, settings, times)
    material = sources.material
    with Lease(store, video_of(material), times) as lease:
        job = _job(material, store, settings, lease, times)
        if is_there(lease.state, material):
            known = report_of_known(store, material, lease.state.status)
            return Submitted(material, job.id, known)
        refuse_other_eyes(lease.state, material, request)
        with failure_noted(job):
            keep_sources(job.files, sources)
            job.open(request.checked().model_dump_json(), times.ended)
        next_stage = _next(job)
    _wake(material, next_stage or STAGES[-1], settings)
    return Submitted(material, job.id)


def wait(
    submitted: Submitted, *, store: Store, settings: Settings, progress: Progress | None = None
) -> IngestReport | None:
    """Follow a job to its end, showing its stages; None when no worker goes on with it.

    Raises the error that the job ended with.
    """
    follower = _Follower(progress or Silent())
    ids = {"job_id": submitted.job_id, "library": submitted.material.library}
    while True:
        job = store.read(ledger.JOB_STATE, **ids)
        if not job:
            return None
        follower.see(store.read(ledger.STAGES, **ids))
        status = job[0]["status"]
        if status == "failed":
            raise _error(job[0]["error"])
        if status != "running":
            return _report(json.loads(job[0]["report"]))
        if follower.stalled_s > _STALLED_BEHIND_OTHERS_S:
            return None
        if follower.stalled_s > _STALLED_S and not worker_names(settings):
            return None
        time.sleep(_POLL_S)


@app.task(bind=True, name="ingestion.go_on", max_retries=_RETRIES)  # type: ignore[untyped-decorator]
def go_on(self: Task, library: str, video_id: str, perception_key: str) -> None:
    """Do the next stage of a job and wake a worker for the one after."""
    settings, store = process_settings(), _store(os.getpid())
    files = file_store(settings)
    try:
        material = Artefacts(files, video_id, perception_key).get("material", Material)
        with Lease(store, video_of(material), Silent(), wait=False) as lease:
            if is_there(lease.state, material):
                return
            following = _do_next(_job(material, store, settings, lease, Silent()))
    except LongtakeError as error:
        if error.retryable:
            raise self.retry(exc=error, countdown=_RETRY_S) from error
        raise
    if following:
        _wake(material, following, settings)


def _do_next(job: Job) -> Stage | None:
    """Run a stage; which one comes next, or None when the job is complete."""
    with failure_noted(job, tried_again=True):
        stage = _next(job)
        if stage is not None:
            job.run(stage)
            following = _next(job)
            if following is not None:
                return following
        finish(job, {stage.name for stage in STAGES})
        return None


def _next(job: Job) -> Stage | None:
    done = job.done_stages()
    return next((stage for stage in STAGES if stage.name not in done), None)


def _wake(material: Material, stage: Stage, settings: Settings) -> None:
    look_at = (material.library, material.video_id, material.perception_key)
    try:
        with app.connection_for_write(url=broker_url(settings)) as connection:
            go_on.apply_async(look_at, queue=stage.queue, connection=connection)
    except (KombuError, OperationalError, OSError) as error:
        raise BrokerUnreachableError(
            f"the job is in the ledger, but no worker could be woken: {error}",
            "Run the same command again when the broker is back.",
        ) from error


def _job(
    material: Material, store: Store, settings: Settings, lease: Lease, progress: Progress
) -> Job:
    ends = time.monotonic() + TASK_S
    return Job(
        material=material,
        store=store,
        settings=settings,
        files=file_store(settings),
        lease=lease,
        progress=LeasedProgress(lease, progress),
        warmth=Warmth(settings, parser=material.perceiver == "text"),
        is_over=lambda: time.monotonic() > ends,
    )


@lru_cache(maxsize=1)
def _store(process: int) -> Store:
    """One store a process: connections do not survive a fork, hence the argument."""
    return open_store(process_settings())


@dataclass
class _Follower:
    """Turns what the ledger says of a job's stages into progress."""

    shown: Progress
    _open: str | None = None
    _done: int = 0
    _ended: set[str] = field(default_factory=lambda: set(READING))  # shown while they were done
    _last_life: tuple[Any, ...] = ()
    _last_seen: float = field(default_factory=time.monotonic)

    @property
    def stalled_s(self) -> float:
        """For how long nothing has moved."""
        return time.monotonic() - self._last_seen

    def see(self, rows: list[dict[str, Any]]) -> None:
        """The job's stages as they are now."""
        life = tuple((row["name"], row["status"], row["lease_until"]) for row in rows)
        if life != self._last_life:
            self._last_life, self._last_seen = life, time.monotonic()
        for row in rows:
            name = row["name"]
            if name in self._ended or row["status"] == "waiting":
                continue
            if self._open != name:
                self.shown.stage(name, row["total"])
                self._open, self._done = name, 0
            self.shown.advance(max(0, (row["progress"] or 0) - self._done))
            self._done = max(self._done, row["progress"] or 0)
            if row["status"] != "running":
                self.shown.finish(row["status"])
                self._ended.add(name)
                self._open = None


def _error(document: str | None) -> LongtakeError:
    """The error that a worker wrote into the ledger, of the class it was there."""
    told = json.loads(document)["error"] if document else {"type": "failed", "message": "failed"}
    classes = [LongtakeError]
    for known in classes:
        classes += known.__subclasses__()
    cls = next((known for known in classes if known.type == told["type"]), LongtakeError)
    return cls(told["message"], told.get("hint", ""))


def _report(document: dict[str, Any]) -> IngestReport:
    stages = tuple(StageReport(**stage) for stage in document["stages"])
    warnings = tuple(document["warnings"])
    return IngestReport(**{**document, "stages": stages, "warnings": warnings})
