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
from media.pictures import PictureMaker
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
        told_ms = -PROGRESS_EVERY_MS
        shot: _OpenShot | None = None
        for at, frame, is_cut in _with_cuts(frames, info, recipe):
            at_ms = floor_ms(at)
            if shot is None:
                shot = _OpenShot(info, recipe)
            elif is_cut and shot.start_ms < at_ms < info.duration_ms:
                yield shot.ended(at, at_ms)
            shot.choice.offer(at, frame)
            if at_ms - told_ms >= PROGRESS_EVERY_MS:
                told_ms = at_ms
                on_progress(at_ms)
    if shot is None:
        raise BadMediaError(f"{path.name!r}: not one frame of its video can be decoded")
    yield shot.ended(Fraction(info.duration_ms, 1000), info.duration_ms)
    on_progress(info.duration_ms)
    if damage:
        on_warning(f"left out: damaged places in the picture ({len(damage)}), first: {damage[0]}")


class _OpenShot:
    """The shot that is running, and the candidates for its keyframe."""

    def __init__(self, info: MediaInfo, recipe: ShotRecipe) -> None:
        self.start_ms = 0
        pictures = PictureMaker(
            info.stored_size, info.rotation, info.pixel_aspect, recipe.keyframe_longest
        )
        self.choice = KeyframeChoice(pictures)

    def ended(self, end: Fraction, end_ms: int) -> DetectedShot:
        """The shot as it ended; the next one runs from there on."""
        at, jpeg = self.choice.choose(end)
        at_ms = min(max(floor_ms(at), self.start_ms), end_ms - 1)
        shot = DetectedShot(self.start_ms, end_ms, at_ms, jpeg)
        self.start_ms = end_ms
        self.choice.start(end)
        return shot


def _with_cuts(
    frames: Iterator[av.VideoFrame], info: MediaInfo, recipe: ShotRecipe
) -> Iterator[tuple[Fraction, av.VideoFrame, bool]]:
    """Each frame with its media time (s) and whether a shot begins with it.

    The detector looks some frames ahead, so frames come out that many later than they went in.
    """
    detector = recipe.detector()
    times = info.clock.times()
    analysed = info.stored_size.fitted(recipe.analysed_width)
    shrink = VideoReformatter()
    undecided: deque[tuple[int, Fraction, av.VideoFrame]] = deque()
    for frame in frames:
        at = times.of(frame.pts, frame.duration)
        ticks = int(at / MICROSECOND)
        small = shrink.reformat(
            frame, analysed.width, analysed.height, "bgr24", interpolation="FAST_BILINEAR"
        )
        timecode = FrameTimecode(Timecode(ticks, MICROSECOND), info.frame_rate)
        cuts = {cut.pts for cut in detector.process_frame(timecode, small.to_ndarray())}
        undecided.append((ticks, at, frame))
        if len(undecided) > detector.event_buffer_length:
            oldest, decided_at, decided = undecided.popleft()
            yield decided_at, decided, oldest in cuts
    for _, at, frame in undecided:
        yield at, frame, False
