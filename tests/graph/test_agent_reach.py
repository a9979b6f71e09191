"""What an exploration reaches of a real memory: tools, hits, opening calls, kinds, time."""

from collections.abc import Iterator
from typing import Any

import pytest
from orchard import Orchard, ingested
from scripted_reasoner import Scripted

from agent.ask import Answer, Question, ask
from agent.evidence import Observation
from agent.reach import QUESTION, TOOLS, OpeningCall, Reach
from agent.tools import Workbench, toolbox
from cypher.store import Store
from graph_schema.labels import Kind
from graph_schema.relationships import Family
from runtime.embedder import Embedder
from runtime.errors import NotFoundError, UsageError
from runtime.settings import Settings

UNTIL = 8_000
"""By then the apple has hit the fox; that it wakes up, and all that follows, is still to come."""
LATER = ("wakes", "crow", "ladder", "basket", "farmer", "meadow", "moon", "branch")


@pytest.fixture(scope="module")
def orchard(
    store: Store, settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Orchard]:
    with ingested(store, settings, tmp_path_factory.mktemp("orchard")) as memory:
        yield memory


def _tools(store: Store, embedder: Embedder, orchard: Orchard, reach: Reach) -> dict[str, Any]:
    bench = Workbench(store, embedder, orchard.library, (orchard.video_id,), reach=reach)
    return {tool.name: tool for tool in toolbox(bench)}


def _called(tool: Any, arguments: dict[str, Any]) -> Any:
    return tool.invoke({"type": "tool_call", "id": "1", "name": tool.name, "args": arguments})


CALLS: list[tuple[str, dict[str, Any]]] = [
    ("get_summary", {}),
    ("get_super_events", {}),
    ("get_macro_events", {}),
    ("get_subgraph", {"macro_event_id": "{video}.m1"}),
    ("search_nodes", {"query": "the crow laughs at the fox on the ladder", "k": 30}),
    ("search_nodes", {"query": "crow", "kinds": ["entity", "macro", "micro"]}),
    ("search_text", {"query": "the farmer carries the basket into the barn", "k": 30}),
    ("search_by_time", {"start": "0s", "end": "60s"}),
    ("get_relation_graph", {"node_id": "{video}.m1", "direction": "both", "hops": 2,
                            "families": ["hierarchical", "progression"]}),
    ("get_relation_graph", {"node_id": "{video}.e1", "hops": 5,
                            "families": ["causal", "temporal", "role"]}),
    ("find_entity", {"name": "fox"}),
    ("find_entity", {"name": "crow"}),
    ("count_occurrences", {"entity": "fox"}),
    ("count_occurrences", {"action": "climbs"}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "arguments"), CALLS, ids=lambda value: str(value)[:40])
def test_no_tool_tells_what_comes_later(
    orchard: Orchard, store: Store, embedder: Embedder, name: str, arguments: dict[str, Any]
) -> None:
    given = {
        key: value.format(video=orchard.video_id) if isinstance(value, str) else value
        for key, value in arguments.items()
    }
    tools = _tools(store, embedder, orchard, Reach(until_ms=UNTIL))
    try:
        message = _called(tools[name], given)
    except (NotFoundError, UsageError) as refused:
        told = f"{refused.message} {refused.hint}"
    else:
        assert isinstance(message.artifact, Observation)
        told = f"{message.content}\n{message.artifact.found!r}"
    assert [word for word in LATER if word in told] == []


def test_every_tool_is_tried_above() -> None:
    assert {name for name, _ in CALLS} == set(TOOLS)


def test_the_same_calls_tell_it_without_the_bound(
    orchard: Orchard, store: Store, embedder: Embedder
) -> None:
    tools = _tools(store, embedder, orchard, Reach())
    told = _called(tools["search_by_time"], {"start": "0s", "end": "60s"}).content
    assert all(word in told for word in LATER)


def test_as_many_hits_come_back_as_reach_sets(
    orchard: Orchard, store: Store, embedder: Embedder
) -> None:
    tools = _tools(store, embedder, orchard, Reach(k=2, until_ms=20_000))
    for name in ("search_nodes", "search_text"):
        found = _called(tools[name], {"query": "the fox", "k": 20}).artifact.found
        assert len(found) == 2


def test_a_kind_out_of_reach_is_not_searched(
    orchard: Orchard, store: Store, embedder: Embedder
) -> None:
    flat = Reach(kinds=(Kind.UTTERANCE,), families=(Family.HIERARCHICAL,))
    tools = _tools(store, embedder, orchard, flat)
    hits = _called(tools["search_nodes"], {"query": "the fox", "k": 20}).artifact.found
    assert {hit.kind for hit in hits} == {Kind.UTTERANCE}
    assert {near.relation for hit in hits for near in hit.neighbours} <= {"PART_OF"}
    with pytest.raises(UsageError, match="no such nodes; kinds: utterance"):
        _called(tools["search_nodes"], {"query": "the fox", "kinds": ["macro"]})


def _asked(
    orchard: Orchard, store: Store, embedder: Embedder, settings: Settings, reach: Reach
) -> tuple[Answer, Scripted]:
    model = Scripted()
    question = Question("What hits the fox?", orchard.library, choices=("an apple", "a pear"))
    answer = ask(
        question, store=store, embedder=embedder, settings=settings, model=model, reach=reach
    )
    return answer, model


def test_a_tool_that_is_not_offered_is_refused(
    orchard: Orchard, store: Store, embedder: Embedder, settings: Settings
) -> None:
    answer, _ = _asked(orchard, store, embedder, settings, Reach(tools=("search_text",)))
    (step,) = answer.trace
    assert step.error is not None
    assert "There is no tool 'search_nodes'. Call: search_text, answer." in step.error


def test_an_opening_call_is_read_before_anything_is_asked(
    orchard: Orchard, store: Store, embedder: Embedder, settings: Settings
) -> None:
    opening = OpeningCall(tool="search_text", arguments={"query": QUESTION, "k": 3})
    reach = Reach(tools=(), rounds=1, opening=(opening,))
    answer, model = _asked(orchard, store, embedder, settings, reach)
    assert "A green apple falls from the tree" in model.seen[0]
    assert "Round 1 of 1" in model.seen[0]
    first = answer.trace[0]
    assert (first.tool, first.arguments["query"]) == ("search_text", "What hits the fox?")
    assert orchard.cue(2) in first.returned


def test_rounds_are_counted_without_the_opening(
    orchard: Orchard, store: Store, embedder: Embedder, settings: Settings
) -> None:
    opening = (OpeningCall(tool="get_summary"),)
    with_one, _ = _asked(orchard, store, embedder, settings, Reach(opening=opening, rounds=2))
    without, _ = _asked(orchard, store, embedder, settings, Reach(rounds=2))
    assert (with_one.choice, without.choice) == (0, 0)
    assert (with_one.rounds, without.rounds) == (2, 1)
