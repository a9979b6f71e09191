"""Fits the weights by which the rules reasoner weighs options: ``python -m`` this module.

A conditional logistic regression (the chance of the right one among the options of a question) on
each half of NExT-QA's videos, printed as the product's data file holds them. The captions are read
as passages straight from the files; no database is needed. They are encoded first, which takes
about ten minutes of one core.
"""

import json
import sys
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize  # type: ignore[import-untyped]  # no stubs

from agent.remembering import remembering
from agent.rules.options import OptionWeights, signals, standing_out
from agent.rules.passages import Passage
from evaluation.gold import Scorer
from evaluation.replays.halves import half_of
from evaluation.replays.nextqa_videos import SECOND_MS, Film, FiveWay, load
from runtime.embedder import Embedder, load_embedder
from runtime.settings import settings

_SCORER = Scorer("nextqa weights")
_RIDGE = 3e-3
"""Penalty of the squared weights; ten times as much moves none of them by more than .03."""
_DECIMALS = 2

Numbers = NDArray[np.float64]


def refit(
    films: Sequence[Film], questions: Sequence[FiveWay], embedder: Embedder
) -> tuple[OptionWeights, OptionWeights]:
    """The weights that each half gives."""
    passages = {film.id: _passages(film) for film in films}
    in_order = sorted(questions, key=lambda one: one.film)
    told = np.array(
        [
            standing_out(signals(one.text, one.options, passages[one.film], embedder))
            for one in in_order
        ]
    )
    right = np.array([one.right.reveal(_SCORER) for one in in_order])
    half = np.array([half_of(one.film) for one in in_order])
    first, second = (fit(told[half == side], right[half == side]) for side in (0, 1))
    return first, second


def fit(told: Numbers, right: NDArray[np.intp]) -> OptionWeights:
    """The likeliest weights; ``told`` has shape (questions, options, signals)."""
    rows = np.arange(len(told))

    def loss(weights: Numbers) -> tuple[float, Numbers]:
        scores = told @ weights
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        value = -np.log(chances[rows, right]).mean() + _RIDGE * (weights @ weights)
        chances[rows, right] -= 1
        slope = np.einsum("qo,qos->s", chances, told) / len(told) + 2 * _RIDGE * weights
        return float(value), slope

    found = minimize(loss, np.zeros(told.shape[2]), jac=True, method="L-BFGS-B").x
    names = OptionWeights.model_fields
    return OptionWeights(**dict(zip(names, map(_rounded, found), strict=True)))


def _rounded(value: float) -> float:
    return round(float(value), _DECIMALS)


def _passages(film: Film) -> list[Passage]:
    return [
        Passage(f"{film.id}.{second}", film.id, second * SECOND_MS, (second + 1) * SECOND_MS, text)
        for second, text in enumerate(film.captions)
    ]


if __name__ == "__main__":
    halves = refit(*load(), remembering(load_embedder(settings())))
    sys.stdout.write(json.dumps([weights.model_dump() for weights in halves], indent=2) + "\n")
