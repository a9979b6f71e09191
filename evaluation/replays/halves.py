"""Choosing without peeking: on one half of the videos for the other, both ways.

The halves are fixed by the data's own ids, so that nobody can pick them: a value is chosen by its
figure on one half and counted on the other, and every query is counted once.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Value = TypeVar("Value")


def half_of(video_id: str) -> int:
    """0 or 1: the parity of the SHA-256 of the data set's id of a video."""
    return hashlib.sha256(video_id.encode()).digest()[-1] & 1


@dataclass(frozen=True, slots=True)
class CrossFit(Generic[Value]):
    """What each half chose, and what each query scored by the choice of the half it is not in.

    ``chosen[h]`` is the choice of half ``h``, so ``scores`` of its videos are those of
    ``chosen[1 - h]``.
    """

    chosen: tuple[Value, Value]
    scores: NDArray[np.float64]

    @property
    def agreed(self) -> bool:
        """Whether both halves chose the same: only then is a figure that of one product."""
        return self.chosen[0] == self.chosen[1]


def cross_fit(scores: Mapping[Value, ArrayLike], videos: Sequence[str]) -> CrossFit[Value]:
    """Choose among values by the mean of their scores; ``videos[i]`` is that of the i-th query.

    The first of equals is chosen, so order values from the plainest on.
    """
    half = np.array([half_of(video) for video in videos])
    by_value = {value: np.asarray(each, dtype=np.float64) for value, each in scores.items()}
    chosen = tuple(
        max(by_value, key=lambda value: by_value[value][half == side].mean()) for side in (0, 1)
    )
    crossed = np.where(half == 0, by_value[chosen[1]], by_value[chosen[0]])
    return CrossFit((chosen[0], chosen[1]), crossed)
