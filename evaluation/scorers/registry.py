"""The scorer of each benchmark, by the name of its data set; and scoring a file of predictions."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Protocol

from evaluation.data_folder import data_folder
from evaluation.datasets.official_file import Loaded
from evaluation.datasets.registry import dataset, folder_of
from evaluation.item import Item
from evaluation.report import Score
from evaluation.runs.prediction import Prediction
from evaluation.scorers.prediction_files import bad, own_file, read_own


class BenchmarkScorer(Protocol):
    """What the file of each benchmark beside this one holds."""

    def score(self, items: Sequence[Item], predictions: Mapping[str, Prediction]) -> Score:
        """The score of predictions by item id."""

    def read(self, path: Path, items: Sequence[Item]) -> dict[str, Prediction]:
        """The predictions in a file of the benchmark's own result form."""


def scorer(name: str) -> BenchmarkScorer:
    """The scorer of this data set. Raises ``NotFoundError`` naming those there are."""
    module: BenchmarkScorer = import_module(f"evaluation.scorers.{dataset(name).module}")
    return module


def scored(
    name: str, loaded: Loaded, items: Sequence[Item], predictions: Mapping[str, Prediction]
) -> Score:
    """The score of some items of a data set, with what its loader had to note about the files."""
    found = scorer(name).score(items, predictions)
    return replace(found, notes=(*found.notes, *loaded.notes))


def score_file(name: str, path: Path, data: Path | None = None) -> Score:
    """Score a file (or folder) of predictions: our runs' own, or the benchmark's result form.

    ``data`` holds the folders of the data sets (default: ``$LONGTAKE_DATA``), or the files of this
    one. Raises ``NotFoundError``, ``BadDatasetError`` or ``BadPredictionsError``.
    """
    chosen = dataset(name)
    items = chosen.load(folder_of(chosen, data_folder(data)))
    own = own_file(path)
    module = scorer(name)
    predictions = read_own(own) if own is not None else module.read(path, items)
    if not predictions:
        raise bad(path, "no answer in it")
    return scored(name, items, items, predictions)
