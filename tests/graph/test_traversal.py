"""Following relations on a real server, beside a breadth-first search in Python."""

import random
import uuid
from collections import defaultdict, deque
from collections.abc import Iterator

import pytest
from conftest import delete_library
from graph_builder import Graph

from cypher import traversal as queries
from cypher.store import Store
from graph_schema.identity import inner_id
from graph_schema.labels import Label
from graph_schema.relationships import Family, RelationType
from retrieval.traversal import MAX_NODES, RELATIONS_PER_NODE, relation_graph
from retrieval.views import RelationGraph
from runtime.errors import NotFoundError, UsageError

MICRO = Label.MICRO_EVENT
CLUSTER = range(200, 260)
CHAIN = range(300, 330)


@pytest.fixture(scope="module")
def tangle(store: Store) -> Iterator[tuple[Graph, str, set[tuple[int, int]]]]:
    """400 events of out-degree 2, a dense cluster of 60 with 1,770 edges, and a chain of 30."""
    library = f"test-{uuid.uuid4().hex[:12]}"
    graph = Graph(store, library)
    video = graph.video("tangle")
    for number in range(400):
        graph.event(video, MICRO, f"event {number}", number * 10, number * 10 + 10)
    draw = random.Random(3)
    edges = {
        (one, draw.randrange(one + 1, min(one + 40, 300))) for one in range(298) for _ in range(2)
    }
    edges |= {(one, other) for one in CLUSTER for other in CLUSTER if one < other}
    edges |= {(one, one + 1) for one in CHAIN}
    edges |= {(350, 351), (351, 350), (352, 352)}  # a ring, and a loop
    for one, other in sorted(edges):
        kind = (RelationType.CAUSES, RelationType.ENABLES, RelationType.PREVENTS)[one % 3]
        start, end = (inner_id(video, MICRO, number + 1) for number in (one, other))
        graph.edge(kind, start, end, reason=f"{one} so {other}", basis="stated")
    graph.write()
    yield graph, video, edges
    delete_library(store, library)


def hops_of(edges: set[tuple[int, int]], start: int, direction: str) -> dict[int, int]:
    beside = defaultdict(set)
    for one, other in edges:
        if direction != "in":
            beside[one].add(other)
        if direction != "out":
            beside[other].add(one)
    hops, queue = {start: 0}, deque([start])
    while queue:
        at = queue.popleft()
        for other in beside[at] - hops.keys():
            hops[other] = hops[at] + 1
            queue.append(other)
    del hops[start]
    return hops


def number_of(id_: str) -> int:
    return int(id_.partition(".e")[2]) - 1


def check_paths(found: RelationGraph, edges: set[tuple[int, int]], direction: str) -> None:
    for node in found.nodes:
        path = found.path_to(node.id)
        assert len(path) == node.hop
        at = found.start.id
        for relation in path:
            assert (number_of(relation.source), number_of(relation.target)) in edges
            assert relation.reason
            assert at in (relation.source, relation.target)
            if direction == "out":
                assert at == relation.source
            at = relation.target if at == relation.source else relation.source
        assert at == node.id
    assert found.path_to(found.start.id) == ()


@pytest.mark.parametrize("direction", ["out", "in", "both"])
@pytest.mark.parametrize("hops", [1, 2, 5, None])
@pytest.mark.parametrize("start", [0, 150, 200, 230, 259, 315, 350, 352, 390])
def test_distinct_nodes_nearest_first_with_their_paths(
    store: Store,
    tangle: tuple[Graph, str, set[tuple[int, int]]],
    start: int,
    hops: int | None,
    direction: str,
) -> None:
    graph, video, edges = tangle
    found = relation_graph(
        store,
        graph.library,
        inner_id(video, MICRO, start + 1),
        direction,
        (Family.CAUSAL,),
        hops,
        limit=MAX_NODES,
    )
    every = hops_of(edges, start, direction)
    expected = {number: hop for number, hop in every.items() if hops is None or hop <= hops}
    assert {number_of(node.id): node.hop for node in found.nodes} == expected
    assert [node.hop for node in found.nodes] == sorted(node.hop for node in found.nodes)
    assert not found.capped
    assert found.exhausted or any(hop >= (hops or 0) for hop in expected.values())
    if len(expected) < len(every):
        assert not found.exhausted
    check_paths(found, edges, direction)


@pytest.mark.parametrize("start", [0, 210, 230])
@pytest.mark.parametrize("direction", ["out", "both"])
def test_a_cap_keeps_the_nearest_and_says_so(
    store: Store, tangle: tuple[Graph, str, set[tuple[int, int]]], start: int, direction: str
) -> None:
    graph, video, edges = tangle
    found = relation_graph(
        store, graph.library, inner_id(video, MICRO, start + 1), direction, hops=None, limit=40
    )
    assert found.capped
    assert not found.exhausted
    assert len(found.nodes) == 40
    every = sorted(hops_of(edges, start, direction).values())
    assert [node.hop for node in found.nodes] == every[:40]
    check_paths(found, edges, direction)


@pytest.mark.parametrize("direction", ["out", "in", "both"])
def test_a_dense_cluster_tells_a_few_relations_of_each_node(
    store: Store, tangle: tuple[Graph, str, set[tuple[int, int]]], direction: str
) -> None:
    """1,770 relations would all travel and be rendered, to be cut there to a few lines."""
    graph, video, edges = tangle
    middle = inner_id(video, MICRO, CLUSTER[30] + 1)
    found = relation_graph(store, graph.library, middle, direction, hops=5, limit=60)
    inside = {found.start.id, *(node.id for node in found.nodes)}
    possible = {
        (one, other)
        for one, other in edges
        if {inner_id(video, MICRO, number + 1) for number in (one, other)} <= inside
    }
    told = {(number_of(one.source), number_of(one.target)) for one in found.relations}
    assert told <= possible
    assert len(told) == len(found.relations), "each relation once"
    assert len(told) <= RELATIONS_PER_NODE * len(inside) < len(possible)
    check_paths(found, edges, direction)


def test_the_plan_visits_each_node_once(store: Store) -> None:
    """A plan that enumerated paths would never come back from a dense cluster."""
    for direction in queries.Direction:
        for hops in (1, 5, None):
            query = queries.relation_graph(MICRO, direction, frozenset({Family.CAUSAL}), hops)
            with store.driver.session() as session:
                plan = session.run(f"EXPLAIN {query.text}").consume().plan
            operators = str(plan)
            assert "VarLengthExpand(Pruning,BFS" in operators or hops == 1
            assert "VarLengthExpand(All)" not in operators


@pytest.fixture
def story(store: Store, library: str) -> tuple[Graph, str, dict[str, str]]:
    """A rabbit in two scenes; what it does in the first leads to something in the second."""
    graph = Graph(store, library)
    video = graph.video()
    rabbit = graph.entity("rabbit")
    ids = {"rabbit": rabbit}
    for number in (1, 2):
        macro = graph.event(video, Label.MACRO_EVENT, f"scene {number}", 0, 100)
        seen = graph.appearance(video, macro, "rabbit", rabbit, seen_at_ms=number)
        act = graph.event(video, MICRO, f"act {number}", number * 10, number * 10 + 5, macro)
        effect = graph.event(video, MICRO, f"effect {number}", number * 10 + 5, 90, macro)
        graph.edge(RelationType.PERFORMS, seen, act)
        graph.edge(RelationType.CAUSES, act, effect, reason="so")
        ids |= {f"m{number}": macro, f"a{number}": seen, f"act{number}": act, f"ef{number}": effect}
    graph.edge(RelationType.LEADS_TO, ids["m1"], ids["m2"])
    graph.write()
    return graph, video, ids


@pytest.mark.parametrize("start", ["rabbit", "a1"])
def test_from_an_entity_along_causes_through_what_it_does(
    store: Store, story: tuple[Graph, str, dict[str, str]], start: str
) -> None:
    graph, _, ids = story
    found = relation_graph(store, graph.library, ids[start], "out", (Family.CAUSAL,), 2)
    reached = {node.id: node.hop for node in found.nodes}
    assert {id_ for id_, hop in reached.items() if hop} == {ids["ef1"], ids["ef2"]}
    path = found.path_to(ids["ef2"])
    assert [relation.type for relation in path[-2:]] == [
        RelationType.PERFORMS,
        RelationType.CAUSES,
    ]
    assert path[0].type is RelationType.IS or start == "a2"


def test_from_an_appearance_to_the_roles_of_all(
    store: Store, story: tuple[Graph, str, dict[str, str]]
) -> None:
    graph, _, ids = story
    found = relation_graph(store, graph.library, ids["a1"], families=(Family.ROLE,))
    assert {node.id for node in found.nodes if node.hop == 1} == {ids["act1"], ids["act2"]}


def test_other_families(store: Store, story: tuple[Graph, str, dict[str, str]]) -> None:
    graph, video, ids = story
    for families, start, expected in (
        ((Family.PROGRESSION,), "m1", {"m2"}),
        ((Family.HIERARCHICAL,), "m1", {"act1", "ef1", "a1"}),
        ((Family.CAUSAL, Family.HIERARCHICAL), "act1", {"ef1", "m1"}),
        ((Family.SPATIAL,), "a1", set()),
    ):
        found = relation_graph(store, graph.library, ids[start], families=families)
        assert {node.id for node in found.nodes if node.hop} == {ids[name] for name in expected}
    assert relation_graph(store, graph.library, video).nodes == ()


def test_unrelated_unknown_and_foreign(
    store: Store, story: tuple[Graph, str, dict[str, str]]
) -> None:
    graph, _, ids = story
    for library, id_ in (
        (f"{graph.library}-other", ids["act1"]),
        (graph.library, "v" + "0" * 16 + ".e1"),
        (graph.library, "no id at all"),
    ):
        with pytest.raises(NotFoundError):
            relation_graph(store, library, id_)
    for wrong in (
        {"hops": 0},
        {"hops": 6},
        {"hops": None, "families": (Family.ROLE,)},
        {"families": ()},
        {"limit": 0},
        {"limit": MAX_NODES + 1},
    ):
        with pytest.raises(UsageError):
            relation_graph(store, graph.library, ids["act1"], **wrong)
