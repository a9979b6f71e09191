"""Intervals that respect videos: queries of one video rise and fall together, so videos are drawn.

1,000 times as many videos as there are, with replacement, from a fixed seed; the middle 95 % of the
means. Each video is reduced to the sum and number of its queries first, so that a draw is one
product of matrices however many queries there are.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

_RESAMPLES = 1_000
_SEED = 20261201
MIDDLE = (2.5, 97.5)
"""Percentiles between which 95 % of the resamples lie."""


def interval(values: ArrayLike, videos: Sequence[str]) -> tuple[float, float]:
    """The 95 % interval of the mean of ``values``, in points (1.0 is 100 points).

    ``values`` holds one number a query (a bool, or a share from 0 to 1); ``videos[i]`` names the
    video of the i-th query, the data set's own id: what is drawn.
    """
    low, high = np.percentile(_means(values, videos), MIDDLE)
    return float(low), float(high)


def paired_gain(
    ours: ArrayLike, theirs: ArrayLike, videos: Sequence[str]
) -> tuple[float, float, float]:
    """How much ours is better than theirs on the same queries: mean and 95 % interval, in points.

    Every draw takes the same videos for both. Above 0 where the interval is, ours is better.
    """
    difference = np.asarray(ours, dtype=np.float64) - np.asarray(theirs, dtype=np.float64)
    low, high = interval(difference, videos)
    return float(difference.mean()) * 100, low, high


def _means(values: ArrayLike, videos: Sequence[str]) -> NDArray[np.float64]:
    scores = np.asarray(values, dtype=np.float64)
    if scores.ndim != 1 or len(scores) != len(videos) or not len(videos):
        raise ValueError(f"{scores.shape} values and {len(videos)} videos do not pair up")
    names, place = np.unique(np.asarray(videos), return_inverse=True)
    sums = np.bincount(place, weights=scores)
    numbers = np.bincount(place).astype(np.float64)
    drawn = draws(len(names), _SEED)
    means: NDArray[np.float64] = 100 * (drawn @ sums) / (drawn @ numbers)
    return means


def draws(videos: int, seed: int) -> NDArray[np.float64]:
    """How often each of so many videos is drawn: a row a resample."""
    each = np.full(videos, 1 / videos)
    drawn = np.random.default_rng(seed).multinomial(videos, each, size=_RESAMPLES)
    return drawn.astype(np.float64)
