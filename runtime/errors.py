"""The one hierarchy of errors that users see.

Each class carries its exit code, HTTP status and whether trying again can help; ``type`` is the
word used in the JSON error document and in the HTTP problem document. The command line and the
HTTP service translate these in one place each.
"""

from typing import ClassVar


class LongtakeError(Exception):
    """Base of all errors we raise on purpose.

    ``message`` says what is wrong, ``hint`` what to do about it.
    """

    type: ClassVar[str] = "failed"
    exit_code: ClassVar[int] = 1
    http_status: ClassVar[int] = 500
    retryable: ClassVar[bool] = False

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def document(self) -> dict[str, dict[str, str]]:
        """The error as ``--json`` prints it."""
        return {"error": {"type": self.type, "message": self.message, "hint": self.hint}}


class UsageError(LongtakeError):
    """The call itself is wrong: an option, a value, an empty question."""

    type = "usage"
    exit_code = 2
    http_status = 422


class NotFoundError(LongtakeError):
    """No such file, id, or an id of another library."""

    type = "not_found"
    exit_code = 2
    http_status = 404


class BadMediaError(LongtakeError):
    """The file cannot be read as video: empty, truncated, no video track, not media at all."""

    type = "bad_media"
    exit_code = 1
    http_status = 422


class BadTimedTextError(LongtakeError):
    """A subtitle or description file that cannot be read."""

    type = "bad_timed_text"
    exit_code = 1
    http_status = 422


class BadAnnotationsError(LongtakeError):
    """Annotations that are no JSON, of the wrong shape, or without one valid event."""

    type = "bad_annotations"
    exit_code = 1
    http_status = 422


class BadDatasetError(LongtakeError):
    """A benchmark's file that is not of the form its authors published."""

    type = "bad_dataset"
    exit_code = 1
    http_status = 422


class BadPredictionsError(LongtakeError):
    """A file of predictions that cannot be matched to the questions it answers."""

    type = "bad_predictions"
    exit_code = 1
    http_status = 422


class NothingToPerceiveError(LongtakeError):
    """The text perceiver has no timed text to read."""

    type = "nothing_to_perceive"
    exit_code = 1
    http_status = 422


class AlreadyPerceivedError(LongtakeError):
    """The video was perceived with other tracks, perceiver or settings; ``--replace`` is needed."""

    type = "already_perceived"
    exit_code = 2
    http_status = 409


class IdentityMismatchError(LongtakeError):
    """Two different contents share the 16 hex digits of an id; never merged."""

    type = "identity_mismatch"
    http_status = 409


class BusyError(LongtakeError):
    """Another process holds the lease of this work."""

    type = "busy"
    http_status = 409
    retryable = True


class WriteShortfallError(LongtakeError):
    """Fewer nodes or relationships were written than rows sent."""

    type = "write_shortfall"


class IncompleteMemoryError(LongtakeError):
    """The final check did not find the new memory."""

    type = "incomplete_memory"


class SchemaMismatchError(LongtakeError):
    """The database does not hold the declared constraints and indexes."""

    type = "schema_mismatch"
    exit_code = 4
    http_status = 503


class MigrationError(LongtakeError):
    """A migration file that would be misread, or that failed."""

    type = "migration"
    exit_code = 4
    http_status = 503


class DependencyError(LongtakeError):
    """Something we need is missing or unreachable."""

    type = "dependency_missing"
    exit_code = 4
    http_status = 503


class DatabaseUnreachableError(DependencyError):
    """Neo4j does not answer, or refuses our password."""

    type = "database_unreachable"
    retryable = True


class DatabaseRefusedError(DatabaseUnreachableError):
    """The address, user or password is wrong: trying again cannot help."""

    retryable = False


class DatabaseFailedError(LongtakeError):
    """Neo4j answered a statement with a failure that trying again cannot mend."""

    type = "database_failed"


class BrokerUnreachableError(DependencyError):
    """The broker does not answer."""

    type = "broker_unreachable"
    retryable = True


class ModelUnavailableError(DependencyError):
    """A configured chat model or encoder cannot be used: missing, refused, timed out."""

    type = "model_unavailable"


class LocalServiceError(DependencyError):
    """The local Neo4j, broker or service could not be installed or started."""

    type = "local_service"
