"""What the guard found, and the error a run is refused with."""

from collections.abc import Sequence
from dataclasses import dataclass

from runtime.errors import LongtakeError

_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """A place where a gold label stands, or can be read off. It never repeats the label."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


class LeakError(LongtakeError):
    """A gold label could reach, or has reached, a prompt or a tool; nothing is asked any more."""

    type = "gold_leak"

    def __init__(self, findings: Sequence[Finding]) -> None:
        shown = "; ".join(map(str, findings[:_SHOWN]))
        more = len(findings) - _SHOWN
        super().__init__(
            f"gold could leak: {shown}{f'; and {more} more' if more > 0 else ''}",
            "Take it out of what can be seen; a score from this run would be worth nothing.",
        )
        self.findings = tuple(findings)
