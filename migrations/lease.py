"""Holding the lease under which migrations run, so that racing runners take turns."""

import logging
import socket
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from cypher import migration_lease as queries
from cypher.store import Store
from runtime.errors import BusyError, LongtakeError

LEASE_S = 30.0
"""How long a lease outlives a holder that was killed; a living one renews it in time."""

_POLL_S = 0.25
_log = logging.getLogger(__name__)


@contextmanager
def migration_lease(store: Store, *, wait_s: float, lease_s: float = LEASE_S) -> Iterator[None]:
    """Hold the lease for the ``with`` block.

    Waits up to ``wait_s`` seconds for another holder, then raises
    :class:`~runtime.errors.BusyError`. Times are the server's, so clocks need not agree.
    """
    holder = f"{socket.gethostname()}-{uuid.uuid4().hex[:8]}"
    lease_ms = int(lease_s * 1000)
    store.write(queries.CREATE_CONSTRAINT)
    deadline = time.monotonic() + wait_s
    while not store.write(queries.TAKE, holder=holder, lease_ms=lease_ms):
        if time.monotonic() > deadline:
            raise _busy(store, wait_s)
        time.sleep(_POLL_S)
    released = threading.Event()
    renewer = threading.Thread(
        target=_renew,
        args=(store, holder, lease_ms, lease_s / 3, released),
        name="migration-lease",
        daemon=True,
    )
    renewer.start()
    try:
        yield
    finally:
        released.set()
        renewer.join()
        store.write(queries.RELEASE, holder=holder)


def _renew(
    store: Store, holder: str, lease_ms: int, every_s: float, released: threading.Event
) -> None:
    while not released.wait(every_s):
        try:
            if not store.write(queries.TAKE, holder=holder, lease_ms=lease_ms):
                _log.error("another runner took over the migration lease of %s", holder)
        except LongtakeError as error:
            _log.warning("the migration lease could not be renewed: %s", error)


def _busy(store: Store, wait_s: float) -> BusyError:
    rows = store.read(queries.HOLDER)
    holder = rows[0]["holder"] if rows else "another process"
    return BusyError(
        f"{holder} has been migrating the database for more than {wait_s:.0f} s",
        "Try again when it is done; a killed runner's lease ends by itself within a minute.",
    )
