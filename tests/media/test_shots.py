"""Shots partition the media exactly, and their keyframes are the frames they say."""

from fractions import Fraction
from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from graph_schema.time_span import floor_ms
from media.frames import frames_at
from media.keyframes import KeyframeChoice
from media.picture_size import Size
from media.pictures import PictureMaker
from media.probe import MediaInfo, probe
from media.shots import DetectedShot, ShotRecipe, detect_shots, iterate_shots
from runtime.errors import BadMediaError
from tests.media.film import Film, number_in, steady

JITTERED = [Fraction(index * 40 + (index * 7919) % 23, 1000) for index in range(150)]
NTSC = [Fraction(index * 1001, 24000) for index in range(150)]


def is_partition(shots: list[DetectedShot], info: MediaInfo) -> bool:
    bounds = [shots[0].start_ms, *(shot.end_ms for shot in shots)]
    starts = [shot.start_ms for shot in shots]
    return (
        bounds[0] == 0
        and bounds[-1] == info.duration_ms
        and starts == bounds[:-1]
        and bounds == sorted(set(bounds))
        and all(shot.start_ms <= shot.keyframe_ms < shot.end_ms for shot in shots)
    )


def frame_in(jpeg: bytes) -> int:
    return number_in(cv2.imdecode(np.frombuffer(jpeg, dtype=np.uint8), cv2.IMREAD_COLOR))


@pytest.mark.parametrize(
    ("times", "suffix", "b_frames"),
    [
        (steady(150), "mp4", 0),
        (steady(150), "mp4", 3),
        (steady(150, start=Fraction(61, 10)), "ts", 2),
        (steady(150, start=Fraction(61, 10)), "mkv", 0),
        (JITTERED, "mp4", 2),
        (NTSC, "mp4", 2),
        (NTSC, "mkv", 0),
    ],
    ids=["plain", "b-frames", "late-ts", "late-mkv", "jittered", "ntsc", "ntsc-mkv"],
)
def test_cuts_and_keyframes_lie_on_the_frames_own_times(
    tmp_path: Path, times: list[Fraction], suffix: str, b_frames: int
) -> None:
    film = Film(times, scene_of=lambda index: index // 50, b_frames=b_frames)
    path = film.write(tmp_path / f"film.{suffix}")
    info = probe(path)
    shots = detect_shots(path, info)
    assert is_partition(shots, info)
    shown = [floor_ms(time - times[0]) for time in times]
    tolerance = 1 if suffix == "mkv" else 0  # Matroska keeps whole milliseconds, rounded
    assert [shot.start_ms for shot in shots[1:]] == pytest.approx(
        [shown[50], shown[100]], abs=tolerance
    )
    for shot in shots:
        assert shown[frame_in(shot.keyframe_jpeg)] == pytest.approx(shot.keyframe_ms, abs=tolerance)
        middle = (shot.start_ms + shot.end_ms) / 2
        assert abs(shot.keyframe_ms - middle) < 0.25 * (shot.end_ms - shot.start_ms)


@pytest.mark.parametrize("turned", [90, -90, 180])
def test_keyframes_are_upright(tmp_path: Path, turned: int) -> None:
    path = Film(steady(40), turned=turned).write(tmp_path / "turned.mp4")
    [shot] = detect_shots(path, probe(path))
    assert frame_in(shot.keyframe_jpeg) == shot.keyframe_ms // 40


@pytest.mark.parametrize("frames", [1, 2, 3, 6])
def test_films_shorter_than_the_detector_looks(tmp_path: Path, frames: int) -> None:
    path = Film(steady(frames)).write(tmp_path / "short.mp4")
    info = probe(path)
    shots = detect_shots(path, info)
    assert is_partition(shots, info)
    assert len(shots) == 1


def test_a_clock_that_starts_over_gives_one_partition(tmp_path: Path) -> None:
    film = Film(steady(50), scene_of=lambda index: index // 25)
    one = film.write(tmp_path / "one.ts").read_bytes()
    (tmp_path / "two.ts").write_bytes(one + one)
    info = probe(tmp_path / "two.ts")
    shots = detect_shots(tmp_path / "two.ts", info)
    assert is_partition(shots, info)
    assert [shot.start_ms for shot in shots] == [0, 1000, 2000, 3000]


def test_the_last_picture_stays_until_the_sound_ends(tmp_path: Path) -> None:
    path = Film(steady(50), sound=(0, 6)).write(tmp_path / "sound.mp4")
    info = probe(path)
    assert is_partition(detect_shots(path, info), info)


def test_a_damaged_place_is_left_out_and_said(tmp_path: Path) -> None:
    path = Film(steady(150), scene_of=lambda index: index // 50).write(tmp_path / "film.mp4")
    data = bytearray(path.read_bytes())
    start = data.find(b"mdat") + 4_000
    data[start : start + 20_000] = bytes(20_000)
    path.write_bytes(data)
    info = probe(path)
    warnings: list[str] = []
    assert is_partition(detect_shots(path, info, on_warning=warnings.append), info)
    assert "damaged places" in warnings[0]


def test_a_film_of_which_nothing_can_be_decoded_is_an_error(tmp_path: Path) -> None:
    path = Film(steady(50)).write(tmp_path / "film.mp4")
    info = probe(path)
    data = bytearray(path.read_bytes())
    start, end = data.find(b"mdat") + 4, data.rfind(b"moov") - 4
    data[start:end] = bytes(end - start)
    path.write_bytes(data)
    with pytest.raises(BadMediaError, match="can be decoded"):
        detect_shots(path, info)
    with pytest.raises(BadMediaError, match="cannot be decoded"):
        probe(path)


def test_progress_goes_by_media_time_to_the_end(tmp_path: Path) -> None:
    path = Film(steady(150)).write(tmp_path / "film.mp4")
    told: list[int] = []
    detect_shots(path, probe(path), on_progress=told.append)
    assert told == sorted(told)
    assert len(told) >= 6
    assert told[-1] == 6000


def test_shots_come_out_while_the_film_is_read(tmp_path: Path) -> None:
    film = Film(steady(200), scene_of=lambda index: index // 50)
    path = film.write(tmp_path / "film.mp4")
    told: list[int] = []
    first = next(iterate_shots(path, probe(path), on_progress=told.append))
    assert first.end_ms == 2000
    assert max(told) < 3000


def test_few_frames_are_held_however_long_the_shot() -> None:
    choice = KeyframeChoice(PictureMaker(Size(64, 64), 0, Fraction(1)))
    choice.start(Fraction(0))
    frame = av.VideoFrame(64, 64, "yuv420p")
    for second in range(100_000):
        choice.offer(Fraction(second), frame)
        assert len(choice._candidates) <= 4
    at, _ = choice.choose(Fraction(100_000))
    assert abs(at - 50_000) < 12_500


def test_long_sides_are_limited_and_pixels_made_square(tmp_path: Path) -> None:
    path = Film(steady(20)).write(tmp_path / "film.mp4")
    [shot] = detect_shots(path, probe(path), recipe=ShotRecipe(keyframe_longest=160))
    image = cv2.imdecode(np.frombuffer(shot.keyframe_jpeg, dtype=np.uint8), cv2.IMREAD_COLOR)
    assert image.shape == (120, 160, 3)
    maker = PictureMaker(Size(320, 240), 90, Fraction(2), longest=640)
    assert maker.rgb(av.VideoFrame(320, 240, "yuv420p")).shape == (640, 240, 3)


def test_keyframes_are_what_frames_at_their_time_show(tmp_path: Path) -> None:
    film = Film(NTSC, scene_of=lambda index: index // 50, b_frames=2)
    path = film.write(tmp_path / "film.mp4")
    info = probe(path)
    shots = detect_shots(path, info)
    frames = frames_at(path, [shot.keyframe_ms for shot in shots], info)
    for shot, frame in zip(shots, frames, strict=True):
        assert frame.at_ms == shot.keyframe_ms
        assert number_in(frame.image) == frame_in(shot.keyframe_jpeg)
