"""Subtitle tracks inside a film, in every codec that holds text."""

from pathlib import Path

import pytest

from ingestion.timed_text import read_embedded_subtitles
from media.probe import probe
from tests.media.film import Film, steady

LINES = ((500, 2000, r"{\i1}Hello{\i0} there"), (2100, 3000, r"two\Nlines"))


@pytest.mark.parametrize(
    ("codec", "suffix"),
    [("mov_text", "mp4"), ("subrip", "mkv"), ("ass", "mkv"), ("webvtt", "mkv")],
)
def test_text_is_read_on_the_media_clock(tmp_path: Path, codec: str, suffix: str) -> None:
    film = Film(steady(100), subtitle_codec=codec, subtitles=LINES)
    path = film.write(tmp_path / f"film.{suffix}")
    timed = read_embedded_subtitles(path, probe(path))
    assert [(cue.start_ms, cue.end_ms, cue.text) for cue in timed.cues] == [
        (500, 2000, "Hello there"),
        (2100, 3000, "two lines"),
    ]
    assert {cue.source for cue in timed.cues} == {"subtitle"}
    assert (timed.language, timed.warnings) == ("eng", ())
    assert {cue.speaker for cue in timed.cues} == ({"Ann"} if codec == "ass" else {None})


def test_what_lies_after_the_end_is_left_out_and_said(tmp_path: Path) -> None:
    lines = [*LINES, (3900, 9000, "clipped"), (60_000, 61_000, "outside")]
    film = Film(steady(100), subtitle_codec="subrip", subtitles=lines)
    path = film.write(tmp_path / "film.mkv")
    timed = read_embedded_subtitles(path, probe(path))
    assert [cue.end_ms for cue in timed.cues] == [2000, 3000, 4000]
    assert timed.warnings == (
        "left out: 1 cue after the end of the media",
        "cut at the end of the media: 1 cue",
    )


def test_a_film_without_subtitles_has_no_cues(tmp_path: Path) -> None:
    path = Film(steady(5)).write(tmp_path / "film.mp4")
    assert read_embedded_subtitles(path, probe(path)).cues == ()
