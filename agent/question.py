"""A question as it is asked, refused at the door when it cannot be answered at all."""

from dataclasses import dataclass
from typing import Literal

from runtime.errors import UsageError
from runtime.tokens import count_tokens

Mode = Literal["explore"]

MAX_QUESTION_TOKENS = 2_000
"""A question with its choices; what is left of a prompt of 8K belongs to the exploration."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, of which videos of a library (all of them where none is named).

    Raises :class:`UsageError` for an empty question, an empty choice, a single choice, an unknown
    mode, or more than 2K tokens together with the choices.
    """

    text: str
    library: str
    videos: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    mode: Mode = "explore"

    def __post_init__(self) -> None:
        if not self.text.strip():
            raise UsageError("The question is empty.", "Write what you want to know.")
        if self.mode != "explore":
            raise UsageError(f"There is no mode {self.mode!r}.", "The mode is: explore.")
        if len(self.choices) == 1:
            raise UsageError("One choice is no choice.", "Give at least two, or none.")
        if any(not choice.strip() for choice in self.choices):
            raise UsageError("A choice is empty.", "Give each choice a text.")
        tokens = count_tokens(self.rendered())
        if tokens > MAX_QUESTION_TOKENS:
            raise UsageError(
                f"The question with its choices has {tokens} tokens; "
                f"at most {MAX_QUESTION_TOKENS} are read.",
                "Shorten it, or ask about fewer choices at a time.",
            )

    def rendered(self) -> str:
        """The question as a prompt shows it, choices numbered from 0."""
        lines = [self.text.strip()]
        lines += [f"({index}) {choice.strip()}" for index, choice in enumerate(self.choices)]
        return "\n".join(lines)
