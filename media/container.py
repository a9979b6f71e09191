"""Opening a file as media, and saying in plain words why one cannot be opened."""

import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import av
import av.container
import av.stream
from av.error import FFmpegError

from runtime.errors import BadMediaError, NotFoundError

NOT_VIDEO_FORMATS = frozenset({"tty", "concat", "hls", "dash", "image2", "lrc", "ffmetadata"})
"""Demuxers that read text, playlists or numbered pictures: they would open other files, or make a
video of a text file."""


@contextmanager
def open_media(path: Path) -> Iterator[av.container.InputContainer]:
    """The file as an open PyAV container, closed afterwards.

    Only the local file itself can be read: protocols other than ``file`` are refused.

    Raises:
        NotFoundError: there is no such file.
        BadMediaError: a folder, an empty file, or nothing that FFmpeg reads as media.
    """
    check_regular_file(path)
    try:
        # An explicit protocol: a name such as "clip:1.mp4" is otherwise read as one.
        container = av.open(
            f"file:{path.resolve()}",
            options={"protocol_whitelist": "file"},
            metadata_errors="replace",
        )
    except (FFmpegError, OSError, ValueError) as error:
        raise BadMediaError(
            f"{path.name!r} cannot be read as video: {why_unreadable(path)}",
            hint="Check that the file plays elsewhere, or copy or download it again.",
        ) from error
    with container:
        formats = set(container.format.name.split(","))
        if formats & NOT_VIDEO_FORMATS or container.format.name.endswith("_pipe"):
            kind = container.format.long_name or container.format.name
            raise BadMediaError(
                f"{path.name!r} is not a video file but {kind}",
                hint="Give a video file: mp4, mkv, webm, mov, avi, ts …",
            )
        yield container


def packets(
    container: av.container.InputContainer, streams: Sequence[av.stream.Stream]
) -> Iterator["av.Packet[av.stream.Stream]"]:
    """The packets of some streams from the container's present position to its end.

    Broadcasts bring new streams in the middle (another language, another commercial). PyAV knows
    only those of the beginning and fails with IndexError at each packet of a new one; reading goes
    on behind it.
    """
    while True:
        try:
            yield from container.demux(*streams)
        except IndexError:
            continue
        return


def check_regular_file(path: Path) -> None:
    """Raise unless ``path`` is a file with content that we may read."""
    try:
        mode = path.stat()
        if stat.S_ISREG(mode.st_mode) and mode.st_size:
            with path.open("rb"):
                return
    except (FileNotFoundError, NotADirectoryError) as error:
        raise NotFoundError(f"no such file: {path}") from error
    except (OSError, ValueError) as error:
        raise BadMediaError(f"{path} cannot be read: {error}") from error
    if stat.S_ISDIR(mode.st_mode):
        raise BadMediaError(f"{path} is a folder", hint="Give the files in it one by one.")
    if not stat.S_ISREG(mode.st_mode):
        raise BadMediaError(f"{path} is not a regular file")
    raise BadMediaError(f"{path} is empty (0 bytes)", hint="Copy or download the file again.")


def why_unreadable(path: Path) -> str:
    """What a file that FFmpeg refuses seems to be, from its first bytes."""
    with path.open("rb") as file:
        head = file.read(4096)
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"<!doctype html", b"<html", b"<head", b"<body")):
        return "it is a web page (HTML), probably an error page saved in its place"
    if b"\0" not in head and _is_text(head):
        return "it is a text file"
    if not head.strip(b"\0"):
        return "it starts with zeros only, as a download that was never finished"
    if head[4:8] == b"ftyp":
        if not _has_top_level_box(path, b"moov"):
            return (
                "its index (the moov box) is missing; "
                "the recording or download was cut off before its end"
            )
        return "its index (the moov box) is damaged"
    return "its format is unknown or its content is damaged"


def _is_text(head: bytes) -> bool:
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start > len(head) - 4  # cut inside the last character
    return True


def _has_top_level_box(path: Path, wanted: bytes) -> bool:
    """Whether an ISO media file holds a box of this type at its top level."""
    size = path.stat().st_size
    with path.open("rb") as file:
        at = 0
        while at + 8 <= size:
            file.seek(at)
            head = file.read(16)
            length = int.from_bytes(head[:4], "big")
            if head[4:8] == wanted:
                return True
            if length == 1 and len(head) == 16:
                length = int.from_bytes(head[8:16], "big")
            if length < 8:  # 0: the box reaches the end of the file
                return False
            at += length
    return False
