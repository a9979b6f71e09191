"""Chooses how hits are ranked in context, on each half of GoalStep's videos for the other.

``python -m evaluation.replays.goalstep_choice`` prints what each half chooses and what the other
then has. What is chosen by is the sum of R@1, R@5 and R@10 in both pools.
"""

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from evaluation.replays import goalstep_memory
from evaluation.replays.goalstep import (
    DEPTHS,
    OWN_VIDEO,
    STORE,
    Asked,
    Room,
    first_right,
    found_for,
)
from evaluation.replays.goalstep_recordings import load
from evaluation.replays.halves import CrossFit, cross_fit
from evaluation.replays.stored import stored
from retrieval.context import in_context
from retrieval.hits import Hit
from retrieval.recipes import Context
from runtime.progress import Progress, Silent
from runtime.settings import Settings

GRID = tuple(
    Context(sharpness=sharpness, voices=voices, repeat_penalty=penalty, video_weight=weight)
    for sharpness, voices, penalty, weight in product(
        (7.0, 10.0, 14.0), (3, 5), (0.05, 0.1, 0.2, 0.4), (0.0, 0.5, 0.75, 1.0)
    )
)


def choose(
    settings: Settings, *, data: Path | None = None, progress: Progress | None = None
) -> CrossFit[Context]:
    """The best context of each half; ``scores`` are the sums that the other half then has."""
    progress = progress or Silent()
    recordings = load(data)
    documents = map(goalstep_memory.document, recordings)
    with stored(settings, "goalstep", documents, progress) as memory:
        room = Room.of(recordings, memory)
        totals = {context: np.zeros(len(room.asked)) for context in GRID}
        for group in (OWN_VIDEO, STORE):
            found = found_for(room, group, progress)
            for context in GRID:
                totals[context] += _reached(found, room.asked, context)
    return cross_fit(totals, [each.recording.uid for each in room.asked])


def _reached(
    found: Sequence[Sequence[Hit]], asked: Sequence[Asked], context: Context
) -> NDArray[np.float64]:
    """At how many of the depths a right hit is among the first, for each phrase."""
    places = [
        first_right(in_context(hits, context), each.right)
        for hits, each in zip(found, asked, strict=True)
    ]
    reached: NDArray[np.float64] = np.sum(
        [np.asarray(places) < depth for depth in DEPTHS], axis=0, dtype=np.float64
    )
    return reached


if __name__ == "__main__":
    crossed = choose(Settings())
    for half, context in enumerate(crossed.chosen):
        print(f"half {half} chooses {context!r}")  # noqa: T201
    print(f"mean over both pools and all depths: {100 * crossed.scores.mean() / 6:.2f} %")  # noqa: T201
