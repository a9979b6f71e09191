"""The stage that makes a memory findable: search terms and vectors on its Memory nodes."""

from collections.abc import Iterator

from cypher.memory_check import memory_nodes
from cypher.statements import set_embeddings
from graph_schema.labels import SEARCHABLE, Label
from ingestion.work import Outcome, Work
from language.normalise import search_text
from runtime.embedder import Embedder

BATCH = 128

Texts = list[tuple[str, str]]


def embed(work: Work) -> Outcome:
    """Embed what is not embedded yet. Persisting a node whose text is unchanged keeps its vector,
    so a second run embeds nothing."""
    waiting: dict[Label, Texts] = {}
    for label in sorted(SEARCHABLE):
        rows = work.store.read(memory_nodes(label, unfinished=True), **work.scope)
        waiting[label] = [(row["id"], row["text"]) for row in rows]
    total = sum(map(len, waiting.values()))
    work.progress.stage("embed", total)
    if not total:
        return Outcome("skipped")
    embedder = work.embedder()
    for label, texts in waiting.items():
        for batch in _batches(texts):
            work.store.write_rows(set_embeddings(label), embedded(embedder, batch))
            work.progress.advance(len(batch))
    return Outcome(counts={"embedded": total})


def embedded(embedder: Embedder, batch: Texts) -> list[dict[str, object]]:
    """Rows for ``set_embeddings``: id, text, search terms and vector of each text."""
    vectors = embedder.encode([text for _, text in batch])
    return [
        {"id": id_, "text": text, "search_text": search_text(text), "embedding": vector}
        for (id_, text), vector in zip(batch, vectors.tolist(), strict=True)
    ]


def _batches(texts: Texts) -> Iterator[Texts]:
    """Texts of like length together: an encoder pads each batch to its longest."""
    by_length = sorted(texts, key=lambda pair: len(pair[1]))
    for first in range(0, len(by_length), BATCH):
        yield by_length[first : first + BATCH]
