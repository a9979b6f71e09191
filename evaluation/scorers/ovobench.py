"""OVO-Bench's rule: percent right by task, the mean of a group's tasks, the mean of three groups.

A letter, "Yes" or "No" is right if it stands anywhere in the answer; a number if all the digits in
the answer, written together, are it. An answer that failed is wrong. So tasks count alike within
their group, however many questions they have, and groups count alike, however many tasks. Ours
reads strictly, leaves out what failed, and adds ``by question``: every question alike, one that was
asked several times with the mean of its askings, as the paper describes it.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from evaluation.datasets.choices import letter
from evaluation.datasets.ovobench import BACKWARD, FORWARD, REALTIME
from evaluation.datasets.right_answer import RightAnswer
from evaluation.gold import Scorer
from evaluation.item import Item
from evaluation.report import Score
from evaluation.runs.prediction import Prediction
from evaluation.scorers import marking
from evaluation.scorers.marking import OVERALL, Benchmark, Figures, Rule, Totals, mean, response
from evaluation.scorers.multiple_choice import strict_choice
from evaluation.scorers.prediction_files import answered, bad, json_files, merge, read_json, rows
from evaluation.scorers.reading import number, yes_or_no

_GROUPS = {"backward": BACKWARD, "realtime": REALTIME, "forward": FORWARD}
_BY_QUESTION = "by question"


def _official(item: Item, right: RightAnswer, prediction: Prediction) -> float:
    text = response(item, prediction)
    if right.count is not None:
        return float("".join(re.findall(r"\d+", text)) == str(right.count))
    if right.choice is None:
        return 0.0
    if item.group in FORWARD:
        wanted = item.choices[right.choice]
        return float(wanted in text or text == wanted[0])
    return float(letter(right.choice) in text)


def _strict(item: Item, right: RightAnswer, prediction: Prediction) -> float:
    if right.count is not None:
        return float(number(response(item, prediction)) == right.count)
    if item.group in FORWARD and right.choice is not None:
        said = yes_or_no(response(item, prediction))
        return float(said is not None and said == (item.choices[right.choice] == "Yes"))
    return strict_choice(item, right, prediction)


def _official_average(totals: Totals) -> dict[str, Figures]:
    figures = totals.shares(OVERALL, _BY_QUESTION)
    groups = {
        group: mean([totals.share(task) for task in tasks]) for group, tasks in _GROUPS.items()
    }
    return {"total": mean(list(groups.values())), **groups, **figures}


def _strict_average(totals: Totals) -> dict[str, Figures]:
    return {_BY_QUESTION: totals.share(_BY_QUESTION), **_official_average(totals)}


BENCHMARK = Benchmark(
    name="ovobench",
    tasks=lambda item: {item.group: 1.0, _BY_QUESTION: 1 / item.extra.get("askings", 1)},
    official=Rule("official", _official, _official_average, error=lambda _: 0.0),
    strict=Rule("strict", _strict, _strict_average),
    headline="total",
)


def score(items: Sequence[Item], predictions: Mapping[str, Prediction]) -> Score:
    """The score by the official and by the strict rule."""
    return marking.score(BENCHMARK, items, predictions)


def read(path: Path, items: Sequence[Item]) -> dict[str, Prediction]:
    """The result files of one model: ``{"backward": [], "realtime": [], "forward": []}`` each."""
    found: dict[str, Prediction] = {}
    for file in json_files(path):
        result = read_json(file)
        if not isinstance(result, Mapping) or not set(_GROUPS) & set(result):
            raise bad(file, "an object of backward, realtime and forward results is expected")
        single = [
            row for group in ("backward", "realtime") for row in rows(result.get(group, []), file)
        ]
        merge(found, _single(single, items, file), file)
        merge(found, _repeated(rows(result.get("forward", []), file), file), file)
    return found


def _single(
    results: Sequence[Mapping[str, Any]], items: Sequence[Item], path: Path
) -> Iterator[Prediction]:
    """Answers to questions asked once.

    Some published results name one id twice and leave another out: questions of the same words on
    the same video. The second is the answer to the question that was left out.
    """
    named = {str(row.get("id")) for row in results}
    taken: set[str] = set()
    homeless: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    own: dict[str, tuple[str, ...]] = {}
    scorer = Scorer("ovobench result files")
    for item in items:
        if item.choices and item.group not in FORWARD:
            right = letter(item.gold.reveal(scorer).choice)
            own[item.id] = (item.group, item.question, PurePosixPath(item.video).name, right)
            if item.id not in named:
                homeless[own[item.id]].append(item.id)
    for row in results:
        asked = str(row.get("id"))
        key = (
            str(row.get("task")),
            str(row.get("question")),
            PurePosixPath(str(row.get("video"))).name,
            str(row.get("ground_truth")),
        )
        if (asked in taken or own.get(asked, key) != key) and homeless[key]:
            asked = homeless[key].pop(0)
        taken.add(asked)
        yield answered(asked, row.get("response"), path)


def _repeated(results: Iterator[Mapping[str, Any]], path: Path) -> Iterator[Prediction]:
    for row in results:
        for order, test in enumerate(rows(row.get("test_info"), path)):
            yield answered(f"{row.get('id')}/{order}", test.get("response"), path)
