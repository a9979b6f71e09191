"""Bringing the database to the declared schema, once, however many processes start together."""

import getpass
import logging
import os
import zlib
from dataclasses import dataclass
from pathlib import Path

from neo4j.exceptions import DriverError, Neo4jError
from neo4j_python_migrations.analyzer import (  # type: ignore[import-untyped]  # no py.typed
    AnalyzingResult,
    InvalidVersionStatus,
)
from neo4j_python_migrations.executor import Executor  # type: ignore[import-untyped]
from neo4j_python_migrations.migration import Migration  # type: ignore[import-untyped]

from cypher import migration_lease as queries
from cypher.failures import translated
from cypher.schema_check import (
    await_online,
    check_encoder,
    check_schema,
    differences,
    found_schema,
)
from cypher.server_features import require_supported
from cypher.store import Store
from cypher.vector_index import create_vector_index
from graph_schema.indexes import expected_schema, vector_index
from migrations.files import FOLDER, check_files
from migrations.lease import migration_lease
from runtime.errors import DatabaseUnreachableError, MigrationError

ONLINE_LIMIT_S = 300.0
"""How long to wait for indexes to fill; a fresh database needs a second."""

LEASE_WAIT_S = 120.0

_log = logging.getLogger(__name__)

_MEANING = {
    InvalidVersionStatus.MISSED_LOCALLY: "was applied by a newer Longtake",
    InvalidVersionStatus.MISSED_REMOTELY: "is older than the last one applied, but was not",
    InvalidVersionStatus.DIFFERENT: "has been changed since it was applied",
}


@dataclass(frozen=True, slots=True)
class MigrationReport:
    """What a call did: the versions it applied, in order, and the name of the vector index."""

    applied: tuple[str, ...]
    vector_index: str


def migrate(
    store: Store, embedder_model: str, dimensions: int, *, folder: Path = FOLDER
) -> MigrationReport:
    """Apply what is pending, create the encoder's vector index, await all, and compare.

    Where nothing is to be done this costs two reads and takes no lease. Statements must be
    repeatable (``IF NOT EXISTS``): the library notes a migration after it committed, so a runner
    killed between the two leaves it to be applied again. Raises
    :class:`~runtime.errors.MigrationError`, :class:`~runtime.errors.SchemaMismatchError` (another
    encoder made the vectors; a constraint or index differs) or
    :class:`~runtime.errors.BusyError`.
    """
    require_supported(store)
    index = vector_index(embedder_model, dimensions)
    done = _fingerprint(check_files(folder), index.name)
    expected = expected_schema(embedder_model, dimensions)
    noted = store.read(queries.DONE)
    found = found_schema(store)
    check_encoder(found, embedder_model, dimensions)
    if noted and noted[0]["done"] == done and not differences(found, expected):
        return MigrationReport(applied=(), vector_index=index.name)

    with migration_lease(store, wait_s=LEASE_WAIT_S):
        applied = _apply(store, folder)
        create_vector_index(store, index)
        await_online(store, expected, ONLINE_LIMIT_S)
        check_schema(store, embedder_model, dimensions)
        store.write(queries.MARK_DONE, done=done)
    return MigrationReport(applied=applied, vector_index=index.name)


def _apply(store: Store, folder: Path) -> tuple[str, ...]:
    _name_the_user()
    applied: list[str] = []

    def note(migration: Migration) -> None:
        _log.info("applying migration V%s (%s)", migration.version, migration.description)
        applied.append(migration.version)

    executor = Executor(store.driver, migrations_path=folder)
    try:
        _refuse_invalid(executor.analyze())
        executor.migrate(on_apply=note)
    except (DriverError, Neo4jError, OSError) as error:
        ours = translated(error, store.uri)
        if isinstance(ours, DatabaseUnreachableError):
            raise ours from error
        last = executor.analyze().latest_applied_version
        raise MigrationError(
            f"a migration failed after V{last or '0000'}: {ours.message}",
            "It left nothing behind; once its cause is mended, start again.",
        ) from error
    except ValueError as error:  # the library's own checks
        raise MigrationError(f"the database cannot be migrated: {error}") from error
    return tuple(applied)


def _refuse_invalid(result: AnalyzingResult) -> None:
    if result.invalid_versions:
        problems = "; ".join(
            f"V{invalid.version} {_MEANING[invalid.status]}" for invalid in result.invalid_versions
        )
        raise MigrationError(
            f"the database and this installation disagree: {problems}",
            "Use the Longtake that wrote this database, or a newer one, or another database.",
        )


def _fingerprint(files: tuple[Path, ...], index_name: str) -> str:
    """What the database looks like when all is done: migrations by content, and the encoder."""
    migrations = (f"{file.name}:{zlib.crc32(file.read_bytes()):08x}" for file in files)
    return " ".join((*migrations, index_name))


def _name_the_user() -> None:
    """The library notes who migrated; in a container a user may have no name, which it dies of."""
    try:
        getpass.getuser()
    except (KeyError, OSError):
        os.environ["LOGNAME"] = "longtake"
