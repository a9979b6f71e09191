"""Video-MME's rule: percent right of the *answered*, by duration, domain and task, and over all.

The letter is the first capital from A to D once a usual beginning is taken off; an answer without
one is not counted. Two of those beginnings are written together in the official list, so that
neither is ever taken off ("Best answer: C" is read as B); that is kept. With and without subtitles
are two runs of one set of questions, scored alike under two names.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from evaluation.item import Item
from evaluation.report import Score
from evaluation.runs.prediction import Prediction
from evaluation.scorers import marking
from evaluation.scorers.marking import Benchmark, Figures, Rule, Totals
from evaluation.scorers.multiple_choice import letter_read_by, strict_choice
from evaluation.scorers.prediction_files import answered, bad, json_files, merge, read_json, rows

_BEGINNINGS = (
    "The best answer is", "The correct answer is", "The answer is", "The answer",
    "The best option is" + "The correct option is", "Best answer:" + "Best option:",
)  # fmt: skip


def first_capital(text: str) -> str:
    """The first capital from A to D, wherever it stands; empty without one."""
    text = text.strip()
    for beginning in _BEGINNINGS:
        text = text.replace(beginning, "")
    found = re.search("[ABCD]", text)
    return found[0] if found else ""


def _average(totals: Totals) -> dict[str, Figures]:
    return totals.shares()


def _tasks(item: Item) -> dict[str, float]:
    return {item.extra["duration"]: 1.0, item.extra["domain"]: 1.0, item.group: 1.0}


def benchmark(name: str) -> Benchmark:
    """How the questions are scored, under the name they were asked by."""
    return Benchmark(
        name=name,
        tasks=_tasks,
        official=Rule("official", letter_read_by(first_capital, unread=lambda _: None), _average),
        strict=Rule("strict", strict_choice, _average),
    )


def score(items: Sequence[Item], predictions: Mapping[str, Prediction]) -> Score:
    """The score by the official and by the strict rule, named as the items are."""
    return marking.score(benchmark(items[0].dataset), items, predictions)


def read(path: Path, items: Sequence[Item]) -> dict[str, Prediction]:
    """The results as the official evaluation reads them, a ``response`` in each question."""
    read_so_far: dict[str, Prediction] = {}
    for file in json_files(path):
        merge(read_so_far, _responses(read_json(file), file), file)
    return read_so_far


def _responses(videos: Any, path: Path) -> Iterator[Prediction]:
    for video in rows(videos, path):
        if video.get("missing"):
            continue
        for question in rows(video.get("questions"), path):
            if "question_id" not in question or "response" not in question:
                raise bad(path, f"a question of video {video.get('video_id')!r} has no response")
            yield answered(question["question_id"], question["response"], path)
