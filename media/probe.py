"""What a media file is: its picture, its length on the exact clock, its tracks, its identity."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import av
import av.container
import av.stream
from av.stream import Disposition

from media.clock import MediaClock
from media.container import open_media
from media.decoding import first_picture
from media.extent import USUAL_INTERVAL, Content
from media.packet_scan import PacketScan, exact, scan_packets
from media.picture_size import Size
from runtime.errors import BadMediaError


@dataclass(frozen=True, slots=True)
class SubtitleTrack:
    """A subtitle track inside a media file; ``index`` is the stream's, ``language`` as written."""

    index: int
    codec: str
    language: str | None
    title: str | None
    is_default: bool
    is_forced: bool


@dataclass(frozen=True, slots=True)
class MediaInfo:
    """A media file as it really is, from its packets.

    ``width`` and ``height`` are those of the picture as shown upright, in pixels of the file;
    ``rotation`` is how many degrees (0, 90, 180, 270) the stored picture is turned
    counter-clockwise for that; ``pixel_aspect`` is how wide a pixel is shown for its height.
    ``duration_ms`` runs from media time 0 to the end of the last frame, or of the sound where that
    goes on by more than a second. ``digest`` is the SHA-256 of the file's bytes, ``recorded_at``
    ISO 8601 with the zone the container gives. ``warnings`` say what is not as it should be.
    """

    duration_ms: int
    width: int
    height: int
    frame_rate: Fraction
    has_audio: bool
    subtitle_tracks: tuple[SubtitleTrack, ...]
    digest: str
    recorded_at: str | None
    warnings: tuple[str, ...]
    video_stream: int
    rotation: int
    pixel_aspect: Fraction
    clock: MediaClock

    @property
    def stored_size(self) -> Size:
        """The picture's size as stored, before it is turned upright."""
        turned = self.rotation % 180 == 90
        return Size(self.height, self.width) if turned else Size(self.width, self.height)


def probe(path: Path) -> MediaInfo:
    """Read a media file's packets (not its pictures, but for the first) and describe it.

    Raises:
        NotFoundError: there is no such file.
        BadMediaError: a folder, an empty file, not media, no video track, or no picture that
            can be decoded.
    """
    with open_media(path) as container:
        audio = list(container.streams.audio)
        candidates = [s for s in container.streams.video if not _is_cover(s)]
        if not candidates:
            raise BadMediaError(_no_video_message(path, container))
        scan = scan_packets(container, [*candidates, *audio])
        stream = _main_picture(path, candidates, scan)
        index = stream.index
        content = _content(container, stream, scan)
        frame_rate = _frame_rate(content)
        tracks = tuple(_subtitle_track(s) for s in container.streams.subtitles)
        recorded_at = _recorded_at([container.metadata, stream.metadata])
    clock = content.clock()
    duration_ms, warnings = content.duration_ms(clock)
    picture = first_picture(path, index)
    if picture.rotation % 90:
        warnings.append(
            f"the file asks to turn the picture by {picture.rotation} degrees; "
            "only quarter turns are done, so it stays as stored"
        )
    rotation = picture.rotation % 360 if picture.rotation % 90 == 0 else 0
    turned = rotation % 180 == 90
    return MediaInfo(
        duration_ms=duration_ms,
        width=picture.height if turned else picture.width,
        height=picture.width if turned else picture.height,
        frame_rate=frame_rate,
        has_audio=bool(audio),
        subtitle_tracks=tracks,
        digest=content_digest(path),
        recorded_at=recorded_at,
        warnings=tuple(warnings),
        video_stream=index,
        rotation=rotation,
        pixel_aspect=picture.pixel_aspect,
        clock=clock,
    )


def content_digest(path: Path) -> str:
    """SHA-256 of a file's bytes in hex, read in pieces."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _is_cover(stream: av.stream.Stream) -> bool:
    """Whether the container marks this stream as pictures that go with the media."""
    return bool(stream.disposition & (Disposition.attached_pic | Disposition.timed_thumbnails))


def _no_video_message(path: Path, container: av.container.InputContainer) -> str:
    holds = [
        name
        for name, streams in (
            ("audio", container.streams.audio),
            ("subtitles", container.streams.subtitles),
            ("a cover picture", container.streams.video),
        )
        if streams
    ]
    return f"{path.name!r} has no video track; it holds only {' and '.join(holds) or 'no media'}"


def _main_picture(path: Path, candidates: list[av.VideoStream], scan: PacketScan) -> av.VideoStream:
    """The video stream people mean: moving rather than still, default, then the largest."""
    stream = max(
        candidates,
        key=lambda s: (
            len(scan.streams[s.index].pts) > 1,
            bool(s.disposition & Disposition.default),
            (s.codec_context.width * s.codec_context.height) if s.codec_context else 0,
            -s.index,
        ),
    )
    if not scan.streams[stream.index].pts:
        raise BadMediaError(
            f"{path.name!r} has a video track but not one whole frame in it",
            hint="The recording or download was cut off; copy or download the file again.",
        )
    return stream


def _content(
    container: av.container.InputContainer, stream: av.VideoStream, scan: PacketScan
) -> Content:
    video = scan.streams[stream.index]
    rate = stream.average_rate or stream.guessed_rate
    promised = None
    if stream.duration is not None:
        promised = stream.duration * video.time_base
    elif container.duration is not None and container.duration > 0:
        promised = Fraction(container.duration, av.time_base)
    return Content(
        video=video,
        sounds=tuple(scan.streams[s.index] for s in container.streams.audio),
        stated_rate=exact(rate) if rate else None,
        promised=promised,
        may_jump=bool(av.format.Flags(container.format.flags) & av.format.Flags.ts_discont),
        damage=scan.damage,
    )


def _frame_rate(content: Content) -> Fraction:
    """Frames per second as the container says, or as measured where that cannot be true."""
    stated, interval = content.stated_rate, content.video.typical_interval()
    if interval is None:
        return stated or 1 / USUAL_INTERVAL
    if stated and Fraction(1, 2) < stated * interval < 2:
        return stated
    return (1 / interval).limit_denominator(1001)


def _subtitle_track(stream: av.stream.Stream) -> SubtitleTrack:
    metadata = stream.metadata
    language = metadata.get("language") or metadata.get("LANGUAGE")
    return SubtitleTrack(
        index=stream.index,
        codec=stream.codec_context.name if stream.codec_context else "unknown",
        language=None if language in {None, "", "und"} else language,
        title=metadata.get("title") or None,
        is_default=bool(stream.disposition & Disposition.default),
        is_forced=bool(stream.disposition & Disposition.forced),
    )


def _recorded_at(sources: Iterable[dict[str, str]]) -> str | None:
    """The recording time in ISO 8601, None where the file gives none with a zone.

    Apple's key carries the local zone and comes first. A time without a zone names no instant and
    is left out; so are the first days of 1904 and 1970, which cameras with an unset clock write.
    """
    for metadata in sources:
        for key in ("com.apple.quicktime.creationdate", "creation_time", "DATE_RECORDED"):
            try:
                moment = datetime.fromisoformat(metadata.get(key, "").strip())
            except ValueError:
                continue
            if moment.tzinfo is not None and moment > datetime(1971, 1, 1, tzinfo=UTC):
                return moment.isoformat()
    return None
