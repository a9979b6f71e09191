"""Annotations by hand or by another system, taken as what was perceived.

Unlike other perceivers this one is not driven by windows: human times stand as they were given,
with their gaps and overlaps, and a micro-event that reaches outside its parent keeps its time
(``ingestion/documents.py`` has counted it).
"""

from dataclasses import dataclass

from graph_schema.perception_document import (
    EntitySeen,
    MacroEventSeen,
    MicroEventSeen,
    PerceptionDocument,
)

NAME = "annotations"


@dataclass(frozen=True, slots=True)
class AnnotationsPerceiver:
    """Gives back a document that was read at the door, its origin made explicit."""

    document: PerceptionDocument
    name: str = NAME
    model: str | None = None
    prompt: str | None = None

    def whole(self) -> PerceptionDocument:
        """The document in order of time: a name in it is grounded, an event's source is it."""
        events = sorted(
            self.document.macro_events, key=lambda event: (event.start_ms, event.end_ms)
        )
        return self.document.model_copy(update={"macro_events": tuple(map(_annotated, events))})


def _annotated(event: MacroEventSeen) -> MacroEventSeen:
    return event.model_copy(
        update={
            "entities": tuple(map(_grounded, event.entities)),
            "micro_events": tuple(map(_sourced, event.micro_events)),
        }
    )


def _grounded(entity: EntitySeen) -> EntitySeen:
    return entity if entity.grounded is not None else entity.model_copy(update={"grounded": True})


def _sourced(event: MicroEventSeen) -> MicroEventSeen:
    return event if event.source else event.model_copy(update={"source": "annotation"})
