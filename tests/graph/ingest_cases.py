"""What the ingest tests share: a small document, a scripted encoder, and a picture of a library."""

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cypher.query import Query
from cypher.store import Store
from runtime import default_encoder
from runtime.settings import Settings

MINUTE = 60_000


class ScriptedEncoder:
    """Words hashed into the default encoder's dimensions: like texts near, and nothing to load."""

    model = default_encoder.NAME
    dimensions = default_encoder.DIMENSIONS

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        vectors = np.full((len(texts), self.dimensions), 1e-3, dtype=np.float32)
        for row, text in enumerate(texts):
            for word in text.casefold().split():
                digest = hashlib.sha256(word.encode()).digest()
                vectors[row, int.from_bytes(digest[:4], "big") % self.dimensions] += 1
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def scripted_encoder(settings: Settings) -> ScriptedEncoder:
    """Stands in for ``load_embedder``."""
    return ScriptedEncoder()


def kitchen(macro_events: int = 12, source_id: str = "kitchen-1") -> dict[str, Any]:
    """Cooking in so many steps of a minute: two cooks in each, and a cause from step to step."""
    steps = ("flour", "water", "salt", "yeast", "oil", "dough", "bowl", "oven", "tray", "bread")
    events = []
    for number in range(macro_events):
        start, thing = number * MINUTE, steps[number % len(steps)]
        events.append(
            {
                "key": f"m{number}",
                "label": f"the {thing} is prepared",
                "summary": f"The cook takes the {thing}. Then the {thing} is put away.",
                "start_ms": start,
                "end_ms": start + MINUTE,
                "entities": [
                    {"key": "a1", "name": "cook", "type": "Person", "description": "in white"},
                    {"key": "a2", "name": "Cook", "type": "Person", "description": "in black"},
                    {"key": "a3", "name": f"the {thing}"},
                    {"key": "a4", "name": "kitchen", "type": "Location"},
                ],
                "micro_events": [
                    {
                        "key": "e1",
                        "label": f"cook takes {thing}",
                        "description": f"The cook takes the {thing} from shelf {number}.",
                        "start_ms": start + 1_000,
                        "end_ms": start + 9_000,
                        "subjects": ["a1"],
                        "objects": ["a3"],
                        "place": "a4",
                    },
                    {
                        "key": "e2",
                        "label": f"cook puts {thing} away",
                        "description": f"The other cook puts the {thing} away, row {number}.",
                        "start_ms": start + 10_000,
                        "end_ms": start + 20_000,
                        "subjects": ["a2"],
                        "tools": ["a3"],
                    },
                ],
                "relations": [
                    {"source": "e1", "target": "e2", "type": "ENABLES", "reason": "it is at hand"},
                    {"source": "a3", "target": "a4", "type": "INSIDE"},
                    {"source": "a1", "target": "a2", "type": "RELATED_TO", "label": "colleague of"},
                    {"source": "a1", "target": "a2", "type": "RELATED_TO", "label": "brother of"},
                ],
            }
        )
    return {
        "video": {
            "title": "Kitchen",
            "duration_ms": macro_events * MINUTE,
            "source_id": source_id,
        },
        "macro_events": events,
        "relations": [
            {"source": f"m{n}/e2", "target": f"m{n + 1}/e1", "type": "CAUSES", "reason": "order"}
            for n in range(macro_events - 1)
        ],
        "utterances": [
            {"start_ms": 2_000, "end_ms": 4_000, "text": "Take the flour first.", "speaker": "A"},
            {"start_ms": 70_000, "end_ms": 74_000, "text": "Now some water."},
        ],
    }


def written(folder: Path, document: dict[str, Any], name: str = "kitchen.json") -> Path:
    """The document as a file."""
    path = folder / name
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


NODES = Query(
    "MATCH (n {library: $library}) RETURN n.id AS id, labels(n) AS labels",
    "All nodes of a library. In: library. Out: id, labels.",
)
RELATIONSHIPS = Query(
    "MATCH (n {library: $library})-[r]->(m) RETURN n.id AS start, type(r) AS type, m.id AS end, "
    "r.label AS label",
    "All relationships from a library's nodes. In: library. Out: start, type, end, label.",
)

LEDGER = {"Job", "StageRun"}


def ids_by_label(store: Store, library: str) -> dict[str, list[str]]:
    """Ids of a library's memory by label."""
    found: dict[str, list[str]] = {}
    for row in store.read(NODES, library=library):
        label = next(name for name in row["labels"] if name != "Memory")
        if label not in LEDGER:
            found.setdefault(label, []).append(row["id"])
    return {label: sorted(ids) for label, ids in found.items()}


def relationships(store: Store, library: str) -> Counter[tuple[str, str, str, str | None]]:
    """A library's relationships, every one with its ends."""
    return Counter(
        (row["start"], row["type"], row["end"], row["label"])
        for row in store.read(RELATIONSHIPS, library=library)
        if not row["start"].startswith(("j", "g"))
    )


def picture(store: Store, library: str) -> tuple[Any, Any]:
    """Everything two runs must agree on."""
    return ids_by_label(store, library), relationships(store, library)


def film(path: Path, seconds: int = 4, *, sound_only: bool = False) -> Path:
    """A small film of two colours, a shot each."""
    import av

    with av.open(str(path), "w") as container:
        if sound_only:
            sound = container.add_stream("aac", rate=16_000)
            silence = av.AudioFrame.from_ndarray(
                np.zeros((1, 16_000 * seconds), dtype=np.float32), format="fltp", layout="mono"
            )
            silence.sample_rate = 16_000
            for packet in (*sound.encode(silence), *sound.encode(None)):
                container.mux(packet)
            return path
        picture = container.add_stream("mpeg4", rate=10)
        picture.width, picture.height, picture.pix_fmt = 96, 64, "yuv420p"
        for number in range(seconds * 10):
            colour = (200, 30, 30) if number < seconds * 5 else (20, 40, 220)
            image = np.full((64, 96, 3), colour, dtype=np.uint8)
            for packet in picture.encode(av.VideoFrame.from_ndarray(image, format="rgb24")):
                container.mux(packet)
        for packet in picture.encode(None):
            container.mux(packet)
    return path
