"""Calls to the running service, whose problem documents become our typed errors again."""

from collections.abc import Iterator

import httpx
from pydantic import BaseModel

from api.cli.output import Document
from runtime.errors import LocalServiceError, LongtakeError

LIBRARY_HEADER = "Longtake-Library"

_TIMEOUT = httpx.Timeout(5.0, read=1800.0)
"""Connecting is quick or will not be; an answer by a slow model may take many minutes."""


def post(url: str, path: str, request: BaseModel, library: str) -> Document:
    """The document that the service answers. Raises the error that it reports."""
    try:
        response = httpx.post(
            url + path,
            content=request.model_dump_json(),
            headers={"Content-Type": "application/json", LIBRARY_HEADER: library},
            timeout=_TIMEOUT,
            trust_env=False,  # the service is on this machine: no proxy stands between
        )
        document: Document = response.json()
    except (httpx.HTTPError, ValueError) as error:
        raise LocalServiceError(
            f"the service at {url} broke off: {error}",
            "longtake status shows whether it runs; longtake down makes commands run without it",
        ) from error
    if response.is_success:
        return document
    raise _error(document)


def _error(problem: Document) -> LongtakeError:
    kind = str(problem.get("type", "")).rpartition("/")[2]
    found = next((cls for cls in _all_errors(LongtakeError) if cls.type == kind), LongtakeError)
    return found(str(problem.get("detail", problem)), str(problem.get("hint", "")))


def _all_errors(base: type[LongtakeError]) -> Iterator[type[LongtakeError]]:
    yield base
    for derived in base.__subclasses__():
        yield from _all_errors(derived)
