"""The streaming rule: windows, events that cross them, and a partition whatever is answered."""

from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from graph_schema.perception_document import (
    EntitySeen,
    MacroEventSeen,
    MicroEventSeen,
    PerceptionDocument,
    RelationSeen,
)
from ingestion.perceivers.window import Window
from ingestion.segmentation import (
    UNPERCEIVED_LABEL,
    Footage,
    PerceivedWindow,
    joined,
    next_start_ms,
    perceive_windows,
)
from runtime.settings import Settings

MINUTE = 60_000


@dataclass
class Scripted:
    """Sees the events of a script: those that end inside a window are complete."""

    ends_ms: list[int]
    name: str = "scripted"
    model: str | None = None
    prompt: str | None = None
    seen: list[Window] = field(default_factory=list)

    def perceive(self, window: Window) -> PerceptionDocument:
        self.seen.append(window)
        start_ms, end_ms = window.span.start_ms, window.span.end_ms
        ends = [end for end in self.ends_ms if start_ms < end < end_ms]
        if window.is_last:
            ends.append(end_ms)
        events = []
        for number, end in enumerate(ends, start=1):
            events.append(
                MacroEventSeen(
                    key=f"m{number}",
                    label=f"until {end}",
                    start_ms=start_ms,
                    end_ms=end,
                    entities=(EntitySeen(key="a1", name="cook"),),
                    micro_events=(
                        MicroEventSeen(
                            key="e1", label="acts", start_ms=start_ms, end_ms=end, subjects=("a1",)
                        ),
                    ),
                )
            )
            start_ms = end
        relations = tuple(
            RelationSeen(source=f"{one.key}/e1", target=f"{two.key}/e1", type="CAUSES")
            for one, two in pairwise(events)
        )
        return PerceptionDocument(macro_events=tuple(events), relations=relations)


def windows(perceiver: Scripted, duration_ms: int, window_s: int = 120) -> list[PerceivedWindow]:
    footage = Footage(duration_ms, (), ())
    return list(perceive_windows(perceiver, footage, Settings(window_s=window_s)))


def test_an_event_cut_by_the_window_is_perceived_again_from_its_start() -> None:
    perceiver = Scripted([50_000, 110_000, 170_000, 230_000])
    result = windows(perceiver, 5 * MINUTE)
    assert [(one.span.start_ms, one.span.end_ms) for one in (w for w in perceiver.seen)] == [
        (0, 120_000),
        (110_000, 230_000),
        (170_000, 290_000),
        (230_000, 300_000),
    ]
    spans = [(event.start_ms, event.end_ms) for event in joined(result).macro_events]
    assert spans == [
        (0, 50_000),
        (50_000, 110_000),
        (110_000, 170_000),
        (170_000, 230_000),
        (230_000, 300_000),
    ]


@pytest.mark.parametrize("window_s", [10, 60, 120, 600])
@pytest.mark.parametrize("duration_ms", [1, 9_999, 596_458, 25 * MINUTE])
def test_events_partition_the_media(window_s: int, duration_ms: int) -> None:
    document = joined(
        windows(Scripted(list(range(7_000, duration_ms, 37_000))), duration_ms, window_s)
    )
    edges = [event.start_ms for event in document.macro_events]
    ends = [event.end_ms for event in document.macro_events]
    assert edges[0] == 0
    assert ends[-1] == duration_ms
    assert edges[1:] == ends[:-1]
    assert all(start < end for start, end in zip(edges, ends, strict=True))


def test_a_window_without_a_complete_event_is_closed_and_says_so() -> None:
    perceiver = Scripted([])
    result = windows(perceiver, 5 * MINUTE)
    assert [next_start_ms(one) for one in result] == [120_000, 240_000, 300_000]
    assert [len(one.warnings) for one in result] == [1, 1, 0]
    assert "0:00-2:00" in result[0].warnings[0]


def test_a_perceiver_that_sees_nothing_still_leaves_no_gap() -> None:
    class Blind(Scripted):
        def perceive(self, window: Window) -> PerceptionDocument:
            return PerceptionDocument(macro_events=())

    document = joined(windows(Blind([]), 3 * MINUTE))
    assert [event.label for event in document.macro_events] == [UNPERCEIVED_LABEL] * 2
    assert document.macro_events[-1].end_ms == 3 * MINUTE


def test_gaps_overlaps_and_times_outside_are_mended() -> None:
    class Careless(Scripted):
        def perceive(self, window: Window) -> PerceptionDocument:
            spans = [(5_000, 20_000), (15_000, 30_000), (16_000, 18_000), (40_000, 999_000)]
            return PerceptionDocument(
                macro_events=tuple(
                    MacroEventSeen(
                        key=f"m{n}",
                        label="x",
                        start_ms=start,
                        end_ms=end,
                        micro_events=(
                            MicroEventSeen(key="e", label="y", start_ms=start, end_ms=end),
                        ),
                    )
                    for n, (start, end) in enumerate(spans)
                )
            )

    document = joined(windows(Careless([]), MINUTE))
    spans = [(event.start_ms, event.end_ms) for event in document.macro_events]
    assert spans == [(0, 20_000), (20_000, 30_000), (30_000, 60_000)]
    assert all(
        micro.end_ms <= MINUTE for event in document.macro_events for micro in event.micro_events
    )


def test_a_resumed_job_perceives_only_what_is_missing() -> None:
    ends = list(range(30_000, 10 * MINUTE, 30_000))
    first = windows(Scripted(ends), 10 * MINUTE)
    kept = dict(enumerate(first[:2]))
    again = Scripted(ends)
    footage = Footage(10 * MINUTE, (), ())
    result = list(
        perceive_windows(
            again, footage, Settings(window_s=120), lambda number, start_ms: kept.get(number)
        )
    )
    assert result == first
    assert len(again.seen) == len(first) - 2


def test_keys_are_renumbered_and_relations_follow() -> None:
    document = joined(windows(Scripted(list(range(40_000, 5 * MINUTE, 40_000))), 5 * MINUTE))
    assert [event.key for event in document.macro_events] == [
        f"m{n}" for n in range(1, len(document.macro_events) + 1)
    ]
    keys = {f"{event.key}/e1" for event in document.macro_events}
    assert document.relations
    assert all(one.source in keys and one.target in keys for one in document.relations)
    starts = {event.key: event.start_ms for event in document.macro_events}
    assert all(
        starts[one.source.split("/")[0]] < starts[one.target.split("/")[0]]
        for one in document.relations
    )
