"""Refusing migration files that neo4j-python-migrations would misread.

The library cuts a file at every ``;`` and drops what follows the last one, skips files whose name
it does not know, and reads in the encoding of the machine. So here a ``;`` ends a statement and
stands nowhere else, every statement ends with one, and files are ASCII.
"""

import re
from pathlib import Path

from runtime.errors import MigrationError

FOLDER = Path(__file__).parent

_NAME = re.compile(r"V\d{4}__\w+\.cypher", re.ASCII)
_PIECES = re.compile(
    r"""
      (?P<comment> //[^\n]* | /\*.*?\*/ )
    | (?P<quoted> '(?:\\.|[^'\\])*' | "(?:\\.|[^"\\])*" | `(?:``|[^`])*` )
    | (?P<open> /\* | ['"`] )
    | (?P<end> ; )
    """,
    re.VERBOSE | re.DOTALL,
)


def check_files(folder: Path = FOLDER) -> tuple[Path, ...]:
    """The migration files of a folder in order; raises :class:`~runtime.errors.MigrationError`.

    The message names file, line and what would be misread.
    """
    files = tuple(sorted(folder.glob("*.cypher")))
    if not files:
        raise MigrationError(f"no migration files in {folder}", "Install Longtake again.")
    for file in files:
        if not _NAME.fullmatch(file.name):
            raise MigrationError(
                f"{file.name}: the library would skip a file of this name",
                "Name it V0004__what_it_does.cypher.",
            )
        _check_text(file.name, file.read_bytes())
    return files


def _check_text(name: str, content: bytes) -> None:
    if not content.isascii():
        raise MigrationError(
            f"{name}: not ASCII; the library reads in the encoding of the machine",
            "Write other characters as \\uXXXX.",
        )
    text = content.decode("ascii")
    statement = ""  # what stands since the last ';', without comments
    at = 0
    for piece in _PIECES.finditer(text):
        statement += text[at : piece.start()]
        at = piece.end()
        if piece["open"]:
            raise _refused(name, text, piece.start(), f"{piece.group()} is never closed")
        if piece["end"]:
            if not statement.strip():
                raise _refused(name, text, piece.start(), "a ';' without a statement")
            statement = ""
            continue
        if ";" in piece.group():
            kind = "a comment" if piece["comment"] else "a string or name"
            raise _refused(name, text, piece.start(), f"the library would cut at the ';' in {kind}")
        statement += piece["quoted"] or " "
    statement += text[at:]
    if statement.strip():
        start = text.rindex(statement.strip()[-1])
        raise _refused(name, text, start, "the library would drop the last statement, without ';'")
    if ";" not in text:
        raise MigrationError(f"{name}: no statement in it")


def _refused(name: str, text: str, position: int, what: str) -> MigrationError:
    line = text.count("\n", 0, position) + 1
    return MigrationError(
        f"{name}, line {line}: {what}", "End each statement, and only it, by ';'."
    )
