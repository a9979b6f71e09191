"""What people annotated as memories of ours: through the public ingest, once, found again after.

Every document takes the way that a user's annotations take (``longtake ingest --annotations``),
into a library of the replay's own. What is complete is not written again, so an interrupted replay
goes on where it stopped; a document that has changed since is perceived anew, and a video that is
no longer among the documents is deleted.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from cypher.ledger import VIDEO_STATES
from cypher.store import Store
from evaluation.opened_store import opened_store
from ingestion.deletion import delete_video
from ingestion.ingest import ingest, is_there
from ingestion.lease import VideoState
from ingestion.memory_graph import build
from ingestion.request import IngestReport, IngestRequest
from ingestion.sources import Sources, read_sources
from runtime.embedder import Embedder, load_embedder
from runtime.progress import Progress, Silent
from runtime.settings import Settings

_AT_ONCE = 2
"""Documents ingested at once: a small one mostly waits for the database's answers."""


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """One video as a perception document (design §4), of plain JSON values.

    ``key`` is the data set's own id of the video; it becomes the document's ``source_id``, so that
    the same video is found again.
    """

    key: str
    document: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class StoredMemory:
    """The library of a replay, opened.

    ``video_of``: our id of a video by the data set's. ``ids``: by the same key, the ids of its
    nodes by the document's own keys: ``m3`` for a macro event, ``m3/e2`` for what is inside it.
    """

    store: Store
    settings: Settings
    library: str
    video_of: Mapping[str, str]
    ids: Mapping[str, Mapping[str, str]]

    @property
    def embedder(self) -> Embedder:
        """The encoder that the memory was embedded with."""
        return load_embedder(self.settings)


@contextmanager
def stored(
    settings: Settings,
    name: str,
    documents: Iterable[SourceDocument],
    progress: Progress | None = None,
) -> Iterator[StoredMemory]:
    """The memories of these documents in a library of their own, stored where they are not yet.

    Raises what starting the database and ingesting raise; what was stored until then stays.
    """
    progress = progress or Silent()
    library = library_of(settings, name)
    with opened_store(settings, progress) as store:
        states = {row["id"]: row for row in store.read(VIDEO_STATES, library=library)}
        listed = list(documents)
        progress.stage(f"store {name}", len(listed))
        video_of: dict[str, str] = {}
        ids: dict[str, Mapping[str, str]] = {}
        with ThreadPoolExecutor(_AT_ONCE, "ingest") as pool:
            waiting: list[Future[IngestReport]] = []
            for source in listed:
                request = _request(settings, library, name, source)
                read = read_sources(request, settings, Silent())
                known = states.get(read.material.video_id)
                if known is not None and is_there(_state(known), read.material):
                    progress.advance()
                else:
                    waiting.append(pool.submit(ingest, request, store=store, settings=settings))
                video_of[source.key] = read.material.video_id
                ids[source.key] = _ids(read)
            try:
                for done in as_completed(waiting):
                    done.result()
                    progress.advance()
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        for stale in states.keys() - set(video_of.values()):
            delete_video(store, settings, library, stale)
        progress.finish("done")
        yield StoredMemory(store, settings, library, video_of, ids)


def library_of(settings: Settings, name: str) -> str:
    """``replay-NAME``; behind the library of the settings where one was chosen."""
    chosen = settings.library
    return f"replay-{name}" if chosen == "main" else f"{chosen}-replay-{name}"


def _request(settings: Settings, library: str, name: str, source: SourceDocument) -> IngestRequest:
    """The request for a document, which is written to a file where it is not there as it is."""
    video = {"title": source.key, **source.document.get("video", {}), "source_id": source.key}
    text = json.dumps({**source.document, "video": video}, ensure_ascii=False)
    path = _folder(settings, name) / f"{quote(source.key, safe='')}.json"
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return IngestRequest(annotations=path, library=library, replace=True)


def _folder(settings: Settings, name: str) -> Path:
    return settings.home.expanduser().absolute() / "replays" / name


def _state(row: Mapping[str, Any]) -> VideoState:
    return VideoState(row["status"], row["perception_key"])


def _ids(read: Sources) -> Mapping[str, str]:
    """The ids that ingest gives the items of a document, by their keys."""
    assert read.annotations is not None
    return build(read.annotations, read.material.stamp).ids
