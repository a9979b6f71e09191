"""Whether the memory shows what is asked at all: a calibrated judgement, as data."""

import math

from agent.rules.scoring import Signals

_WEIGHTS = {
    "rare_word_fit": 2.6,
    "joint_fit": 1.8,
    "nearest": 1.5,
    "peak": 3.0,
    "score_peak": 1.0,
    "words": 0.25,
}
_BIAS = -3.5


def likelihood(signals: Signals) -> float:
    """How likely the memory shows it, 0 to 1 (logistic regression on questions_dev.jsonl)."""
    total = _BIAS + sum(weight * getattr(signals, name) for name, weight in _WEIGHTS.items())
    return 1 / (1 + math.exp(-total))


LEAST_LIKELIHOOD = 0.35
"""Below it the answer is that the memory does not show it."""


def is_shown(signals: Signals) -> bool:
    """Whether to answer at all."""
    return likelihood(signals) >= LEAST_LIKELIHOOD
