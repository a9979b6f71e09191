"""From where to where a file's content runs, and what is wrong with its times."""

from dataclasses import dataclass
from fractions import Fraction

from graph_schema.time_span import floor_ms, format_time
from media.clock import LONGEST_PAUSE, MediaClock
from media.packet_scan import StreamScan, follow, longest_pause

LONGEST_PRIMING = Fraction(64, 1000)
"""Audio encoders put up to this much (s) of padding before the first sample; sound that leads the
picture by no more is not what the media starts with."""

SOUND_OUTLASTS = Fraction(1)
"""Sound that goes on by more than this (s) after the last picture is part of the media's length;
less is the padding of an audio encoder."""

CUT_SHORT = Fraction(1, 2)
"""Content that ends by more than this (s) before the header says is worth a warning."""

USUAL_INTERVAL = Fraction(1, 25)
"""Seconds a frame is shown in a file that has one frame and says nothing."""


@dataclass(frozen=True, slots=True)
class Content:
    """The packets of the picture and of all sound tracks, beside what the header says of them.

    ``stated_rate`` in frames a second, ``promised`` the length the header gives in seconds,
    ``may_jump`` whether the format allows its clock to jump, ``damage`` where reading broke off.
    """

    video: StreamScan
    sounds: tuple[StreamScan, ...]
    stated_rate: Fraction | None
    promised: Fraction | None
    may_jump: bool
    damage: str | None

    def clock(self) -> MediaClock:
        """The clock whose zero is the first picture, or the sound where that leads for long."""
        interval = self.video.typical_interval()
        if interval is None:
            interval = 1 / self.stated_rate if self.stated_rate else USUAL_INTERVAL
        zero = self.video.first()
        if zero is None:
            zero = Fraction(0)
        else:
            zero -= self.video.untimed_at_start * interval
            leads = [first for sound in self.sounds if (first := sound.first()) is not None]
            if leads and zero - min(leads) > LONGEST_PRIMING:
                zero = min(leads)
        return MediaClock(
            time_base=self.video.time_base,
            zero=zero,
            frame_interval=interval,
            may_jump=self.may_jump,
            seekable=not (self.video.untimed_at_start or self.video.restarts or self._jumps()),
        )

    def duration_ms(self, clock: MediaClock) -> tuple[int, list[str]]:
        """Length of the media in ms, and warnings about its times."""
        times = follow(self.video, clock)
        end = times.end
        warnings = []
        if times.restarts:
            warnings.append(
                "the file's clock starts over or jumps "
                f"({times.restarts} ×); what follows is taken to go on from the frame before"
            )
        if times.assumed:
            warnings.append(
                f"frames without a presentation time ({times.assumed}): "
                f"{float(1 / clock.frame_interval):.3f} a second are assumed"
            )
        if not times.restarts:
            pause = longest_pause(self.video)
            if pause > max(LONGEST_PAUSE, 20 * clock.frame_interval):
                length = format_time(floor_ms(pause))
                warnings.append(f"the picture stands still for {length}: no frame is stored there")
            sound_end = self._sound_end(clock)
            if sound_end - end > SOUND_OUTLASTS:
                warnings.append(
                    f"the picture ends at {format_time(floor_ms(end))}, the sound at "
                    f"{format_time(floor_ms(sound_end))}; the last picture is taken to stay"
                )
                end = sound_end
            short = max(CUT_SHORT, 3 * clock.frame_interval)
            if self.promised is not None and self.promised - end > short:
                warnings.append(
                    f"the file promises {format_time(floor_ms(self.promised))} but ends at "
                    f"{format_time(floor_ms(end))}; it was probably cut off"
                )
        if self.damage:
            warnings.append(f"the file is damaged and could not be read to its end: {self.damage}")
        return max(1, floor_ms(end)), warnings

    def _jumps(self) -> bool:
        return self.may_jump and longest_pause(self.video) > LONGEST_PAUSE

    def _sound_end(self, clock: MediaClock) -> Fraction:
        ends = (sound.last_end() for sound in self.sounds)
        return max((end - clock.zero for end in ends if end is not None), default=Fraction(0))
