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
            description="The library to work in; the service's own default where not given.",
        ),
    ] = None,
) -> str:
    """The caller's library: the one place that will read API keys. On loopback the header says."""
    return longtake_library or service.settings.library


TheService = Annotated[Service, Depends(_service)]
TheMemory = Annotated[Memory, Depends(_memory)]
TheLibrary = Annotated[str, Depends(_library)]
