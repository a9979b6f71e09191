"""The folder of a run: ``run.json`` says what it is, ``predictions.jsonl`` is written as it goes.

A line is on the disk before the next item is begun, and a line that was torn by a crash is cut off
when the folder is opened again: what stands there was answered, what does not was not.
"""

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from pydantic import ValidationError

from evaluation.runs.prediction import Prediction
from evaluation.runs.run_key import RunKey
from runtime.errors import BadPredictionsError, BusyError, UsageError

RUN = "run.json"
PREDICTIONS = "predictions.jsonl"
_LOCK = "run.lock"


class Journal:
    """The predictions of one run, opened for more; safe to add to from several threads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / PREDICTIONS
        self._lock = threading.Lock()
        self._by_item = _repaired(self.path)

    @property
    def predictions(self) -> dict[str, Prediction]:
        """What is answered so far, by item; of an item asked again, the newest."""
        with self._lock:
            return dict(self._by_item)

    def add(self, prediction: Prediction) -> None:
        """Put a prediction on the disk."""
        # ASCII, since other line ends of Unicode inside a text would look like the end of a line
        line = json.dumps(prediction.model_dump(mode="json")) + "\n"
        with self._lock:
            with self.path.open("ab") as file:
                file.write(line.encode())
                file.flush()
                os.fsync(file.fileno())
            self._by_item[prediction.item_id] = prediction


@contextmanager
def journal(folder: Path, key: RunKey) -> Iterator[Journal]:
    """The run's folder, made or gone on with, while nobody else writes to it.

    Raises :class:`UsageError` when another run is in it, :class:`BusyError` when that run is still
    going on, :class:`BadPredictionsError` when its file was changed by hand.
    """
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder / _LOCK, timeout=0):
            _check_key(folder, key)
            yield Journal(folder)
    except Timeout as error:
        raise BusyError(
            f"another process runs in {folder}", "Wait for it, or name another folder."
        ) from error


def read_key(folder: Path) -> RunKey | None:
    """The key of the run in a folder, None where none was begun. Raises ``BadPredictionsError``."""
    path = folder / RUN
    if not path.exists():
        return None
    try:
        return RunKey.model_validate_json(path.read_text("utf-8"))
    except ValidationError as error:
        raise BadPredictionsError(
            f"{path} is not of the form that a run writes", "Name another folder."
        ) from error


def _check_key(folder: Path, key: RunKey) -> None:
    stored = read_key(folder)
    if stored is None:
        if (folder / PREDICTIONS).exists():
            raise UsageError(
                f"{folder} holds predictions but no {RUN}: nobody knows what made them",
                "Name another folder.",
            )
        _write(folder / RUN, key.model_dump_json(indent=2))
    elif parts := stored.differs_from(key):
        raise UsageError(
            f"{folder} holds another run: it differs in {', '.join(parts)}",
            "Name another folder, or none; predictions of two runs make no score.",
        )


def _write(path: Path, text: str) -> None:
    """Write a small file whole or not at all."""
    beside = path.with_suffix(".tmp")
    with beside.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def _repaired(path: Path) -> dict[str, Prediction]:
    """The predictions of a file, after cutting off a last line without an end."""
    if not path.exists():
        return {}
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        with path.open("r+b") as file:
            file.truncate(whole)
            os.fsync(file.fileno())
    read: dict[str, Prediction] = {}
    for number, line in enumerate(data[:whole].split(b"\n")[:-1], start=1):
        try:
            prediction = Prediction.model_validate(_object(line))
        except ValueError as error:
            raise BadPredictionsError(
                f"{path}, line {number} is no prediction", "Name another folder."
            ) from error
        read[prediction.item_id] = prediction
    return read


def _object(line: bytes) -> Any:
    return json.loads(line.decode())
