"""The typed door to Neo4j: reads, writes and bulk writes that notice when something is lost."""

import logging
import random
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from types import TracebackType
from typing import Any, Self, TypeVar

import neo4j
from neo4j import GraphDatabase, NotificationMinimumSeverity, Transaction
from neo4j.exceptions import ClientError, DriverError, Neo4jError

from cypher.batches import batches, in_lock_order
from cypher.failures import (
    SETTINGS_HINT,
    check_uri,
    translated,
    worth_retrying,
)
from cypher.query import Query
from runtime.errors import WriteShortfallError

T = TypeVar("T")

PATIENCE_S = 45.0
"""How long a statement waits for a database that went away: a local one boots in 7 to 23 s."""

STATEMENT_LIMIT_S = 120.0
"""The server ends a statement after this long, so that none can hold its locks for ever."""

_COUNTED = "RETURN count(*) AS written"
_DIVIDED_BY_ZERO = "Neo.ClientError.Statement.ArithmeticError"

_CONNECT_LIMIT_S = 5.0
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.05, 2.0

_log = logging.getLogger(__name__)


class Store:
    """A Neo4j database.

    One per process, shared by its threads; not to be carried across a fork. Opening it connects
    nowhere: :meth:`verify` does. ``patience_s`` bounds how long a statement is tried again after a
    failure that may pass (a deadlock, a restart); ``hint`` is what errors of connection tell the
    user to look at. A URI that is none raises :class:`~runtime.errors.DatabaseRefusedError`.
    """

    def __init__(
        self,
        uri: str,
        user: str,
        password: str,
        *,
        patience_s: float = PATIENCE_S,
        hint: str = SETTINGS_HINT,
    ) -> None:
        check_uri(uri)
        self.uri = uri
        self.patience_s = patience_s
        self._hint = hint
        try:
            self._driver = GraphDatabase.driver(
                uri,
                auth=(user, password),
                user_agent="longtake",
                connection_timeout=_CONNECT_LIMIT_S,
                connection_acquisition_timeout=30.0,
                keep_alive=True,
                notifications_min_severity=NotificationMinimumSeverity.OFF,
            )
        except (DriverError, ValueError) as error:
            raise self._our(error) from error

    @property
    def driver(self) -> neo4j.Driver:
        """The driver itself, for ``cypher/`` and ``migrations/`` alone."""
        return self._driver

    @cached_property
    def server_version(self) -> tuple[int, int]:
        """``(5, 26)`` or ``(2026, 9)``: read once, asked by ``cypher/server_features.py``."""
        try:
            agent = self._driver.get_server_info().agent
        except (DriverError, Neo4jError, OSError, ValueError) as error:
            raise self._our(error) from error
        major, minor = agent.partition("/")[2].split(".")[:2]
        return int(major), int(minor.partition("-")[0])

    def verify(self) -> None:
        """Connect and authenticate once, without patience.

        Raises :class:`~runtime.errors.DatabaseUnreachableError`, or its subclass
        :class:`~runtime.errors.DatabaseRefusedError` when waiting cannot help.
        """
        try:
            self._driver.verify_connectivity()
        except (DriverError, Neo4jError, OSError, ValueError) as error:
            raise self._our(error) from error

    def read(self, query: Query, **parameters: Any) -> list[dict[str, Any]]:
        """Run a query in READ access mode (the server refuses writes) and return all its rows.

        Raises :class:`~runtime.errors.DatabaseUnreachableError` when the database stays away, and
        :class:`~runtime.errors.DatabaseFailedError` for a statement that fails for good.
        """

        statement = neo4j.Query(_text(query), timeout=STATEMENT_LIMIT_S)

        def run() -> list[dict[str, Any]]:
            with self._driver.session(default_access_mode=neo4j.READ_ACCESS) as session:
                return _rows(session.run(statement, parameters))

        return self._patiently(run, repeatable=True)

    def write(self, query: Query, **parameters: Any) -> list[dict[str, Any]]:
        """Run a query in one write transaction and return its rows once they are committed.

        Tried again only while it is certain that nothing was committed; errors as for
        :meth:`read`.
        """
        return self._patiently(
            lambda: self._in_transaction(lambda tx: _rows(tx.run(_text(query), parameters))),
            repeatable=False,
        )

    def write_rows(self, query: Query, rows: Sequence[Mapping[str, Any]], **parameters: Any) -> int:
        """Write many rows by a query that begins ``UNWIND $rows AS row`` and merges by id.

        The query ends ``RETURN count(*) AS written``. Rows go in batches of at most 2,000 and
        about 4 MB, one transaction each; relationship rows (``start`` and ``end`` hold node ids)
        are sorted first. Returns how many rows were written, which is all of them: a batch that
        writes fewer is rolled back and raises :class:`~runtime.errors.WriteShortfallError`.
        Merging makes it safe to call again after any error.
        """
        statement = neo4j.Query(_all_or_nothing(query), timeout=STATEMENT_LIMIT_S)
        for batch in batches(in_lock_order(rows)):
            work = partial(self._write_batch, statement, query, batch, parameters)
            self._patiently(work, repeatable=True)
        return len(rows)

    def close(self) -> None:
        """Close all connections; the store cannot be used afterwards."""
        self._driver.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _write_batch(
        self,
        statement: neo4j.Query,
        query: Query,
        batch: Sequence[Mapping[str, Any]],
        parameters: Mapping[str, Any],
    ) -> None:
        try:
            with self._driver.session() as session:
                session.run(statement, {**parameters, "rows": batch}).consume()
        except ClientError as error:
            if error.code != _DIVIDED_BY_ZERO:
                raise
            work = partial(_write_or_name, query=query, batch=batch, parameters=parameters)
            self._in_transaction(work)

    def _in_transaction(self, work: Callable[[Transaction], T]) -> T:
        with (
            self._driver.session() as session,
            session.begin_transaction(timeout=STATEMENT_LIMIT_S) as tx,
        ):
            result = work(tx)
            tx.commit()
            return result

    def _patiently(self, attempt: Callable[[], T], *, repeatable: bool) -> T:
        deadline = time.monotonic() + self.patience_s
        pause = _FIRST_PAUSE_S
        while True:
            try:
                return attempt()
            except (DriverError, Neo4jError, OSError) as error:
                again = worth_retrying(error, repeatable=repeatable)
                if not again or time.monotonic() + pause > deadline:
                    raise self._our(error) from error
                _log.info("trying again in %.2f s after: %s", pause, error)
            time.sleep(pause * random.uniform(0.5, 1.0))  # noqa: S311 - spreads rivals, no secret
            pause = min(2 * pause, _LONGEST_PAUSE_S)

    def _our(self, error: Exception) -> Exception:
        return translated(error, self.uri, self._hint)


def _text(query: Query) -> str:
    # Databases made by 2026.02 or newer read Cypher 25 unless told otherwise.
    return query.text if query.text.startswith("CYPHER ") else f"CYPHER 5\n{query.text}"


def _rows(result: neo4j.Result) -> list[dict[str, Any]]:
    # Record.data() would walk every value in Python, 384 numbers for each embedding.
    return [dict(record) for record in result]


def _all_or_nothing(query: Query) -> str:
    """The query so that a count that differs from ``$rows`` fails on the server.

    It then rolls back by itself, and a batch needs one trip: in an explicit transaction, beginning
    and committing are two more, which small batches feel.
    """
    text = _text(query)
    if not text.endswith(_COUNTED):
        raise ValueError(f"a query for write_rows ends with {_COUNTED!r}: {query.doc}")
    return (
        f"{text.removesuffix(_COUNTED)}WITH count(*) AS written\n"
        "RETURN written / CASE written WHEN size($rows) THEN 1 ELSE 0 END AS written"
    )


def _write_or_name(
    tx: Transaction,
    query: Query,
    batch: Sequence[Mapping[str, Any]],
    parameters: Mapping[str, Any],
) -> None:
    """Write a batch that fell short, if that has passed; else say what its first such row is."""
    written = _written(tx, query, batch, parameters)
    if written == len(batch):
        return
    first = batch[0] if written > len(batch) else _first_unwritten(tx, query, batch, parameters)
    names = {key: first[key] for key in ("id", "start", "end") if key in first}
    raise WriteShortfallError(
        f"{written} of {len(batch)} rows were written; the first that was not: {names or first}"
        f" ({query.doc})",
        "A node that the row names does not exist. Nothing of this batch was stored.",
    )


def _written(
    tx: Transaction,
    query: Query,
    batch: Sequence[Mapping[str, Any]],
    parameters: Mapping[str, Any],
) -> int:
    return int(tx.run(_text(query), {**parameters, "rows": batch}).single(strict=True)["written"])


def _first_unwritten(
    tx: Transaction,
    query: Query,
    batch: Sequence[Mapping[str, Any]],
    parameters: Mapping[str, Any],
) -> Mapping[str, Any]:
    """Find it by halving, in the transaction that will be rolled back."""
    while len(batch) > 1:
        half = batch[: len(batch) // 2]
        short = _written(tx, query, half, parameters) < len(half)
        batch = half if short else batch[len(batch) // 2 :]
    return batch[0]
