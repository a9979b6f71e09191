"""What reading a window yields: events, links between them, and ties between things."""

from collections import Counter
from dataclasses import dataclass, field, replace

from graph_schema.relationships import RelationType
from language.actions import Frame
from language.entities import Referent


@dataclass(frozen=True, slots=True)
class Passage:
    """A cue as it is read: its text, and who speaks where the track says so."""

    text: str
    speaker: str | None = None


@dataclass(slots=True, eq=False)
class Event:
    """One event of a passage with everything resolved. ``sentence`` is verbatim."""

    passage: int
    label: str
    sentence: str
    subjects: tuple[Referent, ...] = ()
    objects: tuple[Referent, ...] = ()
    tools: tuple[Referent, ...] = ()
    place: Referent | None = None
    confidence: float = 0.9
    frame: Frame | None = None


@dataclass(frozen=True, slots=True)
class Tie:
    """A stated relation between two things at one time."""

    passage: int
    source: Referent
    target: Referent
    type: RelationType
    label: str
    sentence: str

    def moved(self, passage: int) -> "Tie":
        """The same, counted from elsewhere."""
        return replace(self, passage=passage)


@dataclass(frozen=True, slots=True)
class EventLink:
    """A stated cause, means or order between two events."""

    source: Event
    target: Event
    type: RelationType
    sentence: str
    marker: str


@dataclass(slots=True)
class Sighting:
    """A referent in one passage: the words it goes by there, and its adjectives."""

    passage: int
    referent: Referent
    surfaces: set[str] = field(default_factory=set)
    modifiers: set[str] = field(default_factory=set)


@dataclass(slots=True)
class WindowReading:
    """All that was read. ``terms`` are the content words of each passage, ``continues`` whether a
    passage begins by pointing back (*It …*, *Then …*); both depend on the passage alone."""

    events: list[Event] = field(default_factory=list)
    links: list[EventLink] = field(default_factory=list)
    ties: list[Tie] = field(default_factory=list)
    sightings: dict[tuple[int, str], Sighting] = field(default_factory=dict)
    terms: list[Counter[str]] = field(default_factory=list)
    continues: list[bool] = field(default_factory=list)
