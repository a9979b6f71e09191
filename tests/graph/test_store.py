"""The store on a real server: idempotent bulk writes, shortfalls, deadlocks, typed errors."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from bolt_gate import BoltGate

from cypher.query import Query
from cypher.statements import merge_nodes, merge_relationships, set_embeddings
from cypher.store import Store
from graph_schema.labels import Label
from graph_schema.relationships import RelationType
from runtime.errors import (
    DatabaseFailedError,
    DatabaseRefusedError,
    DatabaseUnreachableError,
    WriteShortfallError,
)

MICRO, MACRO = Label.MICRO_EVENT, Label.MACRO_EVENT

COUNT = Query(
    "MATCH (n {library: $library}) OPTIONAL MATCH (n)-[r]->() "
    "RETURN count(DISTINCT n) AS nodes, count(r) AS relationships",
    "In: library. Out: nodes, relationships.",
)
NODE = Query(
    "MATCH (n {id: $id}) RETURN properties(n) AS properties, labels(n) AS labels",
    "In: id. Out: properties, labels.",
)
EDGES = Query(
    "MATCH ({library: $library})-[r]->() RETURN type(r) AS type, properties(r) AS properties "
    "ORDER BY r.label",
    "In: library. Out: type, properties.",
)


def micro_rows(library: str, count: int, **properties: Any) -> list[dict[str, Any]]:
    return [
        {
            "id": f"{library}.e{number}",
            "properties": {
                "id": f"{library}.e{number}",
                "library": library,
                "label": f"event {number}",
                "start_ms": number * 10,
                **properties,
            },
        }
        for number in range(count)
    ]


def chain(library: str, count: int) -> list[dict[str, Any]]:
    return [
        {
            "start": f"{library}.e{number}",
            "end": f"{library}.e{number + 1}",
            "properties": {"source": "annotation"},
        }
        for number in range(count - 1)
    ]


def node(store: Store, node_id: str) -> dict[str, Any]:
    return store.read(NODE, id=node_id)[0]


def test_writing_twice_changes_nothing(store: Store, library: str) -> None:
    rows, edges = micro_rows(library, 4_500), chain(library, 4_500)
    for _ in range(2):
        assert store.write_rows(merge_nodes(MICRO), rows) == 4_500
        assert store.write_rows(merge_relationships(RelationType.BEFORE, MICRO, MICRO), edges)
        assert store.read(COUNT, library=library) == [{"nodes": 4_500, "relationships": 4_499}]


def test_a_rewrite_replaces_properties_exactly(store: Store, library: str) -> None:
    store.write_rows(merge_nodes(MICRO), micro_rows(library, 2, confidence=0.5, text="before"))
    store.write_rows(merge_nodes(MICRO), micro_rows(library, 2, model="m", text="before"))
    found = node(store, f"{library}.e1")
    assert set(found["labels"]) == {"MicroEvent", "Memory"}
    assert found["properties"] == {
        "id": f"{library}.e1",
        "library": library,
        "label": "event 1",
        "start_ms": 10,
        "model": "m",
        "text": "before",
    }


def test_an_embedding_lives_as_long_as_its_text(store: Store, library: str) -> None:
    vector = [1.0] + [0.0] * 383
    store.write_rows(merge_nodes(MICRO), micro_rows(library, 1, text="a rabbit"))
    embedded = {"id": f"{library}.e0", "text": "a rabbit", "search_text": "rabbit"}
    store.write_rows(set_embeddings(MICRO), [{**embedded, "embedding": vector}])

    store.write_rows(merge_nodes(MICRO), micro_rows(library, 1, text="a rabbit", label="new"))
    same = node(store, f"{library}.e0")["properties"]
    assert (same["label"], same["embedding"], same["search_text"]) == ("new", vector, "rabbit")

    store.write_rows(merge_nodes(MICRO), micro_rows(library, 1, text="a squirrel"))
    other = node(store, f"{library}.e0")["properties"]
    assert not {"embedding", "search_text"} & set(other)


def test_relationship_properties_are_replaced_and_labels_told_apart(
    store: Store, library: str
) -> None:
    rows = [
        {"id": f"{library}.a{n}", "properties": {"id": f"{library}.a{n}", "library": library}}
        for n in (1, 2)
    ]
    store.write_rows(merge_nodes(Label.APPEARANCE), rows)
    ends = {"start": f"{library}.a1", "end": f"{library}.a2"}
    related = merge_relationships(RelationType.RELATED_TO, Label.APPEARANCE, Label.APPEARANCE)
    store.write_rows(related, [{**ends, "properties": {"label": "owns", "model": "m"}}])
    for label in ("owns", "likes"):
        store.write_rows(related, [{**ends, "properties": {"label": label}}])
    assert [edge["properties"] for edge in store.read(EDGES, library=library)] == [
        {"label": "likes"},
        {"label": "owns"},
    ]


def test_a_missing_end_raises_names_the_row_and_stores_nothing_of_the_batch(
    store: Store, library: str
) -> None:
    store.write_rows(merge_nodes(MICRO), micro_rows(library, 50))
    rows = chain(library, 51)
    with pytest.raises(WriteShortfallError, match=f"49 of 50 .*{library}.e50") as raised:
        store.write_rows(merge_relationships(RelationType.BEFORE, MICRO, MICRO), rows)
    assert not raised.value.retryable
    assert store.read(COUNT, library=library) == [{"nodes": 50, "relationships": 0}]


def test_no_rows_are_no_work(store: Store) -> None:
    assert store.write_rows(merge_nodes(MICRO), []) == 0


TOUCH = Query(
    "UNWIND $rows AS row MATCH (n:MicroEvent {id: row.id}) SET n.by = $by "
    "RETURN count(*) AS written",
    "Locks nodes in the order of the rows. In: rows of {id}, by. Out: written.",
)


def test_writers_in_a_deadlock_both_finish(
    store: Store, library: str, caplog: pytest.LogCaptureFixture
) -> None:
    rows = micro_rows(library, 1_500)
    store.write_rows(merge_nodes(MICRO), rows)
    ids = [{"id": row["id"]} for row in rows]
    caplog.set_level("INFO", logger="cypher.store")
    with ThreadPoolExecutor(2) as pool:
        for _ in range(30):
            start = threading.Barrier(2)

            def run(mine: list[dict[str, Any]], by: int, start: threading.Barrier = start) -> int:
                start.wait()
                return store.write_rows(TOUCH, mine, by=by)

            jobs = [pool.submit(run, mine, by) for by, mine in enumerate((ids, ids[::-1]))]
            assert [job.result(timeout=60) for job in jobs] == [1_500, 1_500]
            if "DeadlockDetected" in caplog.text:
                return
    pytest.fail("no deadlock came about, so nothing was shown")


def test_writers_of_the_same_relationships_in_any_order_both_finish(
    store: Store, library: str
) -> None:
    store.write_rows(merge_nodes(MICRO), micro_rows(library, 400))
    rows = chain(library, 400)
    causes = merge_relationships(RelationType.CAUSES, MICRO, MICRO)
    with ThreadPoolExecutor(4) as pool:
        jobs = [pool.submit(store.write_rows, causes, mine) for mine in (rows, rows[::-1]) * 2]
        assert [job.result(timeout=60) for job in jobs] == [399] * 4
    assert store.read(COUNT, library=library)[0]["relationships"] == 399


def test_reads_cannot_write(store: Store, library: str) -> None:
    query = Query("CREATE (n:Video {id: $id}) RETURN 1 AS one", "In: id. Out: one.")
    with pytest.raises(DatabaseFailedError, match="AccessMode"):
        store.read(query, id=library)


def test_a_wrong_statement_is_not_tried_again(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", logger="cypher.store")
    with pytest.raises(DatabaseFailedError, match="SyntaxError"):
        store.write(Query("CRATE", "Nothing."))
    assert "trying again" not in caplog.text


def test_write_is_one_transaction(store: Store, library: str) -> None:
    query = Query(
        "CREATE (n:Video {id: $id, library: $id}) WITH n UNWIND [1, 0] AS x "
        "SET n.ratio = 1 / x RETURN n.id AS id",
        "Fails at its second row. In: id. Out: id.",
    )
    with pytest.raises(DatabaseFailedError, match="/ by zero"):
        store.write(query, id=library)
    assert store.read(COUNT, library=library) == [{"nodes": 0, "relationships": 0}]


def test_server_version_is_known(store: Store) -> None:
    assert store.server_version >= (5, 26)


@pytest.mark.parametrize(
    ("uri", "user", "error", "says"),
    [
        ("REAL", "nobody", DatabaseRefusedError, "refuses this user or password"),
        ("bolt://127.0.0.1:9", "neo4j", DatabaseUnreachableError, "does not answer"),
        ("neo4j://127.0.0.1:9", "neo4j", DatabaseUnreachableError, "does not answer"),
        ("bolt://no-such-host.invalid", "neo4j", DatabaseUnreachableError, "no-such-host"),
        ("bolt://x:secret@127.0.0.1:9", "neo4j", DatabaseRefusedError, "stands in the address"),
        ("http://localhost:7474", "neo4j", DatabaseRefusedError, "address of Neo4j Browser"),
        ("localhost:7687", "neo4j", DatabaseRefusedError, "not the address of a Neo4j"),
        ("", "neo4j", DatabaseRefusedError, "not the address of a Neo4j"),
    ],
)
def test_a_database_that_cannot_be_reached_says_which_settings_to_check(
    server: Any, uri: str, user: str, error: type[DatabaseUnreachableError], says: str
) -> None:
    address = server.uri if uri == "REAL" else uri
    with pytest.raises(error, match=says) as raised, Store(address, user, "secret") as store:
        store.verify()
    assert "NEO4J_URI" in raised.value.hint
    assert "secret" not in str(raised.value)
    assert type(raised.value).retryable is (error is DatabaseUnreachableError)
    assert (raised.value.exit_code, raised.value.type) == (4, "database_unreachable")


def test_an_absent_database_is_waited_for_no_longer_than_asked() -> None:
    with (
        Store("bolt://127.0.0.1:9", "neo4j", "x", patience_s=0.2) as absent,
        pytest.raises(DatabaseUnreachableError, match="does not answer"),
    ):
        absent.read(Query("RETURN 1 AS one", "Out: one."))


@pytest.fixture
def gate(server: Any) -> Iterator[BoltGate]:
    opened = BoltGate(server.uri)
    yield opened
    opened.shut()


def test_a_bulk_write_survives_a_database_that_goes_and_comes_back(
    store: Store, server: Any, gate: BoltGate, library: str
) -> None:
    rows = micro_rows(library, 20_000)
    with Store(gate.uri, server.user, server.password, patience_s=30) as through:
        timers = [threading.Timer(0.2, gate.shut), threading.Timer(1.2, gate.open)]
        for timer in timers:
            timer.start()
        assert through.write_rows(merge_nodes(MICRO), rows) == 20_000
        for timer in timers:
            assert timer.finished.is_set(), "the gate was to move during the write"
            timer.join()
    assert store.read(COUNT, library=library)[0]["nodes"] == 20_000


def test_a_database_that_stays_away_is_an_error_worth_retrying(server: Any, gate: BoltGate) -> None:
    one = Query("RETURN 1 AS one", "Out: one.")
    with Store(gate.uri, server.user, server.password, patience_s=0.5) as through:
        assert through.read(one) == [{"one": 1}]
        gate.shut()
        for call in (through.read, through.write):
            with pytest.raises(DatabaseUnreachableError) as raised:
                call(one)
            assert raised.value.retryable
        gate.open()
        assert through.write(one) == [{"one": 1}]
