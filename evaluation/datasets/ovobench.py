"""OVO-Bench: 1,640 questions on streams, asked while they run.

Backward tracing (EPM, ASI, HLD) and real-time perception (STU, OJR, ATR, ACR, OCR, FPD) are one
multiple-choice question each, asked at ``realtime``. A question of forward active responding is
asked again and again: REC (how often was it done so far), SSR (is this step being done now) and
CRR (can this be answered yet) have several test times each. Every asking is an item of its own,
``1558/3`` the fourth of question 1558, since nothing after its time may be seen; so 1,640
questions are 3,035 items. The words in which SSR and CRR are asked are ours.
"""

from collections.abc import Iterator
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
from evaluation.datasets.time_references import seconds_ms
from evaluation.gold import Gold
from evaluation.item import Item

FILES = ("ovo_bench_new.json",)
SOURCE = "JoeLeelyf/OVO-Bench"
BACKWARD = ("EPM", "ASI", "HLD")
REALTIME = ("STU", "OJR", "ATR", "ACR", "OCR", "FPD")
FORWARD = ("REC", "SSR", "CRR")
YES_NO = ("Yes", "No")


def load(folder: Path) -> Loaded:
    """All askings of all questions. Raises ``NotFoundError`` or ``BadDatasetError``."""
    path = find(folder, FILES, SOURCE)
    whole = Place(path, source=SOURCE)
    rows = listed(read_json(path, SOURCE), whole)
    pairs: list[tuple[Place, Item]] = []
    for number, row in enumerate(rows, start=1):
        place = whole.at(f"question {number}")
        task = wanted(row, "task", str, place)
        if task in FORWARD:
            pairs += _askings(row, place)
        elif task in (*BACKWARD, *REALTIME):
            pairs.append((place, _choice(row, place)))
        else:
            raise place.bad(f"the task {task!r} is none of OVO-Bench's twelve")
    videos = {item.video for _, item in pairs}
    return loaded(pairs, {"videos": len(videos), "questions": len(rows), "askings": len(pairs)})


def _choice(row: dict[str, Any], place: Place) -> Item:
    choices = tuple(option.strip() for option in texts(row, "options", place))
    right = wanted(row, "gt", int, place)
    if not 0 <= right < len(choices):
        raise place.bad(f"the answer {right} is none of the {len(choices)} options")
    return Item(
        id=str(wanted(row, "id", (int, str), place)),
        dataset="ovobench",
        video=wanted(row, "video", str, place),
        question=wanted(row, "question", str, place),
        choices=choices,
        gold=Gold(RightAnswer(choice=right)),
        group=row["task"],
        asked_at_ms=_asked(row, place),
    )


def _askings(row: dict[str, Any], place: Place) -> Iterator[tuple[Place, Item]]:
    task = row["task"]
    tests = listed(row.get("test_info"), place)
    for order, test in enumerate(tests):
        here = place.at(f"test {order + 1}")
        question, right = _forward(task, row, test, here)
        yield (
            here,
            Item(
                id=f"{wanted(row, 'id', (int, str), place)}/{order}",
                dataset="ovobench",
                video=wanted(row, "video", str, place),
                question=question,
                choices=() if task == "REC" else YES_NO,
                gold=Gold(right),
                group=task,
                asked_at_ms=_asked(test, here),
                extra=MappingProxyType({"question": row["id"], "askings": len(tests)}),
            ),
        )


def _forward(task: str, row: Any, test: Any, place: Place) -> tuple[str, RightAnswer]:
    """What is asked at a test time, and what is right then."""
    if task == "REC":
        count = wanted(test, "count", int, place)
        if count < 0:
            raise place.bad(f"nothing happens {count} times")
        activity = wanted(row, "activity", str, place)
        return f"How many times did they {activity}?", RightAnswer(count=count)
    shown = wanted(test, "type", int, place)
    if shown not in (0, 1):
        raise place.bad(f"'type' holds {shown}, not 0 or 1")
    right = RightAnswer(choice=YES_NO.index("Yes" if shown else "No"))
    if task == "SSR":
        step = wanted(test, "step", str, place)
        return f"Is this step being carried out right now: {step}?", right
    question = wanted(row, "question", str, place)
    return f"Does what has been seen so far answer this question: {question}", right


def _asked(row: Any, place: Place) -> int:
    """When a question is asked. It must be known: else all of the stream could be seen."""
    at = seconds_ms(wanted(row, "realtime", (int, float), place))
    if at is None:
        raise place.bad(f"'realtime' is {row['realtime']}, not a time in seconds")
    return at
