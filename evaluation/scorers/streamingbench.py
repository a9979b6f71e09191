"""StreamingBench's rule: percent right by task, by category and over all, every question alike.

The letter is the first character of the answer; an empty answer is not counted. Proactive output
is right if it came within two seconds of its moment, whatever was said. Ours wants the words as
well, and nothing but them: whoever repeats the request has said them too, since most quote them.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from evaluation.datasets.choices import letter
from evaluation.datasets.official_file import Place
from evaluation.datasets.right_answer import RightAnswer
from evaluation.datasets.streamingbench import (
    Asked,
    entries_of,
    questions_of,
)
from evaluation.datasets.time_references import seconds_ms
from evaluation.item import Item
from evaluation.report import Score
from evaluation.runs.prediction import Prediction
from evaluation.scorers import marking
from evaluation.scorers.marking import Benchmark, Figures, Rule, Totals, response
from evaluation.scorers.multiple_choice import strict_choice
from evaluation.scorers.prediction_files import (
    RESULT_HINT,
    answered,
    bad,
    json_files,
    merge,
    read_json,
)
from evaluation.scorers.reading import same_words
from runtime.errors import BadDatasetError, BadPredictionsError

_SLACK_MS = 2000
_NOT_A_MODEL = frozenset(
    {
        "task_type", "task", "question", "question_id", "type", "options", "answer", "gt", "time",
        "time_stamp", "ground_truth_time_stamp", "ground_truth_output", "required_ability",
        "audio_path", "temporal_clue_type", "frames_required", "results", "response", "correct",
        "error",
    }
)  # fmt: skip


def _official(item: Item, right: RightAnswer, prediction: Prediction) -> float | None:
    if right.at_ms is not None:
        return float(_in_time(right, prediction))
    said = response(item, prediction)
    if not said or right.choice is None:
        return None
    return float(said[0] == letter(right.choice))


def _strict(item: Item, right: RightAnswer, prediction: Prediction) -> float:
    if right.at_ms is not None:
        return float(_in_time(right, prediction) and _said_alone(item, prediction))
    return strict_choice(item, right, prediction)


def _in_time(right: RightAnswer, prediction: Prediction) -> bool:
    if right.at_ms is None or not prediction.moments_ms:
        return False
    return abs(prediction.moments_ms[0][0] - right.at_ms) <= _SLACK_MS


def _said_alone(item: Item, prediction: Prediction) -> bool:
    return same_words(prediction.text, item.extra["to_say"])


def _average(totals: Totals) -> dict[str, Figures]:
    return totals.shares()


BENCHMARK = Benchmark(
    name="streamingbench",
    tasks=lambda item: {item.group: 1.0, item.extra["category"]: 1.0},
    official=Rule("official", _official, _average),
    strict=Rule("strict", _strict, _average),
)


def score(items: Sequence[Item], predictions: Mapping[str, Prediction]) -> Score:
    """The score by the official and by the strict rule."""
    return marking.score(BENCHMARK, items, predictions)


def read(path: Path, items: Sequence[Item]) -> dict[str, Prediction]:
    """The question files once a model has answered: its answer stands in each question.

    Results as OASIS writes them (``{"results": [...]}``, a ``prediction`` in each) are read too.
    """
    ids = {(*_prefix(item.id), item.asked_at_ms, item.question): item.id for item in items}
    found: dict[str, Prediction] = {}
    for file in json_files(path):
        merge(found, _answers(_asked_in(file), ids, file), file)
    return found


def _asked_in(path: Path) -> list[Asked]:
    value = read_json(path)
    if isinstance(value, Mapping) and "results" in value:
        value = value["results"]
    try:
        entries = entries_of(value, Place(path))
        return [each for place, entry in entries for each in questions_of(entry, place)]
    except BadDatasetError as error:
        raise BadPredictionsError(error.message, RESULT_HINT) from error


def _prefix(item_id: str) -> tuple[str, str]:
    family, sample, _ = item_id.split("-")
    return family, sample


def _answers(
    asked: Sequence[Asked], ids: Mapping[tuple[Any, ...], str], path: Path
) -> Iterator[Prediction]:
    models = sorted({name for each in asked for name in each.row} - _NOT_A_MODEL)
    if len(models) != 1:
        named = f"answers of {', '.join(models)}" if models else "no answer of any model"
        raise bad(path, f"holds {named}; one model's answers are expected")
    for each in asked:
        if models[0] in each.row:
            key = (each.family, each.sample, each.at_ms, each.row["question"])
            if key not in ids:
                raise bad(path, f"{each.place.where} is no question of the data folder")
            yield _answer(ids[key], each.row[models[0]], each.row.get("error"), path)


def _answer(item_id: str, value: Any, error: str | None, path: Path) -> Prediction:
    if error:
        return Prediction(item_id=item_id, error=error)
    if not isinstance(value, Mapping):
        return answered(item_id, value, path)
    turns = value.get("dialog_history")
    if not isinstance(turns, list) or not turns or not isinstance(turns[-1], Mapping):
        raise bad(path, f"the answer to {item_id!r} has no dialog_history")
    last = turns[-1]
    at = seconds_ms(last.get("time"))
    said = last.get("content")
    if at is None or not isinstance(said, str):
        return Prediction(item_id=item_id, error="no answer in the file")
    return Prediction(item_id=item_id, text=said, moments_ms=((at, at),))
