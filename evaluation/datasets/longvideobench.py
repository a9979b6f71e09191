"""LongVideoBench: 1,337 validation questions on videos of 8 s to an hour, with subtitles.

The form: a list of ``{"id", "video_id", "question", "candidates", "correct_choice" (index),
"question_category", "topic_category", "duration_group", "duration", "position", "subtitle_path",
"starting_timestamp_for_subtitles", …}``. ``position`` is where the answer can be seen, in frames,
so it stays with the gold labels that are not read.
"""

from pathlib import Path
from types import MappingProxyType
from typing import Any

from evaluation.datasets.official_file import (
    Loaded,
    Place,
    find,
    listed,
    loaded,
    read_json,
    texts,
    wanted,
)
from evaluation.datasets.right_answer import RightAnswer
from evaluation.gold import Gold
from evaluation.item import Item

FILES = ("lvb_val.json",)
SOURCE = "longvideobench/LongVideoBench"
DURATION_GROUPS = (15, 60, 600, 3600)
_PUBLIC = (
    "duration_group", "duration", "topic_category", "subtitle_path",
    "starting_timestamp_for_subtitles",
)  # fmt: skip


def load(folder: Path) -> Loaded:
    """All validation questions. Raises ``NotFoundError`` or ``BadDatasetError``."""
    path = find(folder, FILES, SOURCE)
    whole = Place(path, source=SOURCE)
    pairs = []
    for number, row in enumerate(listed(read_json(path, SOURCE), whole), start=1):
        place = whole.at(f"question {number}")
        pairs.append((place, _item(row, place)))
    videos = {item.video for _, item in pairs}
    return loaded(pairs, {"videos": len(videos), "questions": len(pairs)})


def _item(row: Any, place: Place) -> Item:
    choices = texts(row, "candidates", place)
    right = wanted(row, "correct_choice", int, place)
    if not 0 <= right < len(choices):
        raise place.bad(f"the answer {right} is none of the {len(choices)} candidates")
    group = wanted(row, "duration_group", int, place)
    if group not in DURATION_GROUPS:
        raise place.bad(f"the duration group {group} is none of {DURATION_GROUPS}")
    return Item(
        id=wanted(row, "id", str, place),
        dataset="longvideobench",
        video=wanted(row, "video_id", str, place),
        question=wanted(row, "question", str, place),
        choices=choices,
        gold=Gold(RightAnswer(choice=right)),
        group=wanted(row, "question_category", str, place),
        extra=MappingProxyType({name: row[name] for name in _PUBLIC if name in row}),
    )
