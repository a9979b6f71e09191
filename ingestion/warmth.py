"""Models that load on a thread while other work waits for disks and decoders.

Importing torch takes as long as reading minutes of video; both at once cost little more than one.
"""

from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Thread

from runtime.embedder import Embedder, load_embedder
from runtime.settings import Settings


@dataclass
class Warmth:
    """Loads the parser (where ``parser`` says that it will be needed), then the encoder."""

    settings: Settings
    parser: bool
    _parsing: Future[None] | None = field(init=False, default=None)
    _encoding: Future[Embedder] | None = field(init=False, default=None)

    def begin(self) -> None:
        """Begin to load. The thread is a daemon: a process that fails early does not wait for it,
        as it would for an executor's."""
        self._parsing, self._encoding = Future(), Future()
        Thread(
            target=self._load,
            args=(self._parsing, self._encoding),
            name="models",
            daemon=True,
        ).start()

    def _load(self, parsing: Future[None], encoding: Future[Embedder]) -> None:
        try:
            if self.parser:
                from language.models import load_parser

                load_parser()
            parsing.set_result(None)
        except Exception as error:
            parsing.set_exception(error)
        try:
            encoding.set_result(load_embedder(self.settings))
        except Exception as error:
            encoding.set_exception(error)

    def await_parser(self) -> None:
        """Wait for the parser where it is being loaded, so that nobody loads it a second time."""
        if self._parsing is not None:
            self._parsing.result()

    def embedder(self) -> Embedder:
        """The encoder; waits for it. Raises ModelUnavailableError."""
        if self._encoding is None:
            return load_embedder(self.settings)
        return self._encoding.result()
