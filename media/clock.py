"""The media clock: exact presentation times, counted from the start of the media.

A container stores when each frame is shown as a whole number of ticks (``pts``) of a time base.
Those numbers rarely start at zero, some formats let them wrap or start over in the middle of a
file, and raw streams have none. :class:`MediaClock` says how one file's ticks become media time;
:class:`PresentationTimes` follows them frame by frame. Times are :class:`~fractions.Fraction`
seconds and are floored to milliseconds once, by :func:`graph_schema.time_span.floor_ms`.
"""

from dataclasses import dataclass
from fractions import Fraction

from graph_schema.time_span import floor_ms

RESTART = Fraction(1, 5)
"""A step back by more than this (s) is a clock that started over; less is jitter of a recorder."""

LONGEST_PAUSE = Fraction(10)
"""In formats whose clock may jump (MPEG transport streams), a step forward by more than this (s)
is a jump of the clock, as players take it; elsewhere it is a pause that really is in the file."""


@dataclass(frozen=True, slots=True)
class MediaClock:
    """How the ticks of a file's video stream become media time.

    ``time_base``: seconds per tick. ``zero``: the file's time, in seconds, at which media time
    starts. ``frame_interval``: seconds a frame is shown where the file does not say.
    ``may_jump``: the format allows its clock to jump forward. ``seekable``: times can be found by
    seeking; False where the clock starts over or frames carry no times.
    """

    time_base: Fraction
    zero: Fraction
    frame_interval: Fraction
    may_jump: bool = False
    seekable: bool = True

    def times(self) -> "PresentationTimes":
        """A fresh follower of the clock, for reading the video stream from its start."""
        return PresentationTimes(self)

    def file_time(self, ticks: int, time_base: Fraction | None = None) -> Fraction:
        """Media time in seconds of a timestamp, on a clock that does not start over.

        ``time_base`` is that of another stream of the same file (a subtitle track), if given.
        """
        return ticks * (time_base or self.time_base) - self.zero

    def ticks_at(self, at_ms: int) -> int:
        """The last tick at or before a media time in ms: where to seek."""
        ticks = (Fraction(at_ms, 1000) + self.zero) / self.time_base
        return ticks.numerator // ticks.denominator


class PresentationTimes:
    """Media times of frames given in the order they are shown; never runs backwards.

    ``restarts`` counts how often the clock started over or jumped and was carried on from the end
    of the frame before; ``assumed`` counts frames without a timestamp, taken to follow on.
    """

    def __init__(self, clock: MediaClock) -> None:
        self._clock = clock
        self._shift = Fraction(0)
        self._last: Fraction | None = None
        self.end = Fraction(0)
        """When the frame last seen stops being shown, in seconds of media time."""
        self.restarts = 0
        self.assumed = 0

    def of(self, pts: int | None, duration: int | None = None) -> Fraction:
        """Media time in seconds of the next frame; ``pts`` and ``duration`` in ticks."""
        if pts is None:
            time = self.end
            self.assumed += 1
        else:
            time = self._on_one_line(self._clock.file_time(pts) + self._shift)
        shown_for = duration * self._clock.time_base if duration else self._clock.frame_interval
        self._last = time
        self.end = time + shown_for
        return time

    def _on_one_line(self, time: Fraction) -> Fraction:
        if self._last is None:
            return max(time, Fraction(0))
        step = time - self._last
        if step < -RESTART or (self._clock.may_jump and step > LONGEST_PAUSE):
            self._shift += self.end - time
            self.restarts += 1
            return self.end
        return max(time, self._last)

    @property
    def end_ms(self) -> int:
        """:attr:`end` in whole milliseconds."""
        return floor_ms(self.end)
