"""Shots and their keyframes in one decode of the picture.

PySceneDetect's adaptive detector looks at small copies of the frames; the cuts it reports split
``[0, duration)`` into half-open shots without gap or overlap. Every time comes from a frame's
presentation time on the media clock. Each shot's keyframe is chosen in the same pass, and shots are
given out as they end, so that memory does not grow with the length of the video.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import av
from av.video.reformatter import VideoReformatter
from scenedetect.common import (  # type: ignore[import-untyped]  # it ships no types
    FrameTimecode,
    Timecode,
)
from scenedetect.detectors import AdaptiveDetector  # type: ignore[import-untyped]  # as above

from graph_schema.time_span import floor_ms
from media.container import open_media
from media.decoding import decoded_frames, video_stream
from media.keyframes import KeyframeChoice
from media.pictures import PictureMaker, Size
from media.probe import MediaInfo
from runtime.errors import BadMediaError

MICROSECOND = Fraction(1, 1_000_000)
PROGRESS_EVERY_MS = 1000


@dataclass(frozen=True, slots=True)
class ShotRecipe:
    """How shots are found; PySceneDetect's defaults but for the width, which cost decides.

    ``adaptive_threshold``: how many times the change of the neighbouring frames a cut must reach;
    ``least_change``: mean change of hue, saturation and brightness (0-255) below which nothing is a
    cut; ``window``: neighbours looked at on each side; ``shortest_s``: no shot but the last is
    shorter (s); ``analysed_width`` and ``keyframe_longest`` in pixels.
    """

    adaptive_threshold: float = 3.0
    least_change: float = 15.0
    window: int = 2
    shortest_s: float = 0.6
    analysed_width: int = 160
    keyframe_longest: int = 960

    def detector(self) -> AdaptiveDetector:
        """A fresh detector for one video."""
        return AdaptiveDetector(
            adaptive_threshold=self.adaptive_threshold,
            min_scene_len=self.shortest_s,
            window_width=self.window,
            min_content_val=self.least_change,
        )


@dataclass(frozen=True, slots=True)
class DetectedShot:
    """A continuous take ``[start_ms, end_ms)`` and a picture from near its middle."""

    start_ms: int
    end_ms: int
    keyframe_ms: int
    keyframe_jpeg: bytes


def detect_shots(
    path: Path,
    info: MediaInfo,
    *,
    on_progress: Callable[[int], None] = lambda _: None,
    on_warning: Callable[[str], None] = lambda _: None,
    recipe: ShotRecipe = ShotRecipe(),
) -> list[DetectedShot]:
    """All shots of a video as a list; see :func:`iterate_shots`."""
    return list(
        iterate_shots(path, info, on_progress=on_progress, on_warning=on_warning, recipe=recipe)
    )


def iterate_shots(
    path: Path,
    info: MediaInfo,
    *,
    on_progress: Callable[[int], None] = lambda _: None,
    on_warning: Callable[[str], None] = lambda _: None,
    recipe: ShotRecipe = ShotRecipe(),
) -> Iterator[DetectedShot]:
    """The shots of a video, each as soon as it has ended; together exactly ``[0, duration_ms)``.

    ``on_progress`` gets the media time reached in ms, about once a second of media; ``on_warning``
    hears of damaged places.

    Raises:
        NotFoundError, BadMediaError: as :func:`media.probe.probe`, or no frame can be decoded.
    """
    damage: list[str] = []
    with open_media(path) as container:
        stream = video_stream(container, info.video_stream)
        stream.thread_type = "AUTO"
        frames = decoded_frames(container, stream, damage.append)
        times = info.clock.times()
        timed = ((times.of(frame.pts, frame.duration), frame) for frame in frames)
        yield from _split(timed, info, on_progress, recipe, path)
    if damage:
        on_warning(f"left out: damaged places in the picture ({len(damage)}), first: {damage[0]}")


def _split(
    timed: Iterator[tuple[Fraction, av.VideoFrame]],
    info: MediaInfo,
    on_progress: Callable[[int], None],
    recipe: ShotRecipe,
    path: Path,
) -> Iterator[DetectedShot]:
    detector = recipe.detector()
    analysed = Size(info.width, info.height).fitted(recipe.analysed_width)
    shrink = VideoReformatter()
    stored = (info.height, info.width) if info.rotation % 180 else (info.width, info.height)
    choice = KeyframeChoice(
        PictureMaker(Size(*stored), info.rotation, info.pixel_aspect, recipe.keyframe_longest)
    )
    undecided: deque[tuple[int, Fraction, av.VideoFrame]] = deque()
    start_ms, seen_ms = 0, None
    choice.start(Fraction(0))

    def close(end: Fraction, end_ms: int) -> DetectedShot:
        at, jpeg = choice.choose(end)
        return DetectedShot(start_ms, end_ms, min(max(floor_ms(at), start_ms), end_ms - 1), jpeg)

    for shown, frame in timed:
        ticks = int(shown / MICROSECOND)
        small = shrink.reformat(
            frame, analysed.width, analysed.height, "bgr24", interpolation="FAST_BILINEAR"
        )
        timecode = FrameTimecode(Timecode(ticks, MICROSECOND), info.frame_rate)
        cuts = {cut.pts for cut in detector.process_frame(timecode, small.to_ndarray())}
        undecided.append((ticks, shown, frame))
        if len(undecided) <= detector.event_buffer_length:
            continue
        # The detector looks `window` frames ahead: only now is the oldest frame's shot certain.
        decided, at, decided_frame = undecided.popleft()
        at_ms = floor_ms(at)
        if decided in cuts and start_ms < at_ms < info.duration_ms and seen_ms is not None:
            yield close(at, at_ms)
            start_ms = at_ms
            choice.start(at)
        choice.offer(at, decided_frame)
        if seen_ms is None or at_ms - seen_ms >= PROGRESS_EVERY_MS:
            seen_ms = at_ms
            on_progress(at_ms)
    for _, at, frame in undecided:
        seen_ms = floor_ms(at)
        choice.offer(at, frame)
    if seen_ms is None:
        raise BadMediaError(f"{path.name!r}: not one frame of its video can be decoded")
    yield close(Fraction(info.duration_ms, 1000), info.duration_ms)
    on_progress(info.duration_ms)
