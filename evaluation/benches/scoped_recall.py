"""Recall@10 of scoped search beside exact search, on GoalStep's 7,696 real captions.

What is exact is computed without an index: by cosine in numpy for the encoder's part alone, and by
a scan of the whole scope for the hybrid. Captions repeat, so a hit as good as the tenth best is
right. Beside it, as information, how often the caption asked for is found.
"""

import random
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cypher.ledger import FORGET_VIDEO
from cypher.removal import BATCH, delete_nodes
from cypher.statements import merge_nodes
from cypher.store import Store
from evaluation.opened_store import opened_store
from evaluation.replays.goalstep_recordings import Phrase, Recording, load, node_ids
from evaluation.report import BenchRow
from graph_schema.identity import video_id
from graph_schema.labels import Kind, Label
from language.normalise import search_text
from retrieval.recipes import HYBRID, VECTOR, SearchRecipe
from retrieval.scope import Scope
from retrieval.search import search
from runtime.embedder import Embedder, load_embedder
from runtime.settings import Settings

SEED = 7
ASKED = 200
"""Queries drawn for each recall figure."""

ASKED_FOR_RANKS = 600
SMALL = 77
"""Nodes of the small library: a hundredth of the 7,696 beside it."""

BAR = "≥ 0.97"
_KINDS = (Kind.MACRO, Kind.MICRO)
_NEAR = 1e-5
_EVERYTHING = 10**6

Vectors = Mapping[str, NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class Prepared:
    """An encoder whose vectors were made beforehand, all at once."""

    model: str
    dimensions: int
    vectors: Vectors

    @classmethod
    def of(cls, embedder: Embedder, texts: Sequence[str]) -> "Prepared":
        """Encode every text once."""
        distinct = list(dict.fromkeys(texts))
        vectors = dict(zip(distinct, embedder.encode(distinct), strict=True))
        return cls(embedder.model, embedder.dimensions, vectors)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The vectors of known texts."""
        return np.stack([self.vectors[text] for text in texts])


@dataclass(frozen=True)
class Memory:
    """Recordings stored in one library."""

    store: Store
    library: str
    recordings: Sequence[Recording]
    embedder: Prepared

    def scope(self, recording: Recording | None = None) -> Scope:
        """One recording's video, or all of them."""
        videos = (video_id(self.library, recording.uid),) if recording else ()
        return Scope(self.library, videos=videos, kinds=_KINDS)

    @cached_property
    def _all(self) -> tuple[list[str], NDArray[np.float32]]:
        ids = [id_ for one in self.recordings for id_ in node_ids(self.library, one)]
        return ids, self.embedder.encode([s.text for one in self.recordings for s in one.steps])

    def cosines(self, query: str, recording: Recording | None = None) -> dict[str, float]:
        """How near every node of the scope is to a query, by id, in the order of the file."""
        ids, matrix = self._all
        near = dict(zip(ids, (matrix @ self.embedder.vectors[query]).tolist(), strict=True))
        if recording is None:
            return near
        return {id_: near[id_] for id_ in node_ids(self.library, recording)}

    def asked(self, number: int) -> list[tuple[Recording, Phrase]]:
        """A seeded draw of phrases with the recording they are about."""
        every = [(one, phrase) for one in self.recordings for phrase in one.phrases]
        return random.Random(SEED).sample(every, min(number, len(every)))  # noqa: S311

    def hits(
        self, query: str, scope: Scope, recipe: SearchRecipe, k: int = 10
    ) -> list[tuple[str, float]]:
        """Ids and scores of a search."""
        found = search(
            self.store, self.embedder, query, scope, k=k, recipe=recipe, neighbourhood=False
        )
        return [(hit.id, hit.score) for hit in found]


def run(settings: Settings) -> list[BenchRow]:
    """Recall in one video among 134, and in a small library beside one a hundred times as large.

    Writes two throw-away libraries and deletes them. Raises ``NotFoundError`` where the data is
    absent.
    """
    recordings = load()
    texts = [step.text for one in recordings for step in one.steps]
    texts += [phrase.text for one in recordings for phrase in one.phrases]
    embedder = Prepared.of(load_embedder(settings), texts)
    with (
        opened_store(settings) as store,
        stored(store, recordings, embedder) as large,
        stored(store, _about(recordings, SMALL), embedder) as small,
    ):
        return [
            *_recall_rows("one video among 134", large, one_video=True, bar=BAR),
            *_recall_rows("77 nodes beside 7,696", small, one_video=False, bar=BAR),
            *_recall_rows("all 7,696 nodes", large, one_video=False),
            *_rank_rows("its own video", large, one_video=True),
            *_rank_rows("all 7,696 nodes", large, one_video=False),
        ]


@contextmanager
def stored(store: Store, recordings: Sequence[Recording], embedder: Prepared) -> Iterator[Memory]:
    """Store recordings in a library of their own, and delete it afterwards."""
    library = f"bench-{uuid.uuid4().hex[:12]}"
    try:
        for label in (Label.MACRO_EVENT, Label.MICRO_EVENT):
            store.write_rows(merge_nodes(label), _rows(library, recordings, embedder, label))
        store.write_rows(merge_nodes(Label.VIDEO), _videos(library, recordings))
        yield Memory(store, library, recordings, embedder)
    finally:
        for label in (Label.MACRO_EVENT, Label.MICRO_EVENT):
            query = delete_nodes(label)
            while store.write(query, library=library, prefix="v", limit=BATCH)[0]["deleted"]:
                pass
        for one in recordings:
            store.write(FORGET_VIDEO, library=library, video_id=video_id(library, one.uid))


def _rows(
    library: str, recordings: Sequence[Recording], embedder: Prepared, label: Label
) -> list[dict[str, object]]:
    text_of = "description" if label is Label.MICRO_EVENT else "summary"
    return [
        {
            "id": id_,
            "properties": {
                "id": id_,
                "library": library,
                "video_id": video_id(library, one.uid),
                "start_ms": step.start_ms,
                "end_ms": step.end_ms,
                "label": step.text,
                text_of: step.text,
                "text": step.text,
                "search_text": search_text(step.text),
                "embedding": embedder.vectors[step.text].tolist(),
            },
        }
        for one in recordings
        for id_, step in zip(node_ids(library, one), one.steps, strict=True)
        if step.label is label
    ]


def _videos(library: str, recordings: Sequence[Recording]) -> list[dict[str, object]]:
    return [
        {
            "id": id_,
            "properties": {
                "id": id_,
                "library": library,
                "title": one.uid,
                "kind": "annotation",
                "duration_ms": one.duration_ms,
                "digest": one.uid,
                "status": "done",
            },
        }
        for one in recordings
        for id_ in [video_id(library, one.uid)]
    ]


def _about(recordings: Sequence[Recording], nodes: int) -> list[Recording]:
    """Recordings that together hold at most so many nodes and are asked about, greedily."""
    chosen: list[Recording] = []
    for one in sorted(recordings, key=lambda one: -len(one.steps)):
        if one.phrases and sum(len(c.steps) for c in (*chosen, one)) <= nodes:
            chosen.append(one)
    return chosen


def _recall_rows(name: str, memory: Memory, *, one_video: bool, bar: str = "") -> list[BenchRow]:
    whole = HYBRID.model_copy(update={"exact_limit": _EVERYTHING})
    hybrid: list[float] = []
    vector: list[float] = []
    asked = memory.asked(ASKED)
    for recording, phrase in asked:
        within = recording if one_video else None
        scope = memory.scope(within)
        scanned = dict(memory.hits(phrase.text, scope, whole, k=100))
        hybrid.append(_recall(scanned, memory.hits(phrase.text, scope, HYBRID)))
        cosines = memory.cosines(phrase.text, within)
        vector.append(_recall(cosines, memory.hits(phrase.text, scope, VECTOR)))
    drawn = f"recall@10 in {name} (n = {len(asked)})"
    return [
        BenchRow(f"{drawn}, hybrid beside a scan", float(np.mean(hybrid)), "share", bar=bar),
        BenchRow(f"{drawn}, encoder beside numpy", float(np.mean(vector)), "share", bar=bar),
    ]


def _recall(exact: Mapping[str, float], hits: Sequence[tuple[str, float]]) -> float:
    """The share of the ten best that was found; an equally good hit stands for one of them."""
    best = sorted(exact.values(), reverse=True)[:10]
    right = sum(exact.get(id_, -1.0) >= best[-1] - _NEAR for id_, _ in hits)
    return right / len(best)


def _rank_rows(name: str, memory: Memory, *, one_video: bool) -> list[BenchRow]:
    ours: list[int] = []
    encoder: list[int] = []
    asked = memory.asked(ASKED_FOR_RANKS)
    for recording, phrase in asked:
        within = recording if one_video else None
        ids = node_ids(memory.library, recording)
        pairs = zip(ids, recording.steps, strict=True)
        right = {id_ for id_, step in pairs if phrase.holds(step)}
        hits = [id_ for id_, _ in memory.hits(phrase.text, memory.scope(within), HYBRID)]
        ours.append(_rank(hits, right))
        cosines = memory.cosines(phrase.text, within)
        nearest = sorted(cosines, key=lambda id_: -cosines[id_])[:10]  # stable: order of the file
        encoder.append(_rank(nearest, right))
    return [
        BenchRow(
            f"R@{k} in {name} (n = {len(asked)}), information",
            _within(ours, k),
            "%",
            floor=_within(encoder, k),
            bar="the floor is the encoder alone",
        )
        for k in (1, 5, 10)
    ]


def _rank(ids: Sequence[str], right: set[str]) -> int:
    return next((place for place, id_ in enumerate(ids, start=1) if id_ in right), _EVERYTHING)


def _within(ranks: Sequence[int], k: int) -> float:
    return 100 * sum(rank <= k for rank in ranks) / len(ranks)
