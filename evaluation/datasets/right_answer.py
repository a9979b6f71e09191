"""What a gold label of a benchmark holds."""

from dataclasses import dataclass

from graph_schema.time_span import TimeSpan


@dataclass(frozen=True, slots=True)
class RightAnswer:
    """The right answer to one item, in whichever form its question asks for.

    ``choice`` is an index into the item's choices, ``count`` a number to be counted, ``at_ms`` the
    moment at which to speak up. ``evidence`` is where the answer can be seen, None where the file
    does not say. All None: the authors keep the answer to themselves.
    """

    choice: int | None = None
    count: int | None = None
    at_ms: int | None = None
    evidence: TimeSpan | None = None

    @property
    def published(self) -> bool:
        """Whether there is anything to score against."""
        return self.choice is not None or self.count is not None or self.at_ms is not None
