"""What ``probe`` says of good, odd and broken files."""

import hashlib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from media.container import packets
from media.probe import probe
from runtime.errors import BadMediaError, NotFoundError
from tests.media.film import Film, steady


def test_duration_size_and_rate_of_a_plain_film(tmp_path: Path) -> None:
    path = Film(steady(100), sound=(0, 4)).write(tmp_path / "plain.mp4")
    info = probe(path)
    assert (info.duration_ms, info.width, info.height) == (4000, 320, 240)
    assert (info.frame_rate, info.has_audio, info.warnings) == (25, True, ())
    assert info.digest == hashlib.sha256(path.read_bytes()).hexdigest()


def test_duration_of_a_variable_frame_rate_ends_with_the_last_frame(tmp_path: Path) -> None:
    times = [Fraction(n, 1000) for n in (0, 40, 300, 340, 1900, 1940, 1980)]
    info = probe(Film(times).write(tmp_path / "variable.mp4"))
    assert 1980 < info.duration_ms <= 2020


@pytest.mark.parametrize("suffix", ["mp4", "mkv", "ts"])
def test_a_file_that_starts_late_starts_at_zero(tmp_path: Path, suffix: str) -> None:
    path = Film(steady(50, start=7), b_frames=2).write(tmp_path / f"late.{suffix}")
    assert probe(path).duration_ms == 2000


def test_sound_that_starts_first_is_where_the_media_starts(tmp_path: Path) -> None:
    path = Film(steady(50, start=2), sound=(0, 4)).write(tmp_path / "sound_first.mkv")
    info = probe(path)
    assert info.duration_ms == pytest.approx(4000, abs=25)  # Matroska rounds to ms, AAC pads
    assert info.clock.file_time(int(2 / info.clock.time_base)) == pytest.approx(2, abs=0.025)


def test_sound_that_goes_on_is_part_of_the_length_and_said(tmp_path: Path) -> None:
    info = probe(Film(steady(50), sound=(0, 6)).write(tmp_path / "sound_last.mp4"))
    assert info.duration_ms == pytest.approx(6000, abs=50)
    assert "the sound at 0:06" in info.warnings[0]


@pytest.mark.parametrize(("turned", "rotation"), [(90, 90), (-90, 270), (180, 180)])
def test_size_is_that_of_the_upright_picture(tmp_path: Path, turned: int, rotation: int) -> None:
    info = probe(Film(steady(10), turned=turned).write(tmp_path / "turned.mp4"))
    assert (info.width, info.height, info.rotation) == (320, 240, rotation)


@pytest.mark.parametrize("suffix", ["mp4", "mkv"])
def test_a_cover_picture_is_not_the_video(tmp_path: Path, suffix: str) -> None:
    info = probe(Film(steady(25), cover=True).write(tmp_path / f"cover.{suffix}"))
    assert (info.width, info.duration_ms) == (320, 1000)


@pytest.mark.parametrize(
    ("key", "value", "recorded_at"),
    [
        ("creation_time", "2024-05-06T07:08:09Z", "2024-05-06T07:08:09+00:00"),
        ("creation_time", "1904-01-01T00:00:00Z", None),
        ("title", "no time at all", None),
    ],
)
def test_recording_time(tmp_path: Path, key: str, value: str, recorded_at: str | None) -> None:
    path = Film(steady(5), metadata={key: value}).write(tmp_path / "dated.mp4")
    assert probe(path).recorded_at == recorded_at


def test_names_that_mean_something_to_ffmpeg(tmp_path: Path) -> None:
    for name in ("clip_%03d.mp4", "http:x.mp4", "-i.mp4", "видео ü 🎬.mp4"):
        folder = tmp_path / "names"
        folder.mkdir(exist_ok=True)
        path = Film(steady(5)).write(tmp_path / "plain.mp4").rename(folder / name)
        assert probe(path).duration_ms == 200


def test_a_clock_that_starts_over_goes_on(tmp_path: Path) -> None:
    one = Film(steady(50)).write(tmp_path / "one.ts").read_bytes()
    (tmp_path / "two.ts").write_bytes(one + one)
    info = probe(tmp_path / "two.ts")
    assert info.duration_ms == 4000
    assert "starts over" in info.warnings[0]


class _Broadcast:
    """A container that behaves as PyAV's at the packets of a stream it did not know at first."""

    def __init__(self, parts: list[list[str]]) -> None:
        self._parts = parts

    def demux(self, *_: object) -> Iterator[str]:
        yield from self._parts.pop(0)
        if self._parts:
            raise IndexError("list index out of range")


def test_a_stream_that_appears_in_the_middle_is_passed_over() -> None:
    container = _Broadcast([["a", "b"], [], ["c"]])
    assert list(packets(container, [])) == ["a", "b", "c"]  # type: ignore[arg-type]


def test_a_film_cut_off_has_its_true_length_and_a_warning(tmp_path: Path) -> None:
    whole = Film(steady(100), options={"movflags": "faststart"}).write(tmp_path / "whole.mp4")
    cut = tmp_path / "cut.mp4"
    cut.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    info = probe(cut)
    assert 500 < info.duration_ms < 3500
    assert "promises 0:04" in info.warnings[0]


def test_raw_video_without_times(tmp_path: Path) -> None:
    encoded = Film(steady(50)).write(tmp_path / "film.mp4")
    with av.open(str(encoded)) as film, av.open(str(tmp_path / "raw.h264"), "w") as raw:
        copy = raw.add_stream_from_template(film.streams.video[0])
        for packet in film.demux(video=0):
            if packet.dts is not None:
                packet.stream = copy
                raw.mux(packet)
    info = probe(tmp_path / "raw.h264")
    assert info.duration_ms == 2000
    assert "without a presentation time" in info.warnings[0]


def test_audio_only_is_named(tmp_path: Path) -> None:
    with av.open(str(tmp_path / "song.mp4"), "w") as output:
        stream = output.add_stream("aac", rate=44100, layout="mono")
        Film([], sound=(0, 1))._write_sound(output, stream)
    with pytest.raises(BadMediaError, match="no video track; it holds only audio"):
        probe(tmp_path / "song.mp4")


def test_a_film_without_its_index_is_named(tmp_path: Path) -> None:
    whole = Film(steady(50)).write(tmp_path / "whole.mp4").read_bytes()
    (tmp_path / "cut.mp4").write_bytes(whole[: len(whole) * 6 // 10])
    with pytest.raises(BadMediaError, match=r"index \(the moov box\) is missing"):
        probe(tmp_path / "cut.mp4")


@pytest.mark.parametrize(
    ("content", "cause"),
    [
        (b"", "is empty"),
        (b"<html>404 Not Found</html>\n", "web page"),
        (b"\xef\xbb\xbf<!DOCTYPE html><title>Sign in</title>", "web page"),
        (b"this is no film\n" * 100, "text file"),
        (bytes(10_000), "zeros only"),
        (b"#EXTM3U\n#EXTINF:1,\nhttp://example.invalid/a.ts\n", "text file|playlist|not a video"),
        (bytes(range(7, 256)) * 40, "unknown or its content is damaged"),
    ],
)
def test_what_is_no_media_is_named(tmp_path: Path, content: bytes, cause: str) -> None:
    path = tmp_path / "film.mp4"
    path.write_bytes(content)
    with pytest.raises(BadMediaError, match=cause):
        probe(path)


def test_text_and_pictures_are_not_video(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("dear diary\n" * 50)
    assert cv2.imwrite(str(tmp_path / "still.png"), np.zeros((16, 16, 3), dtype=np.uint8))
    for name in ("notes.txt", "still.png"):
        with pytest.raises(BadMediaError, match="is not a video file"):
            probe(tmp_path / name)


def test_folders_and_missing_files(tmp_path: Path) -> None:
    with pytest.raises(BadMediaError, match="is a folder"):
        probe(tmp_path)
    with pytest.raises(NotFoundError, match="no such file"):
        probe(tmp_path / "absent.mp4")
    with pytest.raises(NotFoundError):
        probe(tmp_path / ("x" * 20) / "deeper.mp4")
