"""Small memories for tests: written as ingestion writes them, and made searchable."""

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cypher.statements import merge_nodes, merge_relationships
from cypher.store import Store
from graph_schema.identity import entity_id, inner_id, video_id
from graph_schema.labels import SEARCHABLE, Label
from graph_schema.relationships import RelationType
from language.normalise import search_text
from runtime.embedder import Embedder

DIMENSIONS = 384
MODEL = "all-MiniLM-L6-v2"


class WordEmbedder:
    """An encoder without a model: texts are near each other by the stems they share.

    It goes by the default encoder's name, so that its vectors stand in the same index.
    """

    model = MODEL
    dimensions = DIMENSIONS

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.stack([_unit(sum(map(_drawn, search_text(text).split()))) for text in texts])


class DrawnEmbedder(WordEmbedder):
    """An encoder by which no text is like another."""

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.stack([_unit(_drawn(text)) for text in texts])


def _drawn(text: str) -> NDArray[np.float64]:
    """A vector that depends on the text alone, the same in every run."""
    seed = int.from_bytes(hashlib.sha256(text.encode("utf-8", "replace")).digest()[:8], "big")
    return np.random.default_rng(seed).standard_normal(DIMENSIONS)


def _unit(vector: NDArray[np.float64] | int) -> NDArray[np.float32]:
    whole = np.ones(DIMENSIONS) if isinstance(vector, int) else vector  # the sum of no words is 0
    return (whole / np.linalg.norm(whole)).astype(np.float32)


class Graph:
    """Collects nodes and relationships of one library, then writes them all at once."""

    def __init__(self, store: Store, library: str, embedder: Embedder | None = None) -> None:
        self.store, self.library = store, library
        self.embedder: Embedder = embedder or WordEmbedder()
        self._nodes: dict[Label, list[dict[str, Any]]] = defaultdict(list)
        self._edges: dict[tuple[RelationType, Label, Label], list[dict[str, Any]]] = defaultdict(
            list
        )
        self._labels: dict[str, Label] = {}
        self._numbers: dict[tuple[str, Label], int] = defaultdict(int)

    def video(self, title: str = "film", duration_ms: int = 600_000, **properties: Any) -> str:
        id_ = video_id(self.library, title)
        self.node(
            Label.VIDEO,
            id_,
            title=title,
            duration_ms=duration_ms,
            kind="file",
            status="done",
            digest=title,
            **properties,
        )
        return id_

    def event(
        self,
        video: str,
        label: Label,
        text: str,
        start_ms: int,
        end_ms: int,
        parent: str | None = None,
        **properties: Any,
    ) -> str:
        """A timed node; ``text`` is its label and its summary, description or words."""
        id_ = self._next(video, label)
        body = {
            Label.MICRO_EVENT: {"label": text, "description": text},
            Label.UTTERANCE: {"source": "speech"},
            Label.SCREEN_TEXT: {"source": "screen_text"},
        }.get(label, {"label": text, "summary": text})
        if label is Label.MICRO_EVENT and parent:
            body = {**body, "macro_event": parent}
        times = {"video_id": video, "start_ms": start_ms, "end_ms": end_ms}
        self.node(label, id_, text=text, **times, **{**body, **properties})
        if parent:
            self.edge(RelationType.PART_OF, id_, parent)
        return id_

    def appearance(
        self, video: str, macro: str, name: str, entity: str | None = None, **properties: Any
    ) -> str:
        """``entity`` is an entity's id from :meth:`entity`."""
        id_ = self._next(video, Label.APPEARANCE)
        given = {"type": "Person", "description": "", "attributes": "{}", "seen_at_ms": 0}
        self.node(
            Label.APPEARANCE,
            id_,
            **{**given, "video_id": video, "macro_event": macro, "name": name, **properties},
        )
        self.edge(RelationType.PART_OF, id_, macro)
        if entity:
            self.edge(RelationType.IS, id_, entity)
        return id_

    def entity(self, name: str, aliases: Sequence[str] = (), type_: str = "Person") -> str:
        id_ = entity_id(f"{self.library} {name}")
        text = ". ".join([f"{name} ({type_})", *aliases])
        self.node(Label.ENTITY, id_, name=name, type=type_, aliases=list(aliases), text=text)
        return id_

    def node(self, label: Label, id_: str, /, **properties: Any) -> None:
        self._labels[id_] = label
        stored = {"id": id_, "library": self.library, **properties}
        self._nodes[label].append({"id": id_, "properties": stored})

    def edge(self, type_: RelationType, start: str, end: str, /, **properties: Any) -> None:
        ends = (type_, self._labels[start], self._labels[end])
        self._edges[ends].append({"start": start, "end": end, "properties": properties})

    def write(self) -> None:
        for label, rows in self._nodes.items():
            if label in SEARCHABLE:
                texts = [row["properties"]["text"] for row in rows]
                for row, text, vector in zip(rows, texts, self.embedder.encode(texts), strict=True):
                    row["properties"].setdefault("embedding", vector.tolist())
                    row["properties"].setdefault("search_text", search_text(text))
            self.store.write_rows(merge_nodes(label), rows)
        for ends, edges in self._edges.items():
            self.store.write_rows(merge_relationships(*ends), edges)
        self._nodes.clear()
        self._edges.clear()

    def _next(self, video: str, label: Label) -> str:
        self._numbers[video, label] += 1
        return inner_id(video, label, self._numbers[video, label])
