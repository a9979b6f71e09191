"""Found things as compact text for a model: one line each with ids and times, within a budget."""

from collections.abc import Sequence

from retrieval.hits import Hit
from retrieval.views import (
    EntityFound,
    EventList,
    Occurrences,
    RelationGraph,
    Subgraph,
    Summary,
)

Renderable = (
    Sequence[Hit]
    | EventList
    | Summary
    | Subgraph
    | RelationGraph
    | Sequence[EntityFound]
    | Occurrences
)


def render(found: Renderable, budget_tokens: int) -> str:
    """``found`` in at most ``budget_tokens`` tokens, most relevant first.

    What does not fit is counted in the last line. Raises ``UsageError`` when the budget cannot
    even hold that line.
    """
    raise NotImplementedError
