"""Whether the memory shows what is asked at all: a calibrated judgement, as data.

Logistic regression on ``evaluation/gold/questions_dev.jsonl`` (113 questions the film answers, 76
it does not). Of what else was tried there (nearness of the whole question, of its nouns alone, a
thesaurus, ranks against a background vocabulary) nothing refused more at the same cost.
"""

import math

from agent.rules.scoring import Signals

_RARE_WORDS, _PEAK, _BIAS = 1.82, 1.40, -0.74

LEAST_LIKELIHOOD = 0.49
"""Below it the answer is that the memory does not show it: about 1 of 6 answerable dev questions
and 4 of 7 of the others."""


def likelihood(signals: Signals) -> float:
    """How likely the memory shows it, 0 to 1."""
    total = _BIAS + _RARE_WORDS * signals.rare_word_fit + _PEAK * signals.score_peak
    return 1 / (1 + math.exp(-total))


def is_shown(signals: Signals) -> bool:
    """Whether to answer at all."""
    return likelihood(signals) >= LEAST_LIKELIHOOD
