"""Moving a whole memory, every library of it, to another encoder (``longtake reembed``)."""

from dataclasses import dataclass

from cypher import reembedding as queries
from cypher.schema_check import found_schema, other_vector_indexes
from cypher.store import Store
from cypher.vector_index import drop_index
from graph_schema.indexes import vector_index
from graph_schema.labels import SEARCHABLE, Label
from language.normalise import search_text
from migrations.runner import migrate
from runtime.embedder import Embedder, load_embedder
from runtime.progress import Progress, Silent
from runtime.settings import Settings

BATCH = 128
_SWAP = 1_000


@dataclass(frozen=True, slots=True)
class ReembedReport:
    """What was done: the encoder, how many nodes it embedded, and the indexes it took over from.

    Nothing is in ``dropped`` when the memory was this encoder's already.
    """

    model: str
    dimensions: int
    nodes: int
    dropped: tuple[str, ...]

    def document(self) -> dict[str, object]:
        """As JSON."""
        return {
            "model": self.model,
            "dimensions": self.dimensions,
            "nodes": self.nodes,
            "dropped": list(self.dropped),
        }


def reembed(store: Store, settings: Settings, progress: Progress | None = None) -> ReembedReport:
    """Embed the memory with the encoder of the settings and give it that encoder's index.

    New vectors are first kept beside the old ones, so that search works until all are there; only
    then does the index change. Run it again after an interruption: what is embedded stays so.
    Videos should not be ingested meanwhile by processes with the old settings. Raises
    ModelUnavailableError, DatabaseUnreachableError.
    """
    progress = progress or Silent()
    embedder = load_embedder(settings)
    index = vector_index(embedder.model, embedder.dimensions)
    found = found_schema(store)
    others = tuple(other_vector_indexes(found, embedder.model, embedder.dimensions))
    embedded = 0
    if others or index.name not in found:
        # Again for what was ingested meanwhile, until nothing is waiting.
        while more := _embed_beside(store, embedder, index.name, progress):
            embedded += more
    for name in others:
        drop_index(store, name)
    moved = _put_in_place(store, index.name, progress)
    migrate(store, embedder.model, embedder.dimensions)
    return ReembedReport(embedder.model, embedder.dimensions, max(embedded, moved), others)


def _embed_beside(store: Store, embedder: Embedder, encoder: str, progress: Progress) -> int:
    waiting = {
        label: int(store.read(queries.count_waiting(label), encoder=encoder)[0]["waiting"])
        for label in sorted(SEARCHABLE)
    }
    if not any(waiting.values()):
        return 0
    progress.stage("embed", sum(waiting.values()))
    embedded = sum(
        _embed_label(store, embedder, encoder, label, progress)
        for label, count in waiting.items()
        if count
    )
    progress.finish("done")
    return embedded


def _embed_label(
    store: Store, embedder: Embedder, encoder: str, label: Label, progress: Progress
) -> int:
    embedded, after = 0, ""
    query, write = queries.waiting_nodes(label), queries.put_beside(label)
    while rows := store.read(query, after=after, encoder=encoder, limit=BATCH):
        vectors = embedder.encode([row["text"] for row in rows]).tolist()
        written = [
            {"id": row["id"], "search_text": search_text(row["text"]), "embedding": vector}
            for row, vector in zip(rows, vectors, strict=True)
        ]
        embedded += store.write_rows(write, written, encoder=encoder)
        progress.advance(len(rows))
        after = rows[-1]["id"]
    return embedded


def _put_in_place(store: Store, encoder: str, progress: Progress) -> int:
    progress.stage("index", None)
    moved = 0
    for label in sorted(SEARCHABLE):
        query = queries.put_in_place(label)
        while batch := int(store.write(query, encoder=encoder, limit=_SWAP)[0]["moved"]):
            moved += batch
    progress.finish("done")
    return moved
