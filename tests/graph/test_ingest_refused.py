"""Bad input is refused by a typed error, and nothing of it is left in the graph or on disk."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cypher.store import Store
from ingestion.ingest import IngestRequest, ingest
from runtime.errors import (
    BadAnnotationsError,
    BadMediaError,
    BadTimedTextError,
    LongtakeError,
    NotFoundError,
    NothingToPerceiveError,
    UsageError,
)
from runtime.files import file_store
from runtime.settings import Settings
from tests.graph.ingest_cases import NODES, film, kitchen, scripted_encoder, written

CUES = "WEBVTT\n\n00:00.000 --> 00:02.000\nA man opens the door.\n"

Given = Callable[[Path], dict[str, Any]]


@pytest.fixture(autouse=True)
def _encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingestion.warmth.load_embedder", scripted_encoder)


def put(path: Path, data: bytes | str) -> Path:
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def cut(folder: Path) -> Path:
    whole = film(folder / "whole.mp4").read_bytes()
    return put(folder / "cut.mp4", whole[: len(whole) // 2])


def cues(folder: Path) -> Path:
    return put(folder / "cues.vtt", CUES)


REFUSED: dict[str, tuple[type[LongtakeError], Given]] = {
    "nothing given": (UsageError, lambda _: {}),
    "no such file": (NotFoundError, lambda at: {"media": at / "none.mp4", "subtitles": cues(at)}),
    "a folder": (BadMediaError, lambda at: {"media": at, "subtitles": cues(at)}),
    "an empty file": (
        BadMediaError,
        lambda at: {"media": put(at / "empty.mp4", b""), "subtitles": cues(at)},
    ),
    "a page named .mp4": (
        BadMediaError,
        lambda at: {"media": put(at / "x.mp4", "<html>404</html>"), "subtitles": cues(at)},
    ),
    "sound only": (
        BadMediaError,
        lambda at: {"media": film(at / "x.mp4", sound_only=True), "subtitles": cues(at)},
    ),
    "truncated": (BadMediaError, lambda at: {"media": cut(at), "subtitles": cues(at)}),
    "no such subtitles": (
        NotFoundError,
        lambda at: {"media": film(at / "x.mp4"), "subtitles": at / "none.vtt"},
    ),
    "subtitles that are none": (
        BadTimedTextError,
        lambda at: {"media": film(at / "x.mp4"), "subtitles": put(at / "x.srt", bytes(range(256)))},
    ),
    "nothing to read": (NothingToPerceiveError, lambda at: {"media": film(at / "x.mp4")}),
    "annotations that are no JSON": (
        BadAnnotationsError,
        lambda at: {"annotations": put(at / "x.json", "not json")},
    ),
    "no valid event": (
        BadAnnotationsError,
        lambda at: {"annotations": written(at, {"video": {"title": "x"}, "macro_events": [{}]})},
    ),
    "no such annotations": (NotFoundError, lambda at: {"annotations": at / "none.json"}),
    "annotations without media or video": (
        BadAnnotationsError,
        lambda at: {"annotations": written(at, {"macro_events": kitchen()["macro_events"]})},
    ),
    "an empty title": (
        UsageError,
        lambda at: {"annotations": written(at, kitchen()), "title": "  "},
    ),
    "a perceiver against its input": (
        UsageError,
        lambda at: {"annotations": written(at, kitchen()), "perceiver": "text"},
    ),
    "annotations without any": (
        UsageError,
        lambda at: {"media": film(at / "x.mp4"), "perceiver": "annotations"},
    ),
    "a perceiver that is not there yet": (
        UsageError,
        lambda at: {"media": film(at / "x.mp4"), "perceiver": "vlm"},
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_bad_input_is_refused_and_leaves_nothing(
    store: Store, settings: Settings, library: str, tmp_path: Path, case: str
) -> None:
    error, given = REFUSED[case]
    files = file_store(settings).list()
    request = IngestRequest(library=library, **given(tmp_path))
    with pytest.raises(error) as raised:
        ingest(request, store=store, settings=settings)
    assert raised.value.message
    assert store.read(NODES, library=library) == []
    assert file_store(settings).list() == files


def test_media_that_breaks_half_way_leaves_nothing(
    store: Store,
    settings: Settings,
    library: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise BadMediaError("it breaks off at 0:02")

    monkeypatch.setattr("media.shots.iterate_shots", broken)
    files = file_store(settings).list()
    request = IngestRequest(
        library=library, media=film(tmp_path / "x.mp4"), annotations=document(tmp_path)
    )
    with pytest.raises(BadMediaError):
        ingest(request, store=store, settings=settings)
    assert store.read(NODES, library=library) == []
    assert file_store(settings).list() == files


def document(folder: Path) -> Path:
    path = folder / "film.json"
    event = {"key": "m1", "label": "colours", "start_ms": 0, "end_ms": 3_000}
    path.write_text(json.dumps({"macro_events": [event]}))
    return path


def test_media_with_annotations_has_shots_with_keyframes(
    store: Store, settings: Settings, library: str, tmp_path: Path
) -> None:
    media = film(tmp_path / "x.mp4")
    request = IngestRequest(
        library=library, media=media, annotations=document(tmp_path), subtitles=cues(tmp_path)
    )
    report = ingest(request, store=store, settings=settings)
    assert report.status == "done"
    assert report.counts["shots"] == 2
    assert report.counts["utterances"] == 1
    keyframes = file_store(settings).list(f"{report.video_id}/keyframes")
    assert len(keyframes) == 2
    assert all(file_store(settings).get(key).startswith(b"\xff\xd8") for key in keyframes)


def test_what_cannot_be_placed_in_the_media_is_left_out_and_said(
    store: Store, settings: Settings, library: str, tmp_path: Path
) -> None:
    late = put(tmp_path / "late.vtt", CUES + "\n01:00.000 --> 01:02.000\nToo late.\n")
    request = IngestRequest(
        library=library,
        media=film(tmp_path / "x.mp4"),
        annotations=document(tmp_path),
        subtitles=late,
    )
    report = ingest(request, store=store, settings=settings)
    assert report.status == "partial"
    assert report.counts["utterances"] == 1
    assert any("late.vtt" in warning for warning in report.warnings)
