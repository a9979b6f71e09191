"""Migrating a blank database: once, whoever races; compared, awaited, refused when it must be."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cypher.query import Query
from cypher.schema_check import check_schema, differences, found_schema
from cypher.store import Store
from cypher.vector_index import drop_index
from graph_schema.indexes import expected_schema, vector_index
from migrations.files import FOLDER
from migrations.lease import migration_lease
from migrations.runner import MigrationReport, migrate
from runtime.errors import BusyError, LongtakeError, MigrationError, SchemaMismatchError
from runtime.neo4j_local.server import started_server

pytestmark = pytest.mark.own_server

Address = tuple[str, str, str]
"""URI, user and password."""

ENCODER = ("test-encoder", 8)

COUNTS = Query("MATCH (n:Counted) RETURN count(n) AS counted", "Out: counted.")
RECORDS = Query(
    "MATCH (m:__Neo4jMigration) RETURN m.version AS version ORDER BY version", "Out: version."
)
NAMES = Query(
    "SHOW INDEXES YIELD name, type, owningConstraint WHERE type <> 'LOOKUP' "
    "RETURN name, owningConstraint IS NOT NULL AS constrains",
    "Out: name, constrains.",
)
DROP_CONSTRAINT = Query("DROP CONSTRAINT $name", "In: name.")
DELETE_ALL = Query("MATCH (n) DETACH DELETE n", "Nothing.")

RACER = """
import sys
from cypher.store import Store
from migrations.runner import migrate
uri, user, password, model = sys.argv[1:]
with Store(uri, user, password) as store:
    print(",".join(migrate(store, model, 8).applied) or "nothing")
"""


@pytest.fixture(scope="module")
def blank_server_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Address]:
    with started_server(tmp_path_factory.mktemp("blank")) as server:
        connection = server.connection
        yield connection.uri, connection.user, connection.password


@pytest.fixture
def blank(blank_server_address: Address) -> Iterator[Store]:
    """A database without a node, constraint or index."""
    with Store(*blank_server_address) as store:
        empty(store)
        yield store


@pytest.fixture
def migrated(blank_server_address: Address) -> Iterator[Store]:
    """A migrated database, made anew only where the last test left another state."""
    with Store(*blank_server_address) as store:
        try:
            migrate(store, *ENCODER)
        except LongtakeError:
            empty(store)
            migrate(store, *ENCODER)
        yield store


def empty(store: Store) -> None:
    store.write(DELETE_ALL)
    for row in store.read(NAMES):
        if row["constrains"]:
            store.write(DROP_CONSTRAINT, name=row["name"])
        else:
            drop_index(store, row["name"])


def test_the_database_holds_exactly_what_is_declared(blank: Store) -> None:
    report = migrate(blank, *ENCODER)
    assert report.applied == ("0001", "0002", "0003")
    found = found_schema(blank)
    assert differences(found, expected_schema(*ENCODER)) == []
    theirs = {"migrationlease_id", "unique_version___Neo4jMigration"}
    assert set(found) - theirs == {item.name for item in expected_schema(*ENCODER)}
    assert {item.state for item in found.values()} == {"ONLINE"}


def test_a_second_call_takes_no_lease_and_writes_nothing(migrated: Store) -> None:
    with migration_lease(migrated, wait_s=0):
        again = migrate(migrated, *ENCODER)
    assert again == MigrationReport(applied=(), vector_index=vector_index(*ENCODER).name)


def test_racing_threads_apply_each_file_once(blank: Store, tmp_path: Path) -> None:
    for file in FOLDER.glob("*.cypher"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "V0004__data.cypher").write_text(
        "UNWIND range(1, 100) AS number CREATE (:Counted {number: number});\n"
    )
    start = threading.Barrier(6)

    def run() -> MigrationReport:
        start.wait()
        return migrate(blank, *ENCODER, folder=tmp_path)

    with ThreadPoolExecutor(6) as pool:
        jobs = [pool.submit(run) for _ in range(6)]
        applied = [job.result(timeout=120).applied for job in jobs]
    assert sorted(applied) == [(), (), (), (), (), ("0001", "0002", "0003", "0004")]
    assert blank.read(COUNTS) == [{"counted": 100}]
    assert [row["version"] for row in blank.read(RECORDS)] == [
        "0001", "0002", "0003", "0004", "BASELINE",
    ]  # fmt: skip


def test_racing_processes_apply_each_file_once(blank: Store, blank_server_address: Address) -> None:
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", RACER, *blank_server_address, ENCODER[0]],
            stdout=subprocess.PIPE,
            text=True,
            cwd=FOLDER.parent,
        )
        for _ in range(3)
    ]
    said = sorted(racer.communicate(timeout=120)[0].strip() for racer in racers)
    assert said == ["0001,0002,0003", "nothing", "nothing"]


def test_a_living_holder_is_waited_for_and_named(migrated: Store) -> None:
    with (
        migration_lease(migrated, wait_s=0),
        pytest.raises(BusyError, match="has been migrating"),
        migration_lease(migrated, wait_s=0),
    ):
        pytest.fail("two hold the lease")


def test_a_lease_is_renewed_while_its_holder_lives(migrated: Store) -> None:
    with migration_lease(migrated, wait_s=0, lease_s=0.6):
        threading.Event().wait(1.5)
        with pytest.raises(BusyError), migration_lease(migrated, wait_s=0):
            pytest.fail("the lease ran out under its holder")


def test_the_lease_of_a_killed_holder_runs_out(
    migrated: Store, blank_server_address: Address
) -> None:
    die = (
        "import os, sys\nfrom cypher.store import Store\nfrom migrations.lease import *\n"
        "with migration_lease(Store(*sys.argv[1:]), wait_s=0, lease_s=1.5):\n    os._exit(9)\n"
    )
    killed = subprocess.run(
        [sys.executable, "-c", die, *blank_server_address], cwd=FOLDER.parent, check=False
    )
    assert killed.returncode == 9
    with migration_lease(migrated, wait_s=20):
        pass


def test_another_encoder_is_refused_and_told_of_reembed(migrated: Store) -> None:
    for other in (("other-encoder", 8), ("test-encoder", 16)):
        with pytest.raises(SchemaMismatchError) as raised:
            migrate(migrated, *other)
        assert "longtake reembed" in raised.value.hint
        assert raised.value.exit_code == 4


def test_an_index_that_someone_dropped_is_noticed(migrated: Store) -> None:
    drop_index(migrated, "memory_scope")
    with pytest.raises(SchemaMismatchError, match="RANGE memory_scope is missing"):
        migrate(migrated, *ENCODER)


def test_a_dropped_vector_index_is_made_again(migrated: Store) -> None:
    drop_index(migrated, vector_index(*ENCODER).name)
    migrate(migrated, *ENCODER)
    check_schema(migrated, *ENCODER)


def test_an_index_of_another_shape_is_noticed(migrated: Store) -> None:
    drop_index(migrated, "memory_scope")
    migrated.write(Query("CREATE INDEX memory_scope FOR (n:Memory) ON (n.start_ms)", "Nothing."))
    drop_index(migrated, "memory_text")
    migrated.write(
        Query(
            "CREATE FULLTEXT INDEX memory_text FOR (n:Memory) "
            "ON EACH [n.search_text, n.library, n.video_id]",
            "Nothing.",
        )
    )
    with pytest.raises(SchemaMismatchError) as raised:
        check_schema(migrated, *ENCODER)
    assert "memory_scope is" in raised.value.message
    assert "memory_text has analyzer" in raised.value.message


def test_a_file_changed_after_it_was_applied_is_refused(migrated: Store, tmp_path: Path) -> None:
    for file in FOLDER.glob("*.cypher"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    changed = tmp_path / "V0002__range_indexes.cypher"
    changed.write_text(changed.read_text() + "RETURN 1;\n")
    with pytest.raises(MigrationError, match=r"V0002 has been changed since it was applied"):
        migrate(migrated, *ENCODER, folder=tmp_path)


def test_a_database_of_a_newer_longtake_is_refused(migrated: Store, tmp_path: Path) -> None:
    (tmp_path / "V0001__unique_ids.cypher").write_bytes(
        (FOLDER / "V0001__unique_ids.cypher").read_bytes()
    )
    with pytest.raises(MigrationError, match="V0003 was applied by a newer Longtake"):
        migrate(migrated, *ENCODER, folder=tmp_path)


def test_a_migration_that_fails_leaves_nothing_and_can_be_mended(
    blank: Store, tmp_path: Path
) -> None:
    for file in FOLDER.glob("*.cypher"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    data = tmp_path / "V0004__data.cypher"
    data.write_text("CREATE (:Counted);\nCREATE (:Counted {half: 1 / 0});\n")
    with pytest.raises(MigrationError, match=r"failed after V0003: .*/ by zero"):
        migrate(blank, *ENCODER, folder=tmp_path)
    assert blank.read(COUNTS) == [{"counted": 0}]
    data.write_text("CREATE (:Counted);\n")
    assert migrate(blank, *ENCODER, folder=tmp_path).applied == ("0004",)
    assert blank.read(COUNTS) == [{"counted": 1}]
