"""Cutting what a tool found to what an exploration may reach: one place for all tools.

A time bound is strict: a node that ends after it was not over when the question was asked, and its
text may tell how it went on. What cannot be cut is refused rather than shown.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from agent.reach import Reach
from graph_schema.identity import video_of
from graph_schema.labels import KIND_OF_LABEL, Label
from graph_schema.relationships import Family
from retrieval.hits import Hit, Neighbour
from retrieval.rendering import Renderable
from retrieval.views import (
    Appearance,
    EntityFound,
    Event,
    EventList,
    Occurrences,
    RelatedNode,
    Relation,
    RelationGraph,
    Subgraph,
    Summary,
    family_of,
)
from runtime.errors import NotFoundError

STILL_OPEN = "still going on"
"""The label of a macro event that was not over at the time bound."""


def within(found: Renderable, reach: Reach, videos: Sequence[str] = ()) -> Renderable:
    """``found`` without what lies outside ``reach``, or in other videos than ``videos`` (none: all
    of them may be seen).

    Raises :class:`~runtime.errors.NotFoundError` when it is all about something outside.
    """
    return found if reach.whole and not videos else _Cut(reach, videos).cut(found)


class _Cut:
    def __init__(self, reach: Reach, videos: Sequence[str]) -> None:
        self._videos = frozenset(videos)
        self._until = reach.until_ms
        self._kinds = frozenset(reach.kinds)
        self._families = frozenset(reach.families)
        self._only_videos = reach.whole

    def cut(self, found: Renderable) -> Renderable:
        match found:
            case EventList():
                return self._event_list(found)
            case Summary():
                return self._summary(found)
            case Subgraph():
                return self._subgraph(found)
            case RelationGraph():
                return self._relation_graph(found)
            case Occurrences():
                return self._occurrences(found)
            case _:
                return self._sequence(found)

    # -- what may be seen ------------------------------------------------------------------------

    def _inside(self, node_id: str) -> bool:
        """Whether a node lies in the videos asked about; an entity lies in none and is shown."""
        video = video_of(node_id) if self._videos else None
        return video is None or video in self._videos

    def _over(self, end_ms: int | None) -> bool:
        """Whether something had ended; what has no time (an entity) never had."""
        return self._until is None or (end_ms is not None and end_ms <= self._until)

    def _kind(self, label: Label) -> bool:
        kind = KIND_OF_LABEL.get(label)
        return not self._kinds or kind is None or kind in self._kinds

    def _event(self, event: Event) -> bool:
        return self._over(event.end_ms) and (not self._kinds or event.kind in self._kinds)

    def _appearance(self, seen: Appearance) -> bool:
        return self._until is None or seen.seen_at_ms < self._until

    # -- each form -------------------------------------------------------------------------------

    def _event_list(self, found: EventList) -> EventList:
        """Those left out by a limit are still counted: who lists them keeps to the time bound."""
        events = tuple(event for event in found.events if self._event(event))
        cut_away = len(found.events) - len(events)
        return EventList(events=events, total=found.total - cut_away)

    def _summary(self, found: Summary) -> Summary:
        """Of what is not over, a summary tells too much: its text and its length go."""
        videos = []
        for video in filter(lambda one: self._inside(one.video_id), found.videos):
            kept = tuple(event for event in video.super_events if self._event(event))
            update: dict[str, object] = {"super_events": kept}
            if not self._over(video.duration_ms):
                update |= {"summary": "", "duration_ms": self._until}
            videos.append(video.model_copy(update=update))
        return found.model_copy(
            update={
                "videos": tuple(videos),
                "total_videos": found.total_videos - (len(found.videos) - len(videos)),
                "total_duration_ms": sum(video.duration_ms for video in videos),
            }
        )

    def _subgraph(self, found: Subgraph) -> Subgraph:
        whole = found.macro_event
        if self._until is not None and not self._over(whole.end_ms):
            if whole.start_ms >= self._until:
                raise _outside(whole.id)
            update = {"label": STILL_OPEN, "text": "", "end_ms": self._until}
            whole = whole.model_copy(update=update)
        micro_events = [event for event in found.micro_events if self._event(event)]
        if Family.ROLE not in self._families:
            none = {"subjects": (), "objects": (), "tools": (), "places": ()}
            micro_events = [event.model_copy(update=none) for event in micro_events]
        appearances = tuple(seen for seen in found.appearances if self._appearance(seen))
        if self._until is not None:
            # What an appearance is described as, and who it turned out to be, may come from later.
            unknown = {"description": "", "entity": None, "entity_name": None}
            appearances = tuple(seen.model_copy(update=unknown) for seen in appearances)
        shown = {whole.id, *(e.id for e in micro_events), *(a.id for a in appearances)}
        return Subgraph(
            macro_event=whole,
            appearances=appearances,
            micro_events=tuple(micro_events),
            relations=self._relations(found.relations, shown),
        )

    def _relations(self, relations: Iterable[Relation], shown: set[str]) -> tuple[Relation, ...]:
        """Under a time bound, only those between nodes that are shown."""
        return tuple(
            one
            for one in relations
            if one.family in self._families
            and self._inside(one.source)
            and self._inside(one.target)
            and (self._until is None or (one.source in shown and one.target in shown))
        )

    def _relation_graph(self, found: RelationGraph) -> RelationGraph:
        if not self._related(found.start):
            raise _outside(found.start.id)
        nodes = {node.id: node for node in found.nodes if self._related(node)}
        parents = {
            id_: relation
            for id_, relation in found.parents.items()
            if id_ in nodes and relation.family in self._families
        }
        reached = _reached(found.start.id, parents)
        if self._only_videos and len(reached) == len(found.nodes) + 1:
            return found
        return found.model_copy(
            update={
                "nodes": tuple(node for id_, node in nodes.items() if id_ in reached),
                "relations": tuple(
                    one
                    for one in found.relations
                    if {one.source, one.target} <= reached and one.family in self._families
                ),
                "parents": {id_: parents[id_] for id_ in reached if id_ in parents},
                "exhausted": False,
            }
        )

    def _related(self, node: RelatedNode) -> bool:
        return self._over(node.end_ms) and self._kind(node.label) and self._inside(node.id)

    def _occurrences(self, found: Occurrences) -> Occurrences:
        kept = tuple(one for one in found.occurrences if self._over(one.end_ms))
        who = found.entity
        if who is not None:
            who = next(iter(self._entities([who])), None)
            if who is None:
                raise _outside(found.entity.id if found.entity else "")
        return found.model_copy(update={"occurrences": kept, "entity": who})

    def _sequence(self, found: Sequence[Hit] | Sequence[EntityFound]) -> Renderable:
        hits: list[Hit] = []
        entities: list[EntityFound] = []
        for one in found:
            match one:
                case Hit():
                    hits.append(one)
                case EntityFound():
                    entities.append(one)
                case _:
                    assert_never(one)
        return self._entities(entities) if entities else self._hits(hits)

    def _hits(self, hits: Sequence[Hit]) -> list[Hit]:
        return [
            hit.model_copy(update={"neighbours": self._neighbours(hit.neighbours)})
            for hit in hits
            if self._over(hit.end_ms) and (not self._kinds or hit.kind in self._kinds)
        ]

    def _neighbours(self, neighbours: Iterable[Neighbour]) -> tuple[Neighbour, ...]:
        """A neighbour tells no time, so under a time bound none is shown."""
        if self._until is not None:
            return ()
        return tuple(
            near
            for near in neighbours
            if family_of(near.relation) in self._families
            and self._kind(near.label)
            and self._inside(near.id)
        )

    def _entities(self, entities: Iterable[EntityFound]) -> list[EntityFound]:
        """Under a time bound, who had appeared, by the name of the first appearance."""
        if self._until is None:
            return list(entities)
        kept = []
        for entity in entities:
            seen = tuple(one for one in entity.appearances if self._appearance(one))
            if seen:
                unknown = {"description": "", "entity": None, "entity_name": None}
                update = {
                    "name": seen[0].name,
                    "aliases": (),
                    "appearances": tuple(one.model_copy(update=unknown) for one in seen),
                    "total_appearances": len(seen),
                }
                kept.append(entity.model_copy(update=update))
        return kept


def _reached(start: str, parents: Mapping[str, Relation]) -> set[str]:
    """The nodes whose whole way from the start is left."""
    reached = {start}
    while True:
        more = {
            id_
            for id_, relation in parents.items()
            if {relation.source, relation.target} - {id_} <= reached
        }
        if more <= reached:
            return reached
        reached |= more


def _outside(node_id: str) -> NotFoundError:
    return NotFoundError(f"{node_id!r} is not within what this question may see.")
