"""What the loop remembers: actions and clues ``(a_t, c_t)``, and the newest observation in full."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage

from agent import clues
from agent.answer import Step
from agent.budget import clipped
from agent.tools import described


@dataclass(frozen=True, slots=True)
class Caps:
    """Tokens that a prompt has room for: a round's clue, its calls on one line, and what the
    newest calls returned, all together."""

    clue: int
    calls: int
    observations: int


@dataclass(slots=True)
class Call:
    """One tool call of a round and what came of it."""

    call_id: str
    tool: str
    arguments: dict[str, Any]
    observation: str = ""
    artifact: Any = None
    returned: tuple[str, ...] = ()
    error: str | None = None

    def note(self) -> str:
        """The call on one line."""
        return f"{self.tool}({described(self.arguments)})"


@dataclass(slots=True)
class Round:
    """One turn of the reasoner: its calls, and the clue that replaced their observations."""

    calls: list[Call] = field(default_factory=list)
    clue: str = ""
    feedback: str = ""

    def distil(self, note: str, question: str) -> None:
        """Replace what was observed by what is kept of it."""
        if note:
            self.clue = clues.from_note(note)
        elif not self.clue:
            kept = [
                f"refused: {call.error}"
                if call.error
                else clues.extracted(call.observation, question)
                for call in self.calls
            ]
            self.clue = clipped(" | ".join(filter(None, kept)), clues.MAX_CLUE_TOKENS)

    def ledger_line(self, number: int, caps: Caps) -> str:
        """The round as the prompt shows it once its observations are gone."""
        each = caps.calls // max(1, len(self.calls))
        calls = "; ".join(clipped(call.note(), max(each, 8)) for call in self.calls) or "no call"
        return f"{number}. {calls} → {clipped(self.clue or self.feedback, caps.clue)}"

    def messages(self, caps: Caps) -> list[AnyMessage]:
        """The round as chat messages, arguments and observations cut to a share each."""
        if not self.calls:
            return [HumanMessage(self.feedback)] if self.feedback else []
        share = caps.observations // len(self.calls)
        turn: list[AnyMessage] = [
            AIMessage(
                "",
                tool_calls=[
                    {
                        "name": call.tool,
                        "args": _bounded(call.arguments, caps.calls),
                        "id": call.call_id,
                    }
                    for call in self.calls
                ],
            )
        ]
        turn += [
            ToolMessage(
                clipped(call.observation or call.error or "", share),
                tool_call_id=call.call_id,
                name=call.tool,
                artifact=call.artifact,
                status="error" if call.error else "success",
            )
            for call in self.calls
        ]
        if self.feedback:
            turn.append(HumanMessage(self.feedback))
        return turn


def steps_of(rounds: Sequence[Round]) -> tuple[Step, ...]:
    """The trajectory as the answer's trace tells it; a round's clue stands with its last call."""
    steps: list[Step] = []
    for number, one in enumerate(rounds, start=1):
        calls = one.calls or [Call("", "none", {}, error=one.feedback or None)]
        steps += [
            Step(
                round=number,
                tool=call.tool,
                arguments=call.arguments,
                clue=one.clue if call is calls[-1] else "",
                returned=call.returned,
                error=call.error,
            )
            for call in calls
        ]
    return tuple(steps)


def _bounded(arguments: dict[str, Any], tokens: int) -> dict[str, Any]:
    """Arguments as a model wrote them, unless it wrote a novel."""
    whole = described(arguments)
    short = clipped(whole, tokens)
    return arguments if short == whole else {"cut": short}
