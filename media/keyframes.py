"""Choosing the picture that stands for a shot while the shot is still running."""

from fractions import Fraction

import av

from media.pictures import PictureMaker

FIRST_LOOK = Fraction(1, 4)
"""Seconds after the start of a shot of the first candidate but one."""

SPACING = Fraction(3, 2)
"""Each candidate lies this many times as far into the shot as the one before."""


class KeyframeChoice:
    """Keeps the few frames of a running shot one of which will lie near its middle.

    Where the middle is shows only at the end. Candidates at geometrically growing distances from
    the start bound the error to a fifth of the middle's distance, and those that can no longer be
    nearest are let go: three or four frames are held at any time, however long the shot.
    """

    def __init__(self, pictures: PictureMaker) -> None:
        self._pictures = pictures
        self._candidates: list[tuple[Fraction, av.VideoFrame]] = []
        self._start = Fraction(0)
        self._next = Fraction(0)

    def start(self, at: Fraction) -> None:
        """Begin the next shot at this media time (s); the first begins at 0."""
        self._candidates.clear()
        self._start = self._next = at

    def offer(self, at: Fraction, frame: av.VideoFrame) -> None:
        """Look at the shot's next frame, shown at this media time (s)."""
        if self._candidates and at < self._next:
            return
        self._candidates.append((at, self._pictures.scaled(frame)))
        offset = max((at - self._start) * SPACING, FIRST_LOOK)
        self._next = self._start + offset
        middle = (self._start + at) / 2
        while len(self._candidates) > 1 and self._candidates[1][0] <= middle:
            self._candidates.pop(0)

    def choose(self, end: Fraction) -> tuple[Fraction, bytes]:
        """Media time (s) and JPEG of the candidate nearest the middle of a shot ending here."""
        middle = (self._start + end) / 2
        at, frame = min(self._candidates, key=lambda candidate: abs(candidate[0] - middle))
        return at, self._pictures.jpeg(frame)
