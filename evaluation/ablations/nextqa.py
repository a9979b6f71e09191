"""Five-way questions of NExT-QA for ablations, over the memory that `eval replay nextqa` stored.

Only questions on which the shipped weights of the rules reasoner were not fitted: the other half.
"""

from pathlib import Path

from agent.rules.options import fitted_weights, shipped_weights
from cypher.store import Store
from evaluation.item import Item
from evaluation.replays.halves import half_of
from evaluation.replays.nextqa_videos import load
from evaluation.runs.memories import memories
from runtime.errors import NotFoundError

LIBRARY = "replay-nextqa"


def nextqa_items(store: Store, data: Path | None = None) -> list[Item]:
    """The questions of the half not fitted on, of which the replay's memory holds the video.

    Raises ``NotFoundError``, saying what to fetch or to run.
    """
    fitted_on = fitted_weights().index(shipped_weights())
    _, questions = load(data)
    items = [
        Item(
            id=f"{question.film}-{number}",
            dataset="nextqa",
            video=question.film,
            question=question.text,
            choices=question.options,
            gold=question.right,
            group=question.kind,
        )
        for number, question in enumerate(questions)
        if half_of(question.film) != fitted_on
    ]
    held = memories(store, LIBRARY, (item.video for item in items))
    if not held:
        raise NotFoundError(
            f"library {LIBRARY!r} holds none of its videos",
            "`longtake eval replay nextqa` stores them.",
        )
    return [item for item in items if item.video in held]
