"""``ask``: a question, or a file of them, answered with moments that can be checked."""

import json
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding

from api.cli.options import QUESTIONS, Json, Library, Videos, epilog
from api.cli.output import PARTIAL, Document, people, present, print_json
from api.cli.progress import waiting
from graph_schema.time_span import format_span
from runtime.errors import LongtakeError, NotFoundError, UsageError

if TYPE_CHECKING:
    from api.cli.calls import Asker

app = typer.Typer()


class Mode(StrEnum):
    """How the memory is explored."""

    EXPLORE = "explore"


_VERDICTS = {
    "confirmed": "[green]✓ confirmed[/green]",
    "unverified": "[yellow]? unverified[/yellow]",
    "rejected": "[red]✗ rejected[/red]",
}


@app.command(
    rich_help_panel=QUESTIONS,
    epilog=epilog(
        'longtake ask "Why does the rabbit get angry?"',
        'longtake ask "Who falls out of the tree?" --choice rabbit --choice "red squirrel"',
        "longtake ask --file questions.jsonl --json > answers.jsonl",
    ),
)
def ask(
    question: Annotated[
        str | None, typer.Argument(metavar="[QUESTION]", help="The question, in words.")
    ] = None,
    *,
    file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help='Questions, one JSON object a line: {"question", "id", "videos", "choices"}.',
        ),
    ] = None,
    video: Videos = None,
    choice: Annotated[
        list[str] | None,
        typer.Option("--choice", metavar="TEXT", help="An option to choose from; give several."),
    ] = None,
    mode: Annotated[Mode, typer.Option(help="How the memory is explored.")] = Mode.EXPLORE,
    as_json: Json = False,
    library: Library = None,
) -> None:
    """Answer a question from the memory, with the moments that back the answer.

    An answer that says the memory does not show it is an answer too (exit code 0).
    """
    from api.cli.calls import asker
    from api.requests import answer_request
    from runtime.settings import settings

    if (question is None) == (file is None):
        raise UsageError("give a question, or --file with questions, one of the two")
    defaults = {"videos": video or [], "choices": choice or [], "mode": mode.value}
    if file is not None:
        lines = list(_lines(file))
        with asker(settings(), library or settings().library) as ask_one:
            _ask_all(lines, defaults, ask_one, as_json)
        return
    request = answer_request(question=question, **defaults)
    with waiting("Thinking"), asker(settings(), library or settings().library) as ask_one:
        document = ask_one(request)
    present(document, as_json, show_answer)


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    """The questions of a JSONL file. Raises UsageError that names a line which is none."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise NotFoundError(f"no such file: {file}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read {file}: {error}") from None
    # Only a line feed ends a line: JSON strings may hold U+2028 and others that splitlines() takes.
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            item = json.loads(line)
        except json.JSONDecodeError as error:
            raise UsageError(f"{file}, line {number} is not JSON: {error}") from None
        if isinstance(item, str):
            item = {"question": item}
        if not isinstance(item, dict) or not isinstance(item.get("question"), str):
            raise UsageError(
                f"{file}, line {number} holds no question",
                'write {"question": "…"} on each line; "id", "videos" and "choices" may follow',
            )
        for singular in ("video", "choice"):
            if singular in item:
                raise UsageError(
                    f'{file}, line {number}: "{singular}" is none of the names of a question',
                    f'write "{singular}s", a list',
                )
        yield item


def _ask_all(
    lines: list[dict[str, Any]], defaults: dict[str, Any], ask_one: "Asker", as_json: bool
) -> None:
    """One answer a line, each printed as soon as it is there; a bad line stops none of the rest."""
    from api.requests import answer_request

    failed = 0
    for item in lines:
        own = {name: item[name] for name in ("videos", "choices", "mode") if name in item}
        try:
            with waiting(item["question"]):
                document = ask_one(answer_request(question=item["question"], **(defaults | own)))
        except LongtakeError as error:
            failed += 1
            document = error.document()
        if as_json:
            print_json({"id": item["id"], **document} if "id" in item else document, one_line=True)
        else:
            console = people()
            console.print(f"[bold]{escape(item['question'])}[/bold]", highlight=False)
            show_answer(console, document)
            console.print()
    if failed:
        raise typer.Exit(1 if failed == len(lines) else PARTIAL)


def show_answer(console: Console, document: Document) -> None:
    """The answer, then the moments that back it: when, what stands there, and the verdict."""
    if "error" in document:
        console.print(f"[red]Error:[/red] {escape(document['error']['message'])}")
        return
    text, headings = _without_repeats(document)
    console.print(escape(text), highlight=False)
    for place, citation in enumerate(document["citations"]):
        if place in headings:
            console.print(f"[dim]{escape(headings[place])}[/dim]", highlight=False)
        timed = citation["start_ms"] is not None
        when = format_span(citation["start_ms"], citation["end_ms"]) if timed else "(no time)"
        verdict = _VERDICTS.get(citation["verdict"], citation["verdict"])
        source = f", {citation['source']}" if citation["source"] else ""
        console.print(
            f"  [cyan]{when}[/cyan]  {verdict}  [dim]{citation['id']}{source}[/dim]",
            highlight=False,
        )
        console.print(
            Padding(f"“{escape(citation['quote'])}”", (0, 0, 0, 4), expand=False), highlight=False
        )
        if citation["verdict"] != "confirmed" and citation["reason"]:
            reason = f"[dim]{escape(citation['reason'])}[/dim]"
            console.print(Padding(reason, (0, 0, 0, 4), expand=False), highlight=False)


def _without_repeats(document: Document) -> tuple[str, dict[int, str]]:
    """The answer without list items that only say what a citation printed below it says.

    The heading of a list of which nothing is left is to be printed before the first citation that
    stood in it: what a reader is shown as the answer and as *other moments* stays told apart.
    """
    quotes = [citation["quote"] for citation in document["citations"]]
    kept: list[str] = []
    headings: dict[int, str] = {}
    for line in document["answer"].splitlines():
        repeated = [place for place, quote in enumerate(quotes) if quote and quote in line]
        if line.startswith("- ") and repeated:
            if kept and kept[-1].endswith(":"):
                headings[repeated[0]] = kept.pop()
            continue
        kept.append(line)
    return "\n".join(kept), headings
