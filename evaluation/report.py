"""What every measurement returns: rows, scores, and the machine they were measured on."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import psutil


@dataclass(frozen=True, slots=True)
class BenchRow:
    """One figure beside its floor.

    ``ratio`` is ours / floor where both are given; ``peers`` are other parts measured in the same
    run, by name; ``bar`` says in words what must hold.
    """

    name: str
    ours: float
    unit: str
    floor: float | None = None
    bar: str = ""
    peers: Mapping[str, float] = field(default_factory=dict)

    @property
    def ratio(self) -> float | None:
        """Ours over the floor, or None without one."""
        return self.ours / self.floor if self.floor else None


@dataclass(frozen=True, slots=True)
class Score:
    """The figures of one data set, beside its floors.

    ``n`` counts the items scored; those that failed (``errors``) or were not asked, because their
    video is in no memory (``not_asked``), are not among them. ``metrics`` are shares or points by
    name; ``floors`` holds the same metrics for each blind floor, ``intervals`` a 95 % interval;
    ``notes`` say in words what the figures do not.
    """

    name: str
    n: int
    metrics: Mapping[str, float]
    floors: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    errors: int = 0
    not_asked: int = 0
    notes: tuple[str, ...] = ()

    @property
    def partial(self) -> bool:
        """Whether items are missing from the figures."""
        return bool(self.errors or self.not_asked)

    def document(self) -> dict[str, Any]:
        """The score as ``eval … --json`` prints it (design §6)."""
        return {
            "name": self.name,
            "n": self.n,
            "metrics": dict(self.metrics),
            "floors": {floor: dict(metrics) for floor, metrics in self.floors.items()},
            "intervals": {metric: list(span) for metric, span in self.intervals.items()},
            "errors": self.errors,
            "not_asked": self.not_asked,
            "notes": list(self.notes),
        }


def machine() -> str:
    """Cores and load of this machine, to print beside absolute figures."""
    return f"{psutil.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
