"""``ingest``: from media, timed text or annotations to a memory."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape

from api.cli.options import MEMORY, Json, Library, epilog
from api.cli.output import PARTIAL, Document, counted, present
from api.cli.progress import progress
from runtime.errors import LongtakeError, UsageError

if TYPE_CHECKING:
    from ingestion.request import IngestRequest

app = typer.Typer()


class Perceiver(StrEnum):
    """Who turns the media into events."""

    AUTO = "auto"
    TEXT = "text"
    VLM = "vlm"
    ANNOTATIONS = "annotations"


@app.command(
    rich_help_panel=MEMORY,
    epilog=epilog(
        "longtake ingest film.mp4 --descriptions film.descriptions.vtt",
        "longtake ingest lecture.mkv --subtitles lecture.srt --title 'Lecture 3'",
        "longtake ingest --annotations kitchen.json",
        "longtake ingest one.mp4 two.mp4 three.mkv --json",
    ),
)
def ingest(
    media: Annotated[
        list[Path] | None, typer.Argument(metavar="[MEDIA]...", help="Video files.")
    ] = None,
    *,
    title: Annotated[str | None, typer.Option(help="The video's title.")] = None,
    descriptions: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A track that says what is seen (WebVTT or SRT)."),
    ] = None,
    subtitles: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A track that says what is said (WebVTT or SRT)."),
    ] = None,
    annotations: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A perception document (JSON), with or without media."),
    ] = None,
    perceiver: Annotated[
        Perceiver,
        typer.Option(
            help="auto: annotations if given, else vlm if LONGTAKE_PERCEPTION is set, else text."
        ),
    ] = Perceiver.AUTO,
    replace: Annotated[
        bool,
        typer.Option("--replace", help="Perceive again a video that was perceived otherwise."),
    ] = False,
    as_json: Json = False,
    library: Library = None,
) -> None:
    """Turn videos into a memory in Neo4j.

    Doing it again changes nothing; what was interrupted goes on where it stopped.
    """
    from ingestion.request import IngestRequest
    from runtime.settings import settings

    sources: list[Path | None] = list(media or []) or [None]
    own_tracks = (title, descriptions, subtitles, annotations)
    if len(sources) > 1 and any(value is not None for value in own_tracks):
        raise UsageError(
            "--title, --descriptions, --subtitles and --annotations belong to one video, "
            f"but {len(sources)} were given",
            "ingest videos that have tracks of their own one by one",
        )
    requests = [
        IngestRequest(
            media=source,
            title=title,
            descriptions=descriptions,
            subtitles=subtitles,
            annotations=annotations,
            perceiver=perceiver.value,
            replace=replace,
            library=library or settings().library,
        ).checked()
        for source in sources
    ]
    if len(requests) == 1:
        document = _ingest_all(requests)[0]
        if "error" in document:
            raise document["error"]
    else:
        videos = [_with_error_document(outcome) for outcome in _ingest_all(requests)]
        document = {"videos": videos, "status": _overall(videos)}
    present(document, as_json, _show)
    if document["status"] != "done":
        raise typer.Exit(PARTIAL if document["status"] == "partial" else 1)


def _ingest_all(requests: list["IngestRequest"]) -> list[Document]:
    """A document for each request; one that failed holds its error and stops none of the rest."""
    from api.memory import open_memory
    from ingestion.tasks import ingest_by_worker
    from runtime.settings import settings

    outcomes: list[Document] = []
    with progress() as shown, open_memory(settings(), shown) as memory:
        for request in requests:
            if len(requests) > 1:
                shown.note(str(request.media))
            try:
                report = ingest_by_worker(
                    request, store=memory.store, settings=memory.settings, progress=shown
                )
            except LongtakeError as error:
                outcomes.append({"source": str(request.media), "status": "failed", "error": error})
            else:
                outcomes.append(report.document())
    return outcomes


def _with_error_document(outcome: Document) -> Document:
    if "error" not in outcome:
        return outcome
    return {**outcome, **outcome["error"].document()}


def _overall(videos: list[Document]) -> str:
    states = {video["status"] for video in videos}
    return states.pop() if len(states) == 1 else "partial"


def _show(console: Console, document: Document) -> None:
    for video in document.get("videos", [document]):
        if "error" in video:
            console.print(f"[red]✗[/red] {escape(video['source'])}: {video['error']['message']}")
        else:
            _show_video(console, video)


def _show_video(console: Console, video: Document) -> None:
    counts: dict[str, Any] = video["counts"]
    relations = sum(counts.get("relations", {}).values())
    console.print(f"[bold]{video['video_id']}[/bold]  {video['status']}")
    console.print(f"{counted(counts)}, {relations} relationships", highlight=False)
    for warning in video["warnings"]:
        console.print(f"[yellow]warning:[/yellow] {escape(warning)}", highlight=False)
    console.print(f"[dim]see it: longtake videos show {video['video_id']}[/dim]", highlight=False)
