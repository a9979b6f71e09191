"""Prompts as versioned files: ``<name>.v<version>.md``, of which the highest version is used."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template

_FOLDER = Path(__file__).parent
_NAME = re.compile(r"(?P<name>[a-z_]+)\.v(?P<version>\d+)\.md")


@dataclass(frozen=True, slots=True)
class Prompt:
    """A rendered prompt and the version (``explore.v1``) to stamp on what it produced."""

    text: str
    version: str


def render(name: str, **values: object) -> Prompt:
    """The newest version of prompt ``name`` with its ``$placeholders`` filled.

    Values are put in as they are and never read for placeholders again. Raises ``KeyError`` when
    one is missing, ``FileNotFoundError`` when there is no such prompt.
    """
    path, version = _newest(name)
    return Prompt(Template(_text(path)).substitute(values).strip(), f"{name}.v{version}")


@cache
def _newest(name: str) -> tuple[Path, int]:
    found = [
        (int(match["version"]), path)
        for path in _FOLDER.iterdir()
        if (match := _NAME.fullmatch(path.name)) and match["name"] == name
    ]
    if not found:
        raise FileNotFoundError(f"there is no prompt {name!r} in {_FOLDER}")
    version, path = max(found)
    return path, version


@cache
def _text(path: Path) -> str:
    return path.read_text("utf-8")
