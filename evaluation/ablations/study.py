"""Running the ablations: every row of every table over the same questions, and what they show."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from langchain_core.language_models import BaseChatModel

from cypher.store import Store
from evaluation.ablations import nextqa
from evaluation.ablations.film import film_items, film_memories
from evaluation.ablations.scoring import (
    ACCURACY,
    RIGHT,
    Graded,
    grade_choices,
    grade_moments,
)
from evaluation.ablations.tables import ABLATIONS, TITLES, Ablation, Table
from evaluation.item import Item
from evaluation.opened_store import opened_store
from evaluation.report import Score, machine
from evaluation.runs.prediction import Prediction
from evaluation.runs.run import Options, run
from evaluation.runs.subset import Subset
from runtime.errors import NotFoundError, UsageError
from runtime.progress import Progress, Silent
from runtime.settings import Settings

SAMPLE = 60
"""Questions of each set, by default; the same for every row."""

Grade = Callable[[str, Sequence[Item], Mapping[str, Prediction]], Graded]


@dataclass(frozen=True, slots=True)
class Questions:
    """A set of questions, the libraries that hold its memory by perceiver, and how it is graded.

    ``tables`` are those that say something about such a memory.
    """

    name: str
    items: Sequence[Item]
    libraries: Mapping[str, str]
    grade: Grade
    headline: str
    tables: Sequence[Table] = tuple(TITLES)

    def fits(self, one: Ablation) -> bool:
        """Whether a row can be asked of this memory, and tells something."""
        return one.table in self.tables and one.perceiver in self.libraries


_OF_ONE_TIER: tuple[Table, ...] = ("retrieval", "tools", "rounds", "k")
"""A memory of one caption a second has no leaves below them, and was perceived once."""


@dataclass(frozen=True, slots=True)
class Row:
    """One ablation over one set of questions; ``gain`` is over the product, in points, paired."""

    ablation: Ablation
    questions: str
    headline: str
    score: Score
    gain: tuple[float, float, float] | None = None

    def document(self) -> dict[str, Any]:
        """As ``--json`` prints it."""
        return {
            "table": self.ablation.table,
            "row": self.ablation.name,
            "is_product": self.ablation.is_product,
            "questions": self.questions,
            "headline": self.headline,
            "gain": None if self.gain is None else list(self.gain),
            **self.score.document(),
        }


@dataclass(frozen=True, slots=True)
class Study:
    """All rows, and where and when they were made. ``notes`` say what was left out and why."""

    rows: Sequence[Row]
    reasoner: str
    machine: str
    date: str
    notes: Sequence[str] = ()

    def document(self) -> dict[str, Any]:
        """As ``longtake eval ablations --json`` prints it."""
        return {
            "rows": [row.document() for row in self.rows],
            "reasoner": self.reasoner,
            "machine": self.machine,
            "date": self.date,
            "notes": list(self.notes),
        }


def run_ablations(
    settings: Settings,
    *,
    tables: Sequence[str] = (),
    sample: int | None = SAMPLE,
    seed: int = 0,
    workers: int = 1,
    data: Path | None = None,
    model: BaseChatModel | None = None,
    store: Store | None = None,
    progress: Progress | None = None,
) -> Study:
    """Asks a sample of the film's own questions, and of NExT-QA where its replay memory is stored,
    once for every row. A row that was asked before with the same code is not asked again.

    ``sample`` None asks all. Raises what running raises; NExT-QA that is not there is a note.
    """
    if unknown := [table for table in tables if table not in TITLES]:
        raise UsageError(f"there is no table {unknown[0]!r}", f"Tables: {', '.join(TITLES)}.")
    chosen = [row for row in ABLATIONS if not tables or row.table in tables]
    progress = progress or Silent()
    with (
        opened_store(settings, progress, store=store) as opened,
        film_memories(opened, settings, progress) as libraries,
    ):
        asked = [Questions("film", film_items(), libraries, grade_moments, RIGHT)]
        notes = []
        try:
            asked.append(_nextqa(opened, data))
        except NotFoundError as error:
            notes.append(f"NExT-QA, {error.message}: {error.hint.removesuffix('.')}")
        options = Options(subset=Subset(sample=sample, seed=seed), workers=workers)
        study = _Study(settings, options, model, opened, progress)
        rows = [row for questions in asked for row in study.over(questions, chosen)]
    return Study(
        rows=rows,
        reasoner=settings.reasoner if model is None else model._llm_type,
        machine=machine(),
        date=datetime.now(UTC).date().isoformat(),
        notes=notes,
    )


def _nextqa(store: Store, data: Path | None) -> Questions:
    items = nextqa.nextqa_items(store, data)
    libraries = {"text": nextqa.LIBRARY}
    return Questions("nextqa", items, libraries, grade_choices, ACCURACY, _OF_ONE_TIER)


class _Study:
    def __init__(
        self,
        settings: Settings,
        options: Options,
        model: BaseChatModel | None,
        store: Store,
        progress: Progress,
    ) -> None:
        self._settings = settings
        self._options = options
        self._model = model
        self._store = store
        self._progress = progress

    def over(self, questions: Questions, chosen: Sequence[Ablation]) -> list[Row]:
        """The rows of one set of questions. What is the same in two tables is run once."""
        product = next(one for one in ABLATIONS if one.is_product)
        fitting = [one for one in chosen if questions.fits(one)]
        graded: dict[tuple[str, str], Graded] = {}
        for one in (product, *fitting):
            if (key := _key(one)) not in graded:
                graded[key] = self._graded(questions, one)
        whole = graded[_key(product)]
        return [
            Row(
                one,
                questions.name,
                questions.headline,
                graded[_key(one)].score,
                None if one.is_product else graded[_key(one)].gain_over(whole),
            )
            for one in fitting
        ]

    def _graded(self, questions: Questions, one: Ablation) -> Graded:
        options = replace(
            self._options, library=questions.libraries[one.perceiver], reach=one.reach
        )
        report = run(
            f"ablation-{questions.name}", questions.items, self._settings, options,
            model=self._model, store=self._store, progress=self._progress,
        )  # fmt: skip
        asked = [item for item in questions.items if item.id in report.predictions]
        graded = questions.grade(f"{one.table}: {one.name}", asked, report.predictions)
        score = replace(graded.score, not_asked=len(report.not_asked))
        return replace(graded, score=score)


def _key(one: Ablation) -> tuple[str, str]:
    return one.perceiver, one.reach.model_dump_json()
