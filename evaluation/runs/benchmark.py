"""A benchmark of others from its files to its score: load, run, score beside the blind floors."""

from dataclasses import replace
from pathlib import Path

from cypher.store import Store
from evaluation.data_folder import data_folder
from evaluation.datasets.registry import dataset, folder_of
from evaluation.report import Score
from evaluation.runs.run import Options, RunReport, run
from evaluation.scorers.registry import scorer
from runtime.progress import Progress
from runtime.settings import Settings


def run_benchmark(
    name: str,
    settings: Settings,
    options: Options | None = None,
    *,
    data: Path | None = None,
    store: Store | None = None,
    progress: Progress | None = None,
) -> tuple[RunReport, Score]:
    """Runs a benchmark with the reasoner of the settings and scores what has been answered so far.

    ``data`` holds the folders of the data sets, or the files of this one. Only items that were
    asked are scored, and floors are those of the same items; errors and items without a memory are
    counted beside, never as wrong. Raises what loading, running and scoring raise.
    """
    chosen = dataset(name)
    items = chosen.load(folder_of(chosen, data_folder(data)))
    report = run(name, items, settings, options, store=store, progress=progress)
    asked = [item for item in items if item.id in report.predictions]
    score = scorer(name).score(asked, report.predictions)
    return report, replace(score, not_asked=len(report.not_asked))
