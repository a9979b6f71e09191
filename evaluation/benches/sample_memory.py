"""The memory of the sample film that benchmarks ask: made once, found again afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from cypher.store import Store
from evaluation.opened_store import opened_store
from ingestion.ingest import ingest
from ingestion.request import IngestRequest
from runtime.embedder import Embedder, load_embedder
from runtime.sample_film import TITLE, sample_film
from runtime.settings import Settings

LIBRARY = "bench"
"""A library of its own: what a benchmark writes never stands beside what a user ingested."""


@dataclass(frozen=True, slots=True)
class SampleMemory:
    """The film's memory, opened."""

    store: Store
    settings: Settings
    library: str
    video_id: str

    @property
    def embedder(self) -> Embedder:
        """The encoder that the memory was embedded with."""
        return load_embedder(self.settings)


@contextmanager
def sample_memory(settings: Settings) -> Iterator[SampleMemory]:
    """Big Buck Bunny with its descriptions track, in library ``bench``; ingested where it is not.

    Raises what fetching, starting the database and ingesting raise.
    """
    with opened_store(settings) as store:
        film = sample_film(settings)
        request = IngestRequest(
            media=film.media,
            title=TITLE,
            descriptions=film.descriptions,
            library=LIBRARY,
            replace=True,  # what is measured is this code's memory, not an older one's
        )
        report = ingest(request, store=store, settings=settings)
        yield SampleMemory(store, settings, LIBRARY, report.video_id)
