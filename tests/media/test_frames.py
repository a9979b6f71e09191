"""The frame on screen at a time, wherever the reader was before."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from graph_schema.time_span import floor_ms
from media.frames import frames_at
from media.probe import probe
from tests.media.film import Film, number_in, steady

ASKED = [0, 1, 39, 40, 41, 3000, 5, 5999, 2000, 10**9, 1620, 1620, -7]


@pytest.mark.parametrize(
    ("suffix", "b_frames", "gop", "start"),
    [
        ("mp4", 0, 12, 0),
        ("mp4", 3, 50, 0),
        ("mp4", 3, 1000, 0),
        ("mkv", 2, 25, 3),
        ("ts", 2, 25, 3),
        ("avi", 0, 25, 0),
    ],
)
def test_last_frame_at_or_before_each_time(
    tmp_path: Path, suffix: str, b_frames: int, gop: int, start: int
) -> None:
    film = Film(steady(150, start=start), b_frames=b_frames, gop=gop)
    if suffix == "avi":
        film = replace(film, codec="mpeg4", time_base=Fraction(1, 25))
    path = film.write(tmp_path / f"film.{suffix}")
    frames = list(frames_at(path, ASKED, probe(path)))
    wanted = [min(149, max(0, time) // 40) for time in ASKED]
    assert [number_in(frame.image) for frame in frames] == wanted
    assert [frame.at_ms for frame in frames] == [number * 40 for number in wanted]


def test_a_frame_is_found_by_its_own_floored_time(tmp_path: Path) -> None:
    times = [Fraction(index * 1001, 30000) for index in range(90)]
    path = Film(times, b_frames=2).write(tmp_path / "ntsc.mp4")
    own = [floor_ms(time) for time in times]
    shown = [number_in(frame.image) for frame in frames_at(path, own)]
    assert shown == list(range(90))


def test_a_clock_that_starts_over_is_read_from_the_start(tmp_path: Path) -> None:
    one = Film(steady(50)).write(tmp_path / "one.ts").read_bytes()
    (tmp_path / "two.ts").write_bytes(one + one)
    frames = frames_at(tmp_path / "two.ts", [3000, 1000, 2040])
    assert [(frame.at_ms, number_in(frame.image)) for frame in frames] == [
        (3000, 25),
        (1000, 25),
        (2040, 1),
    ]


def test_the_longer_side_can_be_limited(tmp_path: Path) -> None:
    path = Film(steady(10), turned=90).write(tmp_path / "film.mp4")
    [frame] = frames_at(path, [0], longest=160)
    assert frame.image.shape == (120, 160, 3)
