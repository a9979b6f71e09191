"""``runs list`` and ``runs show``: questions that were answered, and how."""

import typer

app = typer.Typer(help="Questions that were answered, and how.")
