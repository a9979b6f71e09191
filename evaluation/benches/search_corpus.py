"""Searchable nodes by the ten thousand, for measuring speed (never quality).

Sentences that people wrote about video, where the replay data is at hand, else those of the sample
film; and where these do not suffice, pairs of them. A sentence's vector is the encoder's; a pair's
is the normalised sum of its two, which costs nothing and lies about where the encoder would put it.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cypher.statements import merge_nodes, merge_relationships
from cypher.store import Store
from evaluation.benches.scoped_recall import Prepared
from evaluation.data_folder import data_folder
from evaluation.replays import goalstep_recordings
from graph_schema.identity import digest_of, inner_id, video_id
from graph_schema.labels import Label
from graph_schema.relationships import RelationType
from ingestion.timed_text.reading import read_timed_text
from language.normalise import search_text
from runtime.embedder import Embedder
from runtime.errors import NotFoundError

LIBRARY = "bench"
PER_VIDEO = 100
"""Nodes of a video, every tenth a macro event and the nine behind it its micro-events."""
PER_MACRO = 10
QUERIES = 400
"""Sentences kept out of the memory, to be asked."""

_ENCODED_AT_ONCE = 512
_WRITTEN_AT_ONCE = 5_000
_MS = 4_000
_TRACK = Path(__file__).parents[2] / "runtime" / "bbb.descriptions.vtt"

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Corpus:
    """Texts with their vectors: ``nodes`` of them to be stored, and queries to be asked.

    ``origin`` says in words where they come from.
    """

    model: str
    origin: str
    nodes: int
    sentences: Sequence[str]
    queries: Sequence[str]
    vectors: Floats
    """Of the sentences, then of the queries."""

    @classmethod
    def of(cls, nodes: int, embedder: Embedder, cache: Path, questions: int = QUERIES) -> "Corpus":
        """Read and encode; the vectors are kept in the folder ``cache`` for the next run."""
        origin, written = sentences()
        queries, kept = _apart(written, questions)
        kept = kept[:nodes]
        return cls(
            embedder.model,
            origin,
            nodes,
            kept,
            queries,
            encoded([*kept, *queries], embedder, cache),
        )

    @property
    def described(self) -> str:
        """What the nodes are, for the name of a row."""
        pairs = self.nodes - len(self.sentences)
        return f"{len(self.sentences):,} {self.origin}" + (f", {pairs:,} pairs" if pairs else "")

    @property
    def holds(self) -> str:
        """What tells this filling from another."""
        return digest_of(str(self.nodes), str(PER_VIDEO), *self.sentences)

    @property
    def encoder(self) -> Prepared:
        """An encoder that knows the queries beforehand: what is timed is the search alone."""
        vectors = self.vectors[len(self.sentences) :]
        of_query = dict(zip(self.queries, vectors, strict=True))
        return Prepared(self.model, self.vectors.shape[1], of_query)

    def videos(self, library: str) -> list[str]:
        """The ids of the videos that the nodes are spread over."""
        count = -(-self.nodes // PER_VIDEO)
        return [video_id(library, f"bench video {number}") for number in range(count)]

    def texts(self) -> Iterator[tuple[str, Floats]]:
        """Every node's text and vector; the sentences first, in the order they were written."""
        count = len(self.sentences)
        for number in range(self.nodes):
            lap, first = divmod(number, count)
            if not lap:
                yield self.sentences[first], self.vectors[first]
                continue
            second = (first + _STRIDE * lap) % count
            both = self.vectors[first] + self.vectors[second]
            text = f"{self.sentences[first].rstrip('. ')}, and then: {self.sentences[second]}"
            yield text, both / np.linalg.norm(both)


_STRIDE = 977
"""How far apart a pair's two sentences stand: beyond any one video."""


def sentences() -> tuple[str, list[str]]:
    """Where they come from, and distinct sentences about videos, those of one video together."""
    try:
        found = list(dict.fromkeys(_of_replays(data_folder())))
    except NotFoundError:
        cues = read_timed_text(_TRACK, "description").cues
        return "sentences of the sample film", list(dict.fromkeys(cue.text for cue in cues))
    return "sentences of GoalStep and ActivityNet Captions", found


def _of_replays(folder: Path) -> Iterator[str]:
    for recording in goalstep_recordings.load():
        yield from (step.text for step in recording.steps)
        yield from (phrase.text for phrase in recording.phrases)
    for name in ("val_1", "val_2"):
        path = folder / "activitynet-captions" / f"{name}.json"
        if path.is_file():
            for video in json.loads(path.read_text()).values():
                yield from filter(None, (text.strip() for text in video["sentences"]))


def _apart(written: Sequence[str], count: int) -> tuple[list[str], list[str]]:
    """Every so-many-th sentence as a query, and the rest."""
    step = max(2, len(written) // count)
    asked = set(range(0, len(written), step))
    return (
        [written[place] for place in sorted(asked)][:count],
        [text for place, text in enumerate(written) if place not in asked],
    )


def encoded(texts: Sequence[str], embedder: Embedder, cache: Path) -> Floats:
    """The texts' vectors, made once and then read from a file of ``cache``."""
    digest = hashlib.sha256("\n".join((embedder.model, *texts)).encode()).hexdigest()[:16]
    path = cache / f"vectors-{digest}.npy"
    if path.is_file():
        return np.asarray(np.load(path), dtype=np.float32)
    vectors = np.empty((len(texts), embedder.dimensions), dtype=np.float32)
    by_length = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    for first in range(0, len(texts), _ENCODED_AT_ONCE):
        places = by_length[first : first + _ENCODED_AT_ONCE]
        vectors[places] = embedder.encode([texts[place] for place in places])
    cache.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part.npy")
    np.save(part, vectors)
    part.replace(path)
    return vectors


def write(store: Store, corpus: Corpus, library: str) -> None:
    """Store the corpus as videos of macro events and micro-events, each with its vector."""
    videos = corpus.videos(library)
    rows: dict[Label, list[dict[str, Any]]] = {Label.MACRO_EVENT: [], Label.MICRO_EVENT: []}
    for number, (text, vector) in enumerate(corpus.texts()):
        video, within = divmod(number, PER_VIDEO)
        label, row = _row(library, videos[video], within, text, vector)
        rows[label].append(row)
        if number % _WRITTEN_AT_ONCE == _WRITTEN_AT_ONCE - 1:
            _write_nodes(store, rows)
    _write_nodes(store, rows)
    store.write_rows(merge_nodes(Label.VIDEO), [_video(library, id_) for id_ in videos])
    part_of = merge_relationships(RelationType.PART_OF, Label.MICRO_EVENT, Label.MACRO_EVENT)
    store.write_rows(part_of, list(_parts(videos, corpus.nodes)))


def _write_nodes(store: Store, rows: dict[Label, list[dict[str, Any]]]) -> None:
    for label, of_label in rows.items():
        store.write_rows(merge_nodes(label), of_label)
        of_label.clear()


def _row(
    library: str, video: str, within: int, text: str, vector: Floats
) -> tuple[Label, dict[str, Any]]:
    """A node by its place in the video."""
    label, id_, macro = _place(video, within)
    start = within * _MS
    is_macro = label is Label.MACRO_EVENT
    properties = {
        "id": id_,
        "library": library,
        "video_id": video,
        "label": text[:60],
        "summary" if is_macro else "description": text,
        "text": text,
        "search_text": search_text(text),
        "start_ms": start,
        "end_ms": start + (PER_MACRO * _MS if is_macro else _MS),
        "perceiver": "annotations",
        "source": "annotation",
        "embedding": vector.tolist(),
    }
    if not is_macro:
        properties["macro_event"] = macro
    return label, {"id": id_, "properties": properties}


def _place(video: str, within: int) -> tuple[Label, str, str]:
    """Label and id of a video's node, and the id of its macro event."""
    macro_number, part = divmod(within, PER_MACRO)
    macro = inner_id(video, Label.MACRO_EVENT, macro_number + 1)
    if not part:
        return Label.MACRO_EVENT, macro, macro
    return Label.MICRO_EVENT, inner_id(video, Label.MICRO_EVENT, within), macro


def _parts(videos: Sequence[str], nodes: int) -> Iterator[dict[str, Any]]:
    for number in range(nodes):
        label, id_, macro = _place(videos[number // PER_VIDEO], number % PER_VIDEO)
        if label is Label.MICRO_EVENT:
            yield {"start": id_, "end": macro, "properties": {"perceiver": "annotations"}}


def _video(library: str, id_: str) -> dict[str, Any]:
    return {
        "id": id_,
        "properties": {
            "id": id_,
            "library": library,
            "title": id_,
            "kind": "annotation",
            "duration_ms": PER_VIDEO * _MS,
            "digest": id_,
            "status": "done",
        },
    }
