"""ActivityNet Captions as it is stored and asked: clips, and streams made of them.

Read from a folder of others' data, never copied. ``val_1`` and ``val_2`` hold what two people wrote
about the same videos: the one is stored, the other asked.
"""

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluation.data_folder import data_folder, needed
from evaluation.replays.stored import SourceDocument
from runtime.errors import BadAnnotationsError

STREAM_S = 7_200
"""A stream is long enough when its videos last this long together."""
_SHUFFLE = 0


@dataclass(frozen=True, slots=True)
class Sentence:
    """What somebody wrote about ``[start_s, end_s]`` of a video."""

    text: str
    start_s: float
    end_s: float

    def later(self, seconds: float) -> "Sentence":
        """The same in a stream in which its video begins that much later."""
        return Sentence(self.text, self.start_s + seconds, self.end_s + seconds)


@dataclass(frozen=True, slots=True)
class Clip:
    """A video: ``described`` is stored, ``asked`` are the queries of another annotator."""

    id: str
    duration_s: float
    described: tuple[Sentence, ...]
    asked: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """A clip as part of a source, which begins ``offset_s`` after the source does."""

    clip: Clip
    offset_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Source:
    """What is stored as one video: one clip, or many in a row."""

    key: str
    pieces: tuple[Piece, ...]

    @property
    def described(self) -> list[Sentence]:
        """Its sentences, in their order in the file."""
        return [
            sentence.later(piece.offset_s)
            for piece in self.pieces
            for sentence in piece.clip.described
        ]

    def document(self) -> SourceDocument:
        """It as annotations; ``m7`` is the one of its sentences that 7 stand before."""
        events: list[dict[str, Any]] = [
            {
                "key": f"m{number}",
                "label": sentence.text,
                "start_ms": _ms(sentence.start_s),
                "end_ms": max(_ms(sentence.end_s), _ms(sentence.start_s) + 1),
            }
            for number, sentence in enumerate(self.described)
        ]
        lasts = sum(piece.clip.duration_s for piece in self.pieces)
        video = {"duration_ms": max([_ms(lasts), *(event["end_ms"] for event in events)])}
        return SourceDocument(self.key, {"video": video, "macro_events": events})


def load(data: Path | None = None) -> list[Clip]:
    """The clips that both files have, by id. Raises NotFoundError where the files are absent,
    BadAnnotationsError for files of another form."""
    stored_file, asked_file = (
        needed(
            data_folder(data) / "activitynet-captions" / f"{name}.json",
            "ActivityNet Captions",
            "ttengwang/PDVC",
        )
        for name in ("val_1", "val_2")
    )
    described, asked = _read(stored_file), _read(asked_file)
    return [
        Clip(id_, described[id_][0], described[id_][1], asked[id_][1])
        for id_ in sorted(described.keys() & asked.keys())
    ]


def _read(path: Path) -> dict[str, tuple[float, tuple[Sentence, ...]]]:
    try:
        videos: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return {
            id_: (
                float(video["duration"]),
                tuple(
                    Sentence(str(text), float(start), float(end))
                    for text, (start, end) in zip(
                        video["sentences"], video["timestamps"], strict=True
                    )
                ),
            )
            for id_, video in videos.items()
        }
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadAnnotationsError(
            f"{path} is no file of ActivityNet Captions: {type(error).__name__}: {error}",
            'Expected is {"ID": {"duration": s, "timestamps": [[s, s], …], "sentences": […]}, …}.',
        ) from error


def streams(clips: Sequence[Clip]) -> list[Source]:
    """The clips shuffled by a fixed seed and put in a row until a stream is long enough; what is
    left over at the end is in none."""
    shuffled = list(clips)
    random.Random(_SHUFFLE).shuffle(shuffled)  # noqa: S311 (the protocol names this seed)
    made: list[Source] = []
    pieces: list[Piece] = []
    lasts = 0.0
    for clip in shuffled:
        pieces.append(Piece(clip, lasts))
        lasts += clip.duration_s
        if lasts >= STREAM_S:
            made.append(Source(f"stream-{len(made):02}", tuple(pieces)))
            pieces, lasts = [], 0.0
    return made


def sources(clips: Sequence[Clip]) -> list[Source]:
    """What is stored: the streams, and each clip by itself that no stream holds apart."""
    made = streams(clips)
    apart = {
        piece.clip.id for source in made for piece in source.pieces if _lies_apart(source, piece)
    }
    return made + [Source(clip.id, (Piece(clip),)) for clip in clips if clip.id not in apart]


def _lies_apart(source: Source, piece: Piece) -> bool:
    """Whether no sentence of another clip shares time with those of this one."""
    start_ms, end_ms = bounds(piece)
    inside = sum(
        _ms(sentence.start_s) < end_ms and _ms(sentence.end_s) > start_ms
        for sentence in source.described
    )
    return inside == len(piece.clip.described)


def bounds(piece: Piece) -> tuple[int, int]:
    """From the first start to the last end of the clip's sentences, in ms of the source."""
    own = [sentence.later(piece.offset_s) for sentence in piece.clip.described]
    return min(_ms(one.start_s) for one in own), max(_ms(one.end_s) for one in own)


def _ms(seconds: float) -> int:
    return round(seconds * 1000)
