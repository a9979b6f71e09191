"""Pictures at given media times, found by seeking."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import av
from av.error import FFmpegError

from graph_schema.time_span import floor_ms
from media.container import open_media
from media.decoding import decoded_frames, video_stream
from media.pictures import Picture, PictureMaker
from media.probe import MediaInfo, probe
from runtime.errors import BadMediaError

STEP_BACK_MS = 10_000
"""How much further back to seek when a seek landed after the time wanted; doubled each time."""

READ_ON_MS = 2_000
"""A time this close after the last frame is reached by decoding on rather than by a seek."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture as shown, upright RGB (height × width × 3), and when it comes up in ms."""

    at_ms: int
    image: Picture


def frames_at(
    path: Path, times_ms: Iterable[int], info: MediaInfo | None = None, longest: int | None = None
) -> Iterator[Frame]:
    """For each media time the frame on screen then: the last that comes up at or before it.

    One frame is given for each time, in the order asked; a time before the first frame gets the
    first, one after the end the last. ``info`` saves probing again; ``longest`` limits the longer
    side in pixels.

    Raises:
        NotFoundError, BadMediaError: as :func:`media.probe.probe`.
    """
    info = info or probe(path)
    pictures = PictureMaker(info.stored_size, info.rotation, info.pixel_aspect, longest)
    with ExitStack() as open_files:
        reader = _Reader(path, info, open_files)
        for wanted in times_ms:
            at_ms, frame = reader.frame_on_screen(max(0, wanted))
            yield Frame(at_ms, pictures.rgb(frame))


class _Reader:
    """A position in the video stream that moves on by decoding and elsewhere by seeking."""

    def __init__(self, path: Path, info: MediaInfo, open_files: ExitStack) -> None:
        self._path = path
        self._info = info
        self._open_files = open_files
        self._begin()

    def _begin(self) -> None:
        """Read from the very start: opening again is the one way that works for every format."""
        self._open_files.close()
        self._container = self._open_files.enter_context(open_media(self._path))
        self._stream = video_stream(self._container, self._info.video_stream)
        self._stream.thread_type = "AUTO"
        self._read_on()

    def _read_on(self) -> None:
        times = self._info.clock.times()
        self._frames = (
            (floor_ms(times.of(frame.pts, frame.duration)), frame)
            for frame in decoded_frames(self._container, self._stream)
        )
        self._ahead = next(self._frames, None)
        self._shown: tuple[int, av.VideoFrame] | None = None

    def frame_on_screen(self, wanted: int) -> tuple[int, av.VideoFrame]:
        """Time in ms and frame of the last frame at or before ``wanted``, or the first of all."""
        here = self._shown or self._ahead
        near = here is not None and here[0] <= wanted
        if self._info.clock.seekable:
            if not near or (here is not None and wanted - here[0] > READ_ON_MS):
                self._seek_before(wanted)
        elif not near:
            self._begin()
        while self._ahead is not None and (self._shown is None or self._ahead[0] <= wanted):
            self._shown, self._ahead = self._ahead, next(self._frames, None)
        if self._shown is None:
            raise BadMediaError("not one frame of the video can be decoded")
        return self._shown

    def _seek_before(self, wanted: int) -> None:
        """Seek so that the first frame read comes up at or before ``wanted``."""
        back = 0
        while wanted - back > 0:
            ticks = self._info.clock.ticks_at(wanted - back)
            try:
                self._container.seek(ticks, stream=self._stream, backward=True)
            except FFmpegError:
                break
            self._read_on()
            if self._ahead is not None and self._ahead[0] <= wanted:
                return
            back = 2 * back or STEP_BACK_MS
        self._begin()
