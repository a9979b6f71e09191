"""Small films whose pictures say which frame they are, written with PyAV."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.stream import Disposition
from av.subtitles.subtitle import SubtitleSet

WIDTH, HEIGHT, BITS = 320, 240, 10
CELL = WIDTH // BITS
TIME_BASE = Fraction(1, 120_000)
"""Holds milliseconds and the frames of 24, 25 and 30 / 1.001 a second exactly."""

MS = Fraction(1, 1000)
_COLOURS = ((40, 90, 160), (190, 120, 30), (60, 160, 70), (150, 40, 120))
_ASS_HEADER = b"""[Script Info]
ScriptType: v4.00+
[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, \
Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, \
Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,16,&Hffffff,&Hffffff,&H0,&H0,0,0,0,0,100,100,0,0,1,1,0,2,10,10,10,0
[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
"""


def drawn(index: int, scene: int) -> np.ndarray:
    """A picture with the frame's number in ten cells at the top, over the colour of its scene."""
    image = np.empty((HEIGHT, WIDTH, 3), dtype=np.uint8)
    image[:] = _COLOURS[scene % len(_COLOURS)]
    image[HEIGHT // 2 :, :: 2 + scene] //= 2
    for bit in range(BITS):
        image[: CELL // 2, bit * CELL : (bit + 1) * CELL] = 235 if index >> bit & 1 else 20
    return image


def number_in(image: np.ndarray) -> int:
    """The number drawn into a picture of any size."""
    height, width = image.shape[:2]
    cells = [image[height // 30, int((bit + 0.5) * width / BITS)].mean() for bit in range(BITS)]
    return sum(int(brightness > 127) << bit for bit, brightness in enumerate(cells))


def steady(frames: int, rate: int = 25, start: Fraction | int = 0) -> list[Fraction]:
    """Times (s) of frames at a constant rate."""
    return [start + Fraction(index, rate) for index in range(frames)]


@dataclass(frozen=True)
class Film:
    """A film with one frame at each of ``times`` (s), and whatever else is asked for.

    ``sound`` is from when to when (s) there is sound; ``subtitles`` are (start ms, end ms, text).
    ``turned`` stores the picture turned, with the display matrix that turns it back.
    """

    times: Sequence[Fraction]
    scene_of: Callable[[int], int] = lambda _: 0
    codec: str = "libx264"
    b_frames: int = 0
    gop: int = 12
    turned: int | None = None
    sound: tuple[float, float] | None = None
    cover: bool = False
    subtitle_codec: str | None = None
    subtitles: Sequence[tuple[int, int, str]] = ()
    metadata: dict[str, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    time_base: Fraction = TIME_BASE

    def write(self, path: Path) -> Path:
        """Write the film in the format of the file's suffix."""
        with av.open(str(path), "w", options=self.options) as output:
            output.metadata.update(self.metadata)
            video = self._video_stream(output)
            sound = output.add_stream("aac", rate=44100, layout="mono") if self.sound else None
            cover = self._cover_stream(output) if self.cover else None
            subtitles = self._subtitle_stream(output) if self.subtitle_codec else None
            if cover is not None:
                image = np.full((64, 64, 3), 200, dtype=np.uint8)
                output.mux(cover.encode(av.VideoFrame.from_ndarray(image)))
            for index, time in enumerate(self.times):
                output.mux(video.encode(self._picture(index, time)))
            output.mux(video.encode())
            if sound is not None:
                self._write_sound(output, sound)
            if subtitles is not None:
                self._write_subtitles(output, subtitles)
        return path

    def _video_stream(self, output: av.container.OutputContainer) -> av.VideoStream:
        stream = output.add_stream(self.codec, rate=25)
        on_its_side = self.turned in {90, -90}
        stream.width, stream.height = (HEIGHT, WIDTH) if on_its_side else (WIDTH, HEIGHT)
        stream.pix_fmt = "yuv420p"
        stream.codec_context.time_base = self.time_base
        stream.codec_context.gop_size = self.gop
        if self.codec == "libx264":
            x264 = f"bframes={self.b_frames}:scenecut=0"
            stream.options = {"preset": "ultrafast", "crf": "18", "x264-params": x264}
        if self.turned is not None:
            stream.set_display_rotation(self.turned)
        return stream

    def _picture(self, index: int, time: Fraction) -> av.VideoFrame:
        image = drawn(index, self.scene_of(index))
        if self.turned is not None:  # the matrix turns counter-clockwise; store it clockwise
            image = np.ascontiguousarray(np.rot90(image, -self.turned // 90))
        frame = av.VideoFrame.from_ndarray(image, format="rgb24")
        frame.pts, frame.time_base = round(time / self.time_base), self.time_base
        return frame

    def _cover_stream(self, output: av.container.OutputContainer) -> av.VideoStream:
        stream = output.add_stream("mjpeg", rate=1)
        stream.width, stream.height, stream.pix_fmt = 64, 64, "yuvj420p"
        stream.disposition = Disposition.attached_pic
        return stream

    def _subtitle_stream(self, output: av.container.OutputContainer) -> av.stream.Stream:
        stream = output.add_stream(self.subtitle_codec)
        stream.metadata["language"] = "eng"
        stream.codec_context.subtitle_header = _ASS_HEADER
        stream.codec_context.time_base = stream.time_base = MS
        return stream

    def _write_sound(self, output: av.container.OutputContainer, stream: av.AudioStream) -> None:
        assert self.sound is not None
        start, end = (int(44100 * time) for time in self.sound)
        for at in range(start, end, 1024):
            silence = np.zeros((1, 1024), dtype=np.float32)
            frame = av.AudioFrame.from_ndarray(silence, format="fltp", layout="mono")
            frame.sample_rate, frame.pts, frame.time_base = 44100, at, Fraction(1, 44100)
            output.mux(stream.encode(frame))
        output.mux(stream.encode())

    def _write_subtitles(
        self, output: av.container.OutputContainer, stream: av.stream.Stream
    ) -> None:
        for number, (start, end, text) in enumerate(self.subtitles):
            line = f"{number},0,Default,Ann,0,0,0,,{text}".encode()
            packet = stream.codec_context.encode_subtitle(
                SubtitleSet.create(line, 0, end - start, start)
            )
            packet.stream, packet.time_base = stream, MS
            packet.pts = packet.dts = start
            packet.duration = end - start
            output.mux(packet)
