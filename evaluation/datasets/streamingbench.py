"""StreamingBench: questions asked while a stream runs, and one task of speaking up by itself.

Two forms hold them. The authors' files are lists of stretches of a video, ``{"video_path", "time",
"questions": [{"task_type", "question", "time_stamp", "answer", "options"}]}`` (lists of such lists
for sequential questions); OASIS rewrote some as one object a video with ``breakpoint``s. A folder
may hold either; where both hold a task, the authors' is asked. Ids do not depend on the form:
``sequential-17-2`` is the second question, in time, on sample 17.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
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
from evaluation.datasets.time_references import clock_ms, seconds_ms
from evaluation.gold import Gold
from evaluation.item import Item

FILES = (
    "questions_real.json",
    "questions_omni.json",
    "questions_sqa.json",
    "questions_proactive.json",
    "questions_proactive_50.json",
    "Real_Time_Visual_Understanding.json",
    "Anomaly_Context_Understanding.json",
    "Misleading_Context_Recognition.json",
    "Sequential_Question_Answering.json",
)
SOURCE = "THUNLP-MT/StreamingBench"
REAL_TIME = "Real-Time Visual Understanding"
OMNI = "Omni-Source Understanding"
CONTEXTUAL = "Contextual Understanding"
PROACTIVE = "Proactive Output"

_FAMILIES = {
    "Emotion Recognition": "emotion",
    "Scene Understanding": "scene",
    "Source Discrimination": "source",
    "Multimodal Alignment": "alignment",
    "Anomaly Context Understanding": "anomaly",
    "Misleading Context Understanding": "misleading",
    "Sequential Question Answering": "sequential",
    PROACTIVE: "proactive",
}  # of any other task: real-time
_OMNI_FAMILIES = {"emotion", "scene", "source", "alignment"}
_SAME_TASK = {"Misleading Context Recognition": "Misleading Context Understanding"}
_SAMPLE = re.compile(r"sample_(\d+)")


@dataclass(frozen=True, slots=True)
class Asked:
    """One question as a file has it, before it gets its id."""

    place: Place
    task: str
    family: str
    sample: str
    video: str
    at_ms: int
    row: Mapping[str, Any]


def load(folder: Path) -> Loaded:
    """All questions of the files there are. Raises ``NotFoundError`` or ``BadDatasetError``."""
    find(folder, FILES, SOURCE)
    counts: Counter[str] = Counter()
    families: dict[str, str] = {}
    asked: list[Asked] = []
    notes: list[str] = []
    for name in FILES:
        path = folder / name
        if not path.is_file():
            continue
        entries = entries_of(read_json(path, SOURCE), Place(path, source=SOURCE))
        counts[name] = len(entries)
        questions = [each for place, entry in entries for each in questions_of(entry, place)]
        twice = {each.family for each in questions if families.get(each.family, name) != name}
        asked += [each for each in questions if each.family not in twice]
        families |= {each.family: name for each in questions if each.family not in twice}
        if twice:
            first = families[min(twice)]
            notes.append(f"{name} holds what {first} holds: counted, asked once")
    absent = sorted({"real", *_FAMILIES.values()} - set(families))
    if absent:
        notes.append(f"not in the folder: {', '.join(absent)}")
    items = list(_items(asked))
    return loaded(items, {**counts, "questions": len(items)}, notes)


def entries_of(value: Any, whole: Place) -> list[tuple[Place, Any]]:
    """The stretches, videos or sequences of a file, with their places."""
    return [
        (whole.at(f"entry {number}"), entry)
        for number, entry in enumerate(listed(value, whole), start=1)
    ]


def questions_of(entry: Any, place: Place) -> Iterator[Asked]:
    """The questions of one entry, in either form."""
    if isinstance(entry, list):
        for number, stretch in enumerate(listed(entry, place), start=1):
            yield from questions_of(stretch, place.at(f"stretch {number}"))
        return
    if isinstance(entry, dict) and "breakpoint" in entry:
        video = wanted(wanted(entry, "info", dict, place), "video_path", str, place)
        rows = listed(entry["breakpoint"], place)
    else:
        video = wanted(entry, "video_path", str, place)
        rows = listed(entry.get("questions"), place)
    for number, row in enumerate(rows, start=1):
        yield _asked(row, video, place.at(f"question {number}"))


def _asked(row: Any, video: str, place: Place) -> Asked:
    if not isinstance(row, dict):
        raise place.bad("an object is expected")
    rewritten = "task" in row
    written = wanted(row, "task" if rewritten else "task_type", str, place)
    task = _SAME_TASK.get(written, written)
    at = seconds_ms(row.get("time")) if rewritten else clock_ms(row.get("time_stamp"))
    if at is None:
        # It bounds what may be seen: a question without it would see the whole stream.
        raise place.bad("no time at which it is asked")
    sample = _SAMPLE.search(video)
    if sample is None:
        raise place.bad(f"no sample number in the video's path {video!r}")
    return Asked(place, task, _FAMILIES.get(task, "real"), sample[1], video, at, row)


def _items(asked: list[Asked]) -> Iterator[tuple[Place, Item]]:
    """Items with their ids, in the order of the files."""
    by_sample: defaultdict[tuple[str, str], list[Asked]] = defaultdict(list)
    for each in asked:
        by_sample[each.family, each.sample].append(each)
    order = {
        each.place: number
        for group in by_sample.values()
        for number, each in enumerate(sorted(group, key=lambda each: each.at_ms), start=1)
    }
    for each in asked:
        yield each.place, _item(each, order[each.place])


def _item(each: Asked, number: int) -> Item:
    category = OMNI if each.family in _OMNI_FAMILIES else CONTEXTUAL
    extra: dict[str, Any] = {"category": REAL_TIME if each.family == "real" else category}
    choices: tuple[str, ...]
    if each.task == PROACTIVE:
        choices, right = (), _proactive(each)
        extra["speaks_up_later"] = True
        extra["to_say"] = wanted(each.row, "ground_truth_output", str, each.place)
    else:
        choices, right = _choice(each)
    if each.family == "sequential":
        extra["number_in_sequence"] = number
    return Item(
        id=f"{each.family}-{each.sample}-{number}",
        dataset="streamingbench",
        video=each.video,
        question=wanted(each.row, "question", str, each.place),
        choices=choices,
        gold=Gold(right),
        group=each.task,
        asked_at_ms=each.at_ms,
        extra=MappingProxyType(extra),
    )


def _choice(each: Asked) -> tuple[tuple[str, ...], RightAnswer]:
    choices = without_letters(texts(each.row, "options", each.place))
    answer = wanted(each.row, "answer", str, each.place)
    right = index_of(answer.strip(), choices)
    if right is None:
        raise each.place.bad(f"the answer {answer!r} is none of the {len(choices)} options")
    return choices, RightAnswer(choice=right)


def _proactive(each: Asked) -> RightAnswer:
    """The moment. What to say then is no secret: the request quotes it, and so does its prompt."""
    due = clock_ms(each.row.get("ground_truth_time_stamp"))
    if due is None or due < each.at_ms:
        raise each.place.bad("'ground_truth_time_stamp' is no time after 'time_stamp'")
    return RightAnswer(at_ms=due)
