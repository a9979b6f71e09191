"""Files of predictions: our own run's, and what the official submission files share."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from evaluation.runs.prediction import Prediction
from runtime.errors import BadPredictionsError, NotFoundError

OWN = "predictions.jsonl"
RESULT_HINT = f"Hand in the benchmark's own result form, or a {OWN} of `longtake eval run`."


def own_file(path: Path) -> Path | None:
    """The file of a run of ours, given itself or its folder; None if it is none."""
    inside = path / OWN if path.is_dir() else path
    return inside if inside.suffix == ".jsonl" and inside.is_file() else None


def read_own(path: Path) -> dict[str, Prediction]:
    """The predictions of a run of ours. After an error, what was answered later counts."""
    read: dict[str, Prediction] = {}
    # as bytes: inside a text, Unicode has other line ends, and a byte may be of no character
    for number, line in enumerate(path.read_bytes().split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            prediction = Prediction.model_validate_json(line)
        except ValidationError as error:
            problem = error.errors()[0]
            raise bad(
                path, f"line {number}: {'.'.join(map(str, problem['loc']))} {problem['msg']}"
            ) from error
        earlier = read.get(prediction.item_id)
        if earlier is not None and earlier.error is None:
            raise bad(path, f"line {number} answers {prediction.item_id!r} again")
        read[prediction.item_id] = prediction
    return read


def bad(path: Path, what: str) -> BadPredictionsError:
    """The error to raise when a file of predictions is not of the form that is scored."""
    return BadPredictionsError(f"{path.name}: {what}", RESULT_HINT)


def json_files(path: Path) -> list[Path]:
    """The file itself, or every JSON file of a folder in the order of their names."""
    if path.is_dir():
        if found := sorted(path.glob("*.json")):
            return found
        raise NotFoundError(f"there is no JSON file in {path}", "Name the folder of result files.")
    if not path.is_file():
        raise NotFoundError(f"there is no file {path}", "Name a file of predictions.")
    return [path]


def read_json(path: Path) -> Any:
    """The file as JSON, in which no object may name a thing twice."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        fields = dict(pairs)
        if len(fields) < len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise bad(path, f"{twice!r} stands in one object twice")
        return fields

    try:
        return json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=unique)
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise bad(path, f"not JSON ({error})") from error


def answer_map(path: Path) -> dict[str, Prediction]:
    """``{question: answer}``: the submission form of several benchmarks."""
    read: dict[str, Prediction] = {}
    for file in json_files(path):
        answers = read_json(file)
        if not isinstance(answers, dict):
            raise bad(file, "an object of question and answer is expected")
        merge(read, (answered(key, value, file) for key, value in answers.items()), file)
    return read


def answered(item_id: str, value: Any, path: Path) -> Prediction:
    """One answer as it stands in a file: a text, an index from 0, or null for none."""
    if value is None:
        return Prediction(item_id=item_id, error="no answer in the file")
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise bad(path, f"the answer to {item_id!r} is {value!r:.40}")
    if isinstance(value, str):
        return Prediction(item_id=item_id, text=value)
    if value < 0:
        return Prediction(item_id=item_id)
    return Prediction(item_id=item_id, choice=value)


def merge(read: dict[str, Prediction], more: Iterable[Prediction], path: Path) -> None:
    """Add predictions, none of which may answer what is answered already."""
    for prediction in more:
        if prediction.item_id in read:
            raise bad(path, f"{prediction.item_id!r} is answered twice")
        read[prediction.item_id] = prediction


def rows(value: Any, path: Path) -> Iterator[Mapping[str, Any]]:
    """The objects of a list."""
    if not isinstance(value, list):
        raise bad(path, "a list is expected")
    for row in value:
        if not isinstance(row, Mapping):
            raise bad(path, f"{row!r:.40} is no object")
        yield row
