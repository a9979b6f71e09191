"""Short ways to read a text and say what was read."""

from collections.abc import Callable, Sequence

import pytest

from language.events import Passage, WindowReading
from language.reading import read_passages

Frame = tuple[str, str, str]


def frames_of(reading: WindowReading) -> list[Frame]:
    """(actors, verb with lead and particle, objects) of every event, names joined by ``+``."""
    return [
        (
            "+".join(r.name for r in event.subjects),
            " ".join(
                word
                for word in (
                    *(lead.lemma for lead in event.frame.lead),
                    event.frame.lemma,
                    event.frame.particle,
                )
                if word
            ),
            "+".join(r.name for r in event.objects),
        )
        for event in reading.events
        if event.frame is not None
    ]


@pytest.fixture(scope="session")
def read() -> Callable[..., WindowReading]:
    """Reads texts as the cues of one window."""

    def reading(*texts: str, first_person: str | None = None) -> WindowReading:
        return read_passages([Passage(text) for text in texts], first_person)

    return reading


def links_of(reading: WindowReading) -> list[tuple[str, str, str]]:
    """(label of the source, type, label of the target) of every link."""
    return [(k.source.label, k.type.value, k.target.label) for k in reading.links]


def labels_of(reading: WindowReading) -> list[str]:
    """The labels of all events, in order."""
    return [event.label for event in reading.events]


def names_of(reading: WindowReading) -> dict[str, str]:
    """Name and type of everything seen."""
    return {s.referent.name: s.referent.type for s in reading.sightings.values()}


__all__: Sequence[str] = ("frames_of", "labels_of", "links_of", "names_of", "read")
