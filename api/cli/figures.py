"""How figures look to people: benches, replays, scores, and the list of all that is measured."""

from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from api.cli.output import Document

_NUMBERS = {"ours", "floor", "ratio"}
_KINDS = {
    "bench": "Benches, of our own",
    "replay": "Replays, of what people annotated",
    "budget": "Context budgets, of replays",
    "run": "Benchmarks of others, run or scored",
    "canary": "Canaries: no right answer may be seen",
    "ablations": "Ablations",
}


def show_rows(console: Console, document: Document) -> None:
    """The rows of ``bench``."""
    table = _table("figure", "ours", "floor", "ratio", "unit", "bar", "beside it", right=_NUMBERS)
    for row in document["rows"]:
        peers = ", ".join(f"{peer} {_number(value)}" for peer, value in row["peers"].items())
        numbers = (_number(row[column]) for column in ("ours", "floor", "ratio"))
        table.add_row(
            escape(row["name"]), *numbers, escape(row["unit"]), escape(row["bar"]), escape(peers)
        )
    console.print(table)


def show_list(console: Console, document: Document) -> None:
    """Everything that is measured, by kind, and what of its data is missing."""
    for kind, title in _KINDS.items():
        listed = [each for each in document["evaluations"] if each["kind"] == kind]
        if not listed:
            continue
        console.print(f"[bold]{title}[/bold]")
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
        table.add_column(no_wrap=True, style="cyan")
        table.add_column()
        for each in listed:
            missing = "" if each["here"] else f"[dim] (not here: {escape(each['needs'])})[/dim]"
            table.add_row(escape(each["command"]), f"{escape(each['measures'])}{missing}")
        console.print(table)


def show_replay(console: Console, document: Document) -> None:
    """One table a group of queries: every part a row, and what each row of ours gained."""
    groups: dict[str, list[str]] = {}
    for row in document["rows"]:
        for metric in row["metrics"]:
            group, _, figure = metric.partition(": ")
            if figure not in groups.setdefault(group, []):
                groups[group].append(figure)
    for group, figures in groups.items():
        number = document["counts"].get(group, document["n"])
        console.print(f"[bold]{escape(group)}[/bold]  n = {number:,}, percent", highlight=False)
        table = _table("", *figures, right=set(figures))
        best = {figure: _best(document, f"{group}: {figure}") for figure in figures}
        for row in document["rows"]:
            values = [row["metrics"].get(f"{group}: {figure}") for figure in figures]
            if all(value is None for value in values):
                continue
            cells = [
                ""
                if value is None
                else f"[bold]{value:.1f}[/bold]"
                if best[figure] == row["name"]
                else f"{value:.1f}"
                for figure, value in zip(figures, values, strict=True)
            ]
            name = escape(row["name"])
            table.add_row(f"[green]{name}[/green]" if row["ours"] else name, *cells)
        console.print(table)
        for row in document["rows"]:
            for figure in figures:
                gain = row["gains"].get(f"{group}: {figure}")
                if gain is not None:
                    console.print(
                        f"  {escape(row['name'])}, {escape(figure)}: {gain['mean']:+.1f} "
                        f"({gain['low']:+.1f} to {gain['high']:+.1f}) "
                        f"beside {escape(gain['beside'])}",
                        highlight=False,
                    )
        console.print()
    if document["gains"]:
        console.print(
            "[dim]Bold: the best standard part, beside which the gain of ours is given with its "
            "paired 95 % interval over videos.[/dim]"
        )
    _show_notes(console, document["notes"])


def show_score(console: Console, document: Document) -> None:
    """Every metric beside the blind floors, with its interval."""
    floors = list(document["floors"])
    console.print(f"[bold]{escape(document['name'])}[/bold]  n = {document['n']:,}")
    table = _table("figure", "score", "95 %", *floors, right={"score", "95 %", *floors})
    for metric, value in document["metrics"].items():
        span = document["intervals"].get(metric)
        between = "" if span is None else f"{span[0]:.2f} to {span[1]:.2f}"
        beside = (_percent(document["floors"][floor].get(metric)) for floor in floors)
        table.add_row(escape(metric), _percent(value), between, *beside)
    console.print(table)
    for what in ("errors", "not_asked"):
        if document.get(what):
            console.print(f"{what.replace('_', ' ')}: {document[what]:,}", highlight=False)
    if "predictions" in document:
        console.print(f"[dim]predictions in {escape(document['predictions'])}[/dim]")
    _show_notes(console, document["notes"])


def show_canary(console: Console, document: Document) -> None:
    """What was searched; that nothing was found is said first."""
    searched = ", ".join(f"{number:,} {what}" for what, number in document["texts"].items())
    console.print(f"[bold]{escape(document['name'])}[/bold]  no mark of {document['items']} found")
    console.print(f"in {searched}", highlight=False)
    console.print(
        f"in {document['nodes']:,} nodes and {document['runs']:,} Runs, and in every file of the "
        "run",
        highlight=False,
    )
    if document["loaded"]:
        console.print(
            f"{document['loaded']:,} items are loaded alike from files with other answers in them",
            highlight=False,
        )
    console.print(
        "with other marks the very same texts passed"
        if document["compared"]
        else "not compared with a run of other marks: replies or database varied",
        highlight=False,
    )


def _best(document: Mapping[str, Any], metric: str) -> str | None:
    """The best standard part's name, or None where there is none."""
    gain = document["gains"].get(metric)
    if gain is not None:
        return str(gain["beside"])
    standard = [row for row in document["rows"] if not row["ours"] and metric in row["metrics"]]
    return max(standard, key=lambda row: row["metrics"][metric])["name"] if standard else None


def _show_notes(console: Console, told: Iterable[str]) -> None:
    for note in told:
        console.print(f"[dim]· {escape(note)}[/dim]", highlight=False)


def _table(*columns: str, right: set[str]) -> Table:
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(escape(column), justify="right" if column in right else "left")
    return table


def _percent(value: float | None) -> str:
    """With two decimals, as benchmarks publish their figures."""
    return "" if value is None else f"{value:.2f}"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.4g}"
