"""Options and arguments that several commands share, and how times are read."""

from typing import Annotated

import typer

from graph_schema.labels import Kind
from graph_schema.time_span import parse_time

SERVICE, MEMORY, QUESTIONS, FIGURES = "Service", "Memory", "Questions", "Figures"
"""The panels that ``longtake --help`` sorts commands into."""

Json = Annotated[
    bool,
    typer.Option("--json", help="Print one JSON document on stdout, errors too; for scripts."),
]
Library = Annotated[
    str | None,
    typer.Option(
        "--library",
        metavar="NAME",
        help="The library (a memory of its own) to work in.",
        show_default="main, or LONGTAKE_LIBRARY",
    ),
]
Videos = Annotated[
    list[str] | None,
    typer.Option("--video", metavar="ID", help="Only this video; may be given several times."),
]
VideoId = Annotated[str, typer.Argument(metavar="VIDEO", help="The video's id (videos list).")]
Kinds = Annotated[
    list[Kind] | None,
    typer.Option("--kind", help="Only nodes of this kind; may be given several times."),
]


def media_time(text: str) -> int:
    """A time of the command line in ms; typer turns the error into a usage error."""
    try:
        return parse_time(text)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def epilog(*examples: str) -> str:
    """The examples that end a command's help, one a line."""
    return "\n".join(["[bold]Examples[/bold]", *map(_example, examples)])


def _example(command: str) -> str:
    escaped = command.replace("[", r"\[")
    return f"  [cyan]{escaped}[/cyan]"
