"""Whether the memory shows what is asked at all: a calibrated judgement, as data.

Logistic regression on ``evaluation/gold/questions_dev.jsonl`` (113 questions the film answers, 76
it does not) and 40 sentences about other videos (ActivityNet Captions), at half weight. Of what
else was tried there (nearness of the whole question, a thesaurus, ranks against a background
vocabulary, numbers of words) nothing refused more at the same cost.
"""

import math

from agent.rules.scoring import Signals

_RARE_WORDS, _PEAK, _MISSING, _BIAS = 1.28, 0.97, -13.25, 0.47

LEAST_LIKELIHOOD = 0.55
"""Below it the answer is that the memory does not show it. The highest cut that costs no right
moment on the dev questions: 12 of 113 answerable ones refused, 53 of 76 of the others (weights
cross-validated; the words of :mod:`agent.rules.naming` were chosen with these questions known)."""


def likelihood(signals: Signals) -> float:
    """How likely the memory shows it, 0 to 1."""
    total = (
        _BIAS
        + _RARE_WORDS * signals.rare_word_fit
        + _PEAK * signals.score_peak
        + _MISSING * signals.missing_kinds
    )
    return 1 / (1 + math.exp(-total))


def is_shown(signals: Signals) -> bool:
    """Whether to answer at all."""
    return likelihood(signals) >= LEAST_LIKELIHOOD
