"""WebVTT: the conformance suite where it is at hand, and what authors get wrong."""

import json
from pathlib import Path

import pytest

from ingestion.timed_text.webvtt import parse, read_webvtt

SUITE = Path(__file__).parents[4] / "shared" / "data" / "webvtt-conformance" / "tests"
needs_suite = pytest.mark.skipif(
    not SUITE.is_dir(), reason="the WebVTT conformance suite is not beside the project"
)


def _files(*, with_expectation: bool) -> list[Path]:
    files = sorted(SUITE.rglob("*.vtt"))
    return [file for file in files if file.with_suffix(".json").exists() == with_expectation]


@needs_suite
@pytest.mark.parametrize("file", _files(with_expectation=True), ids=lambda file: file.stem)
def test_conformance(file: Path) -> None:
    expected = json.loads(file.with_suffix(".json").read_bytes())["cues"]
    cues = parse(file.read_bytes().decode("utf-8", errors="replace")).cues
    assert [(cue.start_ms, cue.end_ms, cue.payload, cue.identifier) for cue in cues] == [
        (round(cue["startTime"] * 1000), round(cue["endTime"] * 1000), cue["text"], cue["id"])
        for cue in expected
    ]


@needs_suite
def test_every_other_file_of_the_suite_is_read_without_error() -> None:
    files = _files(with_expectation=False)
    assert len(files) > 100
    for file in files:
        read_webvtt(file.read_bytes().decode("utf-8", errors="replace"))


def _texts(body: str) -> list[tuple[str | None, str]]:
    track = read_webvtt(f"WEBVTT\n\n{body}")
    return [(cue.speaker, cue.text) for cue in track.cues]


TIMES = "00:01.000 --> 00:02.000\n"


@pytest.mark.parametrize(
    ("payload", "speaker", "text"),
    [
        ("<v Roger Bingham>We are in <b>New</b> York", "Roger Bingham", "We are in New York"),
        ("<v.loud Mary>Stop!</v> she cried", "Mary", "Stop! she cried"),
        ("<v Ann>Hello?</v>\n<v Bob>Hi.</v>", None, "Ann: Hello?\nBob: Hi."),
        ("<c.yellow.bg_blue>Tom &amp; Jerry&nbsp;&lt;3</c>", None, "Tom & Jerry <3"),
        ("one<00:00:01.500><c> two</c>", None, "one two"),
        ("<ruby>漢<rt>kan</rt>字<rt>ji</rt></ruby>です", None, "漢字です"),
        ("<rt>not in ruby</rt>", None, "not in ruby"),
        ("<c never closed", None, "never closed"),
        ("2 < 3 and 5 <- 6", None, "2 < 3 and 5 <- 6"),
        ("<lang en-GB>colour</lang>", None, "colour"),
        ("<i>half</i", None, "half"),
    ],
)
def test_markup(payload: str, speaker: str | None, text: str) -> None:
    assert _texts(TIMES + payload) == [(speaker, text)]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_header_comments_styles_and_regions_are_no_cues(newline: str) -> None:
    text = (
        "\ufeffWEBVTT - a title\nKind: captions\nLanguage: en-GB\n\nREGION\nid:fred\n\n"
        "STYLE\n::cue { color: lime }\n\nNOTE one\nline --> note\n\nNOTE\n\n"
        f"intro\n{TIMES[:-1]} region:fred align:start position:0%\nWords"
    )
    track = read_webvtt(text.replace("\n", newline))
    assert [cue.text for cue in track.cues] == ["Words"]
    assert (track.language, track.warnings) == ("en-GB", [])


def test_what_the_specification_would_lose_is_kept() -> None:
    assert _texts("00:01,000 --> 00:02,500\ncommas") == [(None, "commas")]
    assert _texts(TIMES + "a --> b") == [(None, "a --> b")]
    assert _texts("00:00:00.-004 --> 00:00:04.300\nearly") == [(None, "early")]


def test_what_is_lost_is_said() -> None:
    track = read_webvtt(f"WEBVTT\n\nlater --> sooner\nwhen?\n\nlost text\n\n{TIMES}kept")
    assert [cue.text for cue in track.cues] == ["kept"]
    assert track.warnings == [
        "left out: cues with unreadable times (1)",
        "left out: blocks of text without times (1)",
    ]


def test_cues_without_a_blank_line_between() -> None:
    assert _texts(f"{TIMES}one\n{TIMES}two") == [(None, "one"), (None, "two")]
