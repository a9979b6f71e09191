"""Subtitle tracks inside a media file."""

from pathlib import Path

from av.error import FFmpegError

from graph_schema.time_span import floor_ms
from ingestion.timed_text.cues import Cue, TimedText, Track
from ingestion.timed_text.markup import spoken, without_tags
from ingestion.timed_text.mending import fit_to_media, mended
from media.container import open_media, packets
from media.packet_scan import exact
from media.probe import MediaInfo, SubtitleTrack

_TEXT_CODECS = frozenset({"subrip", "srt", "text", "mov_text", "ass", "ssa", "webvtt"})
"""Codecs whose packets hold text. Others hold pictures (DVD, Blu-ray, DVB) or teletext pages."""

UNTIMED_MS = 3000
"""How long a cue is shown at most where the track gives no length."""


def read_embedded_subtitles(path: Path, info: MediaInfo) -> TimedText:
    """The text of the media file's best subtitle track, on the media clock.

    The default track comes first, then the first that is not forced (forced tracks translate
    only foreign lines). A file without a text track yields no cues; tracks that hold pictures are
    named in a warning.

    Raises:
        NotFoundError, BadMediaError: the file cannot be opened.
    """
    readable = [track for track in info.subtitle_tracks if track.codec in _TEXT_CODECS]
    warnings = []
    if unread := [track.codec for track in info.subtitle_tracks if track not in readable]:
        warnings.append(f"left out: subtitle tracks that hold no text ({', '.join(unread)})")
    if not info.clock.seekable and readable:
        warnings.append(
            "left out: the subtitles inside the file, "
            "for its clock starts over or is incomplete and they cannot be placed"
        )
        readable = []
    if not readable:
        return TimedText((), None, tuple(warnings))
    chosen = min(readable, key=lambda track: (track.is_forced, not track.is_default, track.index))
    if len(readable) > 1:
        languages = ", ".join(track.language or "unknown" for track in readable)
        warnings.append(
            f"of {len(readable)} subtitle tracks ({languages}) number {chosen.index} was read"
        )
    track = Track(language=chosen.language, warnings=warnings)
    _read(path, info, chosen, track)
    return fit_to_media(mended(track, "subtitle"), info.duration_ms)


def _read(path: Path, info: MediaInfo, chosen: SubtitleTrack, track: Track) -> None:
    """Add the cues of the chosen stream to ``track``."""
    with open_media(path) as container:
        stream = container.streams[chosen.index]
        time_base = exact(stream.time_base)
        try:
            for packet in packets(container, [stream]):
                if not packet.size or packet.pts is None:
                    continue
                start = floor_ms(info.clock.file_time(packet.pts, time_base))
                length = floor_ms((packet.duration or 0) * time_base) or UNTIMED_MS
                speaker, words = _text(bytes(packet), chosen.codec)
                if not words and chosen.codec == "mov_text":
                    continue  # how mp4 stores the time between two cues
                track.cues.append(Cue(start, start + length, words, speaker))
        except (FFmpegError, OSError) as error:
            track.warnings.append(f"the subtitle track could not be read to its end: {error}")


def _text(data: bytes, codec: str) -> tuple[str | None, str]:
    """Speaker and plain text of one packet."""
    if codec == "mov_text":  # two bytes of length, the text, then boxes of style
        data = data[2 : 2 + int.from_bytes(data[:2], "big")]
        encoding = "utf-16" if data[:2] in {b"\xfe\xff", b"\xff\xfe"} else "utf-8"
        return None, without_tags(data.decode(encoding, errors="replace"))
    text = data.decode("utf-8", errors="replace").replace("\r\n", "\n")
    if codec == "webvtt":
        return spoken(text)
    if codec in {"ass", "ssa"}:  # ReadOrder, Layer, Style, Name, margins ×3, Effect, Text
        fields = text.split(",", 8)
        if len(fields) < 9 or r"\p1" in fields[8]:
            return None, ""
        words = fields[8].replace(r"\N", "\n").replace(r"\n", "\n").replace(r"\h", " ")
        return fields[3].strip() or None, without_tags(words)
    return None, without_tags(text)
