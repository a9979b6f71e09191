"""Where macro events end: a partition, the same whatever the window, and where words change."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_schema.time_span import TimeSpan
from ingestion.perceivers.boundaries import RECIPE, Block, BoundaryRecipe, macro_spans

SECOND = 1000


def blocks_of(*topics: str, each_s: int = 5) -> list[Block]:
    return [
        Block(i * each_s * SECOND, (i + 1) * each_s * SECOND, Counter(topic.split()))
        for i, topic in enumerate(topics)
    ]


def test_the_boundary_stands_where_the_words_change():
    blocks = blocks_of(*["rabbit meadow flower"] * 7, *["sea boat captain"] * 7)
    spans = macro_spans(TimeSpan(0, 70_000), blocks, [], is_last=True)
    assert [span.end_ms for span in spans] == [35_000, 70_000]


def test_a_cue_that_points_back_begins_no_event():
    blocks = blocks_of(*["rabbit meadow"] * 7, *["sea boat"] * 7)
    pointing = [
        Block(b.start_ms, b.end_ms, b.terms, points_back=b.start_ms == 35_000) for b in blocks
    ]
    spans = macro_spans(TimeSpan(0, 70_000), pointing, [], is_last=True)
    assert 35_000 not in [span.end_ms for span in spans]


def test_the_boundary_moves_to_a_cut_in_the_pause():
    blocks = [
        Block(0, 24_000, Counter(["rabbit", "meadow"])),
        Block(28_000, 60_000, Counter(["sea", "boat"])),
    ]
    shots = [TimeSpan(0, 26_500), TimeSpan(26_500, 60_000)]
    spans = macro_spans(TimeSpan(0, 60_000), blocks, shots, is_last=True)
    assert spans[0].end_ms == 26_500


def test_an_open_event_is_left_out_until_the_last_window():
    blocks = blocks_of(*["rabbit meadow"] * 8)
    assert macro_spans(TimeSpan(0, 40_000), blocks, [], is_last=False) == []
    closed = macro_spans(TimeSpan(0, 40_000), blocks, [], is_last=True)
    assert (closed[0].start_ms, closed[-1].end_ms) == (0, 40_000)


def test_a_long_silence_is_an_event_of_its_own():
    talk = ["rabbit meadow"] * 4
    blocks = [*blocks_of(*talk), Block(300_000, 305_000, Counter({"sea": 1}))]
    spans = macro_spans(TimeSpan(0, 400_000), blocks, [], is_last=False)
    assert TimeSpan(20_000, 300_000) in spans


def test_no_cues_no_events():
    assert macro_spans(TimeSpan(0, 60_000), [], [], is_last=True) == []


@pytest.mark.parametrize("window_ms", [10_000, 30_000, 79_999, 80_000, 600_000])
def test_a_window_always_shows_enough_to_end_an_event(window_ms):
    recipe = RECIPE.for_window(window_ms)
    assert recipe.longest_ms + recipe.ahead_ms <= window_ms
    assert recipe.shortest_ms <= recipe.usual_ms <= recipe.longest_ms
    assert (recipe == RECIPE) == (window_ms >= RECIPE.longest_ms + RECIPE.ahead_ms)


cues = st.lists(
    st.tuples(st.integers(0, 20_000), st.integers(1, 30_000), st.sampled_from("abcdefg")),
    min_size=1,
    max_size=60,
)


@given(cues, st.booleans(), st.lists(st.integers(0, 900_000), max_size=20))
def test_events_follow_each_other_from_the_window_start(steps, is_last, cuts):
    blocks, start = [], 100_000
    for pause, length, word in steps:
        start += pause
        blocks.append(Block(start, start + length, Counter({word: 1})))
    window = TimeSpan(100_000, start + 40_000)
    edges = sorted({cut for cut in cuts if window.start_ms < cut < window.end_ms})
    ends = [window.start_ms, *edges, window.end_ms]
    shots = [TimeSpan(a, b) for a, b in pairwise(ends)]
    spans = macro_spans(window, blocks, shots, is_last=is_last)
    assert all(a.end_ms == b.start_ms for a, b in pairwise(spans))
    if spans:
        assert spans[0].start_ms == window.start_ms
        assert spans[-1].end_ms <= window.end_ms
    if is_last:
        assert spans[-1].end_ms == window.end_ms


@given(cues)
def test_the_same_start_ends_the_same_in_any_window_that_shows_enough(steps):
    blocks, start = [], 0
    for pause, length, word in steps:
        start += pause
        blocks.append(Block(start, start + length, Counter({word: 1})))
    end = start + 200_000
    whole = macro_spans(TimeSpan(0, end), blocks, [], is_last=False, recipe=BoundaryRecipe())
    short_end = min(end, 130_000)
    short = macro_spans(
        TimeSpan(0, short_end),
        [b for b in blocks if b.start_ms < short_end],
        [],
        is_last=False,
    )
    settled = [span for span in short if span.start_ms + 80_000 <= short_end]
    assert settled == [span for span in whole if span in settled]
    assert settled[:1] == whole[: len(settled[:1])]
