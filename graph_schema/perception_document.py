"""The perception document: what every perceiver returns, and the public import and export format.

These models give the *shape*. Reading untrusted input, with bad single items left out and listed,
is ``ingestion/documents.py``; a document that reaches persistence is already valid.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from graph_schema.relationships import RelationType

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
EntityType = Literal["Person", "Object", "Location", "Group"]
Source = Literal["speech", "subtitle", "screen_text", "description", "annotation", "model"]
Basis = Literal["stated", "shown", "inferred"]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class VideoInfo(_Part):
    """About the whole video; required where there is no media."""

    title: Text
    duration_ms: int | None = Field(default=None, gt=0)
    source_id: str | None = None
    recorded_at: str | None = Field(default=None, description="ISO 8601 with a zone.")


class EntitySeen(_Part):
    """An entity as perceived inside one macro event (an Appearance in the graph)."""

    key: Text
    name: Text
    type: EntityType = "Object"
    aliases: tuple[str, ...] = ()
    description: str = ""
    attributes: dict[str, str] = Field(default_factory=dict)
    seen_at_ms: int | None = Field(default=None, ge=0)
    grounded: bool | None = Field(
        default=None, description="Whether the name stands in speech, text or annotation."
    )


class MicroEventSeen(_Part):
    """An atomic action; ``subjects`` to ``place`` hold keys of entities of the same macro event."""

    key: Text
    label: Text
    description: str = ""
    start_ms: int = Field(ge=0)
    end_ms: int = Field(gt=0)
    subjects: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    place: str | None = None
    source: Source | None = None
    confidence: float | None = Field(default=None, ge=0, le=1)


class RelationSeen(_Part):
    """A relation between two keys: inside a macro event, or across (``m3/e2``, ``m3``)."""

    source: Text
    target: Text
    type: RelationType
    label: str = ""
    reason: str = ""
    confidence: float | None = Field(default=None, ge=0, le=1)
    basis: Basis = "stated"


class MacroEventSeen(_Part):
    """A complete scene or step with its local subgraph. Keys are unique inside it."""

    key: Text
    label: Text
    summary: str = ""
    start_ms: int = Field(ge=0)
    end_ms: int = Field(gt=0)
    entities: tuple[EntitySeen, ...] = ()
    micro_events: tuple[MicroEventSeen, ...] = ()
    relations: tuple[RelationSeen, ...] = ()


class SuperEventSeen(_Part):
    """A group of macro events, by their keys, neighbours in time."""

    label: Text
    summary: str = ""
    macro_events: tuple[str, ...] = ()


class UtteranceSeen(_Part):
    """One cue of a track: speech, subtitle or description, told apart by ``source``."""

    start_ms: int = Field(ge=0)
    end_ms: int = Field(gt=0)
    text: Text
    speaker: str | None = None
    source: Source = "annotation"


class PerceptionDocument(_Part):
    """What was perceived in a window or a whole video."""

    video: VideoInfo | None = None
    macro_events: tuple[MacroEventSeen, ...]
    relations: tuple[RelationSeen, ...] = ()
    super_events: tuple[SuperEventSeen, ...] = ()
    utterances: tuple[UtteranceSeen, ...] = ()
