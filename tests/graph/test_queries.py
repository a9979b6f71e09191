"""Every query of cypher/, walked: it plans on the real server, begins at an index, stays inside its
library, and can hold no data in its text.

A new constant is found by itself; a new function that builds queries needs a line in ``BUILT``.
"""

import ast
import importlib
import inspect
import pkgutil
import types
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import product
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from conftest import delete_library
from neo4j import READ_ACCESS

import cypher
from cypher import (
    moments,
    navigation,
    reembedding,
    removal,
    runs,
    search,
    statements,
    traversal,
)
from cypher.query import Query
from cypher.store import Store
from graph_schema.labels import OF_A_VIDEO, SEARCHABLE, Label
from graph_schema.relationships import ENDPOINTS, Family

ROOT = Path(cypher.__file__).parent.parent

BUILT: dict[Callable[..., Query], list[Query]] = {
    statements.merge_nodes: [
        statements.merge_nodes(label) for label in Label if label is not Label.MEMORY
    ],
    statements.merge_relationships: [
        statements.merge_relationships(type_, *ends[0]) for type_, ends in ENDPOINTS.items()
    ],
    statements.set_embeddings: [statements.set_embeddings(label) for label in SEARCHABLE],
    removal.delete_nodes: [removal.delete_nodes(label) for label in OF_A_VIDEO],
    **{
        build: [build(label) for label in SEARCHABLE]
        for build in (
            reembedding.waiting_nodes,
            reembedding.count_waiting,
            reembedding.put_beside,
            reembedding.put_in_place,
        )
    },
    navigation.subgraph: [
        navigation.subgraph(label)
        for label in (Label.MACRO_EVENT, Label.MICRO_EVENT, Label.APPEARANCE)
    ],
    navigation.events_in_time: [
        navigation.events_in_time(frozenset({label}))
        for label in (Label.MACRO_EVENT, Label.MICRO_EVENT, Label.UTTERANCE)
    ],
    moments.events_of_scope: [
        moments.events_of_scope(labels, of_videos=of_videos)
        for labels in (frozenset({Label.MACRO_EVENT}), frozenset({Label.MICRO_EVENT, Label.ROOT}))
        for of_videos in (True, False)
    ],
    runs.cited_nodes: [runs.cited_nodes(label) for label in (Label.ENTITY, Label.UTTERANCE)],
    search.hybrid_search: [
        search.hybrid_search(
            search.ScopeShape(videos=videos, time=time, entity=entity, labels=labels),
            fusion,
            neighbourhood=True,
        )
        for videos, time, entity in product((True, False), repeat=3)
        for labels in (frozenset[Label](), frozenset({Label.MICRO_EVENT}))
        for fusion in (search.Fusion.RECIPROCAL_RANK,)
    ],
    traversal.relation_graph: [
        traversal.relation_graph(label, direction, families, hops)
        for label in (Label.MACRO_EVENT, Label.MICRO_EVENT)
        for direction in traversal.Direction
        for families, hops in (
            (frozenset[Family](), 1),
            (frozenset({Family.CAUSAL}), None),
        )
    ],
}

ANY_LIBRARY: dict[str, str] = {
    "migration_lease": "one lease for the whole database",
    "reembedding": "there is one encoder for the whole database",
    "schema_check": "the schema is the database's, not a library's",
    "vector_index": "the schema is the database's, not a library's",
    "ledger.CLAIM_VIDEO": "claims by id, which is derived from the library",
    "measuring": "what Neo4j itself costs, asked of a benchmark's own server",
    "memory_check.FIND_BY_VECTOR": "says only whether one given node is found",
    "statements": "rows are written by id, which is derived from the library",
}
"""Modules (or ``module.NAME``) without a tenant filter, and why."""

ALLOWED_OPERATORS: dict[tuple[str, str], str] = {}
"""(``module.NAME``, operator) that may stand in a plan although it is suspicious, and why."""

SCANS = ("AllNodesScan", "ByLabelScan", "ByLabelsScan", "RelationshipsScan", "TypeScan")
SCHEMA_COMMANDS = ("SHOW", "CREATE CONSTRAINT", "CREATE VECTOR", "DROP")


def modules() -> Iterator[types.ModuleType]:
    for found in pkgutil.walk_packages(cypher.__path__, "cypher."):
        yield importlib.import_module(found.name)


def builders() -> Iterator[Callable[..., Query]]:
    for module in modules():
        for name, value in vars(module).items():
            function = inspect.unwrap(value) if callable(value) else None
            if (
                inspect.isfunction(function)
                and function.__module__ == module.__name__
                and not name.startswith("_")
                and get_type_hints(function).get("return") is Query
            ):
                yield value


def queries() -> Iterator[tuple[str, Query]]:
    for module in modules():
        for name, value in vars(module).items():
            if isinstance(value, Query):
                yield f"{module.__name__.removeprefix('cypher.')}.{name}", value
    for builder, built in BUILT.items():
        place = f"{builder.__module__.removeprefix('cypher.')}.{builder.__name__}"
        for number, query in enumerate(built):
            yield f"{place}[{number}]", query


QUERIES = list(queries())


def exempt(place: str, table: dict[str, str]) -> bool:
    return place.partition(".")[0] in table or place.partition("[")[0] in table


def is_closed(hint: Any) -> bool:
    """Whether a value of this type can be none of a user's, a video's or a model's."""
    if hint in (bool, int, type(None)) or (inspect.isclass(hint) and issubclass(hint, Enum)):
        return True
    if get_origin(hint) is Literal:
        return True
    if is_dataclass(hint) and inspect.isclass(hint):
        return all(is_closed(get_type_hints(hint)[field.name]) for field in fields(hint))
    arguments = [argument for argument in get_args(hint) if argument is not ...]
    return bool(arguments) and all(map(is_closed, arguments))


def test_every_builder_is_known() -> None:
    assert set(builders()) == set(BUILT)


@pytest.mark.parametrize("builder", BUILT, ids=lambda builder: str(builder.__name__))
def test_builders_take_closed_types_only(builder: Callable[..., Query]) -> None:
    hints = get_type_hints(inspect.unwrap(builder))
    del hints["return"]
    assert {name for name, hint in hints.items() if not is_closed(hint)} == set()


def test_a_builder_that_takes_text_would_be_caught() -> None:
    assert not is_closed(str)
    assert not is_closed(frozenset[str])
    assert not is_closed(Label | str)
    assert is_closed(frozenset[Label])
    assert is_closed(int | None)


def test_queries_are_made_in_cypher_only() -> None:
    """Elsewhere ``Query(...)`` would be Cypher outside its house, where this walk does not look."""
    found = []
    for file in ROOT.rglob("*.py"):
        place = file.relative_to(ROOT)
        if place.parts[0] in ("cypher", "tests") or place.parts[0].startswith("."):
            continue
        found += [
            f"{place}:{node.lineno}"
            for node in ast.walk(ast.parse(file.read_text()))
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "Query"
            and "cypher.query" in file.read_text()
        ]
    assert found == []


@pytest.fixture(scope="module")
def populated(store: Store) -> Iterator[Store]:
    """Enough nodes of every label that the planner finds an index worth its while."""
    name = "test-plans"
    for label in Label:
        if label is not Label.MEMORY:
            rows = [
                {
                    "id": f"{name}.{label}{number}",
                    "properties": {
                        "id": f"{name}.{label}{number}",
                        "library": f"{name}-{number % 50}",
                        "video_id": f"v{number % 100}",
                        "start_ms": number,
                        "name": f"name {number}",
                        "text": "text",
                    },
                }
                for number in range(500)
            ]
            store.write_rows(statements.merge_nodes(label), rows)
    store.write(Query("CALL db.prepareForReplanning(60)", "Nothing."))
    yield store
    for number in range(50):
        delete_library(store, f"{name}-{number}")


@pytest.mark.parametrize(("place", "query"), QUERIES, ids=[place for place, _ in QUERIES])
def test_query(populated: Store, place: str, query: Query) -> None:
    assert len(query.doc) > 20, "say what comes in and out"
    if not exempt(place, ANY_LIBRARY):
        assert "$library" in query.text, "no tenant filter"
    assert "%s" not in query.text
    if query.text.startswith(SCHEMA_COMMANDS):
        return
    name = place.partition("[")[0]
    found = [
        operator
        for operator in suspicious(plan_of(populated, query))
        if (name, operator) not in ALLOWED_OPERATORS
    ]
    assert found == []


def test_the_walk_would_notice_a_scan_and_a_product(populated: Store) -> None:
    scan = Query("MATCH (n {id: $id}) WHERE n.library = $library RETURN n.id AS id", "")
    assert list(suspicious(plan_of(populated, scan))) == ["AllNodesScan"]
    pairs = Query("MATCH (a:Video), (b:Video) RETURN a.id AS a, b.id AS b", "")
    assert "CartesianProduct" in set(suspicious(plan_of(populated, pairs)))


def test_no_exemption_is_stale() -> None:
    places = {place.partition("[")[0] for place, _ in QUERIES}
    known = places | {place.partition(".")[0] for place in places}
    assert set(ANY_LIBRARY) <= known
    assert {place for place, _ in ALLOWED_OPERATORS} <= places


def plan_of(store: Store, query: Query) -> dict[str, Any]:
    with store.driver.session(default_access_mode=READ_ACCESS) as session:
        plan = session.run(f"CYPHER 5 EXPLAIN {query.text}").consume().plan
    assert plan is not None
    return plan


SINGLE = ("NodeUniqueIndexSeek", "Argument", "Filter", "CacheProperties", "Projection")


def suspicious(plan: dict[str, Any]) -> Iterator[str]:
    """Scans, and products of two sides that may both hold more than a row."""
    operator = operator_of(plan)
    children = plan.get("children", ())
    if operator.endswith(SCANS):
        yield operator
    if operator == "CartesianProduct" and not any(map(is_one_row, children)):
        yield operator
    for child in children:
        yield from suspicious(child)


def is_one_row(plan: dict[str, Any]) -> bool:
    """Whether this side of a product is a node sought by its id, or at most one row by estimate."""
    return plan["args"]["EstimatedRows"] <= 1 or (
        operator_of(plan).startswith(SINGLE) and all(map(is_one_row, plan.get("children", ())))
    )


def operator_of(plan: dict[str, Any]) -> str:
    return str(plan["operatorType"]).partition("@")[0]
