"""What the driver's errors mean to us: worth another try, and which of our errors they become.

The driver's own word on retryability is taken, with two exceptions: running out of memory is
called transient by the server but comes back every time, and a connection lost while committing
is worth another try only where repeating the write is harmless.
"""

import re

from neo4j.exceptions import (
    AuthError,
    ConfigurationError,
    DriverError,
    IncompleteCommit,
    Neo4jError,
)

from runtime.errors import (
    DatabaseFailedError,
    DatabaseRefusedError,
    DatabaseUnreachableError,
    LongtakeError,
)

SETTINGS_HINT = "Check NEO4J_URI, NEO4J_USER and NEO4J_PASSWORD."

_SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
_CREDENTIALS = re.compile(r"//[^@/]*@")
_LONGEST_DETAIL = 240
_REFUSALS = (
    "Neo.ClientError.Security.Unauthorized",
    "Neo.ClientError.Security.AuthenticationRateLimit",
    "Neo.ClientError.Security.CredentialsExpired",
    "Neo.ClientError.Security.Forbidden",
)


def check_uri(uri: str) -> None:
    """Raise :class:`~runtime.errors.DatabaseRefusedError` for what cannot be a Bolt address."""
    scheme, separator, _ = uri.partition("://")
    if _CREDENTIALS.search(uri):
        raise DatabaseRefusedError(
            f"a user or password stands in the address {_without_credentials(uri)}",
            "Leave it out of NEO4J_URI and set NEO4J_USER and NEO4J_PASSWORD.",
        )
    if separator and scheme in _SCHEMES:
        return
    what = "is the address of Neo4j Browser, not of Bolt" if scheme in ("http", "https") else ""
    raise DatabaseRefusedError(
        f"{_without_credentials(uri)!r} {what or 'is not the address of a Neo4j server'}",
        f"NEO4J_URI begins with {'://, '.join(_SCHEMES)}://, as in bolt://localhost:7687.",
    )


def _without_credentials(uri: str) -> str:
    return _CREDENTIALS.sub("//", uri)


def worth_retrying(error: Exception, *, repeatable: bool) -> bool:
    """Whether the same statement may succeed later.

    ``repeatable`` says that running it twice does no harm (reads, and merges by id).
    """
    if isinstance(error, IncompleteCommit):
        return repeatable
    if isinstance(error, Neo4jError):
        return error.is_retryable() and "OutOfMemory" not in (error.code or "")
    return isinstance(error, DriverError) and error.is_retryable()


def translated(error: Exception, uri: str, hint: str = SETTINGS_HINT) -> LongtakeError:
    """Our error for one of the driver's (or the network's), for the caller to raise from it."""
    if isinstance(error, AuthError) or getattr(error, "code", None) in _REFUSALS:
        return DatabaseRefusedError(
            f"Neo4j at {uri} refuses this user or password ({_detail(error)})",
            hint,
        )
    if isinstance(error, IncompleteCommit):
        return DatabaseUnreachableError(
            f"Neo4j at {uri} was lost while committing; the last write may or may not be stored",
            "Run the same command again: what is stored already is not written twice.",
        )
    if isinstance(error, ConfigurationError):
        return DatabaseRefusedError(
            f"Neo4j at {uri} cannot be used as configured ({_detail(error)})", hint
        )
    if isinstance(error, Neo4jError) and not worth_retrying(error, repeatable=True):
        return DatabaseFailedError(f"Neo4j failed: {error.code}: {error.message}")
    if isinstance(error, Neo4jError):
        return DatabaseUnreachableError(
            f"Neo4j at {uri} kept failing: {_detail(error)}", "Try again."
        )
    return DatabaseUnreachableError(f"Neo4j at {uri} does not answer ({_detail(error)})", hint)


def _detail(error: Exception) -> str:
    message = error.message if isinstance(error, Neo4jError) else str(error)
    return " ".join((message or type(error).__name__).split())[:_LONGEST_DETAIL]
