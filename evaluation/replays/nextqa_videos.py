"""NExT-QA's validation set: videos told second by second, and five-way questions about them.

Read from a folder of others' data, never copied. A vision-language model captioned every second of
each video; a caption becomes one macro event of one second, since that is what a perception model
writes of a stretch of video. (A cue would say that somebody spoke or wrote it, and a document of
nothing but cues is no memory.) Neither questions nor options enter it.
"""

import csv
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile

from evaluation.data_folder import data_folder, needed
from evaluation.gold import Gold
from evaluation.replays.stored import SourceDocument

OPTIONS = 5
SECOND_MS = 1_000

Seconds = tuple[float, float]

_CAPTIONS = "nextqa_allcaps_1fps.zip"
_SOURCES = {
    "val.csv": "doc-doc/NExT-QA",
    "nextgqa_val.csv": "doc-doc/NExT-GQA",
    "gsub_val.json": "doc-doc/NExT-GQA",
    _CAPTIONS: "wxh1996/VideoAgent",
}


@dataclass(frozen=True, slots=True)
class Film:
    """A video with the caption of each of its seconds."""

    id: str
    captions: tuple[str, ...]

    def document(self) -> SourceDocument:
        """The video as a perception document."""
        return SourceDocument(
            self.id,
            {
                "video": {"title": self.id, "duration_ms": len(self.captions) * SECOND_MS},
                "macro_events": [
                    {
                        "key": f"s{second}",
                        "label": caption,
                        "summary": caption,
                        "start_ms": second * SECOND_MS,
                        "end_ms": (second + 1) * SECOND_MS,
                    }
                    for second, caption in enumerate(self.captions)
                ],
            },
        )


@dataclass(frozen=True, slots=True)
class FiveWay:
    """A question; ``shown`` holds the spans that people marked, where they grounded it.

    ``kind`` is the data set's own type, for a breakdown of the figures; nothing that answers
    reads it.
    """

    film: str
    text: str
    options: tuple[str, ...]
    kind: str
    right: Gold[int]
    shown: Gold[tuple[Seconds, ...]] | None


def load(data: Path | None = None) -> tuple[list[Film], list[FiveWay]]:
    """The films by id, and the 4,996 questions in the order of the file.

    Raises ``NotFoundError`` where a file is absent.
    """
    folder = data_folder(data) / "nextqa"
    rows = _rows(folder, "val.csv")
    grounded = {(row["video_id"], row["qid"]) for row in _rows(folder, "nextgqa_val.csv")}
    spans = json.loads(_present(folder, "gsub_val.json").read_text())
    return _films(folder), [_question(row, grounded, spans) for row in rows]


def _films(folder: Path) -> list[Film]:
    films = []
    with ZipFile(_present(folder, _CAPTIONS)) as archive:
        for name in archive.namelist():
            if name.endswith("_cap.json"):
                told: Mapping[str, str] = json.loads(archive.read(name))
                captions = tuple(told[str(second)] for second in range(len(told)))
                films.append(Film(Path(name).name.removesuffix("_cap.json"), captions))
    return sorted(films, key=lambda film: film.id)


def _question(
    row: Mapping[str, str],
    grounded: set[tuple[str, str]],
    spans: Mapping[str, Mapping[str, Mapping[str, Sequence[Sequence[float]]]]],
) -> FiveWay:
    film, number = row["video"], row["qid"]
    shown = None
    if (film, number) in grounded:
        marked = spans[film]["location"][number]
        shown = Gold(tuple((float(start), float(end)) for start, end in marked))
    return FiveWay(
        film,
        row["question"],
        tuple(row[f"a{place}"] for place in range(OPTIONS)),
        row["type"],
        Gold(int(row["answer"])),
        shown,
    )


def _rows(folder: Path, name: str) -> list[dict[str, str]]:
    with _present(folder, name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _present(folder: Path, name: str) -> Path:
    return needed(folder / name, "NExT-QA", _SOURCES[name])
