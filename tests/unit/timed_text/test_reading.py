"""Files as found in the wild, through the whole reader."""

import codecs
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingestion.timed_text import TimedText, read_timed_text
from runtime.errors import BadTimedTextError, NotFoundError

SRT = "1\n00:00:01,000 --> 00:00:02,500\nhello\n\n2\n00:00:03,000 --> 00:00:04,000\nworld\n"
ASS = (
    "[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize\n"
    "Style: Default,Arial,20\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, "
    "MarginR, MarginV, Effect, Text\n"
)
TTML = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<tt xmlns="http://www.w3.org/ns/ttml"><body><div>'
    '<p begin="00:00:01.000" end="00:00:02.500">hello</p>'
    '<p begin="3s" end="4s">wor<br/>ld</p></div></body></tt>'
)
GENERATOR = Path(__file__).parents[4] / "shared" / "awkward" / "make_subtitles.py"


def read(folder: Path, content: str | bytes, name: str = "track.srt") -> TimedText:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_timed_text(path, "subtitle")


def spans(timed: TimedText) -> list[tuple[int, int, str]]:
    return [(cue.start_ms, cue.end_ms, cue.text) for cue in timed.cues]


PLAIN = [(1000, 2500, "hello"), (3000, 4000, "world")]


@pytest.mark.parametrize(
    "content",
    [
        SRT.encode(),
        codecs.BOM_UTF8 + SRT.encode(),
        codecs.BOM_UTF16_LE + SRT.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + SRT.encode("utf-16-be"),
        SRT.encode("utf-16-le"),
        SRT.encode("utf-16-be"),
        SRT.replace("\n", "\r\n").encode(),
        SRT.replace("\n", "\r").encode(),
        SRT.replace("\n", "\r\r\n").encode(),
        SRT.replace("\n", "\n\n").encode(),
        SRT.replace("2\n00:00:03", "1\n00:00:03").encode(),
        SRT.replace("2\n00:00:03", "00:00:03").encode(),
        ("\n\n" + SRT).encode(),
        SRT.rstrip().encode(),
        SRT.replace("-->", "->").encode(),
        SRT.replace("hello", r"{\an8}<font color=red>hello</font>").encode(),
        SRT.replace("hello", "hel\u200blo\ufeff").encode(),
        TTML.replace("wor<br/>ld", "world").encode(),
        json.dumps(
            [
                {"start": 1.0, "end": 2.5, "text": "hello"},
                {"timestamp": ["00:00:03.000", "4s"], "line": "world"},
            ]
        ).encode(),
        json.dumps(
            {
                "segments": [
                    {"start_ms": 1000, "end_ms": 2500, "text": " hello"},
                    {"start": "0:03", "end": 4, "text": "world"},
                ]
            }
        ).encode(),
        (
            ASS + "Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,{\\pos(1,2)}hello\n"
            "Comment: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,not shown\n"
            "Dialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,world\n"
        ).encode(),
    ],
)
def test_one_track_in_many_forms(tmp_path: Path, content: bytes) -> None:
    timed = read(tmp_path, content)
    assert spans(timed) == PLAIN
    assert timed.warnings == ()


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Je ne sais pas où il est allé, mais ça m'est égal.", "cp1252"),
        ("Le café était déjà fermé – «bien sûr»", "cp1252"),
        ("Nie wiem, dlaczego on się spóźnił. Zażółć gęślą jaźń.", "cp1250"),
        ("Neden geç kaldığını bilmiyorum. Şimdi eve gidiyoruz, çok güzel bir gün.", "cp1254"),
        ("אני לא יודע למה הוא איחר. בוא נלך הביתה עכשיו.", "cp1255"),
        ("Ты знаешь, что она не вернётся домой сегодня вечером", "cp1251"),
        ("今日はとても良い天気ですね。散歩に行きましょうか。", "shift_jis"),
        ("그는 오늘 아침 일찍 집을 나섰다고 말했습니다", "euc_kr"),
    ],
)
def test_encodings_without_a_mark(tmp_path: Path, text: str, encoding: str) -> None:
    lines = "".join(f"{n}\n00:00:0{n},000 --> 00:00:0{n},900\n{text}\n\n" for n in range(1, 8))
    timed = read(tmp_path, lines.encode(encoding))
    assert {cue.text for cue in timed.cues} == {text}
    assert timed.warnings[0].startswith("not in UTF-8; read as")


def test_mojibake_is_undone_and_quotes_are_left(tmp_path: Path) -> None:
    timed = read(tmp_path, SRT.replace("hello", "CafÃ© “quoted” … ﬁn"))
    assert timed.cues[0].text == "Café “quoted” … ﬁn"


def test_some_bad_bytes_in_utf8_cost_only_themselves(tmp_path: Path) -> None:
    content = SRT.replace("hello", "déjà vu à côté").encode().replace(b"world", b"w\xffrld")
    timed = read(tmp_path, content)
    assert [cue.text for cue in timed.cues] == ["déjà vu à côté", "w\ufffdrld"]
    assert timed.warnings == ("replaced: unreadable bytes (1)",)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("00:00:20 --> 00:00:24", (20_000, 24_000)),
        ("00:00:01,5 --> 00:00:02,25", (1500, 2250)),
        ("99:59:59,500 --> 100:00:01,000", (359_999_500, 360_001_000)),
        ("0:01.000-->0:02.000", (1000, 2000)),
        ("00:00:01,000 --> 00:00:02,000 X1:100 X2:600", (1000, 2000)),
        ("00:00:01.000 --&gt; 00:00:02.000", (1000, 2000)),
        ("00: 00: 01, 000 --> 00: 00: 02, 000", (1000, 2000)),
    ],
)
def test_times_as_people_write_them(
    tmp_path: Path, written: str, expected: tuple[int, int]
) -> None:
    assert spans(read(tmp_path, f"1\n{written}\nx\n")) == [(*expected, "x")]


def test_srt_text_that_looks_like_something_else(tmp_path: Path) -> None:
    text = SRT.replace("hello", "42\n\na --> b\n\n7")
    assert [cue.text for cue in read(tmp_path, text).cues] == ["42 a --> b 7", "world"]


@pytest.mark.parametrize(
    ("first", "second", "starts_and_ends", "warning"),
    [
        ("-00:00:01,000 --> 00:00:02,000", "00:00:03,000 --> 00:00:04,000", [(0, 2000)], "moved"),
        (
            "00:00:05,000 --> 00:00:02,000",
            "00:00:05,400 --> 00:00:07,000",
            [(5000, 5400)],
            "mended",
        ),
        (
            "00:00:09,000 --> 00:00:02,000",
            "00:00:05,400 --> 00:00:07,000",
            [(2000, 9000)],
            "mended",
        ),
        (
            "00:00:01,000 --> 00:00:01,000",
            "00:00:08,000 --> 00:00:09,000",
            [(1000, 2000)],
            "given",
        ),
        (
            "00:00:01,000 --> 00:00:05,200",
            "00:00:05,000 --> 00:00:09,000",
            [(1000, 5000)],
            "shorten",
        ),
    ],
)
def test_impossible_times_are_mended_and_said(
    tmp_path: Path,
    first: str,
    second: str,
    starts_and_ends: list[tuple[int, int]],
    warning: str,
) -> None:
    timed = read(tmp_path, f"1\n{first}\none\n\n2\n{second}\ntwo\n")
    assert [(cue.start_ms, cue.end_ms) for cue in timed.cues[:1]] == starts_and_ends
    assert timed.warnings[0].startswith(warning)


def test_two_cues_meant_at_once_both_stay(tmp_path: Path) -> None:
    text = SRT.replace("00:00:02,500", "00:00:09,000")
    timed = read(tmp_path, text)
    assert spans(timed) == [(1000, 9000, "hello"), (3000, 4000, "world")]
    assert timed.warnings == ()


def test_cues_come_in_order_of_time(tmp_path: Path) -> None:
    first, second = SRT.strip().split("\n\n")
    timed = read(tmp_path, f"{second}\n\n{first}\n")
    assert spans(timed) == PLAIN
    assert timed.warnings == ("sorted: the cues were not in order of time",)


def test_rolling_captions_say_each_line_once(tmp_path: Path) -> None:
    timed = read(
        tmp_path,
        "WEBVTT\nLanguage: en\n\n00:00.030 --> 00:05.720\n \nwhat's<00:00.719><c> up</c>\n\n"
        "00:05.720 --> 00:05.730\nwhat's up\n \n\n00:05.730 --> 00:08.000\nwhat's up\nnew line\n",
    )
    assert spans(timed) == [(30, 5730, "what's up"), (5730, 8000, "new line")]
    assert timed.language == "en"
    assert "rolling captions" in timed.warnings[0]


def test_a_word_said_twice_is_no_rolling_caption(tmp_path: Path) -> None:
    text = SRT.replace("world", "hello").replace("00:00:03,000", "00:00:02,500") + (
        "\n3\n00:00:05,000 --> 00:00:06,000\nother\n\n4\n00:00:07,000 --> 00:00:08,000\nwords\n"
    )
    assert [cue.text for cue in read(tmp_path, text).cues] == ["hello", "hello", "other", "words"]


def test_layers_of_one_line_are_one_cue(tmp_path: Path) -> None:
    layers = "".join(
        f"Dialogue: {n},0:00:01.00,0:00:02.00,Default,Bob,0,0,0,fx,{{\\k{n}}}la\n" for n in range(9)
    )
    timed = read(tmp_path, ASS + layers, "karaoke.ass")
    assert spans(timed) == [(1000, 2000, "la")]
    assert timed.cues[0].speaker == "Bob"
    assert timed.warnings == ("left out: 8 cues, exact repeats of another",)


@pytest.mark.parametrize(
    ("content", "cause"),
    [
        (b"", "is empty"),
        (b" \n\n", "is empty"),
        (bytes(range(256)) * 20, "binary file"),
        (b"\0\0\0\x20ftypisom" + bytes(500), "binary file"),
        (b"dear diary, nothing happened today\n" * 20, "holds no cue"),
        (b"WEBVTT\n\nNOTE nothing here\n", "holds no cue"),
        (b"1\n00:00:01,000 --> 00:00:02,000\n\n", "only cues without text"),
        (b"<!DOCTYPE html><html>404", "web page"),
        (b"{1}{25}frames without a rate\n", "frame rate|no cue"),
        (b'{"no": "cues"}', "no list of cues"),
        (b"[[[", "JSON"),
        (b'<tt xmlns="http://www.w3.org/ns/ttml"><body>', "XML|timed text"),
    ],
)
def test_what_is_no_timed_text_is_named(tmp_path: Path, content: bytes, cause: str) -> None:
    with pytest.raises(BadTimedTextError, match=cause):
        read(tmp_path, content)


def test_folders_and_missing_files(tmp_path: Path) -> None:
    with pytest.raises(BadTimedTextError, match="is a folder"):
        read_timed_text(tmp_path, "subtitle")
    with pytest.raises(NotFoundError, match="no such file"):
        read_timed_text(tmp_path / "absent.srt", "subtitle")


PIECES = st.sampled_from(
    ["WEBVTT", "\n", "\n\n", "-->", "00:00:01,000", "00:02.000", " --> ", "<v Ann>", "</", "<", "&",
     "{\\an8}", "1", "NOTE", "[Events]", "Dialogue: ", "text", "\0", "\r", "ü", '{"a":', "[", "<tt"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=30).map("".join) | st.binary(max_size=200))
def test_any_bytes_are_cues_or_a_typed_error(
    tmp_path_factory: pytest.TempPathFactory, content: str | bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzz.srt"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    try:
        timed = read_timed_text(path, "speech")
    except BadTimedTextError:
        return
    assert timed.cues
    assert all(0 <= cue.start_ms < cue.end_ms and cue.text for cue in timed.cues)


@pytest.mark.skipif(not GENERATOR.exists(), reason="the awkward inputs are not beside the project")
def test_awkward_files_are_read_whole_or_say_what_is_missing(tmp_path: Path) -> None:
    subprocess.run([sys.executable, GENERATOR, tmp_path], check=True, capture_output=True)
    for name, case in json.loads((tmp_path / "manifest.json").read_text()).items():
        timed = read_timed_text(tmp_path / case["file"], "subtitle")
        assert len(timed.cues) == case["expect"] or timed.warnings, name
        assert timed.cues, name
