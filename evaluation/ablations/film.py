"""The sample film's descriptions as two memories: read by ``text``, and cut up by ``annotations``.

Both hold the same sentences at the same times. ``text`` reads events, actors, objects and causes
from them; ``annotations`` is what a person would hand in who only wrote captions: a sentence is an
action, a minute is a scene. No film is needed, so neither memory has shots.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import runtime.sample_film
from cypher.store import Store
from evaluation.benches.film_answers import GOLD
from evaluation.gold import Gold
from evaluation.item import Item
from graph_schema.labels import Kind
from ingestion.ingest import ingest
from ingestion.request import IngestRequest
from retrieval.navigation import search_by_time
from retrieval.views import Event
from runtime.progress import Progress, Silent
from runtime.sample_film import TITLE
from runtime.settings import Settings

QUESTIONS = GOLD / "questions_dev.jsonl"
TRACK = Path(runtime.sample_film.__file__).with_name("bbb.descriptions.vtt")
LIBRARIES = {"text": "ablations-text", "annotations": "ablations-annotations"}
_SCENE_MS = 60_000


def film_items(path: Path = QUESTIONS) -> list[Item]:
    """Questions about the film; gold is the spans that show the answer, none where none does."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    return [
        Item(
            id=f"{path.stem}-{number}",
            dataset="film",
            video=TITLE,
            question=row["question"],
            choices=(),
            gold=Gold(tuple((start, end) for start, end in row["spans_ms"] if row["answerable"])),
        )
        for number, row in enumerate(rows, start=1)
    ]


@contextmanager
def film_memories(
    store: Store, settings: Settings, progress: Progress | None = None
) -> Iterator[dict[str, str]]:
    """The libraries of the two memories, by perceiver; made where they are not there yet."""
    progress = progress or Silent()
    read = IngestRequest(title=TITLE, descriptions=TRACK, library=LIBRARIES["text"], replace=True)
    report = ingest(read, store=store, settings=settings, progress=progress)
    cues = search_by_time(
        store, read.library, report.video_id, 0, 2**40, kinds=(Kind.UTTERANCE,), limit=10_000
    )
    folder = settings.home / "ablations"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "film.json"
    path.write_text(json.dumps(captions(cues.events)), "utf-8")
    cut = IngestRequest(annotations=path, library=LIBRARIES["annotations"], replace=True)
    ingest(cut, store=store, settings=settings, progress=progress)
    yield dict(LIBRARIES)


@dataclass(slots=True)
class _Scene:
    start_ms: int
    cues: list[Event]


def captions(cues: Sequence[Event]) -> dict[str, Any]:
    """Cues as a perception document: scenes of a minute, a micro-event a sentence, no roles."""
    scenes: list[_Scene] = []
    for cue in cues:
        if not scenes or cue.start_ms >= scenes[-1].start_ms + _SCENE_MS:
            scenes.append(_Scene(cue.start_ms, []))
        scenes[-1].cues.append(cue)
    return {
        "video": {
            "title": TITLE,
            "source_id": "film-captions",
            "duration_ms": max(cue.end_ms for cue in cues),
        },
        "macro_events": [
            {
                "key": f"m{number}",
                "label": scene.cues[0].text,
                "summary": " ".join(cue.text for cue in scene.cues),
                "start_ms": scene.start_ms,
                "end_ms": max(cue.end_ms for cue in scene.cues),
                "micro_events": [
                    {
                        "key": f"e{place}",
                        "label": cue.text,
                        "description": cue.text,
                        "start_ms": cue.start_ms,
                        "end_ms": cue.end_ms,
                    }
                    for place, cue in enumerate(scene.cues, start=1)
                ],
            }
            for number, scene in enumerate(scenes, start=1)
        ],
        "utterances": [
            {"start_ms": cue.start_ms, "end_ms": cue.end_ms, "text": cue.text} for cue in cues
        ],
    }
