"""ActivityNet's replay on files of its form: what is stored, where it is asked, what counts."""

import json
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import MagicMock

import numpy as np
import pytest
from numpy.typing import NDArray

from evaluation.data_folder import data_folder
from evaluation.replays import activitynet
from evaluation.replays.activitynet import (
    _STANDARD,
    overlaps,
    rooms_of_streams,
    rooms_of_videos,
)
from evaluation.replays.activitynet_clips import Clip, Sentence, load, sources, streams
from evaluation.replays.standard_parts import Parts
from evaluation.replays.stored import StoredMemory
from runtime.errors import BadAnnotationsError, NotFoundError

REAL = data_folder() / "activitynet-captions" / "val_1.json"


def clip(name: str, lasts: float = 3_000.0, last_end: float = 30.0) -> Clip:
    described = (
        Sentence(f"{name} begins", 0.0, 10.0),
        Sentence(f"{name} goes on", 10.0, 20.0),
        Sentence(f"{name} ends", 20.0, last_end),
    )
    return Clip(name, lasts, described, (Sentence(f"the end of {name}", 19.0, 31.0),))


CLIPS = [clip(name) for name in ("ant", "bee", "cow", "dog")]


def test_streams_are_filled_and_the_rest_is_dropped() -> None:
    (stream,) = streams(CLIPS)
    assert len(stream.pieces) == 3
    assert [piece.offset_s for piece in stream.pieces] == [0.0, 3_000.0, 6_000.0]
    assert streams(CLIPS) == [stream]
    assert len(sources(CLIPS)) == 2


def test_a_stream_as_a_document() -> None:
    (stream,) = streams(CLIPS)
    document = stream.document()
    assert document.key == "stream-00"
    events = document.document["macro_events"]
    assert [event["key"] for event in events] == [f"m{number}" for number in range(9)]
    assert (events[3]["start_ms"], events[3]["end_ms"]) == (3_000_000, 3_010_000)
    assert document.document["video"]["duration_ms"] == 9_000_000


def test_every_query_is_asked_once_of_each_pool() -> None:
    in_videos, in_streams = rooms_of_videos(CLIPS), rooms_of_streams(CLIPS)
    assert [room.questions[0].clip for room in in_videos] == ["ant", "bee", "cow", "dog"]
    assert sum(len(room.questions) for room in in_streams) == 3
    texts = [one.text for each in CLIPS for one in each.described]
    for room in in_videos + in_streams:
        assert [texts[at] for at in room.positions] == [one.text for one in room.described]


def test_a_clip_is_asked_where_its_sentences_lie_apart() -> None:
    for room in rooms_of_videos(CLIPS):
        (question,) = room.questions
        assert question.scope_ms is not None
        start, end = question.scope_ms
        assert (start, end) == (1000 * room.described[0].start_s, 1000 * room.described[-1].end_s)
        assert question.sentence.start_s - room.described[0].start_s == 19.0


def test_a_clip_that_runs_into_the_next_has_a_source_of_its_own() -> None:
    clips = [clip(each.id, last_end=3_005.0) for each in CLIPS]
    alone = {source.key for source in sources(clips)} - {"stream-00"}
    (stream,) = streams(clips)
    *running_over, last = (piece.clip.id for piece in stream.pieces)
    assert set(running_over) <= alone
    assert {room.questions[0].source for room in rooms_of_videos(clips)} == {
        source.key for source in sources(clips)
    } - ({"stream-00"} if last in alone else set())


@pytest.mark.parametrize(
    ("span", "share"),
    [((0.0, 10.0), 1.0), ((0.0, 5.0), 0.5), ((5.0, 15.0), 1 / 3), ((10.0, 20.0), 0.0)],
)
def test_overlap(span: tuple[float, float], share: float) -> None:
    right = Sentence("", 0.0, 10.0)
    assert overlaps([span], right, 1)[0] == pytest.approx(share)
    assert overlaps([(90.0, 99.0), span], right, 3).tolist() == pytest.approx([0.0, share, 0.0])


class _ByWords:
    """Two texts are as near as the words they share."""

    model, dimensions = "words", 64

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in zip(vectors, texts, strict=True):
            for word in text.split():
                row[sum(map(ord, word)) % self.dimensions] += 1
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def test_the_parts_answer_with_spans() -> None:
    parts = Parts([one.text for each in CLIPS for one in each.described], _ByWords())
    room = rooms_of_videos(CLIPS)[1]
    start = room.described[0].start_s
    for name, answer in _STANDARD.items():
        ((best, *others),) = answer(parts, room, 2)
        assert len(others) == 1, name
        assert start <= best[0] < best[1] <= start + 30.0, name
    spans = {tuple(span) for span in _STANDARD["unions of 1-3"](parts, room, 9)[0]}
    assert (start, start + 30.0) in spans
    assert len(spans) == 6
    assert len(_STANDARD["unions of 1-2"](parts, room, 9)[0]) == 5


def test_the_report_says_that_weights_are_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        activitynet, "_ours", lambda questions, *_, **__: [[(0.0, 9.0)] for _ in questions]
    )
    report = activitynet.replay(CLIPS, MagicMock(StoredMemory, embedder=_ByWords()))
    assert "shipped weights and not cross-fitted" in report.notes[0]
    assert "0014" in report.notes[0]


def test_files_of_the_form(tmp_path: Path) -> None:
    folder = tmp_path / "activitynet-captions"
    folder.mkdir()
    video = {"duration": 9.5, "timestamps": [[0, 9.5]], "sentences": [" A cat. "]}
    (folder / "val_1.json").write_text(json.dumps({"b": video, "a": video, "only here": video}))
    with pytest.raises(NotFoundError, match="ActivityNet"):
        load(tmp_path)
    (folder / "val_2.json").write_text(json.dumps({"a": video, "b": video}))
    assert [each.id for each in load(tmp_path)] == ["a", "b"]
    (folder / "val_2.json").write_text(json.dumps({"a": {**video, "timestamps": []}}))
    with pytest.raises(BadAnnotationsError, match=r"val_2\.json"):
        load(tmp_path)


@pytest.mark.skipif(not REAL.is_file(), reason=f"ActivityNet Captions is not at {REAL}")
def test_the_real_files_give_the_protocols_numbers() -> None:
    clips = load()
    assert len(clips) == 4_885
    assert sum(len(each.asked) for each in clips) == 17_031
    made = streams(clips)
    assert len(made) == 79
    assert sum(len(piece.clip.asked) for each in made for piece in each.pieces) == 16_964
