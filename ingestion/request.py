"""What can be asked of ingestion, and what it reports back."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from runtime.errors import UsageError

PerceiverChoice = Literal["auto", "text", "vlm", "annotations"]
Status = Literal["done", "partial", "failed"]


class IngestRequest(BaseModel):
    """One video to be remembered: a media file, tracks that go with it, or annotations alone.

    ``replace`` allows a video that was perceived otherwise to be perceived again. Paths are read
    where the work is done.
    """

    model_config = ConfigDict(frozen=True)

    media: Path | None = None
    title: str | None = None
    descriptions: Path | None = None
    subtitles: Path | None = None
    annotations: Path | None = None
    perceiver: PerceiverChoice = "auto"
    replace: bool = False
    library: str = "main"

    def checked(self) -> "IngestRequest":
        """The request with absolute paths; raises UsageError where it contradicts itself."""
        if self.title is not None and not self.title.strip():
            raise UsageError("the title is empty", "Leave --title out to use the file's name.")
        if not self.library.strip():
            raise UsageError("the library's name is empty")
        if self.perceiver == "annotations" and self.annotations is None:
            raise UsageError("--perceiver annotations needs --annotations FILE")
        if self.perceiver in ("text", "vlm") and self.annotations is not None:
            raise UsageError(
                f"--perceiver {self.perceiver} does not read annotations",
                "Leave out --annotations, or --perceiver.",
            )
        if self.perceiver == "vlm" and self.media is None:
            raise UsageError("--perceiver vlm needs a media file to look at")
        if not any((self.media, self.descriptions, self.subtitles, self.annotations)):
            raise UsageError(
                "nothing to ingest", "Give a media file, or annotations or tracks without one."
            )
        paths = ("media", "descriptions", "subtitles", "annotations")
        given = {name: getattr(self, name) for name in paths}
        absolute = {name: path.expanduser().absolute() for name, path in given.items() if path}
        title = self.title.strip() if self.title else None
        return self.model_copy(update={**absolute, "title": title})


@dataclass(frozen=True, slots=True)
class StageReport:
    """One stage of a job: ``done``, ``skipped`` (nothing to do, or done before) or ``failed``."""

    name: str
    status: str
    seconds: float

    def document(self) -> dict[str, Any]:
        """As the contract prints it."""
        return {"name": self.name, "status": self.status, "seconds": round(self.seconds, 3)}


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What became of a request. *Partial*: a memory is there, but single bad items are not in it.

    ``counts`` are read from the graph.
    """

    video_id: str
    job_id: str
    status: Status
    counts: dict[str, Any] = field(default_factory=dict)
    stages: tuple[StageReport, ...] = ()
    warnings: tuple[str, ...] = ()

    def document(self) -> dict[str, Any]:
        """The contract's JSON (design §6)."""
        return {
            "video_id": self.video_id,
            "job_id": self.job_id,
            "status": self.status,
            "counts": self.counts,
            "stages": [stage.document() for stage in self.stages],
            "warnings": list(self.warnings),
        }
