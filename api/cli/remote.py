"""Calls to the running service, whose problem documents become our typed errors again."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from pydantic import BaseModel

from api.cli.output import Document
from runtime.errors import LocalServiceError, LongtakeError
from runtime.loopback import call

LIBRARY_HEADER = "Longtake-Library"
_TIMEOUT_S = 1800.0
"""An answer by a slow model, round by round, may take many minutes."""


def post(url: str, path: str, request: BaseModel, library: str) -> Document:
    """The document that the service answers. Raises the error that it reports."""
    answer = call(
        urlsplit(url).port or 80,
        path,
        body=request.model_dump(mode="json"),
        headers={LIBRARY_HEADER: library},
        timeout_s=_TIMEOUT_S,
    )
    if answer is None or not isinstance(answer[1], dict):
        raise LocalServiceError(
            f"the service at {url} broke off while answering {path}",
            "longtake status shows whether it runs; after longtake down, commands do without it",
        )
    status: int = answer[0]
    document: Document = answer[1]
    if status >= 400:
        raise _error(document)
    return document


def _error(problem: Document) -> LongtakeError:
    """The error that a problem document stands for, of the class that carries its exit code."""
    found = next(
        (cls for cls in _all_errors(LongtakeError) if cls.type == problem.get("type")),
        LongtakeError,
    )
    return found(str(problem.get("detail", problem)), str(problem.get("hint", "")))


def _all_errors(base: type[LongtakeError]) -> Iterator[type[LongtakeError]]:
    yield base
    for derived in base.__subclasses__():
        yield from _all_errors(derived)
