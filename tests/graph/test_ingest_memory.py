"""Annotations become a memory: whole, reachable, found, the same again, and gone when deleted."""

from pathlib import Path
from typing import Any

import pytest

from cypher.query import Query
from cypher.store import Store
from graph_schema.identity import video_id
from ingestion.deletion import delete_video
from ingestion.ingest import IngestReport, IngestRequest, ingest
from runtime.errors import IncompleteMemoryError, NotFoundError
from runtime.files import file_store
from runtime.progress import Silent
from runtime.settings import Settings
from tests.graph.ingest_cases import (
    MINUTE,
    ids_by_label,
    kitchen,
    picture,
    scripted_encoder,
    written,
)


@pytest.fixture(autouse=True)
def _encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingestion.warmth.load_embedder", scripted_encoder)


class Ingest:
    def __init__(self, store: Store, settings: Settings, library: str, folder: Path) -> None:
        self.store, self.settings, self.library, self.folder = store, settings, library, folder

    def __call__(self, document: dict[str, Any], **changes: Any) -> IngestReport:
        progress = changes.pop("progress", Silent())
        fields = {"library": self.library, "annotations": written(self.folder, document), **changes}
        return ingest(
            IngestRequest(**fields), store=self.store, settings=self.settings, progress=progress
        )


@pytest.fixture
def take_in(store: Store, settings: Settings, library: str, tmp_path: Path) -> Ingest:
    return Ingest(store, settings, library, tmp_path)


UNREACHED = Query(
    """\
MATCH (n {library: $library}) WHERE NOT n:Video AND NOT n:Job AND NOT n:StageRun AND NOT n:Decision
AND NOT EXISTS { (n)-[:PART_OF*1..4]->(:Video {library: $library}) }
AND NOT EXISTS { (n)<-[:IS]-(:Appearance)-[:PART_OF*1..4]->(:Video {library: $library}) }
RETURN n.id AS id
""",
    "Nodes of a memory that do not lead to a video. In: library. Out: id.",
)
ORIGINS = Query(
    """\
MATCH (n {library: $library})-[r]->() WHERE type(r) <> 'ABOUT' AND NOT n:StageRun
RETURN type(r) AS type, r.perceiver AS perceiver, r.source AS source, r.reason AS reason,
       r.basis AS basis
""",
    "Where relationships come from. In: library. Out: type, perceiver, source, reason, basis.",
)
MEMORY = Query(
    """\
MATCH (n:Memory {library: $library})
RETURN labels(n) AS labels, n.id AS id, n.text AS text, n.search_text AS search_text,
       size(n.embedding) AS dimensions, n.video_id AS video_id, n.macro_event AS macro_event,
       n.start_ms AS start_ms, n.end_ms AS end_ms
ORDER BY n.start_ms, id
""",
    "Memory nodes. In: library. Out: their properties.",
)


def test_the_report_counts_what_is_in_the_graph(
    take_in: Ingest, store: Store, library: str
) -> None:
    report = take_in(kitchen())
    assert report.status == "done"
    assert report.warnings == ()
    counts = report.counts
    ids = ids_by_label(store, library)
    assert counts["macro_events"] == len(ids["MacroEvent"]) == 12
    assert counts["micro_events"] == len(ids["MicroEvent"]) == 24
    assert counts["appearances"] == len(ids["Appearance"]) == 48
    assert counts["super_events"] == len(ids["SuperEvent"]) >= 3
    assert counts["utterances"] == len(ids["Utterance"]) == 2
    assert counts["entities"] == len(ids["Entity"]) == 2 + 10 + 1
    assert len(ids["Root"]) == len(ids["Video"]) == 1
    assert counts["relations"] == {
        "BEFORE": 23,
        "CAUSES": 11,
        "ENABLES": 12,
        "HAPPENS_IN": 12,
        "INSIDE": 12,
        "IS": 48,
        "LEADS_TO": 11 + counts["super_events"] - 1,
        "PART_OF": 12 + 24 + 48 + counts["super_events"] + 1 + 2,
        "PERFORMS": 24,
        "RECEIVES": 12,
        "RELATED_TO": 24,
        "USES": 12,
    }


def test_the_report_is_the_contracts_document(take_in: Ingest) -> None:
    report = take_in(kitchen()).document()
    assert list(report) == ["video_id", "job_id", "status", "counts", "stages", "warnings"]
    assert [(stage["name"], stage["status"]) for stage in report["stages"]] == [
        ("probe", "skipped"),
        ("timed_text", "done"),
        ("shots", "skipped"),
        ("perceive", "done"),
        ("persist", "done"),
        ("resolve", "done"),
        ("aggregate", "done"),
        ("embed", "done"),
        ("check", "done"),
    ]


def test_every_node_leads_to_its_video(take_in: Ingest, store: Store, library: str) -> None:
    take_in(kitchen())
    assert store.read(UNREACHED, library=library) == []


def test_every_relationship_says_where_it_comes_from(
    take_in: Ingest, store: Store, library: str
) -> None:
    take_in(kitchen())
    rows = store.read(ORIGINS, library=library)
    assert all(row["perceiver"] and row["source"] for row in rows)
    causal = [row for row in rows if row["type"] in ("CAUSES", "ENABLES")]
    assert causal
    assert all(row["reason"] and row["basis"] == "stated" for row in causal)


def test_every_memory_node_can_be_found(take_in: Ingest, store: Store, library: str) -> None:
    report = take_in(kitchen())
    rows = store.read(MEMORY, library=library)
    assert {label for row in rows for label in row["labels"]} == {
        "Memory", "Root", "SuperEvent", "MacroEvent", "MicroEvent", "Utterance", "Entity",
    }  # fmt: skip
    assert all(row["text"] and row["search_text"] and row["dimensions"] == 384 for row in rows)
    for row in rows:
        if "Entity" in row["labels"]:
            assert row["video_id"] is row["start_ms"] is row["macro_event"] is None
        else:
            assert row["video_id"] == report.video_id
            assert 0 <= row["start_ms"] < row["end_ms"] <= 12 * MINUTE
    said = next(row for row in rows if row["text"] == "Now some water.")
    assert said["macro_event"] == f"{report.video_id}.m2"


def test_twice_gives_the_same_ids_and_relationships(
    take_in: Ingest, store: Store, library: str
) -> None:
    first = take_in(kitchen())
    before = picture(store, library)
    again = take_in(kitchen())
    assert picture(store, library) == before
    assert (again.video_id, again.job_id) == (first.video_id, first.job_id)
    assert again.counts == first.counts
    assert {stage.status for stage in again.stages} == {"skipped"}


def test_ids_are_derived_from_library_and_source(take_in: Ingest, library: str) -> None:
    assert take_in(kitchen()).video_id == video_id(library, "kitchen-1")


def test_two_inside_one_macro_event_are_never_one_entity(
    take_in: Ingest, store: Store, library: str
) -> None:
    take_in(kitchen())
    cooks = Query(
        "MATCH (a:Appearance {library: $library})-[:IS]->(n:Entity {type: 'Person'}) "
        "RETURN n.id AS id, count(a) AS seen, collect(DISTINCT a.description) AS told",
        "Persons. In: library. Out: id, seen, told.",
    )
    rows = store.read(cooks, library=library)
    assert sorted(row["seen"] for row in rows) == [12, 12]
    assert all(len(row["told"]) == 1 for row in rows), "told apart by their descriptions"
    decided = Query(
        "MATCH (d:Decision {library: $library})-[:ABOUT]->(a) "
        "RETURN d.id AS id, d.kind AS kind, count(a) AS about",
        "Decisions. In: library. Out: id, kind, about.",
    )
    kinds = [row["kind"] for row in store.read(decided, library=library)]
    assert kinds.count("different") == 12
    assert kinds.count("same") >= 3


def test_before_joins_neighbours_in_time(take_in: Ingest, store: Store, library: str) -> None:
    take_in(kitchen())
    query = Query(
        "MATCH (a:MicroEvent {library: $library})-[:BEFORE]->(b) "
        "RETURN a.start_ms AS one, b.start_ms AS two ORDER BY one",
        "BEFORE edges. In: library. Out: one, two.",
    )
    rows = store.read(query, library=library)
    assert [row["two"] for row in rows[:-1]] == [row["one"] for row in rows[1:]]
    assert all(row["one"] <= row["two"] for row in rows)


def test_human_times_keep_their_gaps_and_overlaps(
    take_in: Ingest, store: Store, library: str
) -> None:
    document = kitchen(4)
    times = [(5_000, 90_000), (60_000, 100_000), (130_000, 150_000), (200_000, 240_000)]
    for event, (start, end) in zip(document["macro_events"], times, strict=True):
        event.update(start_ms=start, end_ms=end)
    report = take_in(document)
    rows = [row for row in store.read(MEMORY, library=library) if "MacroEvent" in row["labels"]]
    assert [(row["start_ms"], row["end_ms"]) for row in rows] == times
    assert report.status == "done"
    assert any("outside their macro event" in warning for warning in report.warnings)


def test_super_events_of_an_annotation_are_used(
    take_in: Ingest, store: Store, library: str
) -> None:
    document = kitchen(12)
    document["super_events"] = [
        {"label": "Mise en place", "summary": "All is ready.", "macro_events": ["m3", "m4", "m5"]}
    ]
    take_in(document)
    query = Query(
        "MATCH (m:MacroEvent {library: $library})-[:PART_OF]->(s:SuperEvent) "
        "WITH s, m ORDER BY m.start_ms "
        "RETURN s.label AS label, s.start_ms AS start_ms, s.end_ms AS end_ms, "
        "collect(m.start_ms) AS members ORDER BY start_ms",
        "Super events. In: library. Out: label, start_ms, end_ms, members.",
    )
    rows = store.read(query, library=library)
    given = next(row for row in rows if row["label"] == "Mise en place")
    assert given["members"] == [3 * MINUTE, 4 * MINUTE, 5 * MINUTE]
    assert [member for row in rows for member in row["members"]] == [n * MINUTE for n in range(12)]


def test_single_bad_items_make_the_memory_partial(
    take_in: Ingest, store: Store, library: str
) -> None:
    document = kitchen(3)
    document["macro_events"][0]["micro_events"][0]["subjects"] = ["a1", "nobody"]
    document["macro_events"][1]["micro_events"][1]["end_ms"] = 1
    report = take_in(document)
    assert report.status == "partial"
    assert report.counts["micro_events"] == 5
    assert len(report.warnings) == 4  # reference, event, and two relations that need it
    assert take_in(document).warnings == report.warnings


def test_libraries_do_not_see_each_other(
    take_in: Ingest, store: Store, settings: Settings, library: str
) -> None:
    other = f"{library}-other"
    try:
        mine = take_in(kitchen())
        before = picture(store, library)
        theirs = take_in(kitchen(), library=other)
        assert theirs.video_id != mine.video_id
        assert picture(store, library) == before
        with pytest.raises(NotFoundError):
            delete_video(store, settings, library, theirs.video_id)
        delete_video(store, settings, other, theirs.video_id)
        assert picture(store, library) == before
    finally:
        for ids in ids_by_label(store, other).values():
            assert ids == []


def test_deleting_leaves_nothing(
    take_in: Ingest, store: Store, settings: Settings, library: str
) -> None:
    kept = take_in(kitchen(3, "kitchen-2"))
    before = picture(store, library)
    report = take_in(kitchen())
    files = file_store(settings)
    assert files.list(report.video_id)
    delete_video(store, settings, library, report.video_id)
    assert picture(store, library) == before
    assert files.list(report.video_id) == []
    assert files.list(kept.video_id)
    jobs = Query(
        "MATCH (j:Job {library: $library}) RETURN j.video_id AS video",
        "Jobs. In: library. Out: video.",
    )
    assert [row["video"] for row in store.read(jobs, library=library)] == [kept.video_id]
    with pytest.raises(NotFoundError):
        delete_video(store, settings, library, report.video_id)


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("MATCH (n:MicroEvent {library: $library}) WITH n LIMIT 1 DETACH DELETE n", "MicroEvent"),
        (
            "MATCH (:Appearance {library: $library})-[r:PART_OF]->() WITH r LIMIT 1 DELETE r",
            "cannot be reached",
        ),
        (
            "MATCH (n:MacroEvent {library: $library}) WITH n LIMIT 1 SET n.end_ms = 10^9",
            "outside",
        ),
        (
            "MATCH (n:Utterance {library: $library}) WITH n LIMIT 1 REMOVE n.embedding",
            "not embedded",
        ),
        ("MATCH (n:Memory {library: $library}) REMOVE n:Memory", "not embedded"),
    ],
)
def test_a_memory_that_is_not_whole_is_never_called_done_and_written_anew(
    take_in: Ingest, store: Store, library: str, damage: str, told: str
) -> None:
    class Damaging(Silent):
        def stage(self, name: str, total: int | None) -> None:
            if name == "check":
                store.write(Query(f"{damage} RETURN 1 AS one", "Damage."), library=library)

    with pytest.raises(IncompleteMemoryError, match=told):
        take_in(kitchen(3), progress=Damaging())
    video = Query(
        "MATCH (v:Video {library: $library}) RETURN v.status AS status", "In: library. Out: status."
    )
    assert store.read(video, library=library) == [{"status": "failed"}]
    assert take_in(kitchen(3)).status == "done"
    healed = picture(store, library)
    delete_video(store, take_in.settings, library, video_id(library, "kitchen-1"))
    take_in(kitchen(3))
    assert picture(store, library) == healed
