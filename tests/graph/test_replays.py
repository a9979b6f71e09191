"""Replays on small files of the data sets' forms, through the public ingest and a real graph."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cypher.ledger import VIDEO_STATES
from cypher.store import Store
from evaluation.replays import captaincook, context_budget, goalstep_memory, goalstep_recordings
from evaluation.replays.stored import SourceDocument, library_of, stored
from ingestion import ingest as ingestion
from retrieval.digest import digest, moments, scenes
from retrieval.scope import Scope
from runtime.errors import BadAnnotationsError, NotFoundError
from runtime.progress import Silent
from runtime.settings import Settings
from tests.conftest import delete_library

COOKING = {
    "steps": {
        "0": "START", "1": "Boil water", "2": "Grind beans", "3": "Pour water over the beans",
        "4": "Serve", "5": "Wash up", "6": "END",
    },
    "edges": [[0, 1], [0, 2], [1, 3], [2, 3], [3, 4], [3, 5], [4, 6], [5, 6]],
}  # fmt: skip


def segment(
    start_s: float, end_s: float, text: str, *inner: dict[str, Any], told: tuple[str, ...] = ()
) -> dict[str, Any]:
    return {
        "start_time": start_s,
        "end_time": end_s,
        "step_description": text,
        "summary": list(told),
        "segments": list(inner),
    }


VIDEOS = [
    {
        "video_uid": "bread",
        "end_time": 100.0,
        "segments": [
            segment(
                0, 40, "make dough",
                segment(0, 10, "pour flour into a bowl"), segment(12, 30, "knead the dough"),
                told=("someone prepares dough",),
            ),
            segment(50, 90, "bake bread", told=("the bread goes into the oven",)),
        ],
    },
    {
        "video_uid": "bicycle",
        "end_time": 60.5,
        "segments": [segment(1.5, 60, "repair a tyre", told=("a bicycle tyre is mended",))],
    },
]  # fmt: skip


@pytest.fixture
def own(settings: Settings, store: Store, library: str) -> Iterator[Settings]:
    """Settings whose replays store into libraries of this test."""
    yield settings.model_copy(update={"library": library})
    for name in ("trial", "goalstep", "captaincook", "activitynet"):
        delete_library(store, f"{library}-replay-{name}")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    for folder, name, document in (
        ("goalstep", "goalstep_valid.json", {"videos": VIDEOS}),
        ("captaincook4d/task_graphs", "coffee.json", COOKING),
    ):
        path = tmp_path / folder / name
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(document))
    return tmp_path


def story(key: str, *labels: str) -> SourceDocument:
    events = [
        {"key": f"m{n}", "label": label, "start_ms": n * 1000, "end_ms": n * 1000 + 1000}
        for n, label in enumerate(labels)
    ]
    return SourceDocument(key, {"video": {"duration_ms": 60_000}, "macro_events": events})


def test_the_library_is_the_replays_own() -> None:
    assert library_of(Settings(), "goalstep") == "replay-goalstep"
    assert library_of(Settings(library="mine"), "goalstep") == "mine-replay-goalstep"


def test_documents_are_stored_once(own: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with stored(own, "trial", [story("a/b", "one", "two"), story("c", "three")]) as memory:
        assert memory.library == library_of(own, "trial")
        assert memory.ids["a/b"] == {
            "m0": f"{memory.video_of['a/b']}.m1", "m1": f"{memory.video_of['a/b']}.m2",
        }  # fmt: skip
        before = {row["id"]: row for row in memory.store.read(VIDEO_STATES, library=memory.library)}
        assert set(before) == set(memory.video_of.values())

    def ingested_again(*_: object, **__: object) -> None:
        raise AssertionError("nothing was to be ingested")

    monkeypatch.setattr("evaluation.replays.stored.ingest", ingested_again)
    with stored(own, "trial", [story("a/b", "one", "two"), story("c", "three")]) as memory:
        after = {row["id"]: row for row in memory.store.read(VIDEO_STATES, library=memory.library)}
    assert after == before


def test_an_interrupted_replay_goes_on(own: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def once(request: Any, **rest: Any) -> Any:
        asked.append(request.annotations.stem)
        if len(asked) == 2:
            raise NotFoundError("gone")
        return ingestion.ingest(request, **rest)

    monkeypatch.setattr("evaluation.replays.stored._AT_ONCE", 1)
    monkeypatch.setattr("evaluation.replays.stored.ingest", once)
    documents = [story("a", "one"), story("b", "two")]
    with pytest.raises(NotFoundError), stored(own, "trial", documents):
        pass
    with stored(own, "trial", documents) as memory:
        assert set(memory.video_of) == {"a", "b"}
    assert asked == ["a", "b", "b"]


def test_a_changed_document_is_stored_anew_and_a_missing_one_goes(own: Settings) -> None:
    with stored(own, "trial", [story("a", "one"), story("b", "two")]) as memory:
        gone = memory.video_of["b"]
    with stored(own, "trial", [story("a", "something else", "more")]) as memory:
        (row,) = memory.store.read(VIDEO_STATES, library=memory.library)
        assert row["id"] == memory.video_of["a"] != gone
        (passage, *_) = scenes(
            memory.store, memory.embedder, "something else", Scope(memory.library)
        )
        assert passage.events[0].id == memory.ids["a"]["m0"]


def test_goalstep_ids_are_those_of_its_steps(own: Settings, data: Path) -> None:
    recordings = goalstep_recordings.load(data)
    documents = map(goalstep_memory.document, recordings)
    with stored(own, "goalstep", documents) as memory:
        found = scenes(
            memory.store,
            memory.embedder,
            "knead dough and flour in a bowl",
            Scope(memory.library),
            k=1,
        )
        assert [event.id for event in found[0].events] == [
            memory.ids["bread"][key] for key in ("m1", "m1/e1", "m1/e2")
        ]
        assert [event.text for event in found[0].events] == [
            "make dough", "pour flour into a bowl", "knead the dough",
        ]  # fmt: skip
        text = digest(found, 200).text
        assert text.startswith(f"{memory.video_of['bread']}:\n.m1 0:00-0:40: make dough\n  .e1 ")
        told = moments(
            memory.store,
            memory.embedder,
            "knead dough and flour in a bowl",
            Scope(memory.library),
            k=3,
            rest=4,
        )
        assert {event.id for one in told for event in one.events} <= set(
            memory.ids["bread"].values()
        ) | set(memory.ids["bicycle"].values())


def test_the_budget_of_a_small_goalstep(own: Settings, data: Path) -> None:
    document = context_budget.goalstep(own, data=data, progress=Silent()).document()
    assert document["n"] == 3
    assert document["metrics"]["right steps told: 1K"] == 100.0
    assert set(document["floors"]) >= {"TF-IDF", "BM25", "encoder", "weighted sum"}
    assert document["floors"]["encoder"]["right steps told: 1K"] == 100.0
    assert set(document["gains"]) == set(document["metrics"])


def test_task_graphs_are_answered_exactly(own: Settings, data: Path) -> None:
    document = captaincook.run(own, data=data).document()
    assert document["n"] == 10
    assert document["metrics"]["all steps, both ways: exact sets"] == 100.0
    assert document["floors"]["encoder, told how many"]["all steps, both ways: exact sets"] < 100.0


def test_a_missing_edge_is_no_exact_set(own: Settings, data: Path) -> None:
    graphs = captaincook.load(data)
    (graph,) = graphs
    cut = captaincook.TaskGraph(
        graph.name, graph.steps, tuple(edge for edge in graph.edges if edge != (2, 3))
    )
    with stored(own, "captaincook", [cut.document()]) as memory:
        document = captaincook.replay(graphs, memory, Silent()).document()
    # 2 loses its descendants; 3, 4 and 5 lose the ancestor 2: four of ten sets are wrong.
    assert document["metrics"]["all steps, both ways: exact sets"] == 60.0


def test_a_capped_set_is_no_exact_set(
    own: Settings, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evaluation.replays.captaincook._MOST", 2)
    document = captaincook.run(own, data=data).document()
    # Of sets of 0, 1, 2 and more, those of three and four are capped: 1 and 2 enable three,
    # 4 and 5 need three.
    assert document["metrics"]["all steps, both ways: exact sets"] == 60.0
    assert document["notes"] == ["4 answers were capped"]


def test_what_is_no_task_graph_is_told(data: Path) -> None:
    path = data / "captaincook4d" / "task_graphs" / "loop.json"
    path.write_text(json.dumps({"steps": {"1": "a", "2": "b"}, "edges": [[1, 2], [2, 1]]}))
    with pytest.raises(BadAnnotationsError, match=r"loop\.json"):
        captaincook.load(data)
    with pytest.raises(NotFoundError) as raised:
        captaincook.load(data / "elsewhere")
    assert "CaptainCook4D/annotations" in raised.value.hint
