"""Where a request is worked on: by a worker where one is up, else in the process that asks."""

from cypher.store import Store
from ingestion.ingest import ingest
from ingestion.request import IngestReport, IngestRequest
from runtime.broker import broker_answers
from runtime.progress import Progress
from runtime.settings import Settings


def ingest_anywhere(
    request: IngestRequest, *, store: Store, settings: Settings, progress: Progress | None = None
) -> IngestReport:
    """Make, or finish, the memory of one video (see :func:`ingestion.ingest.ingest`).

    The memory and its ledger are the same wherever it is made.
    """
    if broker_answers(settings, timeout_s=1.0):
        from ingestion.tasks import ingest_by_worker  # Celery is worth importing only now

        return ingest_by_worker(request, store=store, settings=settings, progress=progress)
    return ingest(request, store=store, settings=settings, progress=progress)
