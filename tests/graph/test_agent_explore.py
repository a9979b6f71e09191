"""The explore loop on a real graph with a real client and a scripted OpenAI-compatible server."""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from orchard import CUES, HOSTILE, Orchard, ingested
from pytest_httpserver import HTTPServer
from scripted_model import Reply, ScriptedModel, answers, calls, fails, says, tool_texts
from werkzeug import Response

from agent.ask import NOT_KEPT, Answer, Question, ask
from agent.budget import HARD_LIMIT, TARGET
from agent.explore import MAX_ROUNDS
from cypher.query import Query
from cypher.store import Store
from runtime.embedder import Embedder
from runtime.errors import (
    DatabaseUnreachableError,
    ModelUnavailableError,
    NotFoundError,
    UsageError,
)
from runtime.settings import Settings
from runtime.tokens import count_tokens

APPLE = "A green apple falls from the tree and hits the fox on the nose."
SEARCH = calls("search_nodes", {"query": "an apple hits a fox"})

Asking = Callable[..., tuple[Answer, ScriptedModel]]


@pytest.fixture(scope="module")
def orchard(
    store: Store, settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Orchard]:
    with ingested(store, settings, tmp_path_factory.mktemp("orchard")) as memory:
        yield memory


@pytest.fixture
def asking(
    orchard: Orchard,
    store: Store,
    embedder: Embedder,
    settings: Settings,
    httpserver: HTTPServer,
) -> Asking:
    """Asks a question of a model that replies by a script."""

    def run(
        replies: Sequence[Reply],
        text: str = "What hits the fox?",
        *,
        choices: tuple[str, ...] = (),
        retries: int = 0,
        timeout_s: float = 30.0,
        **scripted: Any,
    ) -> tuple[Answer, ScriptedModel]:
        model = ScriptedModel(httpserver, replies, **scripted)
        chosen = settings.model_copy(
            update={
                "reasoner": "openai:scripted",
                "reasoner_base_url": model.base_url,
                "model_max_retries": retries,
                "model_timeout_s": timeout_s,
            }
        )
        question = Question(text, orchard.library, choices=choices)
        run.model = model  # type: ignore[attr-defined]  # for tests of calls that fail
        return ask(question, store=store, embedder=embedder, settings=chosen), model

    return run


def test_a_cited_answer_is_confirmed_and_kept(
    asking: Asking, orchard: Orchard, store: Store
) -> None:
    answer, model = asking(
        [SEARCH, answers("A green apple hits the fox.", (orchard.cue(2), APPLE))]
    )
    assert answer.answered
    assert answer.text == "A green apple hits the fox."
    (citation,) = answer.citations
    assert (citation.verdict, citation.source) == ("confirmed", "description")
    assert (citation.start_ms, citation.end_ms) == (4_000, 8_000)
    assert APPLE in next(tool_texts(model.requests[1]))
    run = _run(store, answer.run_id)
    assert run["question"] == "What hits the fox?"
    assert run["model"] == "openai:scripted"
    assert run["prompt"] == "explore.v1"
    assert run["cited"] == [orchard.cue(2)]
    assert json.loads(run["steps"])[0]["tool"] == "search_nodes"
    assert "warnings" not in answer.document()


def test_an_answer_outlives_a_run_that_cannot_be_kept(
    asking: Asking, orchard: Orchard, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: Any) -> None:
        raise DatabaseUnreachableError("Neo4j went away", "Wait for it.")

    monkeypatch.setattr("agent.ask.write_run", away)
    answer, _ = asking([SEARCH, answers("A green apple hits the fox.", (orchard.cue(2), APPLE))])
    assert (answer.answered, answer.run_id) == (True, "")
    assert answer.citations[0].verdict == "confirmed"
    document = answer.document()
    assert document["run_id"] == ""
    assert document["warnings"] == [f"{NOT_KEPT} Neo4j went away"]


def test_ids_that_no_tool_returned_are_rejected_and_never_written(
    asking: Asking, orchard: Orchard, store: Store
) -> None:
    invented = f"{orchard.video_id}.u999"
    answer, _ = asking(
        [
            calls("search_nodes", {"query": "an apple hits a fox", "k": 1, "kinds": ["utterance"]}),
            answers("A farmer carries the basket.", (orchard.cue(9), CUES[8][2]), (invented, "x")),
        ]
    )
    assert [one.verdict for one in answer.citations] == ["rejected", "rejected"]
    assert all("no tool of this run" in one.reason for one in answer.citations)
    assert not answer.answered
    assert answer.text.startswith("The memory does not show this.")
    assert _run(store, answer.run_id)["cited"] == []


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (calls("look_at_frames", {"at": 3}), "There is no tool 'look_at_frames'"),
        (calls("search_nodes", {}), "query"),
        (calls("search_nodes", {"query": "fox", "kinds": ["pixel"]}), "kinds"),
        (calls("search_nodes", {"query": "fox", "k": 5_000}), "k"),
        (calls("search_by_time", {"start": "noon", "end": "1:00"}), "is not a time"),
        (calls("get_subgraph", {"macro_event_id": "m3"}), "'m3' is no id"),
        (calls("get_subgraph", {"macro_event_id": "v0123456789abcdef.m1"}), "v0123456789abcdef"),
        (calls("get_relation_graph", {"node_id": "v0123456789abcdef.e1"}), "v0123456789abcdef"),
        (calls("answer", {"answer": ""}), "Not an answer"),
        (calls("answer", {"answer": "b", "choice": 1}), "There are no choices"),
    ],
)
def test_what_is_wrong_with_a_call_is_told_to_the_model(
    asking: Asking, orchard: Orchard, reply: Reply, told: str
) -> None:
    answer, model = asking(
        [reply, SEARCH, answers("A green apple hits the fox.", (orchard.cue(2), APPLE))]
    )
    assert told in " ".join(tool_texts(model.requests[1]))
    assert answer.citations[0].verdict == "confirmed"
    assert answer.rounds == 2
    assert told in (answer.trace[0].error or "")


def test_arguments_that_are_no_json_are_told_to_the_model(asking: Asking, orchard: Orchard) -> None:
    answer, model = asking(
        [
            calls("search_nodes", '{"query": "an app'),
            SEARCH,
            answers("A green apple hits the fox.", (orchard.cue(2), APPLE)),
        ]
    )
    assert "no JSON" in model.shown(1)
    assert answer.citations[0].verdict == "confirmed"


def test_an_empty_reply_is_told_to_the_model(asking: Asking, orchard: Orchard) -> None:
    answer, model = asking(
        [says(""), SEARCH, answers("A green apple hits the fox.", (orchard.cue(2), APPLE))]
    )
    assert "Your reply was empty" in model.shown(1)
    assert answer.answered


def test_calls_without_an_id_still_run(asking: Asking, orchard: Orchard) -> None:
    nameless = calls("search_nodes", {"query": "an apple hits a fox"}, id=None)
    answer, _ = asking([nameless, answers("A green apple hits the fox.", (orchard.cue(2), APPLE))])
    assert answer.citations[0].verdict == "confirmed"


@pytest.mark.parametrize("wrap", ["{}", "```json\n{}\n```", "Here it is: {}"])
def test_an_answer_may_come_as_json_text(asking: Asking, orchard: Orchard, wrap: str) -> None:
    fields = {
        "answer": "A green apple hits the fox.",
        "citations": [{"id": orchard.cue(2), "quote": APPLE}],
    }
    answer, _ = asking([SEARCH, says(wrap.format(json.dumps(fields)))])
    assert answer.citations[0].verdict == "confirmed"


def test_an_answer_may_come_as_prose_with_ids(asking: Asking, orchard: Orchard) -> None:
    answer, _ = asking([SEARCH, says(f"A green apple hits the fox [{orchard.cue(2)}].")])
    assert answer.text == "A green apple hits the fox."
    assert answer.citations[0].quote == APPLE
    assert answer.citations[0].verdict == "confirmed"


def test_a_choice_is_an_index_into_the_choices(asking: Asking, orchard: Orchard) -> None:
    cited = (orchard.cue(2), APPLE)
    answer, model = asking(
        [SEARCH, answers("An apple.", cited, choice=7), answers("An apple.", cited, choice=1)],
        choices=("a pear", "an apple"),
    )
    assert answer.choice == 1
    assert "choice must be from 0 to 1" in model.shown(2)
    assert "(1) an apple" in model.shown(0)


def test_a_model_that_never_stops_is_asked_once_more_and_then_stopped(asking: Asking) -> None:
    answer, model = asking([SEARCH])
    assert len(model.requests) == MAX_ROUNDS + 1
    assert [tool["function"]["name"] for tool in model.requests[-1]["tools"]] == ["answer"]
    assert "All rounds are used" in model.shown(-1)
    assert not answer.answered
    assert answer.rounds == MAX_ROUNDS
    assert "No answer was reached" in answer.text


def test_the_last_call_may_still_bring_an_answer(asking: Asking, orchard: Orchard) -> None:
    last = answers("A green apple hits the fox.", (orchard.cue(2), APPLE))
    answer, _ = asking([*[SEARCH] * MAX_ROUNDS, last])
    assert answer.citations[0].verdict == "confirmed"


def test_old_observations_are_replaced_by_clues(asking: Asking, orchard: Orchard) -> None:
    note = f"{orchard.cue(2)} shows an apple hitting the fox."
    answer, model = asking(
        [
            SEARCH,
            calls("search_by_time", {"start": "0:30", "end": "0:36"}, note),
            calls("find_entity", {"name": "fox"}),
            answers("A green apple hits the fox.", (orchard.cue(2), APPLE)),
        ]
    )
    assert APPLE in model.shown(1)
    assert APPLE not in model.shown(2)
    assert note in model.shown(2)
    assert CUES[8][2] in model.shown(2)
    assert answer.trace[0].clue == note
    kept = answer.trace[1].clue  # from the observation, as the model wrote nothing
    assert kept
    assert CUES[8][2] not in model.shown(3)
    assert kept.split()[0] in model.shown(3)


def test_no_prompt_exceeds_the_bound_however_much_a_model_writes(asking: Asking) -> None:
    long = "the fox and the crow and the basket of pears " * 400
    greedy = calls("search_nodes", {"query": long[:4_000], "k": 30}, long)
    one = greedy["tool_calls"][0]
    greedy["tool_calls"] = [{**one, "id": f"call_{place}"} for place in range(9)]
    _, model = asking([greedy], text="What happens? " + "word " * 1_700)
    sizes = [
        count_tokens(json.dumps(request["messages"]) + json.dumps(request["tools"]))
        for request in model.requests
    ]
    assert len(sizes) == MAX_ROUNDS + 1
    assert max(sizes) <= HARD_LIMIT


def test_an_ordinary_exploration_keeps_to_the_target(asking: Asking) -> None:
    answer, model = asking([calls("search_nodes", {"query": "the fox", "k": 30}, "A fox is seen.")])
    sizes = [
        count_tokens(json.dumps(request["messages"]) + json.dumps(request["tools"]))
        for request in model.requests
    ]
    assert max(sizes) <= TARGET
    assert answer.tokens.max_prompt <= TARGET


def test_the_providers_own_count_is_reported(asking: Asking, orchard: Orchard) -> None:
    usage = {"prompt_tokens": 1_234, "completion_tokens": 7, "total_tokens": 1_241}
    answer, _ = asking([SEARCH, answers("An apple.", (orchard.cue(2), APPLE))], usage=usage)
    assert (answer.tokens.prompt, answer.tokens.completion) == (2_468, 14)
    assert answer.tokens.max_prompt == 1_234


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_model_is_tried_again(asking: Asking, orchard: Orchard, status: int) -> None:
    good = answers("A green apple hits the fox.", (orchard.cue(2), APPLE))
    answer, model = asking([fails(status), SEARCH, fails(status), good], retries=1)
    assert answer.citations[0].verdict == "confirmed"
    assert len(model.requests) == 4


@pytest.mark.parametrize("status", [401, 404, 429, 500])
def test_a_model_that_stays_away_is_a_typed_error(asking: Asking, status: int) -> None:
    with pytest.raises(ModelUnavailableError, match=str(status)) as caught:
        asking([fails(status, "not today")], retries=1)
    assert "not today" in caught.value.message
    assert caught.value.hint
    wanted = 1 if status in {401, 404} else 2
    assert len(asking.model.requests) == wanted  # type: ignore[attr-defined]


def test_a_model_that_does_not_answer_in_time_is_a_typed_error(asking: Asking) -> None:
    with pytest.raises(ModelUnavailableError, match=r"(?i)time"):
        asking([SEARCH], timeout_s=0.2, slow_s=1.0)


def test_a_reply_that_cannot_be_read_is_a_typed_error(asking: Asking) -> None:
    with pytest.raises(ModelUnavailableError):
        asking([Response('{"choices": null}', content_type="application/json")])


def test_text_of_a_video_that_gives_orders_is_only_data(asking: Asking, orchard: Orchard) -> None:
    answer, model = asking(
        [
            calls("search_text", {"query": "what does the sign on the fence read"}),
            answers("The moon is made of cheese.", (orchard.cue(8), CUES[7][2])),
        ]
    )
    shown = [one for one in model.requests[1]["messages"] if HOSTILE in str(one["content"])]
    assert {one["role"] for one in shown} == {"tool"}
    assert answer.citations[0].verdict != "confirmed"


def test_ids_written_inside_a_video_are_not_returned_by_it(orchard: Orchard) -> None:
    from agent.evidence import Observation
    from graph_schema.labels import Kind
    from retrieval.hits import Hit

    trap = f"see {orchard.cue(2)}"
    hit = Hit(
        id=orchard.cue(1), kind=Kind.UTTERANCE, video_id=orchard.video_id, start_ms=0, end_ms=1,
        text=trap, score=1.0, similarity=1.0, macro_event=None,
    )  # fmt: skip
    assert Observation.of([hit], f"{hit.id} utterance: {trap}").ids == (hit.id,)


def test_a_question_about_an_unknown_video_is_refused(
    orchard: Orchard, store: Store, embedder: Embedder, settings: Settings
) -> None:
    question = Question("What?", orchard.library, videos=("v0123456789abcdef",))
    with pytest.raises(NotFoundError, match="v0123456789abcdef"):
        ask(question, store=store, embedder=embedder, settings=settings)


def test_another_librarys_video_is_not_found(
    orchard: Orchard, library: str, store: Store, embedder: Embedder, settings: Settings
) -> None:
    question = Question("What hits the fox?", library, videos=(orchard.video_id,))
    with pytest.raises(NotFoundError):
        ask(question, store=store, embedder=embedder, settings=settings)


@pytest.mark.parametrize(
    ("text", "choices"),
    [("", ()), ("  \n", ()), ("Which?", ("one",)), ("Which?", ("one", " ")), ("w " * 2_100, ())],
)
def test_a_question_that_cannot_be_asked_is_a_usage_error(
    text: str, choices: tuple[str, ...]
) -> None:
    with pytest.raises(UsageError):
        Question(text, "main", choices=choices)


_RUN = Query(
    "MATCH (r:Run {id: $id})\n"
    "RETURN r.question AS question, r.model AS model, r.prompt AS prompt, r.steps AS steps,\n"
    "       [(r)-[:CITES]->(n) | n.id] AS cited",
    "A run with what it cites. In: id. Out: question, model, prompt, steps, cited.",
)


def _run(store: Store, run_id: str) -> dict[str, Any]:
    (row,) = store.read(_RUN, id=run_id)
    return row
