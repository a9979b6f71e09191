"""The rules reasoner end to end on a small memory: the same loop and tools, no language model."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from orchard import CUES, Orchard, ingested

from agent.ask import Answer, Question, ask
from agent.budget import HARD_LIMIT
from cypher.query import Query
from cypher.store import Store
from runtime.embedder import Embedder
from runtime.settings import Settings


@pytest.fixture(scope="module")
def orchard(
    store: Store, settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Orchard]:
    with ingested(store, settings, tmp_path_factory.mktemp("orchard")) as memory:
        yield memory


@pytest.fixture
def asked(orchard: Orchard, store: Store, embedder: Embedder, settings: Settings) -> "Asked":
    return Asked(orchard, store, embedder, settings)


class Asked:
    """Answers questions about the orchard."""

    def __init__(
        self, orchard: Orchard, store: Store, embedder: Embedder, settings: Settings
    ) -> None:
        self.orchard, self.store = orchard, store
        self._embedder, self._settings = embedder, settings

    def __call__(self, text: str, choices: tuple[str, ...] = ()) -> Answer:
        question = Question(text, self.orchard.library, choices=choices)
        return ask(question, store=self.store, embedder=self._embedder, settings=self._settings)


@pytest.mark.parametrize(
    ("question", "cue"),
    [
        ("When does the apple strike the fox?", 2),
        ("Who laughs at the fox?", 4),
        ("Why does the fox wake up?", 3),
        ("Where does the fox land?", 7),
        ("What happens after the fox climbs the ladder?", 6),
        ("What happens before the fox lands among the pears?", 6),
        ("Does the ladder break?", 6),
        ("Who brings the basket to the barn?", 9),
        ("How many times does the fox climb the ladder?", 5),
    ],
)
def test_the_right_moment_is_cited_and_confirmed(asked: Asked, question: str, cue: int) -> None:
    answer = asked(question)
    assert answer.answered
    start, end, _ = CUES[cue - 1]
    spans = [(one.start_ms, one.end_ms) for one in answer.citations]
    assert any(s is not None and e is not None and s < end and start < e for s, e in spans)
    assert 1 <= len(spans) <= 3
    assert all(e - s <= 15_000 for s, e in spans if s is not None and e is not None)
    assert {one.verdict for one in answer.citations} == {"confirmed"}
    assert all(one.source == "description" for one in answer.citations)


def test_a_moment_stands_in_the_answer_in_the_memorys_own_words(asked: Asked) -> None:
    answer = asked("Who laughs at the fox?")
    assert "An old crow on a branch laughs at the fox" in answer.text
    assert answer.citations[0].quote in CUES[3][2]


def test_who_does_it_is_named_first_and_who_undergoes_it_is_not(asked: Asked) -> None:
    first, *_ = asked("Who laughs at the fox?").text.splitlines()
    assert first.lower().endswith("crow:")
    first, *_ = asked("Who is hit by the apple?").text.splitlines()
    assert not first.endswith(":")


def test_a_count_cites_what_it_counted(asked: Asked) -> None:
    answer = asked("How many times does the fox climb the ladder?")
    assert answer.text.startswith("Once: 0:16-")
    assert [one.id for one in answer.citations] == [asked.orchard.cue(5)]


@pytest.mark.parametrize(
    "question", ["Which song does the princess sing at the wedding?", "How did the submarine sink?"]
)
def test_what_the_memory_does_not_show_is_refused(asked: Asked, question: str) -> None:
    answer = asked(question)
    assert not answer.answered
    assert answer.text.startswith("The memory does not show")
    assert answer.citations == ()


def test_a_choice_is_made_by_evidence(asked: Asked) -> None:
    answer = asked("What does the fox land in?", ("a basket of pears", "a muddy river", "a boat"))
    assert answer.choice == 0
    assert answer.citations[0].id == asked.orchard.cue(7)


def test_a_summary_is_asked_of_the_root(asked: Asked) -> None:
    answer = asked("What is the film about?")
    assert answer.citations[0].id == f"{asked.orchard.video_id}.root"


def test_an_empty_library_shows_nothing(
    library: str, store: Store, embedder: Embedder, settings: Settings
) -> None:
    question = Question("Who laughs at the fox?", library)
    answer = ask(question, store=store, embedder=embedder, settings=settings)
    assert not answer.answered


def test_the_answers_document_is_the_contract(asked: Asked) -> None:
    document = asked("Who laughs at the fox?").document()
    assert set(document) == {
        "answer", "choice", "answered", "citations", "rounds", "tokens", "seconds", "run_id",
        "trace",
    }  # fmt: skip
    assert set(document["citations"][0]) == {
        "id", "video_id", "start_ms", "end_ms", "quote", "source", "verdict", "reason",
    }  # fmt: skip
    assert set(document["tokens"]) == {"prompt", "completion", "max_prompt"}
    assert document["tokens"]["max_prompt"] <= HARD_LIMIT
    assert {step["tool"] for step in document["trace"]} <= {"search_text", "search_nodes",
                                                            "search_by_time"}  # fmt: skip


_CITED = Query(
    "MATCH (r:Run {id: $id})-[c:CITES]->(n) RETURN n.id AS id, c.quote AS quote ORDER BY n.id",
    "What a run cites. In: id. Out: id, quote.",
)


def test_many_questions_may_be_asked_at_once(asked: Asked) -> None:
    questions = ["Who laughs at the fox?", "Where does the fox land?", "Why does it wake up?"] * 2
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(asked, questions))
    assert len({answer.run_id for answer in answers}) == len(questions)
    assert [one.text for one in answers[:3]] == [one.text for one in answers[3:]]
    for answer in answers:
        cited = {row["id"]: row["quote"] for row in asked.store.read(_CITED, id=answer.run_id)}
        assert cited == {one.id: one.quote for one in answer.citations}
