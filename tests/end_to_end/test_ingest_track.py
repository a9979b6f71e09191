"""The film's own descriptions through the real parser and perceiver, in large and small windows."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cypher.query import Query
from cypher.store import Store
from ingestion.ingest import IngestReport, IngestRequest, ingest
from ingestion.timed_text import read_timed_text
from runtime.settings import Settings
from tests.conftest import delete_library
from tests.graph.ingest_cases import ids_by_label, scripted_encoder

TRACK = Path(__file__).parents[2] / "runtime" / "bbb.descriptions.vtt"
EVENTS = Query(
    "MATCH (n:MacroEvent|SuperEvent|Root {library: $library}) RETURN labels(n) AS labels, "
    "n.start_ms AS start_ms, n.end_ms AS end_ms ORDER BY start_ms",
    "The tiers. In: library. Out: labels, start_ms, end_ms.",
)
LOST = Query(
    "MATCH (n:MicroEvent|Utterance|Appearance|MacroEvent|SuperEvent|Root {library: $library}) "
    "WHERE NOT EXISTS { (n)-[:PART_OF*1..4]->(:Video) } "
    "OR n.end_ms > $duration_ms OR n.start_ms >= n.end_ms RETURN n.id AS id",
    "What does not lead to the video, or lies outside it. In: library, duration_ms. Out: id.",
)


@pytest.fixture(scope="module", params=[600, 120], ids=["τ=10min", "τ=2min"])
def film(
    request: pytest.FixtureRequest,
    store: Store,
    settings: Settings,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[IngestReport, str]]:
    library = f"test-{tmp_path_factory.mktemp('track').name}-{id(request):x}"
    windowed = settings.model_copy(update={"window_s": request.param})
    asked = IngestRequest(library=library, descriptions=TRACK, title="Big Buck Bunny")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ingestion.warmth.load_embedder", scripted_encoder)
        report = ingest(asked, store=store, settings=windowed)
    yield report, library
    delete_library(store, library)


def tier(rows: list[dict[str, Any]], label: str) -> list[tuple[int, int]]:
    return [(row["start_ms"], row["end_ms"]) for row in rows if label in row["labels"]]


def test_three_tiers_without_gap_or_overlap(film: tuple[IngestReport, str], store: Store) -> None:
    report, library = film
    assert report.status == "done"
    rows = store.read(EVENTS, library=library)
    end = max(row["end_ms"] for row in rows)
    assert tier(rows, "Root") == [(0, end)]
    assert len(tier(rows, "SuperEvent")) >= 3
    assert len(tier(rows, "MacroEvent")) >= 12
    for label in ("SuperEvent", "MacroEvent"):
        spans = tier(rows, label)
        assert [start for start, _ in spans] == [0, *(end for _, end in spans[:-1])]
        assert spans[-1][1] == end
    assert store.read(LOST, library=library, duration_ms=end) == []


def test_every_cue_is_an_utterance_and_events_are_many(film: tuple[IngestReport, str]) -> None:
    counts = film[0].counts
    assert counts["utterances"] == len(read_timed_text(TRACK, "description").cues)
    assert counts["micro_events"] >= 150
    causal = Counter(counts["relations"])
    assert sum(causal[type_] for type_ in ("CAUSES", "ENABLES", "PREVENTS")) >= 25


def test_the_hero_is_one_entity(film: tuple[IngestReport, str], store: Store) -> None:
    library = film[1]
    query = Query(
        "MATCH (a:Appearance {library: $library})-[:IS]->(n:Entity) WHERE n.name = 'rabbit' "
        "RETURN n.id AS id, count(a) AS seen ORDER BY seen DESC",
        "Entities named rabbit. In: library. Out: id, seen.",
    )
    rows = store.read(query, library=library)
    assert rows[0]["seen"] >= 10
    assert len(ids_by_label(store, library)["Entity"]) > 50
