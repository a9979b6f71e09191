"""Presentation times: exact, never backwards, through jitter, restarts, jumps and gaps."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from media.clock import MediaClock

CLOCK = MediaClock(Fraction(1, 90_000), zero=Fraction(10), frame_interval=Fraction(1, 25))


def times_of(clock: MediaClock, ticks: list[int | None]) -> list[Fraction]:
    follower = clock.times()
    return [follower.of(tick, 3600) for tick in ticks]


def test_times_are_exact_and_relative_to_the_start() -> None:
    assert times_of(CLOCK, [900_000, 903_003]) == [0, Fraction(3003, 90_000)]


def test_a_wrapped_clock_goes_on() -> None:
    top = 2**33
    clock = MediaClock(Fraction(1, 90_000), Fraction(top - 3600, 90_000), Fraction(1, 25))
    assert times_of(clock, [top - 3600, 0, 3600]) == [0, Fraction(1, 25), Fraction(2, 25)]


def test_a_little_backwards_is_jitter() -> None:
    assert times_of(CLOCK, [900_000, 909_000, 905_000, 912_600]) == [
        0,
        Fraction(1, 10),
        Fraction(1, 10),
        Fraction(14, 100),
    ]


def test_a_pause_stays_unless_the_format_may_jump() -> None:
    ticks: list[int | None] = [900_000, 900_000 + 3600 * 90_000]
    jumping = MediaClock(Fraction(1, 90_000), Fraction(10), Fraction(1, 25), may_jump=True)
    assert times_of(CLOCK, ticks)[1] == 3600
    assert times_of(jumping, ticks)[1] == Fraction(1, 25)


def test_frames_without_times_follow_on() -> None:
    assert times_of(CLOCK, [None, None, 907_200]) == [0, Fraction(1, 25), Fraction(2, 25)]


def test_where_to_seek_is_never_after_the_time() -> None:
    assert CLOCK.ticks_at(0) == 900_000
    assert CLOCK.file_time(CLOCK.ticks_at(41)) <= Fraction(41, 1000)


@given(st.lists(st.none() | st.integers(-(2**33), 2**33), min_size=1))
def test_time_never_runs_backwards(ticks: list[int | None]) -> None:
    times = times_of(CLOCK, ticks)
    assert times == sorted(times)
    assert times[0] >= 0
