"""Calling a chat model that may be busy, slow or away: one kind of error comes out.

The provider's client tries again by itself (``LONGTAKE_MODEL_MAX_RETRIES``) after 429, 5xx,
time-outs and broken connections; what still fails after that is final here.
"""

from collections.abc import Callable
from typing import TypeVar

from runtime.errors import LongtakeError, ModelUnavailableError

T = TypeVar("T")

_MAX_DETAIL = 300


def called(call: Callable[[], T]) -> T:
    """What ``call`` returns. Raises :class:`ModelUnavailableError` for the provider's errors.

    Our own errors pass unchanged. Every other exception counts as the provider's, since each has
    a hierarchy of its own and a reply that cannot be read surfaces as anything.
    """
    try:
        return call()
    except LongtakeError:
        raise
    except Exception as error:
        raise ModelUnavailableError(
            f"The chat model failed: {_said(error)}", _hint(error)
        ) from error


def _status(error: BaseException) -> int | None:
    for holder in (error, getattr(error, "response", None)):
        status = getattr(holder, "status_code", None)
        if isinstance(status, int):
            return status
    return None


def _said(error: BaseException) -> str:
    status = _status(error)
    text = " ".join(str(error).split())[:_MAX_DETAIL]
    return f"{status}: {text}" if status else f"{type(error).__name__}: {text}"


def _hint(error: BaseException) -> str:
    match _status(error):
        case 401 | 403:
            return "Check LONGTAKE_REASONER_API_KEY."
        case 404:
            return "Check the model's name in LONGTAKE_REASONER and LONGTAKE_REASONER_BASE_URL."
        case 429:
            return "The provider limits how often it may be asked; wait, or raise the limit there."
        case _:
            return (
                "Check LONGTAKE_REASONER and LONGTAKE_REASONER_BASE_URL; "
                "LONGTAKE_REASONER=rules answers without a model."
            )
