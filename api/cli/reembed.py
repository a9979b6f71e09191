"""``reembed``: move a memory to another encoder."""

import typer

from api.cli.options import MEMORY, Json, Library, epilog
from api.cli.output import Document, present
from api.cli.progress import progress

app = typer.Typer()


@app.command(
    rich_help_panel=MEMORY,
    epilog=epilog("LONGTAKE_EMBEDDING=openai:text-embedding-3-small longtake reembed"),
)
def reembed(as_json: Json = False, library: Library = None) -> None:
    """Embed the whole memory again, with the encoder of LONGTAKE_EMBEDDING."""
    raise NotImplementedError
