"""The one node that runners of migrations hold in turn, and where they note what is done."""

from cypher.query import Query

CREATE_CONSTRAINT = Query(
    "CREATE CONSTRAINT migrationlease_id IF NOT EXISTS "
    "FOR (lease:MigrationLease) REQUIRE lease.id IS UNIQUE",
    "Makes sure that there can be one lease only. In: nothing. Out: nothing.",
)

DONE = Query(
    "MATCH (lease:MigrationLease {id: 'migrations'}) RETURN lease.done AS done",
    "Reads what the last runner completed. In: nothing. Out: done, a fingerprint or null.",
)

TAKE = Query(
    """\
MERGE (lease:MigrationLease {id: 'migrations'})
SET lease.asked_at = timestamp()
WITH lease
WHERE lease.until IS NULL OR lease.until < timestamp() OR lease.holder = $holder
SET lease.holder = $holder, lease.until = timestamp() + $lease_ms
RETURN lease.holder AS holder""",
    "Takes or renews the lease when it is free, expired or ours. The first SET takes the write "
    "lock, so that what is read after it is true. In: holder, lease_ms. Out: one row when taken.",
)

HOLDER = Query(
    "MATCH (lease:MigrationLease {id: 'migrations'}) "
    "RETURN lease.holder AS holder, lease.until - timestamp() AS left_ms",
    "Who holds it. In: nothing. Out: holder, left_ms (negative: expired).",
)

RELEASE = Query(
    """\
MATCH (lease:MigrationLease {id: 'migrations'})
SET lease.asked_at = timestamp()
WITH lease
WHERE lease.holder = $holder
SET lease.until = 0""",
    "Gives the lease back, if it is still ours. In: holder. Out: nothing.",
)

MARK_DONE = Query(
    "MATCH (lease:MigrationLease {id: 'migrations'}) SET lease.done = $done",
    "Notes what is complete, so that the next start has one thing to read. In: done. Out: nothing.",
)
