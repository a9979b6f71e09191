"""What a stage works on, and what it comes to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from cypher.store import Store
from graph_schema.nodes import Video
from ingestion.artefacts import Artefacts
from ingestion.sources import Material
from runtime.embedder import Embedder
from runtime.files import FileStore
from runtime.progress import Progress
from runtime.settings import Settings

Phase = Literal["clearing", "writing"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a stage did. ``counts`` go to the ledger, ``warnings`` to the report; ``again`` says
    that it stopped at a good place with work left over (a worker's task is kept short)."""

    status: Literal["done", "skipped"] = "done"
    counts: Mapping[str, int] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    again: bool = False


@dataclass(frozen=True, slots=True)
class Work:
    """One job's material and the parts its stages stand on.

    ``stored_key`` is the perception key of the memory that the graph held when work began, None
    where it held none. ``phase`` is how far an earlier attempt at this stage had got, and
    ``enter`` remembers the next phase together with what it means for the Video node.
    ``is_over`` is asked between pieces of work by stages that may stop early.
    """

    material: Material
    store: Store
    settings: Settings
    files: FileStore
    progress: Progress
    embedder: Callable[[], Embedder]
    stored_key: str | None
    phase: str | None
    enter: Callable[[Phase, Mapping[str, Any]], None]
    is_over: Callable[[], bool] = lambda: False

    @property
    def artefacts(self) -> Artefacts:
        """What the stages of this job hand to each other."""
        return Artefacts(self.files, self.material.video_id, self.material.perception_key)

    @property
    def scope(self) -> dict[str, str]:
        """The parameters by which a video's own nodes are found."""
        return {"library": self.material.library, "prefix": f"{self.material.video_id}."}

    def video(self, **changes: Any) -> Video:
        """The Video node of this material."""
        return video_of(self.material, **changes)


def video_of(material: Material, **changes: Any) -> Video:
    """The Video node of a material, as it is before its memory is complete."""
    fields = {
        "id": material.video_id,
        "library": material.library,
        "title": material.title,
        "uri": material.uri,
        "kind": material.kind,
        "duration_ms": material.duration_ms,
        "width": material.width,
        "height": material.height,
        "recorded_at": material.recorded_at,
        "digest": material.digest,
    }
    return Video(**{**fields, **changes})
