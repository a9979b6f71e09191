"""Progress for people: a bar per stage on a terminal, a line per stage anywhere else."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)

from api.cli.output import notes

_MARKS = {"done": "[green]✓[/green]", "skipped": "[dim]–[/dim]", "failed": "[red]✗[/red]"}
_LINE_EVERY_S = 10.0


class Bars:
    """A bar per stage, left standing with its mark and time once the stage has ended."""

    def __init__(self, console: Console) -> None:
        self._progress = Progress(
            SpinnerColumn(finished_text=" "),
            TextColumn("{task.description}"),
            BarColumn(bar_width=32),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
            transient=True,
        )
        self._console = console
        self._task: TaskID | None = None
        self._name, self._began = "", 0.0

    def __enter__(self) -> "Bars":
        self._progress.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._task is not None:
            self.finish("failed" if kind else "done")
        self._progress.stop()

    def stage(self, name: str, total: int | None) -> None:
        """A new bar; one without a known total pulses."""
        if self._task is not None:
            self.finish("done")
        self._name, self._began = name, time.monotonic()
        self._task = self._progress.add_task(f"{name:<12}", total=total)

    def advance(self, done: int = 1) -> None:
        """Move the bar."""
        if self._task is not None:
            self._progress.advance(self._task, done)

    def finish(self, status: str) -> None:
        """Replace the bar by one line that stays."""
        if self._task is None:
            return
        self._progress.remove_task(self._task)
        self._task = None
        seconds = time.monotonic() - self._began
        mark = _MARKS.get(status, escape(status))
        self._console.print(
            f"{mark} {escape(self._name):<12} [dim]{seconds:6.1f} s[/dim]", highlight=False
        )

    def note(self, text: str) -> None:
        """A line above the bars."""
        self._console.print(f"[dim]·[/dim] {escape(text)}", highlight=False)


class Lines:
    """Plain lines for logs and pipes: when a stage ends, and every ten seconds of a long one."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._name: str | None = None
        self._total: int | None = None
        self._done = 0
        self._began = self._said = 0.0

    def __enter__(self) -> "Lines":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._name is not None:
            self.finish("failed" if kind else "done")

    def stage(self, name: str, total: int | None) -> None:
        """Remember when it began."""
        if self._name is not None:
            self.finish("done")
        self._name, self._total, self._done = name, total, 0
        self._began = self._said = time.monotonic()

    def advance(self, done: int = 1) -> None:
        """Now and then, how far it is."""
        self._done += done
        now = time.monotonic()
        if self._total and now - self._said >= _LINE_EVERY_S:
            self._said = now
            self._say(f"{self._name}: {min(100, 100 * self._done // self._total)} %")

    def finish(self, status: str) -> None:
        """The line."""
        if self._name is not None:
            self._say(f"{self._name}: {status} ({time.monotonic() - self._began:.1f} s)")
            self._name = None

    def note(self, text: str) -> None:
        """A line."""
        self._say(text)

    def _say(self, text: str) -> None:
        self._console.print(text, markup=False, highlight=False)


def progress() -> Bars | Lines:
    """Bars where stderr is a terminal, lines elsewhere; use it in a ``with`` statement."""
    return Bars(notes()) if sys.stderr.isatty() else Lines(notes())


@contextmanager
def waiting(text: str) -> Iterator[None]:
    """Show that something is being waited for, on a terminal only."""
    if not sys.stderr.isatty():
        yield
        return
    with notes().status(escape(text)):
        yield
