"""Where a search may look."""

from dataclasses import dataclass, replace

from graph_schema.identity import label_of
from graph_schema.labels import Kind, Label
from runtime.errors import UsageError


@dataclass(frozen=True, slots=True)
class Scope:
    """One library, and inside it any of: videos, a span of media time, kinds, an entity.

    ``videos`` empty means all of the library's. A node is in time when it shares at least one
    millisecond with ``[start_ms, end_ms)``; either bound may be missing. ``kinds`` empty means
    every kind. ``entity`` is an Entity's id: only events it takes part in (and the macro events
    it appears in) are left. Entities have no time and stand in no one video: a time bound leaves
    them out, and ``videos`` keeps those that appear in one of them.

    Raises ``UsageError`` when a bound is negative, the span is empty or the entity is no id.
    """

    library: str
    videos: tuple[str, ...] = ()
    start_ms: int | None = None
    end_ms: int | None = None
    kinds: tuple[Kind, ...] = ()
    entity: str | None = None

    def __post_init__(self) -> None:
        start, end = self.start_ms or 0, self.end_ms
        if start < 0 or (end is not None and end <= start):
            raise UsageError(
                f"no media time lies between {start} ms and {end} ms",
                "The end must come after the start, and neither may be negative.",
            )
        if self.entity is not None and label_of(self.entity) is not Label.ENTITY:
            raise UsageError(
                f"{self.entity!r} is not the id of an entity",
                "Entity ids are the letter n and 16 hex digits; find_entity looks names up.",
            )

    def narrowed(self, *kinds: Kind) -> "Scope":
        """The same scope for other kinds of node."""
        return replace(self, kinds=kinds)
