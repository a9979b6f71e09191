"""Searching and asking: through the running service where there is one, else in this process.

The service has its models warm and answers in a fraction of a second; here they are loaded first.
Either way the same function of ``api/operations.py`` makes the document.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from api.cli.output import Document
from api.requests import AnswerRequest, SearchRequest
from runtime.service import service_url
from runtime.settings import Settings

Asker = Callable[[AnswerRequest], Document]


def search_memory(settings: Settings, library: str, request: SearchRequest) -> Document:
    """The hits of a search."""
    url = service_url(settings)
    if url is not None:
        from api.cli.remote import post

        return post(url, "/v1/search", request, library)
    from api import operations
    from api.memory import open_memory

    with open_memory(settings) as memory:
        return operations.find(memory, library, request)


@contextmanager
def asker(settings: Settings, library: str) -> Iterator[Asker]:
    """A function that answers; in process, the memory stays open between questions."""
    url = service_url(settings)
    if url is not None:
        from api.cli.remote import post

        yield lambda request: post(url, "/v1/answers", request, library)
        return
    from api import operations
    from api.memory import open_memory

    with open_memory(settings) as memory:
        yield lambda request: operations.answer(memory, library, request)
