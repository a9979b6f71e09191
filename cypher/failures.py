"""What the driver's errors mean to us: worth another try, and which of our errors they become.

The driver's own word on retryability is taken, with two exceptions: running out of memory is
called transient by the server but comes back every time, and a connection lost while committing
is worth another try only where repeating the write is harmless.
"""

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

_SCHEMES = "bolt://, bolt+s://, bolt+ssc://, neo4j://, neo4j+s:// or neo4j+ssc://"
_REFUSALS = (
    "Neo.ClientError.Security.Unauthorized",
    "Neo.ClientError.Security.AuthenticationRateLimit",
    "Neo.ClientError.Security.CredentialsExpired",
    "Neo.ClientError.Security.Forbidden",
)


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
            f"Neo4j at {uri} refuses this user or password ({_first_line(error)})",
            hint,
        )
    if isinstance(error, IncompleteCommit):
        return DatabaseUnreachableError(
            f"Neo4j at {uri} was lost while committing; the last write may or may not be stored",
            "Run the same command again: what is stored already is not written twice.",
        )
    if isinstance(error, ConfigurationError):
        return DatabaseRefusedError(
            f"{uri} is not the address of a Neo4j server ({_first_line(error)})",
            f"NEO4J_URI begins with {_SCHEMES}.",
        )
    if isinstance(error, Neo4jError) and not worth_retrying(error, repeatable=True):
        return DatabaseFailedError(f"Neo4j failed: {error.code}: {error.message}")
    if isinstance(error, Neo4jError):
        return DatabaseUnreachableError(
            f"Neo4j at {uri} kept failing: {_first_line(error)}", "Try again."
        )
    return DatabaseUnreachableError(f"Neo4j at {uri} does not answer ({_first_line(error)})", hint)


def _first_line(error: Exception) -> str:
    message = error.message if isinstance(error, Neo4jError) else str(error)
    return (message or type(error).__name__).strip().splitlines()[0]
