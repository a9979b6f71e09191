"""``export``: a stored video as a perception document, which can be ingested elsewhere."""

from pathlib import Path
from typing import Annotated

import typer

from api.cli.options import MEMORY, Json, Library, VideoId, epilog
from api.cli.output import notes, print_json
from runtime.errors import UsageError

app = typer.Typer()


@app.command(
    rich_help_panel=MEMORY,
    epilog=epilog(
        "longtake export v0123456789abcdef > film.json",
        "longtake ingest --annotations film.json --library copy",
    ),
)
def export(
    video: VideoId,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write there, not to stdout.")
    ] = None,
    as_json: Json = False,
    library: Library = None,
) -> None:
    """Write the perception document (JSON) of what the memory holds of a video."""
    import json

    from api import operations
    from api.memory import open_memory
    from runtime.settings import settings

    with open_memory(settings()) as memory:
        document = operations.export_video(memory, library or settings().library, video)
    if out is None:
        print_json(document)
        return
    try:
        out.write_text(json.dumps(document, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(
            f"{out} cannot be written: {error.strerror or error}",
            "name a file in a folder that exists and can be written",
        ) from error
    if as_json:
        print_json({"written": str(out)})
    else:
        notes().print(f"Written to {out}.", markup=False, highlight=False)
