"""A job: the stages of one video under the ledger, each done once, resumed where it stopped."""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from cypher import ledger
from cypher.store import Store
from graph_schema.identity import derived_id
from graph_schema.labels import Label
from ingestion.aggregation import aggregate
from ingestion.artefacts import Artefacts
from ingestion.check import check
from ingestion.embedding import embed
from ingestion.lease import LEASE_MS, Lease, LeasedProgress
from ingestion.perception import perceive
from ingestion.persistence import persist
from ingestion.request import StageReport
from ingestion.resolution import resolve_entities
from ingestion.shots import find_shots
from ingestion.sources import Material
from ingestion.warmth import Warmth
from ingestion.work import Outcome, Phase, Work
from runtime.errors import LongtakeError
from runtime.files import FileStore
from runtime.settings import Settings


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage, the queue whose workers do it, and whether it writes the graph's memory."""

    name: str
    queue: str
    run: Callable[[Work], Outcome]
    writes_memory: bool = True


STAGES: tuple[Stage, ...] = (
    Stage("shots", "media", find_shots, writes_memory=False),
    Stage("perceive", "perception", perceive, writes_memory=False),
    Stage("persist", "perception", persist),
    Stage("resolve", "perception", resolve_entities),
    Stage("aggregate", "embedding", aggregate),
    Stage("embed", "embedding", embed),
    Stage("check", "embedding", check),
)
READING = ("probe", "timed_text")
"""What happened before the ledger knew of the job (``ingestion/sources.py``)."""


def job_id(material: Material) -> str:
    """One job for a video and the way it is perceived: the same request finds it again."""
    return derived_id(Label.JOB, material.video_id, material.perception_key)


@dataclass
class Job:
    """The stages of one material, run by whoever holds its video's lease."""

    material: Material
    store: Store
    settings: Settings
    files: FileStore
    lease: Lease
    progress: LeasedProgress
    warmth: Warmth
    is_over: Callable[[], bool] = lambda: False
    _begun: dict[str, dict[str, Any]] = field(init=False, default_factory=dict)

    @property
    def id(self) -> str:
        """The job's id."""
        return job_id(self.material)

    def open(self, request: str, reading: Mapping[str, tuple[str, float]]) -> None:
        """Begin an attempt. ``reading``: how each stage of reading ended, and its seconds.

        Stages whose work is no longer there, in the graph or in the file store, begin anew.
        """
        self.store.write(
            ledger.OPEN_JOB,
            **self._ids(),
            video_id=self.material.video_id,
            perception_key=self.material.perception_key,
            request=request,
            undone=self._undone(),
            reading=[
                {**self._stage_run(name), "status": status, "seconds": seconds}
                for name, (status, seconds) in reading.items()
            ],
        )

    def _undone(self) -> list[str]:
        artefacts = Artefacts(self.files, self.material.video_id, self.material.perception_key)
        names = [] if artefacts.has_shots() else ["shots"]
        if not artefacts.has_document():
            names.append("perceive")
        if self.lease.state.perception_key != self.material.perception_key:
            names += [stage.name for stage in STAGES if stage.writes_memory]
        return names

    def done_stages(self) -> set[str]:
        """The names of the stages that need not be run again."""
        rows = self.store.read(ledger.STAGES, **self._ids())
        return {row["name"] for row in rows if row["status"] in ("done", "skipped")}

    def run(self, stage: Stage, following: Stage | None = None) -> bool:
        """Run one stage; False when it stopped early with work left. Errors go to the ledger.

        ``following`` is the stage that this process runs next: the ledger then hears of the end
        of the one and the beginning of the other at once.
        """
        self.lease.check()
        if stage.name == "perceive":
            self.warmth.await_parser()
        opened = self._begun.pop(stage.name, None) or self._open_stage(stage.name)
        self.lease.begin(self._stage_id(stage.name))
        began = time.monotonic()
        try:
            outcome = stage.run(self._work(stage, opened["phase"]))
        except BaseException as error:
            self.progress.finish("failed")
            self._note_failure(stage, error, time.monotonic() - began)
            raise
        seconds = time.monotonic() - began
        self.lease.check()
        self.progress.finish(outcome.status)
        if outcome.again:
            self._close_stage(stage.name, "waiting", seconds, outcome)
            return False
        ended = self._ended(stage.name, outcome.status, seconds, outcome)
        if following is None:
            self.store.write(ledger.CLOSE_STAGE, **ended)
        else:
            next_one = self._beginning(following.name)
            (self._begun[following.name],) = self.store.write(
                ledger.NEXT_STAGE, **{**ended, **next_one}
            )
        return True

    def complete(self, status: str, report: dict[str, Any]) -> None:
        """Say at once that job and video are ``done`` or ``partial``."""
        text = json.dumps(report, ensure_ascii=False)
        self._close(status=status, video_status=status, report=text, error=None)

    def fail(self, error: BaseException, *, video_status: str | None = None) -> None:
        """Say that the job ended with an error, and what that means for the video."""
        text = error_text(error)
        self._close(status="failed", video_status=video_status, report=None, error=text)

    def _close(self, **parameters: str | None) -> None:
        self.store.write(ledger.CLOSE_JOB, **self._ids(), **parameters)

    def told(self, just_now: set[str]) -> tuple[tuple[StageReport, ...], tuple[str, ...]]:
        """All stages in order, and what reading and the stages had to say.

        Stages not done just now are *skipped* and took no time.
        """
        rows = self.store.read(ledger.STAGES, **self._ids())
        stages = tuple(
            StageReport(row["name"], row["status"], row["seconds"] or 0.0)
            if row["name"] in just_now
            else StageReport(row["name"], "skipped", 0.0)
            for row in rows
        )
        warnings = (warning for row in rows for warning in row["warnings"] or ())
        return stages, (*self.material.left_out, *self.material.notes, *warnings)

    def _work(self, stage: Stage, phase: str | None) -> Work:
        def enter(phase: Phase, video: Mapping[str, Any]) -> None:
            self.store.write(
                ledger.SET_PHASE,
                stage_id=self._stage_id(stage.name),
                library=self.material.library,
                phase=phase,
                video_id=self.material.video_id,
                properties=dict(video),
            )

        return Work(
            material=self.material,
            store=self.store,
            settings=self.settings,
            files=self.files,
            progress=self.progress,
            embedder=self.warmth.embedder,
            stored_key=self.lease.state.perception_key,
            phase=phase,
            enter=enter,
            is_over=self.is_over,
        )

    def _open_stage(self, name: str) -> dict[str, Any]:
        return self.store.write(ledger.OPEN_STAGE, **self._beginning(name))[0]

    def _beginning(self, name: str) -> dict[str, Any]:
        run = self._stage_run(name)
        run["stage_id"] = run.pop("id")
        return {**self._ids(), **run, "owner": self.lease.owner, "lease_ms": LEASE_MS}

    def _stage_run(self, name: str) -> dict[str, Any]:
        names = (*READING, *(stage.name for stage in STAGES))
        return {"id": self._stage_id(name), "name": name, "position": names.index(name)}

    def _close_stage(
        self,
        name: str,
        status: str,
        seconds: float,
        outcome: Outcome | None = None,
        error: str | None = None,
    ) -> None:
        self.store.write(ledger.CLOSE_STAGE, **self._ended(name, status, seconds, outcome, error))

    def _ended(
        self,
        name: str,
        status: str,
        seconds: float,
        outcome: Outcome | None = None,
        error: str | None = None,
    ) -> dict[str, Any]:
        return {
            "library": self.material.library,
            "ended_id": self._stage_id(name),
            "status": status,
            "seconds": seconds,
            "counts": json.dumps(dict(outcome.counts)) if outcome else None,
            "warnings": list(outcome.warnings) if outcome else None,
            "error": error,
        }

    def _note_failure(self, stage: Stage, error: BaseException, seconds: float) -> None:
        """In the ledger, if the database is still there; the error itself goes on to the caller."""
        try:
            self._close_stage(stage.name, "failed", seconds, error=error_text(error))
        except LongtakeError:
            return

    def _stage_id(self, name: str) -> str:
        return derived_id(Label.STAGE_RUN, self.id, name)

    def _ids(self) -> dict[str, str]:
        return {"job_id": self.id, "library": self.material.library}


def error_text(error: BaseException) -> str:
    """An error as the ledger keeps it: the JSON document of ours, a plain one of others."""
    if isinstance(error, LongtakeError):
        return json.dumps(error.document(), ensure_ascii=False)
    message = f"{type(error).__name__}: {error}"
    return json.dumps({"error": {"type": "failed", "message": message, "hint": ""}})
