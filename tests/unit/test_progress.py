"""What people see of progress, on a terminal and in a log."""

import io

import pytest
from rich.console import Console

from api.cli import progress
from api.cli.progress import Bars, Lines


def _written(shown: type[Bars] | type[Lines], *, terminal: bool) -> str:
    file = io.StringIO()
    console = Console(file=file, force_terminal=terminal, width=80, color_system=None)
    with shown(console) as bars:
        bars.stage("shots", 200)
        bars.advance(100)
        bars.note("[3] shots have no keyframe")
        bars.finish("done")
        bars.stage("embed", None)
        bars.finish("skipped")
    return file.getvalue()


def test_bars_leave_a_line_for_each_stage() -> None:
    written = _written(Bars, terminal=True)
    assert "/200" in written
    assert "✓ shots" in written
    assert "– embed" in written
    assert "[3] shots have no keyframe" in written


def test_lines_tell_when_a_stage_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    first, note, last = _written(Lines, terminal=False).splitlines()
    assert first == "[3] shots have no keyframe"
    assert note.startswith("shots: done (")
    assert last.startswith("embed: skipped (")


def test_lines_tell_how_far_a_long_stage_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_LINE_EVERY_S", 0.0)
    assert "shots: 50 %" in _written(Lines, terminal=False).splitlines()


def test_a_stage_that_raised_has_failed() -> None:
    file = io.StringIO()

    def work() -> None:
        with Lines(Console(file=file)) as lines:
            lines.stage("persist", 3)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        work()
    assert file.getvalue().startswith("persist: failed")
