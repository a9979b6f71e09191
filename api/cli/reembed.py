"""``reembed``: move a memory to another encoder."""

import typer
from rich.console import Console
from rich.markup import escape

from api.cli.options import MEMORY, Json, Library, epilog
from api.cli.output import Document, present
from api.cli.progress import progress
from runtime.errors import BusyError

app = typer.Typer()


@app.command(
    rich_help_panel=MEMORY,
    epilog=epilog("LONGTAKE_EMBEDDING=openai:text-embedding-3-small longtake reembed"),
)
def reembed(as_json: Json = False, library: Library = None) -> None:
    """Embed the whole memory again, every library of it, with the encoder of LONGTAKE_EMBEDDING.

    Search goes on with the old vectors until all new ones are there. Start it again after an
    interruption: what is embedded stays so.
    """
    from api.memory import open_as_it_is
    from ingestion.reembed import reembed as reembed_all
    from runtime.service import service_url
    from runtime.settings import settings

    if service_url(settings()) is not None:
        raise BusyError(
            "the service runs, with the encoder it was started with",
            "longtake down first, and longtake up with the new encoder afterwards",
        )
    with progress() as shown, open_as_it_is(settings(), shown) as memory:
        report = reembed_all(memory.store, settings(), shown)
    present(report.document(), as_json, _show)


def _show(console: Console, document: Document) -> None:
    console.print(
        f"{document['nodes']} nodes embedded by {escape(document['model'])} "
        f"({document['dimensions']} dimensions).",
        highlight=False,
    )
