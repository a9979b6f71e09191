"""What is exported can be imported, and yields the same memory: same numbers, same everything."""

import json
import re
import uuid
from pathlib import Path
from typing import Any

import pytest

from cypher.query import Query
from cypher.store import Store
from graph_schema.perception_document import PerceptionDocument
from ingestion.ingest import IngestRequest, ingest
from retrieval.export import export_document
from runtime.errors import NotFoundError
from runtime.settings import Settings
from tests.conftest import delete_library
from tests.graph.ingest_cases import MINUTE, kitchen, scripted_encoder, written

NODES = Query(
    "MATCH (n {library: $library}) WHERE NOT n:Job AND NOT n:StageRun AND NOT n:Decision "
    "RETURN labels(n) AS labels, properties(n) AS properties",
    "All of a library's memory. In: library. Out: labels, properties.",
)
EDGES = Query(
    "MATCH (a {library: $library})-[r]->(b) WHERE NOT a:StageRun AND NOT a:Decision "
    "RETURN a.id AS start, type(r) AS type, b.id AS end, properties(r) AS properties",
    "All of a library's relationships. In: library. Out: start, type, end, properties.",
)
OF_THE_SOURCE = {"library", "digest", "uri", "perception_key", "embedding"}


@pytest.fixture(autouse=True)
def _encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingestion.warmth.load_embedder", scripted_encoder)


def rich_kitchen() -> dict[str, Any]:
    """Everything a document can say: gaps, overlaps, far relations, chapters, other scripts."""
    document = kitchen(6)
    first, second, *_, last = document["macro_events"]
    document["video"]["recorded_at"] = "2026-01-02T03:04:05+00:00"
    first["entities"][0] |= {
        "aliases": ["chef", "कुक"],
        "attributes": {"hat": "white", "mood": "開心"},
        "seen_at_ms": 1_500,
        "grounded": True,
    }
    second["end_ms"] += 5_000  # overlaps its neighbour
    last["start_ms"] += 7_000  # leaves a gap
    last["micro_events"][0] |= {"source": "speech", "confidence": 0.25}
    last["micro_events"][0]["start_ms"] = last["start_ms"] - 1_000  # reaches outside its parent
    document["relations"] += [
        {"source": "m0", "target": "m4", "type": "LEADS_TO"},
        {"source": "m1", "target": "m3", "type": "PREVENTS", "reason": "no", "basis": "inferred"},
        {"source": "m0/e1", "target": "m5/e2", "type": "BEFORE", "confidence": 0.5},
        {"source": "m0/a1", "target": "m3/a1", "type": "NEXT_TO"},
    ]
    document["super_events"] = [
        {"label": "The start", "summary": "Flour and water.", "macro_events": ["m0", "m1", "m2"]},
        {"label": "The rest", "macro_events": ["m3", "m4", "m5"]},
    ]
    document["utterances"] += [
        {"start_ms": 5 * MINUTE, "end_ms": 5 * MINUTE + 1, "text": "終わり", "source": "subtitle"}
    ]
    return document


def test_a_round_trip_yields_the_same_memory(
    store: Store, settings: Settings, library: str, tmp_path: Path
) -> None:
    first = take_in(store, settings, library, tmp_path, rich_kitchen())
    document = export_document(store, library, first)
    assert document.video is not None
    assert document.video.source_id == first
    assert [event.key for event in document.macro_events] == [f"m{n}" for n in range(1, 7)]
    other = f"test-{uuid.uuid4().hex[:12]}"
    try:
        again = take_in(store, settings, other, tmp_path, document.model_dump(mode="json"))
        assert again != first
        assert memory(store, other, again) == memory(store, library, first)
        assert without_source(export_document(store, other, again)) == without_source(document)
    finally:
        delete_library(store, other)


def test_nothing_that_was_said_is_lost(
    store: Store, settings: Settings, library: str, tmp_path: Path
) -> None:
    said = rich_kitchen()
    video = take_in(store, settings, library, tmp_path, said)
    told = export_document(store, library, video)
    assert len(told.macro_events) == len(said["macro_events"])
    for event, original in zip(told.macro_events, said["macro_events"], strict=True):
        assert (event.label, event.start_ms, event.end_ms) == (
            original["label"],
            original["start_ms"],
            original["end_ms"],
        )
        assert len(event.entities) == len(original["entities"])
        assert len(event.micro_events) == len(original["micro_events"])
        assert len(event.relations) == len(original["relations"])
    assert len(told.relations) == len(said["relations"])
    assert len(told.utterances) == len(said["utterances"])
    cook = told.macro_events[0].entities[0]
    assert cook.attributes == {"hat": "white", "mood": "開心"}
    assert (cook.aliases, cook.seen_at_ms, cook.grounded) == (("chef", "कुक"), 1_500, True)
    assert [event.macro_events for event in told.super_events] == [
        ("m1", "m2", "m3"),
        ("m4", "m5", "m6"),
    ]


def test_another_librarys_video_is_not_found(
    store: Store, settings: Settings, library: str, tmp_path: Path
) -> None:
    video = take_in(store, settings, library, tmp_path, kitchen(2))
    with pytest.raises(NotFoundError):
        export_document(store, f"{library}-other", video)
    with pytest.raises(NotFoundError):
        export_document(store, library, "v" + "0" * 16)


def take_in(
    store: Store, settings: Settings, library: str, folder: Path, document: dict[str, Any]
) -> str:
    path = written(folder, document, f"{library}.json")
    report = ingest(
        IngestRequest(annotations=path, library=library), store=store, settings=settings
    )
    assert report.status == "done", report.warnings
    return report.video_id


def memory(store: Store, library: str, video: str) -> tuple[list[str], list[str]]:
    """All nodes and relationships, with the video's own id (and the entities') taken out."""
    entities: dict[str, str] = {}
    rows = store.read(NODES, library=library)
    for row in rows:
        if "Entity" in row["labels"]:
            entities[row["properties"]["id"]] = f"entity {row['properties']['name']}"

    def plain(value: Any) -> str:
        text = json.dumps(value, sort_keys=True, ensure_ascii=False).replace(video, "video")
        return re.sub(r"n[0-9a-f]{16}", lambda match: entities.get(match[0], match[0]), text)

    nodes = [
        plain(
            [row["labels"], {k: v for k, v in row["properties"].items() if k not in OF_THE_SOURCE}]
        )
        for row in rows
    ]
    edges = [plain(row) for row in store.read(EDGES, library=library)]
    return sorted(nodes), sorted(edges)


def without_source(document: PerceptionDocument) -> dict[str, Any]:
    told = document.model_dump()
    del told["video"]["source_id"]
    return told
