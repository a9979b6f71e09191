"""``up``, ``down``, ``status`` and ``doctor``: the local Neo4j and the service beside it."""

from typing import Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from api.cli.options import SERVICE, Json, Library, epilog
from api.cli.output import Document, present
from api.cli.progress import progress, waiting

app = typer.Typer()

_UNHEALTHY = 4


@app.command(rich_help_panel=SERVICE, epilog=epilog("longtake up", "longtake up --json"))
def up(as_json: Json = False, library: Library = None) -> None:
    """Start Neo4j and the service, and keep them running.

    A second call finds what runs already. With NEO4J_URI set, that server is used and no Neo4j
    is started here.
    """
    from api.installation import describe, start
    from runtime.settings import settings

    with progress() as shown:
        start(settings(), shown)
    present(describe(settings(), library), as_json, _show_status)


@app.command(rich_help_panel=SERVICE, epilog=epilog("longtake down"))
def down(as_json: Json = False, library: Library = None) -> None:
    """Stop the service and the local Neo4j. What was ingested stays on disk."""
    from api.installation import describe
    from runtime import service
    from runtime.settings import settings

    with waiting("Stopping (Neo4j takes about ten seconds)"):
        service.down(settings())
    present(describe(settings(), library), as_json, _show_status)


@app.command(rich_help_panel=SERVICE, epilog=epilog("longtake status", "longtake status --json"))
def status(as_json: Json = False, library: Library = None) -> None:
    """Say what runs, and where."""
    from api.installation import describe
    from runtime.settings import settings

    present(describe(settings(), library), as_json, _show_status)


@app.command(rich_help_panel=SERVICE, epilog=epilog("longtake doctor", "longtake doctor --json"))
def doctor(as_json: Json = False, library: Library = None) -> None:
    """Check everything longtake stands on, and say how to mend what is broken."""
    from api.installation import examine
    from runtime.settings import settings

    checks = examine(settings())
    present({"checks": checks}, as_json, _show_checks)
    if not all(check["ok"] for check in checks):
        raise typer.Exit(_UNHEALTHY)


def _show_status(console: Console, document: Document) -> None:
    neo4j, api = document["neo4j"], document["api"]
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_row("Neo4j", _running(neo4j), escape(neo4j.get("uri") or ""))
    if neo4j.get("browser_url"):
        table.add_row("  Browser", "", escape(neo4j["browser_url"]))
    if neo4j.get("password_file"):
        table.add_row(
            "  user", "", f"{neo4j.get('user') or ''}, password in {neo4j['password_file']}"
        )
    table.add_row("Service", _running(api), escape(api.get("url") or ""))
    workers = document.get("workers") or []
    table.add_row("Workers", str(len(workers)), escape(", ".join(map(str, workers))))
    jobs: dict[str, Any] = document.get("jobs") or {}
    if jobs:
        table.add_row("Jobs", "", ", ".join(f"{count} {state}" for state, count in jobs.items()))
    console.print(table)


def _running(part: dict[str, Any]) -> str:
    if not part.get("running"):
        return "[yellow]stopped[/yellow]"
    version = part.get("version")
    return f"[green]running[/green]{f' {version}' if version else ''}"


def _show_checks(console: Console, document: Document) -> None:
    for check in document["checks"]:
        mark = "[green]✓[/green]" if check["ok"] else "[red]✗[/red]"
        console.print(f"{mark} [bold]{escape(check['name'])}[/bold]  {escape(check['detail'])}")
        if not check["ok"] and check["mend"]:
            console.print(f"  [dim]mend:[/dim] {escape(check['mend'])}", highlight=False)
