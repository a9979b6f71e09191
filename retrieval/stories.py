"""Which neighbouring events tell one story: soft borders from wording and from likeness. Pure.

A two-hour stream holds many stories and a clip holds one. "First", "he" and "finally" speak of the
story they stand in, so a sentence is compared with an event's place in its own story, wherever that
lies in the video. Nothing is cut: each event only has a chance to open a new story.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from language.story_place import MIDDLE, story_place

Floats = NDArray[np.float64]


class OpeningRecipe(BaseModel):
    """How likely an event opens a story, as a logistic of these; see docs/decisions/0014.

    Likeness is a cosine: ``likeness`` weighs that to the event before, ``bridging`` the largest
    across the border among neighbours and next neighbours. Places are those that the wording
    tells, 0 to 1.
    """

    model_config = ConfigDict(frozen=True)

    likeness: float = -4.0
    bridging: float = -8.0
    own_place: float = -10.0
    place_before: float = 8.0
    constant: float = 2.5


@dataclass(frozen=True, slots=True)
class Stories:
    """The events of one chain, in order of time, with what is known of their stories.

    ``opens[i]`` is the chance that event i opens one; the first always does. ``starts`` and
    ``ends`` are when the story that holds event i is expected to begin and end, in ms. ``places``
    are those told by wording, or the middle.
    """

    opens: Floats
    starts: Floats
    ends: Floats
    places: Floats

    @property
    def closes(self) -> Floats:
        """The chance that event i closes a story: that the next one opens one."""
        return np.append(self.opens[1:], 1.0)


def stories(
    texts: Sequence[str],
    start_ms: Floats,
    end_ms: Floats,
    vectors: NDArray[np.float32],
    recipe: OpeningRecipe,
) -> Stories:
    """The stories of a chain: events of one video and tier in order of time, at least one."""
    told = [story_place(text) for text in texts]
    places = np.array([MIDDLE if place is None else place for place in told])
    opens = _opening_chances(places, vectors, recipe)
    starts, ends = start_ms.tolist(), end_ms.tolist()
    chances = opens.tolist()
    for at in range(1, len(starts)):
        since = min(starts[at - 1], starts[at])
        starts[at] = chances[at] * starts[at] + (1 - chances[at]) * since
    for at in range(len(ends) - 2, -1, -1):
        until = max(ends[at + 1], ends[at])
        ends[at] = chances[at + 1] * ends[at] + (1 - chances[at + 1]) * until
    return Stories(opens, np.array(starts), np.array(ends), places)


def _opening_chances(places: Floats, vectors: NDArray[np.float32], recipe: OpeningRecipe) -> Floats:
    likeness = np.einsum("ij,ij->i", vectors[1:], vectors[:-1])
    bridging = likeness.copy()
    if len(vectors) > 2:
        skipping = np.einsum("ij,ij->i", vectors[2:], vectors[:-2])
        bridging[1:] = np.maximum(bridging[1:], skipping)  # the event and the one before the last
        bridging[:-1] = np.maximum(bridging[:-1], skipping)  # the last event and the next one
    logit = (
        recipe.constant
        + recipe.likeness * likeness
        + recipe.bridging * bridging
        + recipe.own_place * places[1:]
        + recipe.place_before * places[:-1]
    )
    return np.concatenate([[1.0], 1 / (1 + np.exp(-logit))])
