"""Decoding the frames of one video stream in the order they are shown, past damaged places."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import av
import av.container
from av.error import FFmpegError

from media.container import open_media, packets
from media.packet_scan import exact
from runtime.errors import BadMediaError


@dataclass(frozen=True, slots=True)
class PictureFormat:
    """The shape of the stored picture and how it is meant to be shown."""

    width: int
    height: int
    rotation: int
    pixel_aspect: Fraction


def video_stream(container: av.container.InputContainer, index: int) -> av.VideoStream:
    """The stream of that index, which :func:`media.probe.probe` found to be video."""
    stream = container.streams[index]
    assert isinstance(stream, av.VideoStream)
    return stream


def decoded_frames(
    container: av.container.InputContainer,
    stream: av.VideoStream,
    on_damage: Callable[[str], None] = lambda _: None,
) -> Iterator[av.VideoFrame]:
    """Frames from the container's present position on; damaged packets and frames are left out.

    ``on_damage`` hears of each place that could not be decoded.
    """
    try:
        for packet in packets(container, [stream]):
            try:
                frames = packet.decode()
            except FFmpegError as error:
                on_damage(error.strerror or str(error))
                continue
            for frame in frames:
                if isinstance(frame, av.VideoFrame) and not frame.is_corrupt:
                    yield frame
    except (FFmpegError, OSError) as error:
        on_damage(error.strerror or str(error))


def first_picture(path: Path, stream_index: int) -> PictureFormat:
    """The format of the first frame that can be decoded. Raises ``BadMediaError`` if none can."""
    with open_media(path) as container:
        stream = video_stream(container, stream_index)
        if stream.codec_context is None:
            raise BadMediaError(
                f"{path.name!r}: no decoder is known for its video",
                hint="Convert it, for example to H.264 in mp4.",
            )
        damage: list[str] = []
        for frame in decoded_frames(container, stream, damage.append):
            aspect = stream.sample_aspect_ratio
            return PictureFormat(
                frame.width, frame.height, frame.rotation, exact(aspect) if aspect else Fraction(1)
            )
        reason = damage[0] if damage else "no frame came out of it"
        raise BadMediaError(f"{path.name!r}: its video cannot be decoded ({reason})")
