"""What a replay found: the standard parts and ours on the same queries, and the gains of ours.

Figures are percentages. A metric is named ``GROUP: FIGURE`` (``own video: R@1``), where a group is
a set of queries asked under one rule: people see one table a group.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from evaluation.bootstrap import interval, paired_gain


@dataclass(frozen=True, slots=True)
class ReplayRow:
    """One part's figures, by metric; of ours, what it gains on the best standard part as well."""

    name: str
    metrics: Mapping[str, float]
    ours: bool = False
    gains: Mapping[str, "Gain"] = field(default_factory=dict)

    def document(self) -> dict[str, Any]:
        """As the contract prints it."""
        return {
            "name": self.name,
            "ours": self.ours,
            "metrics": _rounded(self.metrics),
            "gains": {metric: gain.document() for metric, gain in self.gains.items()},
        }


@dataclass(frozen=True, slots=True)
class Gain:
    """How many points ours is above the row named ``beside``: mean and paired 95 % interval."""

    mean: float
    low: float
    high: float
    beside: str

    def document(self) -> dict[str, Any]:
        """As the contract prints it."""
        mean, low, high = (round(value, 2) for value in (self.mean, self.low, self.high))
        return {"mean": mean, "low": low, "high": high, "beside": self.beside}


@dataclass(frozen=True, slots=True)
class ReplayReport:
    """A replay's figures.

    ``gains`` and ``intervals`` (of ours itself) are by metric, of the last of our rows that has it;
    ``counts`` is the number of queries by group where groups differ from ``n``; ``notes`` say what
    a reader of the figures must know (values chosen, by which half).
    """

    name: str
    n: int
    rows: Sequence[ReplayRow]
    gains: Mapping[str, Gain] = field(default_factory=dict)
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    notes: Sequence[str] = ()

    def document(self) -> dict[str, Any]:
        """The contract's JSON (design §6), with every part's row and the gains beside it.

        ``metrics`` are ours; ``floors`` holds the standard parts' by name. Where several rows are
        ours, the last that has a metric stands for us.
        """
        ours: dict[str, float] = {}
        for row in self.rows:
            if row.ours:
                ours |= _rounded(row.metrics)
        return {
            "name": self.name,
            "n": self.n,
            "metrics": ours,
            "floors": {row.name: _rounded(row.metrics) for row in self.rows if not row.ours},
            "intervals": {
                metric: [round(low, 2), round(high, 2)]
                for metric, (low, high) in self.intervals.items()
            },
            "gains": {metric: gain.document() for metric, gain in self.gains.items()},
            "rows": [row.document() for row in self.rows],
            "counts": dict(self.counts),
            "notes": list(self.notes),
        }


def _rounded(metrics: Mapping[str, float]) -> dict[str, float]:
    return {metric: round(value, 2) for metric, value in metrics.items()}


class Tally:
    """Collects what each part scored on the same queries, and makes the report of it.

    A score is one number a query, from 0 to 1; all parts of a metric must give as many, in the
    same order, as :meth:`queries` named videos for its group.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._videos: dict[str, Sequence[str]] = {}
        self._scores: dict[str, dict[str, ArrayLike]] = {}
        self._ours: set[str] = set()

    def queries(self, group: str, videos: Sequence[str]) -> None:
        """The data set's id of each query's video, for the metrics of this group."""
        self._videos[group] = videos

    def add(self, part: str, metric: str, scores: ArrayLike, *, ours: bool = False) -> None:
        """What a part scored; ``metric`` begins with its group and a colon."""
        self._scores.setdefault(part, {})[metric] = scores
        if ours:
            self._ours.add(part)

    def report(self, *, n: int, notes: Sequence[str] = ()) -> ReplayReport:
        """All rows in the order they were first added, each of ours beside the best."""
        rows = [
            ReplayRow(
                part,
                {metric: _percent(each) for metric, each in scores.items()},
                part in self._ours,
            )
            for part, scores in self._scores.items()
        ]
        rows = [replace(row, gains=self._gains(row, rows)) if row.ours else row for row in rows]
        gains: dict[str, Gain] = {}
        intervals: dict[str, tuple[float, float]] = {}
        for row in rows:
            gains |= row.gains
            if row.ours:
                intervals |= {
                    metric: interval(self._scores[row.name][metric], self._videos[group_of(metric)])
                    for metric in row.metrics
                }
        counts = {group: len(videos) for group, videos in self._videos.items()}
        return ReplayReport(self._name, n, rows, gains, intervals, counts, notes)

    def _gains(self, row: ReplayRow, rows: Sequence[ReplayRow]) -> dict[str, Gain]:
        """By metric, where a standard part has it."""
        gains = {}
        for metric in row.metrics:
            beside = best_part(rows, metric)
            if beside is not None:
                ours, theirs = (self._scores[name][metric] for name in (row.name, beside))
                videos = self._videos[group_of(metric)]
                gains[metric] = Gain(*paired_gain(ours, theirs, videos), beside)
        return gains


def group_of(metric: str) -> str:
    """``own video`` of ``own video: R@1``."""
    return metric.partition(":")[0]


def best_part(rows: Sequence[ReplayRow], metric: str) -> str | None:
    """The name of the best standard part by a metric, the first of equals; None without any."""
    standard = [row for row in rows if not row.ours and metric in row.metrics]
    return max(standard, key=lambda row: row.metrics[metric]).name if standard else None


def _percent(scores: ArrayLike) -> float:
    return float(np.mean(np.asarray(scores, dtype=np.float64))) * 100
