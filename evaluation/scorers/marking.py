"""From answers to a score: what every benchmark's scorer has in common.

A benchmark is data: how an answer is marked and how marks are averaged, twice. ``official`` is its
authors' rule, kept as it is; ``strict`` is ours. A mark is 0 to 1, or None where the rule leaves
the answer out of its count. Averages are functions of totals by task, so that floors and intervals
go through the very same averaging.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from evaluation.bootstrap import MIDDLE, draws
from evaluation.datasets.choices import letter
from evaluation.datasets.right_answer import RightAnswer
from evaluation.floors import blind_floors
from evaluation.gold import Scorer
from evaluation.item import Item
from evaluation.report import Score
from evaluation.runs.prediction import Prediction
from runtime.errors import BadPredictionsError

Figures = NDArray[np.float64]
OVERALL = "overall"
_SEED = 0


@dataclass(frozen=True, slots=True)
class Totals:
    """What was right, and of how many, by task: one row a resample (one row in all without)."""

    names: Mapping[str, int]
    right: Figures
    of: Figures

    def share(self, task: str) -> Figures:
        """Percent right under a task; NaN where nothing counts under it."""
        if task not in self.names:
            return np.full(len(self.right), np.nan)
        column = self.names[task]
        of = self.of[:, column]
        share = np.full(len(of), np.nan)
        np.divide(100 * self.right[:, column], of, out=share, where=of > 0)
        return share

    def shares(self, *besides: str) -> dict[str, Figures]:
        """Percent right under every task but these."""
        return {task: self.share(task) for task in self.names if task not in besides}


def mean(figures: Sequence[Figures]) -> Figures:
    """The mean of those that count; NaN where none does."""
    stacked = np.stack(figures)
    counting = ~np.isnan(stacked)
    of = counting.sum(axis=0)
    means = np.full(of.shape, np.nan)
    np.divide(np.where(counting, stacked, 0.0).sum(axis=0), of, out=means, where=of > 0)
    return means


Mark = Callable[[Item, RightAnswer, Prediction], float | None]
Average = Callable[[Totals], dict[str, Figures]]


@dataclass(frozen=True, slots=True)
class Rule:
    """One way of counting: ``error`` is what an answer that failed is worth (None: left out)."""

    name: str
    mark: Mark
    average: Average
    error: Callable[[Item], float | None] = lambda _: None


@dataclass(frozen=True, slots=True)
class Benchmark:
    """How one benchmark is scored. ``tasks`` says under what an item counts, and how heavily;
    ``headline`` is the official figure that it is known by.
    """

    name: str
    tasks: Callable[[Item], Mapping[str, float]]
    official: Rule
    strict: Rule
    headline: str = OVERALL


def response(item: Item, prediction: Prediction) -> str:
    """What was answered, as the benchmark's authors would have read it.

    A chosen option is its letter (its words, for "Yes" and "No"), else it is the text as it stands;
    of an answer that says it has none, nothing, lest a rule find a letter in the excuse.
    """
    if prediction.choice is None:
        return prediction.text if prediction.answered else ""
    if set(item.choices) == {"Yes", "No"}:
        return item.choices[prediction.choice]
    return letter(prediction.choice)


def score(
    benchmark: Benchmark, items: Sequence[Item], predictions: Mapping[str, Prediction]
) -> Score:
    """The score of these predictions, with floors and intervals.

    Without one answer that can be scored there are no figures, only notes of why. Raises
    ``BadPredictionsError`` when a prediction is of no item, or chooses an option it has not got.
    """
    _known(items, predictions)
    right = _opened(benchmark.name, items)
    scorable = [item for item in items if right[item.id].published]
    asked = [item for item in scorable if item.id in predictions]
    errors = sum(predictions[item.id].error is not None for item in asked)
    left_out = tuple(_left_out(len(items) - len(scorable), len(scorable) - len(asked), errors))
    if not asked:
        return Score(benchmark.name, 0, {}, not_asked=len(scorable), notes=left_out)
    metrics: dict[str, float] = {}
    intervals: dict[str, tuple[float, float]] = {}
    floors: dict[str, dict[str, float]] = {}
    blind = blind_floors(asked, partial(_headline, benchmark, asked, right))
    for rule in (benchmark.official, benchmark.strict):
        marks = [_mark(rule, item, right[item.id], predictions[item.id]) for item in asked]
        figures, spans = _figures(benchmark, rule, asked, marks)
        metrics |= figures
        intervals |= spans
        for name, answers in blind.by_name.items():
            expected = [_expected(rule, item, right[item.id], answers[item.id]) for item in asked]
            floors.setdefault(name, {}).update(_points(benchmark, rule, asked, expected))
    return Score(
        name=benchmark.name,
        n=len(asked) - errors,
        metrics=metrics,
        floors=floors,
        intervals=intervals,
        errors=errors,
        not_asked=len(scorable) - len(asked),
        notes=(f"best constant: {', '.join(blind.constants)}", *left_out),
    )


def _left_out(unpublished: int, not_asked: int, errors: int) -> Iterator[str]:
    if unpublished:
        yield f"{unpublished} questions have no published answer: not scored here"
    if not_asked:
        yield f"{not_asked} questions have no prediction: in no figure"
    if errors:
        yield f"{errors} answers failed: the strict figures leave them out"


def _known(items: Sequence[Item], predictions: Mapping[str, Prediction]) -> None:
    known = {item.id: item for item in items}
    stray = [key for key in predictions if key not in known]
    if stray:
        raise BadPredictionsError(
            f"{len(stray)} predictions answer no question of the data set, first {stray[0]!r}",
            "Score them with the files they were made from.",
        )
    for key, prediction in predictions.items():
        choices = known[key].choices
        if prediction.choice is not None and not 0 <= prediction.choice < len(choices):
            raise BadPredictionsError(
                f"{key!r} chooses option {prediction.choice} of {len(choices)}",
                "Options are counted from 0.",
            )


def _opened(name: str, items: Sequence[Item]) -> dict[str, RightAnswer]:
    scorer = Scorer(f"{name} scorer")
    return {item.id: item.gold.reveal(scorer) for item in items}


def _mark(rule: Rule, item: Item, right: RightAnswer, prediction: Prediction) -> float | None:
    if prediction.error is not None:
        return rule.error(item)
    return rule.mark(item, right, prediction)


def _expected(
    rule: Rule, item: Item, right: RightAnswer, answers: Sequence[Prediction]
) -> float | None:
    """What one of several answers, all as likely, is worth on average; 0 when there is none."""
    marks = [rule.mark(item, right, answer) for answer in answers]
    counting = [mark for mark in marks if mark is not None]
    return sum(counting) / len(answers) if answers else 0.0


def _headline(
    benchmark: Benchmark,
    asked: Sequence[Item],
    right: Mapping[str, RightAnswer],
    answers: Mapping[str, Prediction],
) -> float:
    """The official figure of blind answers to some of the items, nothing for the others."""
    rule = benchmark.official
    marks = [
        (rule.mark(item, right[item.id], answers[item.id]) or 0.0) if item.id in answers else 0.0
        for item in asked
    ]
    return _points(benchmark, rule, asked, marks)[f"{rule.name}/{benchmark.headline}"]


def _points(
    benchmark: Benchmark, rule: Rule, items: Sequence[Item], marks: Sequence[float | None]
) -> dict[str, float]:
    names, right, of = _by_video(benchmark, items, marks)
    everything = Totals(names, right.sum(axis=0, keepdims=True), of.sum(axis=0, keepdims=True))
    return {
        f"{rule.name}/{name}": float(values[0])
        for name, values in rule.average(everything).items()
        if not np.isnan(values[0])
    }


def _figures(
    benchmark: Benchmark, rule: Rule, items: Sequence[Item], marks: Sequence[float | None]
) -> tuple[dict[str, float], dict[str, tuple[float, float]]]:
    """Points, and 95 % intervals over resampled videos."""
    points = _points(benchmark, rule, items, marks)
    names, right, of = _by_video(benchmark, items, marks)
    drawn = draws(len(right), _SEED)
    resampled = rule.average(Totals(names, drawn @ right, drawn @ of))
    spans = {}
    for name, values in resampled.items():
        if (key := f"{rule.name}/{name}") in points:
            low, high = np.nanpercentile(values, MIDDLE)
            spans[key] = (float(low), float(high))
    return points, spans


def _by_video(
    benchmark: Benchmark, items: Sequence[Item], marks: Sequence[float | None]
) -> tuple[dict[str, int], Figures, Figures]:
    """Marks and counts summed: a row a video, a column a task, one of them (OVERALL) for all."""
    columns = [{OVERALL: 1.0, **benchmark.tasks(item)} for item in items]
    names = {
        name: n for n, name in enumerate(dict.fromkeys(key for each in columns for key in each))
    }
    videos = {name: n for n, name in enumerate(dict.fromkeys(item.video for item in items))}
    right = np.zeros((len(videos), len(names)))
    of = np.zeros_like(right)
    for item, weights, mark in zip(items, columns, marks, strict=True):
        if mark is None:
            continue
        for name, weight in weights.items():
            right[videos[item.video], names[name]] += weight * mark
            of[videos[item.video], names[name]] += weight
    return names, right, of
