"""LVBench: 103 videos of half an hour to two and a half, 1,549 questions with their time reference.

The form: one video a line, ``{"key", "type", "video_info": {"duration_minutes"}, "qa": [{"uid",
"question", "answer", "question_type", "time_reference"}]}``; the four choices stand under the
question as ``(A) …``. A question counts under each of its one to three types.
"""

from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any

from evaluation.datasets.choices import index_of, split_question
from evaluation.datasets.official_file import (
    Loaded,
    Place,
    counted,
    find,
    listed,
    loaded,
    read_lines,
    wanted,
)
from evaluation.datasets.right_answer import RightAnswer
from evaluation.datasets.time_references import Window, read_window
from evaluation.gold import Gold
from evaluation.item import Item

FILES = ("video_info.meta.jsonl",)
SOURCE = "THUDM/LVBench"
_LATE_MS = 100 * 60_000


def load(folder: Path) -> Loaded:
    """All questions. Raises ``NotFoundError`` or ``BadDatasetError``."""
    path = find(folder, FILES, SOURCE)
    windows: list[Window] = []
    videos: set[str] = set()
    pairs: list[tuple[Place, Item]] = []
    for place, row in read_lines(path, SOURCE):
        key = wanted(row, "key", str, place)
        if key in videos:
            raise place.bad(f"the video {key!r} stands on an earlier line")
        videos.add(key)
        pairs += _questions(row, place, windows)
    if not pairs:
        raise Place(path, source=SOURCE).bad("no question in it")
    odd = [window.odd for window in windows if window.odd]
    notes = list(counted(odd, "time references are unknown"))
    if late := sum(
        window.span is not None and window.span.end_ms >= _LATE_MS for window in windows
    ):
        notes.append(f"{late} time references name minutes above 99: their videos are that long")
    return loaded(pairs, {"videos": len(videos), "questions": len(pairs)}, notes)


def _questions(
    row: dict[str, Any], place: Place, windows: list[Window]
) -> Iterator[tuple[Place, Item]]:
    duration = _duration_ms(row, place)
    for number, entry in enumerate(listed(row.get("qa"), place), start=1):
        here = place.at(f"question {number}")
        window = read_window(entry.get("time_reference"), duration)
        windows.append(window)
        yield here, _item(row, entry, window, here)


def _item(row: dict[str, Any], entry: Any, window: Window, place: Place) -> Item:
    uid = str(wanted(entry, "uid", (str, int), place))
    parts = split_question(wanted(entry, "question", str, place))
    if parts is None:
        raise place.bad("no choices (A), (B), … under the question")
    question, choices = parts
    answer = wanted(entry, "answer", str, place)
    right = index_of(answer.strip(), choices)
    if right is None:
        raise place.bad(f"the answer {answer!r} is none of the {len(choices)} choices")
    types = listed(entry.get("question_type"), place)
    return Item(
        id=uid,
        dataset="lvbench",
        video=row["key"],
        question=question,
        choices=choices,
        gold=Gold(RightAnswer(choice=right, evidence=window.span)),
        group=str(types[0]),
        extra=MappingProxyType({"types": tuple(map(str, types)), "video_type": row.get("type")}),
    )


def _duration_ms(row: dict[str, Any], place: Place) -> int | None:
    minutes = wanted(row, "video_info", dict, place).get("duration_minutes")
    return round(minutes * 60_000) if isinstance(minutes, int | float) else None
