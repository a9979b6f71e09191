"""From a request to a memory in this process: read, claim, run the stages, report."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import zip_longest
from time import monotonic

from cypher import ledger
from cypher.store import Store
from ingestion.artefacts import Artefacts
from ingestion.check import counts
from ingestion.deletion import DELETING, INCOMPLETE, forget_jobs, forget_video
from ingestion.job import READING, STAGES, Job, job_id
from ingestion.lease import Lease, LeasedProgress, VideoState
from ingestion.request import IngestReport, IngestRequest, StageReport, Status
from ingestion.sources import Material, Sources, read_sources
from ingestion.warmth import Warmth
from ingestion.work import video_of
from runtime.errors import AlreadyPerceivedError, IncompleteMemoryError, LongtakeError
from runtime.files import FileStore, file_store
from runtime.progress import Progress, Silent
from runtime.settings import Settings

__all__ = ["IngestReport", "IngestRequest", "ingest"]


def ingest(
    request: IngestRequest, *, store: Store, settings: Settings, progress: Progress | None = None
) -> IngestReport:
    """Make, or finish, the memory of one video; doing it again changes nothing.

    Everything given is read and checked before anything is written. Waits while another process
    works on the same video, then reports what that one made. A retryable error (the database went
    away) leaves a job that the same request resumes.

    Raises UsageError, NotFoundError, BadMediaError, BadTimedTextError, BadAnnotationsError,
    NothingToPerceiveError, AlreadyPerceivedError (see ``replace``), IdentityMismatchError,
    DatabaseUnreachableError, IncompleteMemoryError.
    """
    progress = progress or Silent()
    times = StageTimes(progress)
    sources = read_sources(request, settings, times)
    material = sources.material
    files = file_store(settings)
    with Lease(store, video_of(material), progress) as lease:
        state = lease.state
        if is_there(state, material):
            return report_of_known(store, material, state.status)
        refuse_other_eyes(state, material, request)
        job = Job(
            material=material,
            store=store,
            settings=settings,
            files=files,
            lease=lease,
            progress=LeasedProgress(lease, progress),
            warmth=Warmth(settings, parser=material.perceiver == "text"),
        )
        with failure_noted(job):
            keep_sources(files, sources)
            job.open(request.checked().model_dump_json(), times.ended)
            return _run(job)


def _run(job: Job) -> IngestReport:
    done = job.done_stages()
    if not {"aggregate", "embed"} <= done:
        job.warmth.begin()
    ran = set(READING)
    left = [stage for stage in STAGES if stage.name not in done]
    for stage, following in zip_longest(left, left[1:]):
        while not job.run(stage, following):
            pass
        ran.add(stage.name)
    return finish(job, ran)


def finish(job: Job, ran: set[str]) -> IngestReport:
    """Mark video and job as complete, all stages being done, and report on them."""
    material = job.material
    stages, warnings = job.told(ran)
    status: Status = "partial" if material.left_out else "done"
    report = IngestReport(
        video_id=material.video_id,
        job_id=job.id,
        status=status,
        counts=counts(job.store, material.library, material.video_id),
        stages=stages,
        warnings=warnings,
    )
    job.complete(status, report.document())
    return report


def is_there(state: VideoState, material: Material) -> bool:
    """Whether the graph holds this very memory, complete."""
    same = state.perception_key == material.perception_key
    return same and state.status in ("done", "partial")


def refuse_other_eyes(state: VideoState, material: Material, request: IngestRequest) -> None:
    """Raise AlreadyPerceivedError for a memory that was perceived otherwise, unless it may go."""
    other = state.perception_key not in (None, DELETING, INCOMPLETE, material.perception_key)
    if other and not request.replace:
        raise AlreadyPerceivedError(
            f"video {material.video_id} ({material.title!r}) was perceived already, with other "
            "tracks, perceiver or settings",
            "Add --replace to delete that memory and perceive the video again.",
        )


def report_of_known(store: Store, material: Material, status: str) -> IngestReport:
    """The report on a memory that was there already: nothing was done."""
    scope = {"job_id": job_id(material), "library": material.library}
    jobs = store.read(ledger.JOB_STATE, **scope)
    known = json.loads(jobs[0]["report"]) if jobs and jobs[0]["report"] else {}
    names = (*READING, *(stage.name for stage in STAGES))
    return IngestReport(
        video_id=material.video_id,
        job_id=job_id(material),
        status="partial" if status == "partial" else "done",
        counts=counts(store, material.library, material.video_id),
        stages=tuple(StageReport(name, "skipped", 0.0) for name in names),
        warnings=tuple(known.get("warnings", ())),
    )


def keep_sources(files: FileStore, sources: Sources) -> None:
    """Put what was read where the stages find it, on any machine."""
    material = sources.material
    artefacts = Artefacts(files, material.video_id, material.perception_key)
    artefacts.put("material", material)
    artefacts.put_cues(sources.cues)
    if sources.annotations is not None:
        artefacts.put_annotations(sources.annotations)


@contextmanager
def failure_noted(job: Job, *, tried_again: bool = False) -> Iterator[None]:
    """Tell the ledger of an error, and leave nothing of a video that turned out to be unusable.

    A failure for good before the memory's first node was written withdraws the Video node, its
    job and its files; a later one marks the video *failed*. After a retryable one everything
    stays: the same request resumes. ``tried_again`` says that a worker does so by itself, so that
    the job goes on running.
    """
    try:
        yield
    except LongtakeError as error:
        if not (tried_again and error.retryable):
            with suppress(LongtakeError):  # the database may be what failed
                _note(job, error)
        raise
    except BaseException as error:
        with suppress(LongtakeError):
            job.fail(error)
        raise


def _note(job: Job, error: LongtakeError) -> None:
    if error.retryable:
        job.fail(error)
        return
    material = job.material
    ids = {"video_id": material.video_id, "library": material.library}
    stored_key = job.store.read(ledger.VIDEO_STATE, **ids)[0]["perception_key"]
    if stored_key is None:
        forget_jobs(job.store, material.library, material.video_id)
        forget_video(job.store, material.library, material.video_id)
        job.files.delete_prefix(material.video_id)
        return
    ours = stored_key == material.perception_key
    if ours and isinstance(error, IncompleteMemoryError):
        broken = {"perception_key": INCOMPLETE}
        job.store.write(ledger.SET_VIDEO, **ids, properties=broken)
    job.fail(error, video_status="failed" if ours else None)


@dataclass
class StageTimes:
    """Progress that also remembers how each stage of reading ended, and in how many seconds."""

    shown: Progress
    ended: dict[str, tuple[str, float]] = field(default_factory=dict)
    _open: str = ""
    _began: float = 0.0

    def stage(self, name: str, total: int | None) -> None:
        """Show, and start the clock."""
        self._open, self._began = name, monotonic()
        self.shown.stage(name, total)

    def advance(self, done: int = 1) -> None:
        """Show."""
        self.shown.advance(done)

    def finish(self, status: str) -> None:
        """Show, and stop the clock."""
        self.ended[self._open] = (status, monotonic() - self._began)
        self.shown.finish(status)

    def note(self, text: str) -> None:
        """Show."""
        self.shown.note(text)
