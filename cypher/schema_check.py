"""Comparing the constraints and indexes of the database with ``graph_schema/indexes.py``."""

import time
from dataclasses import dataclass

from cypher.query import Query
from cypher.store import Store
from graph_schema.indexes import FULLTEXT_ANALYZER, SchemaItem, expected_schema, vector_index
from runtime.errors import SchemaMismatchError

SHOW_INDEXES = Query(
    """\
SHOW INDEXES
YIELD name, type, labelsOrTypes, properties, options, state, failureMessage, owningConstraint
WHERE type <> 'LOOKUP'
RETURN name, CASE WHEN owningConstraint IS NULL THEN type ELSE 'UNIQUENESS' END AS kind,
       labelsOrTypes AS labels, properties, state, failureMessage AS failure,
       options.indexConfig['vector.dimensions'] AS dimensions,
       options.indexConfig['fulltext.analyzer'] AS analyzer""",
    "Every index, among them those that hold up a uniqueness constraint. In: nothing. "
    "Out: name, kind, labels, properties, state, failure, dimensions, analyzer.",
)

_POLL_S = 0.1


@dataclass(frozen=True, slots=True)
class FoundItem:
    """A constraint or index of the database, comparable with a :class:`SchemaItem`."""

    name: str
    kind: str
    labels: tuple[str, ...]
    properties: tuple[str, ...]
    dimensions: int | None
    analyzer: str | None
    state: str
    failure: str


def found_schema(store: Store) -> dict[str, FoundItem]:
    """What the database holds, by name (one read)."""
    return {
        row["name"]: FoundItem(
            name=row["name"],
            kind=row["kind"],
            labels=tuple(row["labels"] or ()),
            properties=tuple(row["properties"] or ()),
            dimensions=row["dimensions"],
            analyzer=row["analyzer"],
            state=row["state"],
            failure=row["failure"] or "",
        )
        for row in store.read(SHOW_INDEXES)
    }


def differences(found: dict[str, FoundItem], expected: tuple[SchemaItem, ...]) -> list[str]:
    """What is declared but missing, different or not usable, one sentence each."""
    problems = []
    for item in expected:
        there = found.get(item.name)
        if there is None:
            problems.append(f"{item.kind} {item.name} is missing")
        elif _shape(there) != (item.kind, _labels(item), item.properties, item.dimensions):
            problems.append(
                f"{item.name} is {_shape(there)}, declared is "
                f"{(item.kind, _labels(item), item.properties, item.dimensions)}"
            )
        elif item.kind == "FULLTEXT" and there.analyzer != FULLTEXT_ANALYZER:
            problems.append(
                f"{item.name} has analyzer {there.analyzer}, declared is {FULLTEXT_ANALYZER}"
            )
        elif there.state != "ONLINE":
            problems.append(f"{item.name} is {there.state} {there.failure}".rstrip())
    return problems


def other_vector_indexes(found: dict[str, FoundItem], model: str, dimensions: int) -> list[str]:
    """Names of vector indexes over the memory's embeddings that belong to another encoder."""
    ours = vector_index(model, dimensions)
    covers = (ours.kind, _labels(ours), ours.properties)
    return [
        item.name
        for item in found.values()
        if (item.kind, item.labels, item.properties) == covers and item.name != ours.name
    ]


def check_encoder(found: dict[str, FoundItem], model: str, dimensions: int) -> None:
    """Raise :class:`~runtime.errors.SchemaMismatchError` if another encoder made the vectors."""
    others = other_vector_indexes(found, model, dimensions)
    if others:
        raise SchemaMismatchError(
            f"this memory was embedded by another encoder (index {others[0]}); the settings name "
            f"{model} with {dimensions} dimensions",
            "Run `longtake reembed` to move the memory to this encoder, or set LONGTAKE_EMBEDDING "
            "back.",
        )


def check_schema(store: Store, model: str, dimensions: int) -> None:
    """Compare the database with the declaration (one read).

    Further constraints and indexes, of other programs, are none of our business. Raises
    :class:`~runtime.errors.SchemaMismatchError` that lists every difference; when another encoder
    made the vectors it names ``longtake reembed``.
    """
    found = found_schema(store)
    check_encoder(found, model, dimensions)
    problems = differences(found, expected_schema(model, dimensions))
    if problems:
        raise SchemaMismatchError(
            f"the database does not hold the declared schema: {'; '.join(problems)}",
            "In Neo4j Browser drop what differs, then run its CREATE statement from "
            "migrations/V000*.cypher; `longtake up` creates a missing vector index.",
        )


def await_online(store: Store, expected: tuple[SchemaItem, ...], limit_s: float) -> None:
    """Wait until every declared index can be used.

    Raises :class:`~runtime.errors.SchemaMismatchError` at once for one that failed to fill, and
    after ``limit_s`` seconds for one that still fills.
    """
    names = {item.name for item in expected}
    deadline = time.monotonic() + limit_s
    while True:
        waiting = [
            item
            for item in found_schema(store).values()
            if item.name in names and item.state != "ONLINE"
        ]
        failed = [item for item in waiting if item.state == "FAILED"]
        if failed:
            raise SchemaMismatchError(
                f"index {failed[0].name} could not be filled: {failed[0].failure}",
                "Drop it in Neo4j Browser (DROP INDEX) and start again.",
            )
        if not waiting:
            return
        if time.monotonic() > deadline:
            names_waiting = ", ".join(item.name for item in waiting)
            raise SchemaMismatchError(
                f"after {limit_s:.0f} s these indexes are still being filled: {names_waiting}",
                "Neo4j goes on filling them: try again in a while.",
            )
        time.sleep(_POLL_S)


def _labels(item: SchemaItem) -> tuple[str, ...]:
    return tuple(label.value for label in item.labels)


def _shape(found: FoundItem) -> tuple[str, tuple[str, ...], tuple[str, ...], int | None]:
    return found.kind, found.labels, found.properties, found.dimensions
