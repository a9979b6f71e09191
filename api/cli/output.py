"""What the commands print: tables for people, one JSON document for scripts, errors for both.

Documents go to stdout, everything else (progress, notes, logs) to stderr. Every error, ours or
typer's, becomes an exit code and a message in :func:`report`, and nowhere else.
"""

import json
import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.markup import escape

from runtime.errors import LongtakeError, UsageError

Document = dict[str, Any]

PARTIAL = 3
"""Exit code of work that was done in part."""
INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it."""
_PIPED_WIDTH = 120

_documents = sys.stdout


@contextmanager
def stdout_for_documents(as_json: bool) -> Iterator[None]:
    """With ``as_json``, whatever a library prints goes to stderr: stdout holds documents only."""
    global _documents  # noqa: PLW0603 - the one stream that documents go to in this process
    _documents = real = sys.stdout
    if as_json:
        sys.stdout = sys.stderr
    try:
        yield
    finally:
        sys.stdout = real


def print_json(document: Document, *, one_line: bool = False) -> None:
    """The document, indented where a person looks at it."""
    indent = 2 if _documents.isatty() and not one_line else None
    _documents.write(json.dumps(document, ensure_ascii=False, indent=indent) + "\n")
    _documents.flush()


def people() -> Console:
    """Where tables and answers go."""
    return Console(file=_documents, width=None if _documents.isatty() else _PIPED_WIDTH)


def notes() -> Console:
    """Where progress, warnings and hints go."""
    return Console(stderr=True, width=None if sys.stderr.isatty() else _PIPED_WIDTH)


def present(document: Document, as_json: bool, show: Callable[[Console, Document], None]) -> None:
    """One command's result: the document itself, or what ``show`` makes of it for people."""
    if as_json:
        print_json(document)
    else:
        show(people(), document)


def counted(counts: Mapping[str, Any]) -> str:
    """``{"shots": 1, "entities": 2}`` as ``1 shot, 2 entities``."""
    return ", ".join(
        f"{n} {(_SINGULAR.get(name) or name.removesuffix('s')) if n == 1 else name}".replace(
            "_", " "
        )
        for name, n in counts.items()
        if isinstance(n, int)
    )


_SINGULAR = {"entities": "entity"}


def report(error: BaseException, as_json: bool) -> int:
    """Say what went wrong, once, and give the exit code (design §6)."""
    if isinstance(error, KeyboardInterrupt):
        return _tell(as_json, "interrupted", "stopped by Ctrl-C", "", INTERRUPTED)
    if isinstance(error, LongtakeError):
        return _tell(as_json, error.type, error.message, error.hint, error.exit_code)
    if isinstance(error, typer.TyperException):
        message, hint = error.format_message(), _help_hint(error)
        return _tell(as_json, UsageError.type, message, hint, UsageError.exit_code)
    if isinstance(error, typer.Abort):
        return _tell(as_json, "interrupted", "stopped", "", 1)
    hint = f"this is a fault in longtake; the details are in {_crash_report(error)}"
    return _tell(as_json, "internal", f"{type(error).__name__}: {error}", hint, 1)


def _tell(as_json: bool, kind: str, message: str, hint: str, code: int) -> int:
    if as_json:
        print_json({"error": {"type": kind, "message": message, "hint": hint}})
        return code
    console = notes()
    console.print(f"[bold red]Error:[/bold red] {escape(message)}", highlight=False)
    if hint:
        console.print(f"[dim]Hint:[/dim]  {escape(hint)}", highlight=False)
    return code


def _help_hint(error: typer.TyperException) -> str:
    context = getattr(error, "ctx", None)
    return f"see {context.command_path} --help" if context is not None else "see longtake --help"


def _crash_report(error: BaseException) -> Path:
    """The traceback in a file of its own: people get a sentence, we get the rest."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    handle, name = tempfile.mkstemp(prefix=f"longtake-{stamp}-", suffix=".txt")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write("".join(traceback.format_exception(error)))
    return Path(name)
