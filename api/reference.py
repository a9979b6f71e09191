"""Pages of ``docs/reference`` that are written from the code: ``python -m api.reference DIR``.

A test holds that what is committed is what this writes.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import typer
from pydantic import SecretStr
from pydantic.fields import FieldInfo

from api.cli.main import app
from graph_schema.identity import inner_id, video_id
from graph_schema.labels import ID_LETTERS, OF_A_VIDEO, SEARCHABLE, Label
from graph_schema.relationships import ENDPOINTS, TYPES_OF_FAMILY, RelationType
from runtime.settings import Settings

_GENERATED = "<!-- Written by `make docs` from the code; do not edit. -->"


def pages() -> dict[str, str]:
    """Every generated page by file name."""
    return {"settings.md": _settings(), "commands.md": _commands(), "schema.md": _schema()}


def _page(title: str, *parts: str) -> str:
    return "\n\n".join([_GENERATED, f"# {title}", *parts]) + "\n"


def _table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [list(header)]
    lines.append(["---"] * len(lines[0]))
    lines += [[cell.replace("|", "\\|") for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _settings() -> str:
    rows = [
        (f"`{_variable(name, field)}`", _default(name, field), _meaning(name, field))
        for name, field in Settings.model_fields.items()
    ]
    return _page(
        "Settings",
        "Read from the environment, then from `settings.env` in `LONGTAKE_HOME` (one "
        "`NAME=value` a line); the environment wins. A running service keeps the settings it was "
        "started with: `longtake down`, then `longtake up`.",
        _table(("variable", "default", "what it is"), rows),
    )


def _variable(name: str, field: FieldInfo) -> str:
    aliases = getattr(field.validation_alias, "choices", None)
    return str(aliases[0]) if aliases else f"LONGTAKE_{name.upper()}"


def _meaning(name: str, field: FieldInfo) -> str:
    if field.description:
        return field.description
    for ending, what in (("_base_url", "Base URL"), ("_api_key", "API key")):
        if name.endswith(ending):
            return f"{what} of the endpoint for `LONGTAKE_{name.removesuffix(ending).upper()}`."
    return ""


_BY_PLATFORM = {"home": "the platform's user data folder", "cache": "the platform's cache folder"}


def _default(name: str, field: FieldInfo) -> str:
    if name in _BY_PLATFORM:
        return _BY_PLATFORM[name]
    value = field.get_default(call_default_factory=True, validated_data={})
    if value is None or isinstance(value, SecretStr):
        return "none"
    return f"`{json.dumps(list(value)) if isinstance(value, tuple) else value}`"


def _commands() -> str:
    root = typer.main.get_command(app)
    parts = [
        "Every command takes `--json` (exactly one JSON document on stdout, errors too; with "
        "`ask --file` one a line) and `--library`. Times are written `12:34`, `1:02:03.5` or "
        "`75s`; in JSON they are integer milliseconds.",
        _table(
            ("exit code", "meaning"),
            (
                ("0", "done; an answer that says the memory does not show it is done too"),
                ("1", "a right call failed"),
                ("2", "the call is wrong: an option, no such file or id, an empty question"),
                ("3", "done in part"),
                ("4", "a dependency is missing or unreachable"),
                ("130", "stopped by Ctrl-C"),
            ),
        ),
    ]
    parts += _sections(root, "longtake")
    return _page("Commands", *parts)


def _sections(command: Any, path: str) -> list[str]:
    """A section for each command that does something, groups opened."""
    if hasattr(command, "commands"):
        return [
            section
            for name, inner in sorted(command.commands.items())
            for section in _sections(inner, f"{path} {name}")
        ]
    examples = [
        line.strip().removeprefix("[cyan]").removesuffix("[/cyan]").replace(r"\[", "[")
        for line in (command.epilog or "").splitlines()[1:]
    ]
    rows = [_parameter(parameter) for parameter in command.params]
    return [
        f"## {path}",
        command.help or "",
        _table(("argument", "what it is"), rows),
        "```sh\n" + "\n".join(examples) + "\n```",
    ]


def _parameter(parameter: Any) -> tuple[str, str]:
    if parameter.param_type_name == "argument":
        return f"`{parameter.metavar or parameter.name.upper()}`", parameter.help or ""
    names = ", ".join(f"`{name}`" for name in parameter.opts)
    shown = parameter.help or ""
    default = parameter.default
    if default not in (None, False, ()) and not callable(default):
        shown += f" Default: `{getattr(default, 'value', default)}`."
    return names, shown


def _schema() -> str:
    video = video_id("main", "example")
    labels = [
        (
            f"`{label.value}`",
            f"`{_example_id(label, video)}`" if label in ID_LETTERS else "",
            "yes" if label in SEARCHABLE else "",
        )
        for label in Label
        if label is not Label.MEMORY
    ]
    family_of = {kind: family for family, kinds in TYPES_OF_FAMILY.items() for kind in kinds}
    types = [
        (
            f"`{kind.value}`",
            family_of[kind].value if kind in family_of else "",
            ", ".join(f"{start.value} → {end.value}" for start, end in ENDPOINTS[kind]),
        )
        for kind in RelationType
    ]
    return _page(
        "Labels and relationship types",
        "The closed sets that `graph_schema/` declares; [the graph](../graph.md) explains them.",
        "## Labels",
        "Searchable nodes also carry `:Memory`.",
        _table(("label", "an id", "searchable"), labels),
        "## Relationship types",
        _table(("type", "family", "from → to"), types),
    )


def _example_id(label: Label, video: str) -> str:
    if label in OF_A_VIDEO:
        return inner_id(video, label, 12)
    return video if label is Label.VIDEO else ID_LETTERS[label] + video[1:]


def main() -> None:
    """Write the pages into the folder given."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
