"""Video-MME: 900 videos, short, medium and long, with three four-way questions each.

Two published forms hold the same questions: the JSON that its evaluation reads and people hand in
(one object a video, ``questions`` inside), and the Parquet table (one row a question). With and
without subtitles are two ways of asking one set of questions: ``load`` and ``load_subtitled``
differ in the name, and in ``extra["subtitles"]``, which tells a run what it may use.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

from evaluation.datasets.choices import index_of, without_letters
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
from runtime.errors import DependencyError

FILES = (
    "output_template.json",
    "output_test_template.json",
    "test-00000-of-00001.parquet",
    "videomme/test-00000-of-00001.parquet",
)
SOURCE = "BradyFU/Video-MME"
DURATIONS = ("short", "medium", "long")


def load(folder: Path) -> Loaded:
    """All questions, asked without subtitles. Raises ``NotFoundError`` or ``BadDatasetError``."""
    return _load(folder, "videomme", subtitles=False)


def load_subtitled(folder: Path) -> Loaded:
    """All questions, asked with subtitles."""
    return _load(folder, "videomme-subtitles", subtitles=True)


def _load(folder: Path, name: str, *, subtitles: bool) -> Loaded:
    path = find(folder, FILES, SOURCE)
    rows = _of_table(path) if path.suffix == ".parquet" else _of_json(path)
    pairs = [(place, _item(row, name, subtitles, place)) for place, row in rows]
    if not pairs:
        raise Place(path, source=SOURCE).bad("no question in it")
    videos = {item.video for _, item in pairs}
    return loaded(pairs, {"videos": len(videos), "questions": len(pairs)})


def _of_json(path: Path) -> Iterator[tuple[Place, Mapping[str, Any]]]:
    """The questions of the evaluation's form, in the words of the table."""
    whole = Place(path, source=SOURCE)
    for number, video in enumerate(listed(read_json(path, SOURCE), whole), start=1):
        place = whole.at(f"video {number}")
        shared = {
            "video_id": wanted(video, "video_id", str, place),
            "duration": wanted(video, "duration_category", str, place),
            "domain": wanted(video, "video_category", str, place),
            "sub_category": wanted(video, "video_subcategory", str, place),
        }
        for order, question in enumerate(listed(video.get("questions"), place), start=1):
            here = place.at(f"question {order}")
            yield here, {**shared, **question, "options": list(texts(question, "choices", here))}


def _of_table(path: Path) -> Iterator[tuple[Place, Mapping[str, Any]]]:
    try:
        parquet = import_module("pyarrow.parquet")
    except ImportError as error:
        raise DependencyError(
            f"{path.name} is a Parquet table, and pyarrow is not installed",
            "Install longtake[parquet], or bring Video-MME's output_template.json instead.",
        ) from error
    whole = Place(path, source=SOURCE)
    try:
        rows = parquet.read_table(path).to_pylist()
    except (OSError, ValueError) as error:
        raise whole.bad(f"not a Parquet table ({error})") from error
    for number, row in enumerate(rows, start=1):
        yield whole.at(f"row {number}"), row


def _item(row: Mapping[str, Any], name: str, subtitles: bool, place: Place) -> Item:
    choices = without_letters(texts(row, "options", place))
    answer = wanted(row, "answer", str, place)
    right = index_of(answer.strip(), choices)
    if right is None:
        raise place.bad(f"the answer {answer!r} is none of the {len(choices)} options")
    duration = wanted(row, "duration", str, place)
    if duration not in DURATIONS:
        raise place.bad(f"the duration {duration!r} is none of {', '.join(DURATIONS)}")
    return Item(
        id=wanted(row, "question_id", str, place),
        dataset=name,
        video=wanted(row, "video_id", str, place),
        question=wanted(row, "question", str, place),
        choices=choices,
        gold=Gold(RightAnswer(choice=right)),
        group=wanted(row, "task_type", str, place),
        extra=MappingProxyType(
            {
                "duration": duration,
                "domain": wanted(row, "domain", str, place),
                "sub_category": row.get("sub_category"),
                "subtitles": subtitles,
                "youtube_id": row.get("videoID"),
            }
        ),
    )
