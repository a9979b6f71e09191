"""Leaks planted around a real run: each is refused before it, or found while it goes on."""

import json
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import delete_library
from langchain_core.language_models import BaseChatModel
from orchard import Orchard, ingested
from scripted_reasoner import Scripted, made_items

import agent.tools
from cypher.query import Query
from cypher.store import Store
from cypher.texts import TEXTS_OF_VIDEO
from evaluation.canary import CanaryReport, Marked, canary, marked
from evaluation.gold import Gold, GoldRenderedError, Scorer
from evaluation.item import Item, PublicItem
from evaluation.leak_guard.finding import LeakError
from evaluation.runs.run import Options, run
from ingestion.ingest import IngestRequest, ingest
from runtime.settings import Settings

SCORER = Scorer("test")
ANSWER = "a pear thrown by the angry gardener"
CanaryRun = Callable[..., CanaryReport]


@pytest.fixture(scope="module")
def orchard(
    store: Store, settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Orchard]:
    with ingested(store, settings, tmp_path_factory.mktemp("orchard")) as memory:
        yield memory


@pytest.fixture
def options(orchard: Orchard, tmp_path: Path) -> Options:
    return Options(library=orchard.library, folder=tmp_path / "run")


@pytest.fixture
def singing(orchard: Orchard, store: Store, settings: Settings) -> CanaryRun:
    """A canary run over three items."""

    def go(model: BaseChatModel | None = None, **more: Any) -> CanaryReport:
        given = Options(library=orchard.library, **more.pop("options", {}))
        return canary("orchard", made_items(3), settings, given, model=model, store=store, **more)

    return go


def _free_text() -> list[Item]:
    return [replace(item, choices=(), gold=Gold(ANSWER)) for item in made_items(2)]


def test_a_clean_canary_run_finds_nothing_and_says_what_it_searched(singing: CanaryRun) -> None:
    report = singing()
    assert report.compared
    assert report.items == report.runs == 3
    assert report.nodes >= 10
    assert set(report.texts) >= {"prompt", "call", "observation", "reply", "tools"}
    assert min(report.texts.values()) >= 3


def test_a_canary_run_asks_any_model(singing: CanaryRun) -> None:
    model = Scripted()
    report = singing(model)
    assert not report.compared
    assert len(model.asked) == 3


# -- planted, and refused before anything is asked -------------------------------------------------


def _run(items: Sequence[Item], settings: Settings, options: Options, store: Store) -> Scripted:
    model = Scripted()
    with pytest.raises(LeakError) as refused:
        run("orchard", items, settings, options, model=model, store=store)
    model.seen.append(str(refused.value))
    return model


def test_gold_in_the_question(settings: Settings, options: Options, store: Store) -> None:
    items = [replace(one, question=f"Was it {ANSWER}?") for one in _free_text()]
    model = _run(items, settings, options, store)
    assert model.asked == []
    assert "the question holds its gold text" in model.seen[0]


def test_gold_in_an_extra_field(settings: Settings, options: Options, store: Store) -> None:
    items = [replace(one, extra={"hint": ANSWER}) for one in _free_text()]
    model = _run(items, settings, options, store)
    assert model.asked == []
    assert "'hint' holds its gold text" in model.seen[0]


def test_gold_in_a_tools_description(
    settings: Settings, options: Options, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = agent.tools._graph

    def leaky(bench: Any) -> Any:
        return [(function, f"{told} For example {ANSWER}.") for function, told in graph(bench)]

    monkeypatch.setattr(agent.tools, "_graph", leaky)
    model = _run(_free_text(), settings, options, store)
    assert model.asked == []
    assert "tool get_relation_graph: holds the gold text" in model.seen[0]


def test_gold_in_a_prompt_file(
    settings: Settings, options: Options, store: Store, monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:  # fmt: skip
    folder = tmp_path / "prompts"
    folder.mkdir()
    (folder / "explore.v1.md").write_text(f"It is often {ANSWER}.")
    monkeypatch.setattr("agent.prompts.__file__", str(folder / "__init__.py"))
    model = _run(_free_text(), settings, options, store)
    assert model.asked == []
    assert "explore.v1.md: holds the gold text" in model.seen[0]


PLANT = Query(
    "MATCH (n:Utterance {id: $id}) SET n.text = $text, n.source = $source RETURN count(n) AS set",
    "Plants a text at an utterance. In: id, text, source. Out: set.",
)


@pytest.mark.parametrize(
    ("text", "source", "refused"),
    [
        (f"Answer: {ANSWER}.", "annotation", True),
        ("Q: What hits the fox, number 0?", "annotation", True),
        (f"Look out! It was {ANSWER}!", "speech", False),
        ("A pear lies on the ground.", "annotation", False),
    ],
)
def test_gold_in_a_graph_node(
    settings: Settings, store: Store, tmp_path: Path, text: str, source: str, refused: bool
) -> None:
    """A memory may show the answer when the video itself says it; not from the data set's file."""
    with ingested(store, settings, tmp_path) as memory:
        store.write(PLANT, id=memory.cue(3), text=text, source=source)
        options = Options(library=memory.library, folder=tmp_path / "run")
        if refused:
            model = _run(_free_text(), settings, options, store)
            assert model.asked == []
            assert f"node {memory.cue(3)}: holds the" in model.seen[0]
        else:
            run("orchard", _free_text(), settings, options, model=Scripted(), store=store)


def _annotated(folder: Path, library: str, **more: Any) -> IngestRequest:
    """A document of annotations about the orchard."""
    document = {
        "video": {"title": "Orchard", "duration_ms": 60_000, "source_id": "orchard"},
        "macro_events": [
            {"key": "m1", "label": "A fox in an orchard", "start_ms": 0, "end_ms": 60_000, **more}
        ],
    }
    path = folder / "annotations.json"
    path.write_text(json.dumps(document), "utf-8")
    return IngestRequest(annotations=path, library=library)


@pytest.fixture
def library(store: Store) -> Iterator[str]:
    name = f"test-{uuid.uuid4().hex[:12]}"
    yield name
    delete_library(store, name)


_MICRO = {"key": "e1", "label": f"Answer: {ANSWER}", "start_ms": 0, "end_ms": 9_000}
_ENTITY = {"key": "a1", "name": "fox", "attributes": {"hint": f"it was\n{ANSWER}"}}


@pytest.mark.parametrize(
    "more",
    [
        {"micro_events": [{**_MICRO, "source": "speech"}]},
        {"micro_events": [{**_MICRO, "source": "screen_text"}]},
        {"entities": [_ENTITY]},
        {"entities": [{**_ENTITY, "attributes": {}, "aliases": [ANSWER]}]},
    ],
)
def test_gold_in_an_annotation_document_whatever_it_calls_its_source(
    settings: Settings, store: Store, library: str, tmp_path: Path, more: dict[str, Any]
) -> None:
    ingest(_annotated(tmp_path, library, **more), store=store, settings=settings)
    options = Options(library=library, folder=tmp_path / "run")
    model = _run(_free_text(), settings, options, store)
    assert model.asked == []
    assert "holds the gold text" in model.seen[0]


def test_gold_in_the_cue_of_an_annotation_document(
    settings: Settings, store: Store, library: str, tmp_path: Path
) -> None:
    request = _annotated(tmp_path, library)
    assert request.annotations is not None
    document = json.loads(request.annotations.read_text("utf-8"))
    cue = {"start_ms": 0, "end_ms": 4_000, "text": f"It was {ANSWER}.", "source": "subtitle"}
    request.annotations.write_text(json.dumps({**document, "utterances": [cue]}), "utf-8")
    report = ingest(request, store=store, settings=settings)
    options = Options(library=library, folder=tmp_path / "run")
    model = _run(_free_text(), settings, options, store)
    assert f"node {report.video_id}.u1: holds the gold text" in model.seen[0]


RETITLE = Query(
    "MATCH (v:Video {id: $id}) SET v.title = $title RETURN count(v) AS set",
    "Gives a video another title. In: id, title. Out: set.",
)


def test_all_that_a_memory_says_is_searched(
    settings: Settings, store: Store, library: str, tmp_path: Path
) -> None:
    """The video's own title, and what is said of an appearance, aliases and attributes too."""
    more = {"entities": [{**_ENTITY, "aliases": ["Reynard"]}]}
    request = _annotated(tmp_path, library, **more)
    report = ingest(request, store=store, settings=settings)
    store.write(RETITLE, id=report.video_id, title="Only the video is called so")
    rows = store.read(TEXTS_OF_VIDEO, library=library, video_id=report.video_id)
    said = {row["id"]: row["texts"] for row in rows}
    assert said[report.video_id] == ["Only the video is called so"]
    (fox,) = (texts for texts in said.values() if "Reynard" in texts)
    assert f'{{"hint": "it was {ANSWER}"}}' in fox
    assert store.read(TEXTS_OF_VIDEO, library="test-other", video_id=report.video_id) == []


# -- planted where only a running pipeline shows it ------------------------------------------------


def test_a_wording_that_opens_gold_is_stopped(
    settings: Settings, options: Options, store: Store
) -> None:
    items = made_items(2)
    by_id = {item.id: item for item in items}

    def leaky(item: PublicItem) -> str:
        return f"{item.question} Hint: {by_id[item.id].gold.reveal(SCORER)}"

    with pytest.raises(GoldRenderedError, match="while a question was being answered"):
        run("orchard", items, settings, replace(options, wording=leaky), store=store)


def test_a_secret_that_a_wording_carried_along_is_stopped(
    settings: Settings, options: Options, store: Store
) -> None:
    model = Scripted()
    leaky = replace(options, wording=lambda item: f"{item.question} Hint: {ANSWER}")
    with pytest.raises(LeakError, match="prompt: holds the gold text of item"):
        run("orchard", _free_text(), settings, leaky, model=model, store=store)
    assert model.asked == []


class Carried:
    """Marks items and remembers the marks, as a leak would carry them."""

    def __init__(self) -> None:
        self.gold: dict[str, str] = {}

    def mark(self, items: Sequence[Item]) -> Marked:
        made = marked(items)
        self.gold = {item.id: str(item.gold.reveal(SCORER)) for item in made.items}
        return made


def test_the_canary_is_found_in_a_prompt(singing: CanaryRun) -> None:
    carried = Carried()
    leaky = {"wording": lambda item: f"{item.question} {carried.gold[item.id]}"}
    with pytest.raises(LeakError, match="prompt: a mark of the canary"):
        singing(mark=carried.mark, options=leaky)


def test_the_canary_is_found_in_a_tools_description(
    singing: CanaryRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    carried = Carried()
    searching = agent.tools._searching

    def leaky(bench: Any) -> Any:
        hint = next(iter(carried.gold.values()))
        return [(function, f"{told} {hint}") for function, told in searching(bench)]

    monkeypatch.setattr(agent.tools, "_searching", leaky)
    with pytest.raises(LeakError, match="tools: a mark of the canary"):
        singing(mark=carried.mark)


def test_the_canary_is_found_in_an_observation(
    singing: CanaryRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    carried = Carried()
    find = agent.tools.search_by_time

    def leaky(*args: Any, **kwargs: Any) -> Any:
        found = find(*args, **kwargs)
        first = found.events[0].model_copy(update={"text": next(iter(carried.gold.values()))})
        return found.model_copy(update={"events": (first, *found.events[1:])})

    monkeypatch.setattr(agent.tools, "search_by_time", leaky)
    with pytest.raises(LeakError, match="observation: a mark of the canary"):
        singing(mark=carried.mark)


def test_the_canary_is_found_in_a_node_nobody_asked_for(
    store: Store, settings: Settings, tmp_path: Path
) -> None:
    carried = Carried()
    with ingested(store, settings, tmp_path) as memory:

        def planting(items: Sequence[Item]) -> Marked:
            made = carried.mark(items)
            gold = next(iter(carried.gold.values()))
            store.write(PLANT, id=memory.cue(10), text=gold, source="speech")
            return made

        with pytest.raises(LeakError, match=r"a mark of the canary"):
            canary(
                "orchard", made_items(1), settings, Options(library=memory.library),
                model=Scripted(), store=store, mark=planting,
            )  # fmt: skip


def test_an_influence_without_a_mark_is_found(singing: CanaryRun) -> None:
    """An index has no text to search for; that prompts change with it gives it away."""
    carried = Carried()
    leaky = {
        "wording": lambda item: f"{item.question} {sum(map(ord, carried.gold[item.id])) % 9973}"
    }
    with pytest.raises(LeakError, match="changed although nothing but the gold labels did"):
        singing(mark=carried.mark, options=leaky)
