"""What a search returns."""

from typing import Any

from pydantic import BaseModel, ConfigDict

from graph_schema.labels import Kind, Label
from graph_schema.relationships import RelationType


class Neighbour(BaseModel):
    """A node one relationship away from a hit, as the hit sees it."""

    model_config = ConfigDict(frozen=True)

    id: str
    label: Label
    text: str
    relation: RelationType
    outgoing: bool


class Hit(BaseModel):
    """One found node of the memory.

    ``score`` orders hits within one search, higher first, and is comparable within it only.
    ``similarity`` is the cosine of query and node (-1 to 1) whatever the recipe, so that a caller
    can tell a weak best hit from a strong one. ``label`` is the short form that tells apart
    micro-events read from one sentence, which share their text. ``video_id``, the times and
    ``macro_event`` are None for an Entity; ``macro_event`` also for nodes above or outside any
    macro event.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    kind: Kind
    video_id: str | None
    start_ms: int | None
    end_ms: int | None
    text: str
    score: float
    similarity: float
    label: str = ""
    macro_event: str | None
    neighbours: tuple[Neighbour, ...] = ()

    def document(self) -> dict[str, Any]:
        """The hit as the contract's JSON has it."""
        return self.model_dump(mode="json", exclude={"neighbours", "similarity", "label"})
