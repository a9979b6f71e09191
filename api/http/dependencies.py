"""What routes are given: the opened memory, and the library that the caller may use."""

from typing import Annotated

from fastapi import Depends, Header, Request

from api.http.state import Service
from api.memory import Memory


def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


def _memory(service: Annotated[Service, Depends(_service)]) -> Memory:
    return service.memory()


def _library(
    service: Annotated[Service, Depends(_service)],
    longtake_library: Annotated[
        str | None,
        Header(
            min_length=1,
            max_length=100,
            description="The library to work in (UTF-8); where not given, the service's default.",
        ),
    ] = None,
) -> str:
    """The caller's library: the one place that will read API keys. On loopback the header says."""
    return _as_utf8(longtake_library) if longtake_library else service.settings.library


def _as_utf8(header: str) -> str:
    """The text that a client sent: servers read the bytes of a header as Latin-1."""
    try:
        return header.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return header


TheService = Annotated[Service, Depends(_service)]
TheMemory = Annotated[Memory, Depends(_memory)]
TheLibrary = Annotated[str, Depends(_library)]
