"""What the service holds while it runs: the opened memory, and whether it is warm.

A thread opens the database and loads the models in the background, so that the health routes
answer from the first moment; requests that come earlier wait for it.
"""

import logging
import threading
from importlib import import_module

from api import operations
from api.memory import Memory, open_memory
from api.requests import SearchRequest
from language.models import load_parser
from runtime.errors import LocalServiceError, LongtakeError
from runtime.settings import Settings

logger = logging.getLogger(__name__)

_RETRY_S = 2.0
_CHECK_S = 5.0
_PATIENCE_S = 60.0
"""How long a request waits for a service that is still starting."""


class Service:
    """Opens the memory once, warms the models, and then watches the database."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._memory: Memory | None = None
        self._opened = threading.Event()
        self._stopping = threading.Event()
        self._waiting_for: str | None = "the database"
        self._thread = threading.Thread(target=self._run, name="warm-up", daemon=True)

    def start(self) -> None:
        """Begin warming up; returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """Let go of the database."""
        self._stopping.set()
        self._thread.join(timeout=_CHECK_S)
        if self._memory is not None:
            self._memory.close()

    @property
    def waiting_for(self) -> str | None:
        """What readiness still waits for, in words; None when the service is ready."""
        return self._waiting_for

    def memory(self) -> Memory:
        """The opened memory. Raises LocalServiceError while the service is still starting."""
        if not self._opened.wait(_PATIENCE_S) or self._memory is None:
            raise LocalServiceError(
                f"the service is still waiting for {self._waiting_for}",
                "GET /readyz says when it is ready; longtake doctor says what is wrong",
            )
        return self._memory

    def _run(self) -> None:
        while not self._stopping.is_set() and self._memory is None:
            try:
                self._memory = open_memory(self.settings)
            except LongtakeError as error:
                self._waiting_for = f"the database: {error.message}"
                logger.warning("cannot open the memory yet: %s", error.message)
                self._stopping.wait(_RETRY_S)
        self._opened.set()
        self._warm()
        self._watch()

    def _warm(self) -> None:
        self._waiting_for = "the models"
        if self._memory is None:
            return
        try:
            import_module("agent.ask")  # LangChain: seconds, which no first question should pay
            load_parser()
            first = SearchRequest(query="a first search, to have the plans ready")
            operations.find(self._memory, self.settings.library, first)
        except Exception:
            logger.exception("warming up failed; the first request will try again")

    def _watch(self) -> None:
        while self._memory is not None:
            try:
                self._memory.store.verify()
                self._waiting_for = None
            except LongtakeError as error:
                self._waiting_for = f"the database: {error.message}"
            if self._stopping.wait(_CHECK_S):
                return
