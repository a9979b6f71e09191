"""What reading the memory by its structure returns: events, appearances, relations, summaries."""

from pydantic import BaseModel, ConfigDict

from graph_schema.labels import Kind, Label
from graph_schema.perception_document import EntityType
from graph_schema.relationships import TYPES_OF_FAMILY, Family, RelationType

_FAMILY_OF = {type_: family for family, types in TYPES_OF_FAMILY.items() for type_ in types}


class _View(BaseModel):
    model_config = ConfigDict(frozen=True)


class Event(_View):
    """A timed node: one of the tiers, a micro-event, an utterance or a text on screen.

    ``text`` is the summary of a tier, the description of a micro-event (the clause or sentence it
    was read from), the words of an utterance or screen text. ``parent`` is the node it is PART_OF.
    ``source`` says what it was read from (speech, description, model …).
    """

    id: str
    kind: Kind
    video_id: str
    start_ms: int
    end_ms: int
    label: str
    text: str
    parent: str | None = None
    source: str | None = None


class EventList(_View):
    """Events in order of time; ``total`` counts those left out by the limit too."""

    events: tuple[Event, ...]
    total: int


class VideoSummary(_View):
    """One video: what it is, the root's summary, and its chapters."""

    video_id: str
    title: str
    kind: str
    duration_ms: int
    status: str
    summary: str
    super_events: tuple[Event, ...] = ()


class Summary(_View):
    """A library, or one video of it. ``total_videos`` counts those left out by the limit too."""

    library: str
    videos: tuple[VideoSummary, ...]
    total_videos: int
    total_duration_ms: int


class Appearance(_View):
    """An entity as perceived inside one macro event; ``entity`` is who it is believed to be."""

    id: str
    video_id: str
    macro_event: str
    name: str
    type: EntityType
    description: str = ""
    seen_at_ms: int
    entity: str | None = None
    entity_name: str | None = None


class MicroEvent(Event):
    """An action with its roles, each an id of an appearance in the same subgraph."""

    subjects: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


class Relation(_View):
    """One relationship in the direction it is stored (cause → effect, part → whole …)."""

    source: str
    target: str
    type: RelationType
    family: Family
    label: str = ""
    reason: str = ""
    basis: str | None = None
    confidence: float | None = None


def family_of(type_: str) -> Family:
    """The family a relationship type belongs to. Raises ``KeyError`` for types in none."""
    return _FAMILY_OF[RelationType(type_)]


class Subgraph(_View):
    """A macro event from inside (MemDreamer 3.1): who and what appears, what happens, and how it
    hangs together. ``relations`` are causal, temporal and spatial ones, those to nodes of other
    macro events included; roles stand with the micro-events."""

    macro_event: Event
    appearances: tuple[Appearance, ...]
    micro_events: tuple[MicroEvent, ...]
    relations: tuple[Relation, ...]


class RelatedNode(_View):
    """A node that a traversal reached, ``hop`` relationships from where it started."""

    id: str
    label: Label
    video_id: str | None
    start_ms: int | None
    end_ms: int | None
    text: str
    hop: int


class RelationGraph(_View):
    """What stands around a node. ``nodes`` are distinct, nearest first, without the start itself.

    ``parents`` gives, for each node reached, the relation over which it was reached first, so that
    :meth:`path_to` can be rebuilt; ``relations`` are those found between the nodes returned, in a
    dense graph the first few that lead to each.
    ``exhausted`` is True when nothing more is reachable; else ``capped`` tells whether the limit of
    nodes (rather than of hops) stopped the traversal.
    """

    start: RelatedNode
    nodes: tuple[RelatedNode, ...]
    relations: tuple[Relation, ...]
    parents: dict[str, Relation]
    exhausted: bool
    capped: bool

    def path_to(self, node_id: str) -> tuple[Relation, ...]:
        """The relations from the start to ``node_id``, in order; empty for the start itself.

        Raises ``KeyError`` when the node was not reached.
        """
        path: list[Relation] = []
        at = node_id
        while at != self.start.id:
            relation = self.parents[at]
            path.append(relation)
            at = relation.source if relation.target == at else relation.target
        return tuple(reversed(path))


class EntityFound(_View):
    """An entity found by name. ``match`` is how well the name fits, from 0 to 1 (1: the same)."""

    id: str
    name: str
    type: EntityType
    aliases: tuple[str, ...]
    match: float
    appearances: tuple[Appearance, ...]
    total_appearances: int


class Occurrence(_View):
    """One time that something happened; adjacent and overlapping events were merged into it."""

    video_id: str
    start_ms: int
    end_ms: int
    events: tuple[str, ...]
    text: str


class Occurrences(_View):
    """How many times, and when. ``entity`` is who was counted, ``action`` what was asked for."""

    occurrences: tuple[Occurrence, ...]
    entity: EntityFound | None
    action: str | None

    @property
    def count(self) -> int:
        """The number of distinct occurrences."""
        return len(self.occurrences)


class VideoEntry(_View):
    """A video as a list shows it."""

    video_id: str
    title: str
    kind: str
    duration_ms: int
    status: str


class VideoList(_View):
    """A page of videos; ``next_cursor`` is None on the last page."""

    videos: tuple[VideoEntry, ...]
    next_cursor: str | None = None


class Chapter(_View):
    """A super event with its macro events."""

    super_event: Event
    macro_events: tuple[Event, ...]


class VideoOverview(VideoEntry):
    """One video in full: facts of the media, ``counts`` as ``ingest`` reports them, the outline."""

    uri: str | None = None
    width: int | None = None
    height: int | None = None
    recorded_at: str | None = None
    summary: str = ""
    counts: dict[str, int | dict[str, int]]
    outline: tuple[Chapter, ...]
