"""``search``: moments, events and entities by what they say."""

from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from api.cli.options import QUESTIONS, Json, Kinds, Library, Videos, epilog, media_time
from api.cli.output import Document, present
from api.cli.progress import waiting
from graph_schema.time_span import format_span

app = typer.Typer()


@app.command(
    rich_help_panel=QUESTIONS,
    epilog=epilog(
        'longtake search "apple falls"',
        'longtake search "throws nuts" --from 2:30 --to 3:10 --kind micro',
        "longtake search rabbit --video v0123456789abcdef -k 5 --json",
        'longtake search "the chase after the butterfly" --moments -k 3',
    ),
)
def search(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="What to look for, in words.")],
    *,
    video: Videos = None,
    start: Annotated[
        int | None,
        typer.Option("--from", parser=media_time, metavar="TIME", help="12:34, 1:02:03.5 or 75s."),
    ] = None,
    end: Annotated[
        int | None, typer.Option("--to", parser=media_time, metavar="TIME", help="As --from.")
    ] = None,
    kind: Kinds = None,
    k: Annotated[int, typer.Option("--k", "-k", help="How many hits at most.")] = 10,
    moments: Annotated[
        bool,
        typer.Option(
            "--moments", help="Spans of time, of one event or several neighbours, not single nodes."
        ),
    ] = False,
    as_json: Json = False,
    library: Library = None,
) -> None:
    """Find what the memory holds about something, best first."""
    from api.cli.calls import search_memory
    from api.requests import search_request
    from runtime.settings import settings

    request = search_request(
        query=query,
        videos=video or [],
        from_ms=start,
        to_ms=end,
        kinds=kind or [],
        k=k,
        moments=moments,
    )
    with waiting("Searching"):
        document = search_memory(settings(), library or settings().library, request)
    present(document, as_json, _show)


def _show(console: Console, document: Document) -> None:
    if not document["hits"]:
        console.print("Nothing found.")
        return
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    for column in ("when", "kind", "what", "id"):
        table.add_column(column, overflow="fold", no_wrap=column in {"when", "kind", "id"})
    for hit in document["hits"]:
        timed = hit["start_ms"] is not None
        table.add_row(
            f"[cyan]{format_span(hit['start_ms'], hit['end_ms'])}[/cyan]" if timed else "",
            hit["kind"],
            escape(hit["text"]),
            f"[dim]{hit['id']}[/dim]",
        )
    console.print(table)
