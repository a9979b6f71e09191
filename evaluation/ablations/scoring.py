"""What an ablation's answers are worth: the right moment, what was refused, and what it cost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, median
from types import MappingProxyType

from evaluation.bootstrap import interval, paired_gain
from evaluation.gold import Scorer
from evaluation.item import Item
from evaluation.report import Score
from evaluation.runs.prediction import Prediction

CITED = 3
"""Cited moments that count."""
RIGHT = "right moment"
ACCURACY = "accuracy"
_SCORER = Scorer("ablations")


@dataclass(frozen=True, slots=True)
class Graded:
    """A score, and what it is made of: 1 or 0 by item, and what is drawn for an interval."""

    score: Score
    marks: Mapping[str, float]
    drawn: Mapping[str, str]

    def gain_over(self, other: "Graded") -> tuple[float, float, float] | None:
        """Points more than another on the items that both answered, with a paired interval."""
        both = [one for one in self.marks if one in other.marks]
        if not both:
            return None
        ours, theirs = ([marks[one] for one in both] for marks in (self.marks, other.marks))
        return paired_gain(ours, theirs, [self.drawn[one] for one in both])


def grade_moments(
    name: str, items: Sequence[Item], predictions: Mapping[str, Prediction]
) -> Graded:
    """Share of questions that are shown with a right moment among the first three cited, percent.

    Beside it: how many that are shown, and how many that are not, were refused. Intervals are over
    questions, since they are all about one film.
    """
    answered = [item for item in items if predictions[item.id].error is None]
    gold = {item.id: item.gold.reveal(_SCORER) for item in answered}
    shown = [item for item in answered if gold[item.id]]
    absent = [item for item in answered if not gold[item.id]]
    marks = {item.id: float(_shares_time(predictions[item.id], gold[item.id])) for item in shown}
    more = {
        "refused, shown": _percent([not predictions[item.id].answered for item in shown]),
        "refused, absent": _percent([not predictions[item.id].answered for item in absent]),
    }
    drawn = {item.id: item.id for item in shown}
    return _graded(name, RIGHT, items, predictions, marks=marks, drawn=drawn, more=more)


def grade_choices(
    name: str, items: Sequence[Item], predictions: Mapping[str, Prediction]
) -> Graded:
    """Percent of questions whose right option was chosen; intervals are over videos."""
    answered = [item for item in items if predictions[item.id].error is None]
    marks = {
        item.id: float(predictions[item.id].choice == item.gold.reveal(_SCORER))
        for item in answered
    }
    drawn = {item.id: item.video for item in answered}
    return _graded(name, ACCURACY, items, predictions, marks=marks, drawn=drawn)


def _graded(
    name: str,
    headline: str,
    items: Sequence[Item],
    predictions: Mapping[str, Prediction],
    *,
    marks: Mapping[str, float],
    drawn: Mapping[str, str],
    more: Mapping[str, float] = MappingProxyType({}),
) -> Graded:
    answered = [one for item in items if (one := predictions[item.id]).error is None]
    metrics = {headline: _percent(list(marks.values())), **more, **costs(answered)}
    intervals = (
        {headline: interval(list(marks.values()), [drawn[one] for one in marks])} if marks else {}
    )
    errors = len(items) - len(answered)
    score = Score(name, len(answered), metrics, intervals=intervals, errors=errors)
    return Graded(score, marks, drawn)


def costs(predictions: Sequence[Prediction]) -> dict[str, float]:
    """What an answer took."""
    if not predictions:
        return {}
    return {
        "rounds": mean(one.rounds for one in predictions),
        "prompt tokens": mean(one.prompt_tokens for one in predictions),
        "largest prompt": float(max(one.max_prompt_tokens for one in predictions)),
        "seconds": median(one.seconds for one in predictions),
    }


def _shares_time(prediction: Prediction, spans: Sequence[tuple[int, int]]) -> bool:
    return any(
        start < gold_end and gold_start < end
        for start, end in prediction.moments_ms[:CITED]
        for gold_start, gold_end in spans
    )


def _percent(values: Sequence[float]) -> float:
    return 100 * sum(values) / len(values) if values else 0.0
