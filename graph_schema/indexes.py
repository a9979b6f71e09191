"""The constraints and indexes that the database must hold, as data.

``migrations/`` creates the fixed ones; the vector index, whose name carries model and dimension,
is created by ``migrations`` from this declaration. Start-up compares the database with it.
"""

import re
from dataclasses import dataclass
from typing import Literal

from graph_schema.labels import Label

IndexKind = Literal["UNIQUENESS", "RANGE", "FULLTEXT", "VECTOR"]


@dataclass(frozen=True, slots=True)
class SchemaItem:
    """One constraint or index: its name, what kind it is, and what it covers."""

    name: str
    kind: IndexKind
    labels: tuple[Label, ...]
    properties: tuple[str, ...]
    dimensions: int | None = None


FULLTEXT_INDEX = "memory_text"
FULLTEXT_ANALYZER = "whitespace"

UNIQUE_IDS: tuple[SchemaItem, ...] = tuple(
    SchemaItem(f"{label.value.lower()}_id", "UNIQUENESS", (label,), ("id",))
    for label in Label
    if label is not Label.MEMORY
)

RANGE_INDEXES: tuple[SchemaItem, ...] = (
    SchemaItem("memory_scope", "RANGE", (Label.MEMORY,), ("library", "video_id", "start_ms")),
    SchemaItem("memory_library", "RANGE", (Label.MEMORY,), ("library",)),
    SchemaItem("video_library", "RANGE", (Label.VIDEO,), ("library",)),
    SchemaItem("entity_library_name", "RANGE", (Label.ENTITY,), ("library", "name")),
    SchemaItem("appearance_video", "RANGE", (Label.APPEARANCE,), ("library", "video_id")),
    SchemaItem("shot_video", "RANGE", (Label.SHOT,), ("library", "video_id")),
    SchemaItem(
        "macro_event_video", "RANGE", (Label.MACRO_EVENT,), ("library", "video_id", "start_ms")
    ),
    SchemaItem("job_library", "RANGE", (Label.JOB,), ("library", "status")),
    SchemaItem("run_library", "RANGE", (Label.RUN,), ("library", "at")),
)

FULLTEXT: SchemaItem = SchemaItem(
    FULLTEXT_INDEX, "FULLTEXT", (Label.MEMORY,), ("search_text", "library", "video_id")
)


def vector_index_name(model: str, dimensions: int) -> str:
    """``memory_embedding_all_minilm_l6_v2_384``: another model can never share an index."""
    slug = re.sub(r"[^a-z0-9]+", "_", model.lower()).strip("_")
    return f"memory_embedding_{slug}_{dimensions}"


def vector_index(model: str, dimensions: int) -> SchemaItem:
    """The one vector index of this installation (cosine similarity over ``embedding``)."""
    name = vector_index_name(model, dimensions)
    return SchemaItem(name, "VECTOR", (Label.MEMORY,), ("embedding",), dimensions)


def expected_schema(model: str, dimensions: int) -> tuple[SchemaItem, ...]:
    """Everything the database must hold for this encoder."""
    return (*UNIQUE_IDS, *RANGE_INDEXES, FULLTEXT, vector_index(model, dimensions))
