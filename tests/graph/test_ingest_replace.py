"""Again with other eyes: refused, allowed, resumable, and what people decided carried over."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from cypher.query import Query
from cypher.statements import merge_nodes, merge_relationships
from cypher.store import Store
from graph_schema.identity import derived_id
from graph_schema.labels import Label
from graph_schema.relationships import RelationType
from ingestion.ingest import IngestReport, IngestRequest, ingest
from runtime.errors import AlreadyPerceivedError
from runtime.progress import Silent
from runtime.settings import Settings
from tests.graph.ingest_cases import kitchen, picture, scripted_encoder, written
from tests.graph.test_ingest_interrupted import FORK, open_store


@pytest.fixture(autouse=True)
def _encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingestion.warmth.load_embedder", scripted_encoder)


@pytest.fixture
def first(library: str, tmp_path: Path) -> IngestRequest:
    return IngestRequest(library=library, annotations=written(tmp_path, kitchen(6), "first.json"))


@pytest.fixture
def second(library: str, tmp_path: Path) -> IngestRequest:
    """The same kitchen seen otherwise: fewer events, other words, one cook less in the last."""
    document = kitchen(5)
    document["video"]["duration_ms"] = 6 * 60_000
    for event in document["macro_events"]:
        event["label"] = f"again, {event['label']}"
    return IngestRequest(
        library=library, annotations=written(tmp_path, document, "second.json"), replace=True
    )


def test_another_perception_is_refused_with_a_hint(
    store: Store, settings: Settings, first: IngestRequest, second: IngestRequest, library: str
) -> None:
    ingest(first, store=store, settings=settings)
    before = picture(store, library)
    with pytest.raises(AlreadyPerceivedError) as raised:
        ingest(second.model_copy(update={"replace": False}), store=store, settings=settings)
    assert "--replace" in raised.value.hint
    assert picture(store, library) == before


def test_replacing_gives_the_memory_that_a_first_ingest_would_give(
    store: Store, settings: Settings, first: IngestRequest, second: IngestRequest, library: str
) -> None:
    ingest(second, store=store, settings=settings)
    wanted = picture(store, library)
    ingest(first.model_copy(update={"replace": True}), store=store, settings=settings)
    assert picture(store, library) != wanted
    report = ingest(second, store=store, settings=settings)
    assert report.status == "done"
    assert picture(store, library) == wanted
    assert {one.name for one in report.stages if one.status == "skipped"} >= {"perceive"}


@pytest.mark.parametrize(("stage", "moment"), [("persist", 1), ("persist", 3), ("embed", 1)])
def test_killed_while_replacing_it_resumes(
    store: Store,
    settings: Settings,
    first: IngestRequest,
    second: IngestRequest,
    library: str,
    stage: str,
    moment: int,
) -> None:
    ingest(second, store=store, settings=settings)
    wanted = picture(store, library)
    ingest(first.model_copy(update={"replace": True}), store=store, settings=settings)

    class Dies(Silent):
        open, steps = "", 0

        def stage(self, name: str, total: int | None) -> None:
            self.open = name

        def note(self, text: str) -> None:
            self.advance()

        def advance(self, done: int = 1) -> None:
            self.steps += self.open == stage
            if self.open == stage and self.steps == moment:
                os.kill(os.getpid(), signal.SIGKILL)

    def work() -> None:
        with open_store(settings) as own:
            ingest(second, store=own, settings=settings, progress=Dies())

    child = FORK.Process(target=work)
    child.start()
    child.join(120)
    assert child.exitcode == -signal.SIGKILL
    with pytest.raises(AlreadyPerceivedError):
        ingest(first, store=store, settings=settings)
    ingest(second, store=store, settings=settings)
    assert picture(store, library) == wanted


def decide(store: Store, report: IngestReport, library: str, kind: str, numbers: list[int]) -> str:
    appearances = [f"{report.video_id}.a{number}" for number in numbers]
    decision = derived_id(Label.DECISION, "test", *appearances)
    properties = {
        "id": decision,
        "library": library,
        "kind": kind,
        "score": 1.0,
        "evidence": "seen",
        "by": "a person",
    }
    rows: list[dict[str, Any]] = [{"id": decision, "properties": properties}]
    store.write_rows(merge_nodes(Label.DECISION), rows)
    about = merge_relationships(RelationType.ABOUT, Label.DECISION, Label.APPEARANCE)
    store.write_rows(
        about, [{"start": decision, "end": one, "properties": {}} for one in appearances]
    )
    return decision


SEEN_AS = Query(
    "MATCH (d:Decision {id: $id, library: $library})-[:ABOUT]->(a)-[:IS]->(n) "
    "RETURN a.id AS appearance, a.name AS name, n.id AS entity ORDER BY appearance",
    "In: id, library. Out: appearance, name, entity.",
)
CITED = Query(
    "MATCH (r:Run {library: $library}) OPTIONAL MATCH (r)-[c:CITES]->() "
    "RETURN r.answer AS answer, count(c) AS cites",
    "In: library. Out: answer, cites.",
)


def test_decisions_are_carried_over_or_listed_and_runs_lose_citations(
    store: Store, settings: Settings, first: IngestRequest, second: IngestRequest, library: str
) -> None:
    report = ingest(first, store=store, settings=settings)
    # a3 and a7 are the flour of the first event and the water of the second; a24 is in the sixth.
    merged = decide(store, report, library, "same", [3, 7])
    lost = decide(store, report, library, "same", [4, 24])
    run = {"id": derived_id(Label.RUN, library), "library": library, "answer": "flour"}
    store.write_rows(merge_nodes(Label.RUN), [{"id": run["id"], "properties": run}])
    cites = merge_relationships(RelationType.CITES, Label.RUN, Label.MICRO_EVENT)
    store.write_rows(
        cites, [{"start": run["id"], "end": f"{report.video_id}.e1", "properties": {}}]
    )
    again = ingest(second, store=store, settings=settings)
    rows = store.read(SEEN_AS, id=merged, library=library)
    assert [row["name"] for row in rows] == ["the flour", "the water"]
    assert len({row["entity"] for row in rows}) == 1, "what a person said is one, is one"
    assert store.read(SEEN_AS, id=lost, library=library) == []
    assert any(lost in warning for warning in again.warnings)
    assert store.read(CITED, library=library) == [{"answer": "flour", "cites": 0}]
