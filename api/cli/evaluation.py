"""``bench`` and ``eval``: measuring, beside floors and peers."""

from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from api.cli.options import FIGURES, Json, Library, epilog
from api.cli.output import PARTIAL, Document, notes, present
from api.cli.progress import progress
from runtime.errors import LongtakeError, NotFoundError

if TYPE_CHECKING:
    from evaluation.report import BenchRow

app = typer.Typer()
datasets = typer.Typer(help="Evaluations that can be run.", epilog=epilog("longtake eval list"))


@app.command(
    rich_help_panel=FIGURES,
    epilog=epilog("longtake bench", "longtake bench latency", "longtake bench answers --json"),
)
def bench(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="One of them (eval list); else all.")
    ] = None,
    as_json: Json = False,
    library: Library = None,
) -> None:
    """Measure, and print each figure beside its floor.

    Absolute times depend on the machine: its cores and load are printed too.
    """
    from evaluation.benches.registry import BENCHES
    from evaluation.report import machine
    from runtime.settings import settings

    if name is not None and name not in BENCHES:
        raise NotFoundError(f"no benchmark is called {name!r}", f"there are {', '.join(BENCHES)}")
    chosen = [name] if name is not None else list(BENCHES)
    used = settings().model_copy(update={"library": library} if library else {})
    rows: list[BenchRow] = []
    failed = 0
    with progress() as shown:
        for each in chosen:
            shown.stage(each, None)
            try:
                rows += BENCHES[each].load()(used)
            except LongtakeError as error:
                shown.finish("failed")
                if name is not None:
                    raise
                failed += 1
                shown.note(f"{each}: {error.message}")
            else:
                shown.finish("done")
    notes().print(f"measured on {machine()}", markup=False, highlight=False)
    present({"rows": [_row(row) for row in rows]}, as_json, _show_rows)
    if failed:
        raise typer.Exit(PARTIAL)


@datasets.command("list", epilog=epilog("longtake eval list --json"))
def list_(as_json: Json = False, library: Library = None) -> None:
    """List the benchmarks and what each measures."""
    from evaluation.benches.registry import BENCHES

    listed = [{"name": name, "measures": bench.measures} for name, bench in BENCHES.items()]
    present({"evaluations": listed}, as_json, _show_list)


def _row(row: "BenchRow") -> dict[str, Any]:
    return {
        "name": row.name,
        "ours": row.ours,
        "floor": row.floor,
        "ratio": row.ratio,
        "peers": dict(row.peers),
        "unit": row.unit,
        "bar": row.bar,
    }


def _show_rows(console: Console, document: Document) -> None:
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    for column in ("figure", "ours", "floor", "ratio", "unit", "bar", "beside it"):
        table.add_column(column, justify="right" if column in _NUMBERS else "left")
    for row in document["rows"]:
        peers = ", ".join(f"{peer} {_number(value)}" for peer, value in row["peers"].items())
        numbers = (_number(row[column]) for column in ("ours", "floor", "ratio"))
        table.add_row(escape(row["name"]), *numbers, row["unit"], escape(row["bar"]), escape(peers))
    console.print(table)


_NUMBERS = {"ours", "floor", "ratio"}


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.4g}"


def _show_list(console: Console, document: Document) -> None:
    for each in document["evaluations"]:
        console.print(f"[bold]{each['name']:<14}[/bold] {escape(each['measures'])}")
