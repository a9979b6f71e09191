"""``videos list``, ``videos show`` and ``videos delete``: what the memory holds."""

import sys
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.tree import Tree

from api.cli.options import Json, Library, VideoId, epilog
from api.cli.output import Document, counted, present
from graph_schema.time_span import format_span, format_time

app = typer.Typer(
    help="List, show and delete videos.",
    epilog=epilog("longtake videos list", "longtake videos show VIDEO"),
)


@app.command("list", epilog=epilog("longtake videos list", "longtake videos list --json"))
def list_(as_json: Json = False, library: Library = None) -> None:
    """List the videos of a library."""
    from api import operations
    from api.memory import open_memory
    from runtime.settings import settings

    with open_memory(settings()) as memory:
        document = operations.all_videos(memory, library or settings().library)
    present(document, as_json, _show_list)


@app.command(epilog=epilog("longtake videos show v0123456789abcdef"))
def show(video: VideoId, as_json: Json = False, library: Library = None) -> None:
    """Show a video's counts and its outline: chapters and the events in them."""
    from api import operations
    from api.memory import open_memory
    from runtime.settings import settings

    with open_memory(settings()) as memory:
        document = operations.show_video(memory, library or settings().library, video)
    present(document, as_json, show_video)


@app.command(epilog=epilog("longtake videos delete v0123456789abcdef --yes"))
def delete(
    video: VideoId,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask first.")] = False,
    as_json: Json = False,
    library: Library = None,
) -> None:
    """Delete a video's memory and keyframes. The media file itself is not touched."""
    from api import operations
    from api.memory import open_memory
    from runtime.settings import settings

    with open_memory(settings()) as memory:
        of_library = library or settings().library
        title = operations.show_video(memory, of_library, video)["title"]
        if not (yes or as_json) and sys.stdin.isatty():
            typer.confirm(f"Delete the memory of {title!r} ({video})?", abort=True)
        document = operations.delete_video(memory, of_library, video)
    present(document, as_json, _show_deleted)


def _show_list(console: Console, document: Document) -> None:
    if not document["videos"]:
        console.print("This library holds no video yet: longtake ingest FILE", highlight=False)
        return
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    for column in ("video", "title", "kind", "length", "status"):
        table.add_column(column, justify="right" if column == "length" else "left")
    for video in document["videos"]:
        table.add_row(
            video["video_id"],
            escape(video["title"]),
            video["kind"],
            format_time(video["duration_ms"]),
            video["status"],
        )
    console.print(table)


def show_video(console: Console, document: Document) -> None:
    """Title, counts and outline of one video."""
    console.print(
        f"[bold]{escape(document['title'])}[/bold]  {format_time(document['duration_ms'])}  "
        f"[dim]{document['video_id']}, {document['status']}[/dim]",
        highlight=False,
    )
    counts: dict[str, Any] = document["counts"]
    console.print(counted(counts), highlight=False)
    relations = counts.get("relations", {})
    if relations:
        listed = ", ".join(f"{kind} {n}" for kind, n in sorted(relations.items()))
        console.print(f"[dim]{listed}[/dim]", highlight=False)
    console.print(_outline(document), highlight=False)


def _outline(document: Document) -> Tree:
    tree = Tree(f"[dim]{escape(document['summary'] or document['title'])}[/dim]", guide_style="dim")
    for chapter in document["outline"]:
        whole = chapter["super_event"]
        branch = tree.add(f"{_moment(whole)}  [bold]{escape(whole['label'])}[/bold]")
        for event in chapter["macro_events"]:
            branch.add(f"{_moment(event)}  {escape(event['label'])}  [dim]{event['id']}[/dim]")
    return tree


def _moment(node: Document) -> str:
    return f"[cyan]{format_span(node['start_ms'], node['end_ms'])}[/cyan]"


def _show_deleted(console: Console, document: Document) -> None:
    console.print(f"Deleted {document['deleted']} ({document['nodes']} nodes).", highlight=False)
