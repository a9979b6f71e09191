"""Contenders timed in one run, in turn, so that what else the machine does falls on all alike."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from typing import TypeVar

from evaluation.report import BenchRow

T = TypeVar("T")

SEED = 11


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds of one contender, one for each question."""

    ms: tuple[float, ...]

    @property
    def p50(self) -> float:
        """The median."""
        return median(self.ms)

    @property
    def p95(self) -> float:
        """What 95 of 100 stay below."""
        return quantiles(self.ms, n=20, method="inclusive")[-1]


def contest(
    contenders: Mapping[str, Callable[[T], object]], questions: Sequence[T], warm_up: Sequence[T]
) -> dict[str, Times]:
    """Each question put to each contender, in a drawn order for each question.

    The ``warm_up`` questions come first and are not timed: they fill caches, compile plans and let
    the JVM see what is hot.
    """
    draw = random.Random(SEED)  # noqa: S311 - an order, no secret
    taken: dict[str, list[float]] = {name: [] for name in contenders}
    order = list(contenders.items())
    for number, question in enumerate((*warm_up, *questions)):
        draw.shuffle(order)
        for name, answer in order:
            began = time.perf_counter()
            answer(question)
            seconds = time.perf_counter() - began
            if number >= len(warm_up):
                taken[name].append(1000 * seconds)
    return {name: Times(tuple(ms)) for name, ms in taken.items()}


def rows(
    name: str,
    ours: str,
    floor: str,
    times: Mapping[str, Times],
    bar: str = "",
) -> list[BenchRow]:
    """One row of medians, which must hold the bar, and one of 95th percentiles beside it."""
    peers = [peer for peer in times if peer not in (ours, floor)]
    return [
        BenchRow(
            f"{name}, {which}",
            ours=_at(times[ours], which),
            unit="ms",
            floor=_at(times[floor], which),
            bar=held,
            peers={peer: _at(times[peer], which) for peer in peers},
        )
        for which, held in (("median", bar), ("p95", ""))
    ]


def _at(times: Times, which: str) -> float:
    return times.p50 if which == "median" else times.p95
