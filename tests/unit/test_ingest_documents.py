"""Untrusted perception documents: what is refused whole, and what is left out one by one."""

import json
from typing import Any

import pytest

from ingestion.documents import MAX_BYTES, read_document
from runtime.errors import BadAnnotationsError


def document(**changes: Any) -> dict[str, Any]:
    good: dict[str, Any] = {
        "video": {"title": "Kitchen", "duration_ms": 60_000},
        "macro_events": [
            {
                "key": "m1",
                "label": "Make dough",
                "start_ms": 0,
                "end_ms": 30_000,
                "entities": [
                    {"key": "a1", "name": "cook", "type": "Person"},
                    {"key": "a2", "name": "flour"},
                ],
                "micro_events": [
                    {
                        "key": "e1",
                        "label": "pours flour",
                        "start_ms": 1_000,
                        "end_ms": 4_000,
                        "subjects": ["a1"],
                        "objects": ["a2"],
                    },
                    {"key": "e2", "label": "kneads", "start_ms": 5_000, "end_ms": 9_000},
                ],
                "relations": [{"source": "e1", "target": "e2", "type": "ENABLES"}],
            },
            {"key": "m2", "label": "Bake", "start_ms": 30_000, "end_ms": 60_000},
        ],
    }
    return {**good, **changes}


def read(raw: Any, **arguments: Any) -> Any:
    return read_document(json.dumps(raw).encode(), **arguments)


def with_macro(**changes: Any) -> dict[str, Any]:
    whole = document()
    whole["macro_events"][0].update(changes)
    return whole


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<html>not found</html>",
        b"\xff\xfe\x00",
        b"[1, 2]",
        b'"text"',
        b"{}",
        b'{"macro_events": {}}',
        b'{"macro_events": []}',
        b'{"video": {"title": "x"}, "macro_events": []}',
        b'{"macro_events": [{"key": "m1", "label": "x", "start_ms": 0, "end_ms": 5}]}',
        b'{"video": {"title": " "}, "macro_events": [{"key": "m", "label": "x", "start_ms": 0,'
        b' "end_ms": 5}]}',
        b'{"video": {"title": "x"}, "macro_events": [{"key": "m", "label": "x", "start_ms": 9,'
        b' "end_ms": 5}]}',
        b'{"video": {"title": "x", "duration_ms": NaN}, "macro_events": []}',
        b'{"video": {"title": "x"}, "macro_events": [' + b"[" * 100_000,
        b'{"video": {"title": "x", "duration_ms": ' + b"9" * 5_000 + b'}, "macro_events": []}',
    ],
)
def test_what_is_no_document_is_refused(data: bytes) -> None:
    with pytest.raises(BadAnnotationsError):
        read_document(data)


def test_a_document_that_is_too_large_is_refused_before_it_is_parsed() -> None:
    with pytest.raises(BadAnnotationsError, match="64 MB"):
        read_document(b" " * (MAX_BYTES + 1))


def test_a_good_document_loses_nothing() -> None:
    result = read(document())
    assert not result.partial
    assert result.duration_ms == 60_000
    assert [event.key for event in result.document.macro_events] == ["m1", "m2"]


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (document(macro_events=[*document()["macro_events"], 7]), "macro_events[2]"),
        (
            document(macro_events=[*document()["macro_events"], document()["macro_events"][0]]),
            "another item has this key",
        ),
        (
            document(
                macro_events=[
                    *document()["macro_events"],
                    {"key": "m3", "label": "late", "start_ms": 59_000, "end_ms": 61_000},
                ]
            ),
            "reaches outside the media",
        ),
        (
            document(
                macro_events=[
                    *document()["macro_events"],
                    {"key": "m3", "label": "back", "start_ms": 9_000, "end_ms": 9_000},
                ]
            ),
            "not after its start",
        ),
        (
            with_macro(
                micro_events=[
                    {
                        "key": "e1",
                        "label": "x",
                        "start_ms": 0,
                        "end_ms": 9,
                        "subjects": ["a1", "nobody"],
                    }
                ],
                relations=[],
            ),
            "'nobody'",
        ),
        (
            with_macro(
                micro_events=[
                    {"key": "e1", "label": "x", "start_ms": 0, "end_ms": 9, "place": "nowhere"}
                ],
                relations=[],
            ),
            "'nowhere'",
        ),
        (
            with_macro(
                micro_events=[{"key": "a1", "label": "x", "start_ms": 0, "end_ms": 9}],
                relations=[],
            ),
            "an entity of this macro event has this key",
        ),
        (with_macro(relations=[{"source": "e1", "target": "e9", "type": "CAUSES"}]), "'e9'"),
        (
            with_macro(relations=[{"source": "a1", "target": "e1", "type": "CAUSES"}]),
            "CAUSES does not go from Appearance to MicroEvent",
        ),
        (
            with_macro(relations=[{"source": "e1", "target": "e1", "type": "CAUSES"}]),
            "relates a thing to itself",
        ),
        (
            with_macro(relations=[{"source": "e1", "target": "m1", "type": "PART_OF"}]),
            "nothing here has the key 'm1'",
        ),
        (
            document(relations=[{"source": "m1/e1", "target": "m1", "type": "PART_OF"}]),
            "cannot be stated",
        ),
        (
            with_macro(relations=[{"source": "e1", "target": "e2", "type": "LOVES"}]),
            "relations[0]",
        ),
        (with_macro(entities="cook", micro_events=[], relations=[]), "it is no list"),
        (
            with_macro(
                entities=[{"key": "a1", "name": "x", "type": "Animal"}],
                micro_events=[],
                relations=[],
            ),
            "entities[0]",
        ),
        (
            document(utterances=[{"start_ms": 59_000, "end_ms": 70_000, "text": "late"}]),
            "utterances[0]",
        ),
        (
            document(super_events=[{"label": "s", "macro_events": ["m1", "m9"]}]),
            "no macro event has the key 'm9'",
        ),
        (
            document(
                super_events=[
                    {"label": "s", "macro_events": ["m1"]},
                    {"label": "t", "macro_events": ["m1"]},
                ]
            ),
            "part of a super event already",
        ),
        (with_macro(summary="x" * 20_000), "20000 characters"),
    ],
)
def test_a_single_bad_item_is_left_out_and_listed(raw: dict[str, Any], told: str) -> None:
    result = read(raw)
    assert result.partial
    assert any(told in line for line in result.left_out), result.left_out
    assert any(event.key == "m2" for event in result.document.macro_events)


def test_a_reference_is_left_out_but_its_event_stays() -> None:
    raw = with_macro(
        micro_events=[
            {"key": "e1", "label": "x", "start_ms": 0, "end_ms": 9, "subjects": ["a1", "zz", "a1"]}
        ],
        relations=[],
    )
    (event,) = read(raw).document.macro_events[0].micro_events
    assert event.subjects == ("a1",)


def test_relations_across_macro_events_use_full_keys() -> None:
    raw = document(
        relations=[
            {"source": "m1/e2", "target": "m1/e1", "type": "CAUSES"},
            {"source": "m1", "target": "m2", "type": "LEADS_TO"},
        ]
    )
    assert len(read(raw).document.relations) == 2


def test_a_micro_event_outside_its_parent_keeps_its_time_and_is_counted() -> None:
    raw = with_macro(
        micro_events=[{"key": "e1", "label": "x", "start_ms": 29_000, "end_ms": 31_000}],
        relations=[],
    )
    result = read(raw)
    assert not result.partial
    assert result.document.macro_events[0].micro_events[0].end_ms == 31_000
    assert result.notes == ("1 micro-events reach outside their macro event; their times are kept",)


def test_the_clock_of_the_media_wins_over_the_documents() -> None:
    result = read(document(), media_duration_ms=30_000)
    assert [event.key for event in result.document.macro_events] == ["m1"]
    assert result.duration_ms == 30_000
    assert any("made for 1:00" in note for note in result.notes)


def test_without_a_stated_duration_the_latest_end_is_it() -> None:
    assert read(document(video={"title": "x"})).duration_ms == 60_000


def test_the_title_given_wins() -> None:
    assert read(document(video={}), title="Mine").document.video.title == "Mine"


def test_text_that_no_database_stores_is_cleaned() -> None:
    raw = b'{"video": {"title": "a\\ud800b\\u0000"}, "macro_events": [{"key": "m", "label": "x",'
    raw += b' "start_ms": 0, "end_ms": 5}]}'
    title = read_document(raw).document.video.title
    assert title.encode() == "a\ufffdb".encode()


def test_the_list_of_what_was_left_out_is_bounded() -> None:
    bad = [{"key": f"x{n}", "label": "x", "start_ms": 9, "end_ms": 5} for n in range(1_000)]
    result = read(document(macro_events=[*document()["macro_events"], *bad]))
    assert len(result.left_out) == 201
    assert result.left_out[-1] == "and 800 more items left out"
