"""The nodes of a memory as frozen typed models; ``properties()`` is what the graph stores.

``Memory`` properties (``text``, ``search_text``, ``embedding``) are set on searchable nodes when
they are embedded, not here. The ledger's nodes are described where the ledger is.
"""

from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from graph_schema.labels import Label
from graph_schema.perception_document import EntityType, Source

VideoKind = Literal["file", "stream", "annotation"]
VideoStatus = Literal["new", "partial", "done", "failed"]


class Node(BaseModel):
    """Every node has an id and a library."""

    model_config = ConfigDict(frozen=True)
    label_of_node: ClassVar[Label]

    id: str
    library: str

    def properties(self) -> dict[str, Any]:
        """The node's stored properties, nulls left out (setting null removes a property)."""
        stored = self.model_dump(exclude_none=True, mode="json")
        stored.update(stored.pop("provenance", {}))
        return stored


class Provenance(BaseModel):
    """Where a derived node or relationship comes from."""

    model_config = ConfigDict(frozen=True)

    perceiver: str
    source: Source
    model: str | None = None
    prompt: str | None = None
    confidence: float | None = Field(default=None, ge=0, le=1)


class Video(Node):
    """One source. ``digest`` is the whole SHA-256 of the content, compared on every run."""

    label_of_node = Label.VIDEO
    title: str
    uri: str | None = None
    kind: VideoKind = "file"
    duration_ms: int = Field(gt=0)
    width: int | None = None
    height: int | None = None
    recorded_at: str | None = None
    digest: str
    perception_key: str | None = None
    status: VideoStatus = "new"


class Timed(Node):
    """A node inside a video that holds a half-open span of media time in ms."""

    video_id: str
    start_ms: int = Field(ge=0)
    end_ms: int = Field(gt=0)


class Root(Timed):
    """The whole video."""

    label_of_node = Label.ROOT
    label: str
    summary: str
    provenance: Provenance


class SuperEvent(Timed):
    """A chapter: macro events that belong together."""

    label_of_node = Label.SUPER_EVENT
    label: str
    summary: str
    provenance: Provenance


class MacroEvent(Timed):
    """A complete scene or step."""

    label_of_node = Label.MACRO_EVENT
    label: str
    summary: str
    provenance: Provenance


class MicroEvent(Timed):
    """An atomic action."""

    label_of_node = Label.MICRO_EVENT
    label: str
    description: str
    provenance: Provenance


class Appearance(Node):
    """An entity as perceived inside one macro event."""

    label_of_node = Label.APPEARANCE
    video_id: str
    macro_event: str
    name: str
    type: EntityType
    aliases: list[str] = Field(default_factory=list)
    description: str = ""
    attributes: str = Field(default="{}", description="A JSON object of strings.")
    seen_at_ms: int
    naming: Literal["grounded", "inferred"] = "grounded"
    provenance: Provenance


class Entity(Node):
    """Who or what appearances are believed to be."""

    label_of_node = Label.ENTITY
    name: str
    type: EntityType
    aliases: list[str] = Field(default_factory=list)


class Shot(Timed):
    """A continuous take, with the file-store key of its keyframe."""

    label_of_node = Label.SHOT
    keyframe: str | None = None
    keyframe_ms: int | None = None


class Utterance(Timed):
    """One cue of a track."""

    label_of_node = Label.UTTERANCE
    text: str
    speaker: str | None = None
    source: Source


class ScreenText(Timed):
    """Text shown on screen."""

    label_of_node = Label.SCREEN_TEXT
    text: str
    source: Source = "screen_text"


class Decision(Node):
    """Why the appearances it is ABOUT are one entity, or are not; taken back by deleting it.

    ``by`` is ``rule:<name>``, or whoever decided; only rules are applied again by themselves.
    """

    label_of_node = Label.DECISION
    kind: Literal["same", "different"]
    score: float = Field(ge=0, le=1)
    evidence: str
    by: str
