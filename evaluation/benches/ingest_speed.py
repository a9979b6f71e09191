"""Time and memory of ingesting the sample film, beside a plain decode of it.

The floor is PyAV decoding the same file on the same machine a moment before, with as many threads
as it likes. Ingest runs in a process of its own, as a user starts it: loading the models counts.
"""

import resource
import sys
import tempfile
import time
import uuid
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import av
import psutil

from cypher.connection import open_store
from evaluation.report import BenchRow
from ingestion.deletion import delete_video
from ingestion.ingest import IngestRequest, ingest
from media.probe import probe
from media.shots import iterate_shots
from migrations.runner import migrate
from runtime.embedder import embedding_identity
from runtime.errors import LongtakeError
from runtime.sample_film import SampleFilm, sample_film
from runtime.service import ensure_database
from runtime.settings import Settings

MOST_MB = 2048
SHOTS_PER_DECODE = 1.3
INGEST_PER_DECODE, INGEST_EXTRA_S = 2, 25


@dataclass(frozen=True, slots=True)
class Ingested:
    """What the child process measured.

    Seconds from its start to the end of the ingest, seconds by stage, and its peak memory in MB.
    """

    seconds: float
    stages: dict[str, float]
    peak_mb: float


def run(settings: Settings) -> list[BenchRow]:
    """Decode, find shots, ingest; the graph is that of the settings, in a library of its own.

    Raises LocalServiceError or DatabaseUnreachableError without a database, FilmUnavailableError
    without the film.
    """
    ensure_database(settings)
    film = sample_film(settings)
    decode_s = _timed_decode(film.media)
    shots_s = _timed_shots(film.media)
    ingested = _ingest_in_a_process(settings, film)
    limit_s = INGEST_PER_DECODE * decode_s + INGEST_EXTRA_S
    return [
        BenchRow("plain decode of the film", decode_s, "s"),
        BenchRow(
            "shots and keyframes",
            shots_s,
            "s",
            floor=decode_s,
            bar=f"ratio ≤ {SHOTS_PER_DECODE}",
        ),
        BenchRow(
            "whole ingest",
            ingested.seconds,
            "s",
            floor=decode_s,
            bar=f"≤ {INGEST_PER_DECODE} × decode + {INGEST_EXTRA_S} s = {limit_s:.0f} s",
            peers=ingested.stages,
        ),
        BenchRow("peak memory of ingest", ingested.peak_mb, "MB", bar=f"< {MOST_MB} MB"),
    ]


def _timed_decode(path: Path) -> float:
    start = time.perf_counter()
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        stream.thread_type = "AUTO"
        for _ in container.decode(stream):
            pass
    return time.perf_counter() - start


def _timed_shots(path: Path) -> float:
    info = probe(path)
    start = time.perf_counter()
    for _ in iterate_shots(path, info):
        pass
    return time.perf_counter() - start


def _ingest_in_a_process(settings: Settings, film: SampleFilm) -> Ingested:
    library = f"bench-{uuid.uuid4().hex[:8]}"
    with (
        tempfile.TemporaryDirectory(prefix="longtake-bench-") as files,
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as one_process,
    ):
        own = settings.model_copy(update={"files_url": files, "library": library})
        return one_process.submit(_ingest, own, film).result()


def _ingest(settings: Settings, film: SampleFilm) -> Ingested:
    """In the child: ingest, measure, and take the memory away again."""
    request = IngestRequest(
        media=film.media, descriptions=film.descriptions, library=settings.library
    )
    with open_store(settings) as store:
        migrate(store, *embedding_identity(settings))
        report = ingest(request, store=store, settings=settings)
        measured = Ingested(
            seconds=time.time() - psutil.Process().create_time(),
            stages={stage.name: stage.seconds for stage in report.stages},
            peak_mb=_peak_mb(),
        )
        delete_video(store, settings, settings.library, report.video_id)
    if report.status != "done":
        raise LongtakeError(f"the film was ingested as {report.status}: {report.warnings}")
    return measured


def _peak_mb() -> float:
    """The most memory this process has held, in MB; macOS counts bytes, Linux kilobytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)
