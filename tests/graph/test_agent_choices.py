"""Questions with choices through ``ask``, over a memory of nothing but macro events."""

import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from conftest import delete_library

from agent.answer import Answer
from agent.ask import Question, ask
from agent.reach import Reach
from cypher.store import Store
from ingestion.ingest import IngestRequest, ingest
from runtime.embedder import Embedder
from runtime.settings import Settings

TOLD = (
    *["A woman in a blue apron stands at a counter in a bakery."] * 3,
    "The woman kneads dough on the counter. Flour covers her hands.",
    "The woman puts a tray of rolls into the oven.",
    *["The woman wipes the counter with a cloth."] * 2,
    "The oven smokes. The woman coughs and waves a towel.",
    "A boy comes in and laughs at the burnt rolls.",
    *["The woman hands the boy a slice of cake."] * 2,
)


@dataclass(frozen=True)
class Bakery:
    """Where the two memories are: eleven seconds as told, and the same told for two minutes."""

    library: str
    short: str
    long: str


@pytest.fixture(scope="module")
def bakery(
    store: Store, settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Bakery]:
    folder = tmp_path_factory.mktemp("bakery")
    library = f"test-{uuid.uuid4().hex[:12]}"

    def held(name: str, told: tuple[str, ...]) -> str:
        path = folder / f"{name}.json"
        events = [
            {"key": f"s{at}", "label": text, "summary": text, "start_ms": 1_000 * at,
             "end_ms": 1_000 * (at + 1)}
            for at, text in enumerate(told)
        ]  # fmt: skip
        video = {"title": name, "source_id": name, "duration_ms": 1_000 * len(told)}
        path.write_text(json.dumps({"video": video, "macro_events": events}), "utf-8")
        request = IngestRequest(annotations=path, library=library)
        return ingest(request, store=store, settings=settings).video_id

    try:
        idle = ("The woman stands at the counter and waits.",) * 110
        yield Bakery(library, held("short", TOLD), held("long", (*idle, *TOLD)))
    finally:
        delete_library(store, library)


@pytest.fixture
def asked(bakery: Bakery, store: Store, embedder: Embedder, settings: Settings) -> "Asked":
    return Asked(bakery, store, embedder, settings)


class Asked:
    """Answers questions about one of the memories, or both."""

    def __init__(
        self, bakery: Bakery, store: Store, embedder: Embedder, settings: Settings
    ) -> None:
        self.bakery, self._store = bakery, store
        self._embedder, self._settings = embedder, settings

    def __call__(self, text: str, choices: tuple[str, ...], *videos: str) -> Answer:
        question = Question(text, self.bakery.library, videos, choices)
        return ask(question, store=self._store, embedder=self._embedder, settings=self._settings)


BURNT = ("why does the boy laugh", ("he sees a clown", "the rolls are burnt", "he won a race"), 1)
OVEN = ("what does the woman put into the oven", ("a shoe", "a chicken", "rolls", "a pie"), 2)
GIVEN = ("what does the woman do near the end", ("knead dough", "give cake to the boy"), 1)


@pytest.mark.parametrize(("text", "choices", "right"), [BURNT, OVEN, GIVEN])
def test_a_short_video_is_read_whole_in_one_call(
    asked: Asked, text: str, choices: tuple[str, ...], right: int
) -> None:
    answer = asked(text, choices, asked.bakery.short)
    assert answer.choice == right
    assert answer.answered
    assert answer.text.startswith(f"({right}) {choices[right]}\n")
    assert [step.tool for step in answer.trace] == ["search_by_time"]
    assert answer.citations[0].verdict != "rejected"
    assert all(one.video_id == asked.bakery.short for one in answer.citations)


def test_a_longer_video_is_read_page_by_page(asked: Asked) -> None:
    text, choices, right = BURNT
    answer = asked(text, choices, asked.bakery.long)
    assert answer.choice == right
    assert [step.tool for step in answer.trace] == ["search_by_time"] * 3
    assert answer.citations[0].start_ms == 118_000


def test_of_several_videos_question_and_options_are_searched_for(asked: Asked) -> None:
    text, choices, right = BURNT
    answer = asked(text, choices)
    assert answer.choice == right
    tools = [step.tool for step in answer.trace]
    assert tools[:4] == ["search_nodes"] * 4
    assert set(tools[4:]) == {"search_by_time"}
    assert {step.error for step in answer.trace} == {None}


def test_the_moment_that_shows_the_chosen_option_is_cited_first(asked: Asked) -> None:
    answer = asked(OVEN[0], OVEN[1], asked.bakery.short)
    assert (answer.citations[0].start_ms, answer.citations[0].end_ms) == (4_000, 5_000)
    starts = [one.start_ms for one in answer.citations]
    assert all(abs(a - b) >= 3_000 for a in starts for b in starts if a is not b and a and b)


def test_without_a_memory_no_option_is_chosen(
    library: str, store: Store, embedder: Embedder, settings: Settings
) -> None:
    question = Question("what is it", library, choices=("a fox", "a crow"))
    answer = ask(question, store=store, embedder=embedder, settings=settings)
    assert (answer.choice, answer.answered) == (None, False)


def test_what_was_read_answers_when_the_rounds_are_up(
    bakery: Bakery, store: Store, embedder: Embedder, settings: Settings
) -> None:
    question = Question(
        "What did the woman put into the oven?",
        bakery.library,
        (bakery.long,),
        ("a tray of rolls", "a cake", "a towel"),
    )
    reach = Reach(rounds=2, listed=60)
    answer = ask(question, store=store, embedder=embedder, settings=settings, reach=reach)
    assert answer.answered, "three pages of sixty would need a round more"
    assert answer.choice is not None
