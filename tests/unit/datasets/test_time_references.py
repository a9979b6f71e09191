"""Times as benchmark files write them: known as they stand, or unknown with the reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.datasets.time_references import Odd, clock_ms, read_window, seconds_ms
from graph_schema.time_span import TimeSpan

HOUR = 3_600_000


@pytest.mark.parametrize(
    ("text", "start_ms", "end_ms"),
    [
        ("00:15-00:19", 15_000, 19_000),
        ("00:00-01:16", 0, 76_000),
        (" 04:19 - 08:41 ", 259_000, 521_000),
        ("1:02:03-1:02:05", 3_723_000, 3_725_000),
        ("99:59-99:59", 5_999_000, 6_000_000),
        ("01:01-01:01", 61_000, 62_000),
    ],
)
def test_windows_and_moments(text: str, start_ms: int, end_ms: int) -> None:
    read = read_window(text, duration_ms=2 * HOUR)
    assert (read.span, read.odd) == (TimeSpan(start_ms, end_ms), None)


@pytest.mark.parametrize(
    ("text", "odd"),
    [
        ("08:17-None", Odd.NO_END),
        ("None-08:17", Odd.NO_START),
        ("None-None", Odd.MISSING),
        ("", Odd.MISSING),
        (None, Odd.MISSING),
        (12.5, Odd.MISSING),
        ("33:52-33:46", Odd.REVERSED),
        ("63:20-03:35", Odd.REVERSED),
        ("00:00-00:00", Odd.ZERO),
        ("08:17", Odd.NOT_A_TIME),
        ("00:61-00:70", Odd.NOT_A_TIME),
        ("1:75:00-1:76:00", Odd.NOT_A_TIME),
        ("eight-nine", Odd.NOT_A_TIME),
        ("01:00-02:00-03:00", Odd.NOT_A_TIME),
        ("-1:00-02:00", Odd.NOT_A_TIME),
        ("110:35-110:44", Odd.UNCERTAIN),
    ],
)
def test_odd_references_are_unknown(text: object, odd: Odd) -> None:
    read = read_window(text)
    assert (read.span, read.odd) == (None, odd)


def test_minutes_above_99_are_believed_of_a_video_that_long() -> None:
    span = TimeSpan(6_635_000, 6_644_000)
    assert read_window("110:35-110:44", duration_ms=126 * 60_000).span == span
    assert read_window("110:35-110:44", duration_ms=60 * 60_000).odd is Odd.BEYOND


def test_a_window_may_end_with_the_second_in_which_the_video_ends() -> None:
    assert read_window("00:00-01:40", duration_ms=99_400).span == TimeSpan(0, 100_000)
    assert read_window("00:00-01:41", duration_ms=99_400).odd is Odd.BEYOND


_PIECES = st.sampled_from(
    ["None", "nan", "00:00", "0", ":", "-", "--", " ", "99", "114:16", "08:17", "٣:٠٥", "1e9", "-1"]
)


@given(
    st.one_of(
        st.text(max_size=20),
        st.lists(_PIECES, max_size=6).map("".join),
        st.none(),
        st.floats(),
        st.from_regex(r"\d{1,4}:\d{2}-\d{1,4}:\d{2}", fullmatch=True),
    ),
    st.one_of(st.none(), st.integers(0, 10 * HOUR)),
)
def test_garbage_never_becomes_a_reversed_or_empty_window(
    text: object, duration_ms: int | None
) -> None:
    read = read_window(text, duration_ms)
    assert (read.span is None) == (read.odd is not None)
    if read.span is not None:
        assert 0 <= read.span.start_ms < read.span.end_ms
        assert isinstance(text, str)
        assert text.replace(" ", "") != "00:00-00:00"
        assert duration_ms is None or read.span.end_ms <= duration_ms + 2000


@given(st.text(max_size=12))
def test_a_clock_is_read_or_refused(text: str) -> None:
    assert (clock_ms(text) or 0) >= 0


@pytest.mark.parametrize(
    ("value", "ms"),
    [
        (215, 215_000),
        (88.43, 88_430),
        (0, 0),
        (-1, None),
        (float("nan"), None),
        (float("inf"), None),
        (1e300, None),
        (True, None),
        ("215", None),
        (None, None),
    ],
)
def test_numbers_of_seconds(value: object, ms: int | None) -> None:
    assert seconds_ms(value) == ms
