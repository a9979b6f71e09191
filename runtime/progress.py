"""How long work tells whoever waits for it how far it is.

Stages call a :class:`Progress`; the command line draws bars, a task writes the ledger, a library
user who passes nothing hears nothing. Implementations must be quick and must not raise: they are
called from the middle of the work.
"""

from typing import Protocol


class Progress(Protocol):
    """Hears of stages in order; at most one stage is open at a time."""

    def stage(self, name: str, total: int | None) -> None:
        """A stage begins. ``total``: how much work it is, None where that is not known yet."""

    def advance(self, done: int = 1) -> None:
        """So much more of the open stage is done, in the unit of its ``total``."""

    def finish(self, status: str) -> None:
        """The open stage has ended: ``done``, ``skipped`` or ``failed``."""

    def note(self, text: str) -> None:
        """Something worth a line: a warning, or what is being waited for."""


class Silent:
    """Progress that nobody hears."""

    def stage(self, name: str, total: int | None) -> None:
        """Ignore."""

    def advance(self, done: int = 1) -> None:
        """Ignore."""

    def finish(self, status: str) -> None:
        """Ignore."""

    def note(self, text: str) -> None:
        """Ignore."""
