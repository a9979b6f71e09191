"""What the tools of one run returned: the only nodes that its answer may cite."""

import re
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from retrieval.hits import Hit
from retrieval.rendering import Renderable
from retrieval.views import EntityFound, EventList, Occurrences, RelationGraph, Subgraph, Summary

ID_PATTERN = re.compile(r"\bv[0-9a-f]{16}(?:\.(?:root|[a-z]{1,2}\d+))?\b|\bn[0-9a-f]{16}\b")
"""An id of a video, of something inside one, or of an entity, wherever it stands in a text."""


@dataclass(frozen=True, slots=True)
class Observation:
    """What a tool call returned: the text a model reads, and the models it was rendered from.

    ``ids`` are the nodes whose own content stands in ``text``. They are taken from ``found``, not
    from the text, so that an id written inside a subtitle does not count as returned.
    """

    text: str
    found: Renderable
    ids: tuple[str, ...] = ()

    @classmethod
    def of(cls, found: Renderable, text: str) -> "Observation":
        """The observation ``text`` rendered from ``found`` (which may have been cut to fit)."""
        shown = set(ID_PATTERN.findall(text))
        return cls(text, found, tuple(one for one in dict.fromkeys(ids_of(found)) if one in shown))


@dataclass(slots=True)
class Evidence:
    """The ids returned so far; tools of one round may run in several threads."""

    _ids: dict[str, None] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, ids: Iterable[str]) -> None:
        """Remember nodes that an observation showed."""
        with self._lock:
            self._ids.update(dict.fromkeys(ids))

    def __contains__(self, node_id: str) -> bool:
        return node_id in self._ids

    def __len__(self) -> int:
        return len(self._ids)


def ids_of(found: Renderable) -> list[str]:
    """The ids of the nodes that ``found`` tells about, in its order."""
    match found:
        case EventList():
            return [event.id for event in found.events]
        case Summary():
            return [
                one
                for video in found.videos
                for one in (
                    video.video_id,
                    f"{video.video_id}.root",
                    *(chapter.id for chapter in video.super_events),
                )
            ]
        case Subgraph():
            return [
                found.macro_event.id,
                *(event.id for event in found.micro_events),
                *(appearance.id for appearance in found.appearances),
            ]
        case RelationGraph():
            return [found.start.id, *(node.id for node in found.nodes)]
        case Occurrences():
            counted = [event for one in found.occurrences for event in one.events]
            return counted if found.entity is None else [found.entity.id, *counted]
        case _:
            return _ids_of_sequence(found)


def _ids_of_sequence(found: Sequence[Hit] | Sequence[EntityFound]) -> list[str]:
    ids: list[str] = []
    for one in found:
        ids.append(one.id)
        if isinstance(one, Hit):
            ids += [neighbour.id for neighbour in one.neighbours]
        else:
            ids += [appearance.id for appearance in one.appearances]
    return ids
