"""Reading every packet of a file once, without decoding: what is really in it, and when.

Headers promise; packets are the content. A cut download keeps its promises in the header, and a
clock that starts over shows only in the packets.
"""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction

import av
import av.container
import av.stream
import numpy as np
from av.error import FFmpegError
from numpy.typing import NDArray

from media.clock import LONGEST_PAUSE, RESTART, MediaClock, PresentationTimes
from media.container import packets

Ticks = NDArray[np.int64]

_NONE = -(2**63)


@dataclass(slots=True)
class StreamScan:
    """The packets of one stream: its timestamps in the order stored, ticks of ``time_base``."""

    time_base: Fraction
    pts: "array[int]" = field(default_factory=lambda: array("q"))
    durations: "array[int]" = field(default_factory=lambda: array("q"))
    restarts: list[int] = field(default_factory=list)
    """Numbers of the packets at which the decoding clock goes back."""
    _last_dts: int | None = None

    def add(self, packet: "av.Packet[av.stream.Stream]") -> None:
        """Take note of one packet with content."""
        dts = packet.dts
        if dts is not None:
            if self._last_dts is not None and (self._last_dts - dts) * self.time_base > RESTART:
                self.restarts.append(len(self.pts))
            self._last_dts = dts
        self.pts.append(_NONE if packet.pts is None else packet.pts)
        self.durations.append(packet.duration or 0)

    def runs(self) -> list[tuple[Ticks, Ticks]]:
        """Timestamps and durations in the order shown, a pair for each run of the clock.

        Packets without a time count only before the first with one (later they are second fields
        and the like); they come first.
        """
        pts = np.frombuffer(self.pts, dtype=np.int64)
        durations = np.frombuffer(self.durations, dtype=np.int64)
        runs = []
        counts = pts != _NONE
        counts[: self.untimed_at_start] = True
        for part in np.split(np.arange(len(pts)), self.restarts):
            kept = part[counts[part]]
            order = kept[np.argsort(pts[kept], kind="stable")]  # _NONE is the smallest
            if len(order):
                runs.append((pts[order], durations[order]))
        return runs

    @property
    def untimed_at_start(self) -> int:
        """How many packets come before the first with a presentation time; all, if none has one."""
        return next((n for n, tick in enumerate(self.pts) if tick != _NONE), len(self.pts))

    @property
    def has_times(self) -> bool:
        """Whether any packet carries a presentation time."""
        return self.untimed_at_start < len(self.pts)

    def first(self) -> Fraction | None:
        """When the first timed packet is shown, in seconds of the file's own time."""
        if not self.has_times:
            return None
        first_run = self.runs()[0][0]
        return int(first_run[first_run != _NONE][0]) * self.time_base

    def last_end(self) -> Fraction | None:
        """When the last packet of the last run stops, in seconds of the file's own time."""
        if not self.has_times:
            return None
        pts, durations = self.runs()[-1]
        return int(pts[-1] + durations[-1]) * self.time_base

    def typical_interval(self) -> Fraction | None:
        """The median time between two frames in seconds, None where no two are timed."""
        if not self.has_times:
            return None
        steps = np.concatenate([np.diff(pts[pts != _NONE]) for pts, _ in self.runs()])
        steps = steps[steps > 0]
        return int(np.median(steps)) * self.time_base if len(steps) else None


@dataclass(slots=True)
class PacketScan:
    """What :func:`scan_packets` found, by stream index; ``damage`` says where reading broke off."""

    streams: dict[int, StreamScan]
    damage: str | None = None


def scan_packets(
    container: av.container.InputContainer, streams: Iterable[av.stream.Stream]
) -> PacketScan:
    """Read all packets of ``streams``; one pass over the file, a few numbers kept per packet."""
    wanted = list(streams)
    scan = PacketScan({s.index: StreamScan(exact(s.time_base)) for s in wanted})
    try:
        for packet in packets(container, wanted):
            if packet.size and not packet.is_corrupt and not packet.is_discard:
                scan.streams[packet.stream_index].add(packet)
    except (FFmpegError, OSError) as error:
        scan.damage = error.strerror or str(error)
    return scan


def exact(value: Fraction | None) -> Fraction:
    """A rational that PyAV always knows (some streams lack it only while they are written).

    PyAV 19 gives rationals of its own, which count differently; here everything is a Fraction.
    """
    assert value is not None
    return Fraction(value.numerator, value.denominator)


def follow(scan: StreamScan, clock: MediaClock) -> PresentationTimes:
    """The state of the clock after all of a stream's frames were shown."""
    times = clock.times()
    runs = scan.runs()
    unbroken = len(runs) == 1 and scan.untimed_at_start == 0
    if unbroken and (not clock.may_jump or longest_pause(scan) <= LONGEST_PAUSE):
        # A day of video has millions of frames that merely follow on: take the ends.
        runs = [(pts[[0, -1]], durations[[0, -1]]) for pts, durations in runs]
        times = replace(clock, may_jump=False).times()
    for pts, durations in runs:
        for tick, duration in zip(pts.tolist(), durations.tolist(), strict=True):
            times.of(None if tick == _NONE else tick, duration)
    return times


def longest_pause(scan: StreamScan) -> Fraction:
    """The longest time between two frames of one run of the clock, in seconds."""
    steps = [np.diff(pts[pts != _NONE]) for pts, _ in scan.runs()]
    longest = max((int(part.max()) for part in steps if len(part)), default=0)
    return longest * scan.time_base
