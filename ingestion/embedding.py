"""The stage that makes a memory findable: search terms and vectors on its Memory nodes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from cypher.memory_check import UNFINISHED
from cypher.statements import set_embeddings
from cypher.store import Store
from graph_schema.labels import Label
from ingestion.work import Outcome, Work
from language.normalise import search_text
from runtime.embedder import Embedder

BATCH = 128
"""Different texts encoded at once, and then written."""

Places = dict[str, list[tuple[Label, str]]]
"""A text, and the nodes (label and id) that have it: a sentence is read once, though it is an
utterance and the description of three micro-events."""


def embed(work: Work) -> Outcome:
    """Embed what is not embedded yet. Persisting a node whose text is unchanged keeps its vector,
    so a second run embeds nothing."""
    places: Places = {}
    for row in work.store.read(UNFINISHED, **work.scope):
        places.setdefault(row["text"], []).append((Label(row["label"]), row["id"]))
    total = sum(map(len, places.values()))
    work.progress.stage("embed", total)
    if not total:
        return Outcome("skipped")
    embedder = work.embedder()
    for texts in _batches(places):
        work.progress.advance(write_embedded(work.store, embedder, texts, places))
    return Outcome(counts={"nodes": total, "texts": len(places)})


def write_embedded(
    store: Store,
    embedder: Embedder,
    texts: Sequence[str],
    places: Mapping[str, list[tuple[Label, str]]],
) -> int:
    """Encode texts and write them to their nodes; returns how many nodes those were."""
    rows: dict[Label, list[dict[str, object]]] = {}
    for text, vector in zip(texts, embedder.encode(texts).tolist(), strict=True):
        found_by = {"text": text, "search_text": search_text(text), "embedding": vector}
        for label, id_ in places[text]:
            rows.setdefault(label, []).append({"id": id_, **found_by})
    return sum(
        store.write_rows(set_embeddings(label), of_label) for label, of_label in rows.items()
    )


def _batches(texts: Iterable[str]) -> Iterator[list[str]]:
    """Texts of like length together: an encoder pads each batch to its longest."""
    by_length = iter(sorted(texts, key=len))
    while batch := list(islice(by_length, BATCH)):
        yield batch
