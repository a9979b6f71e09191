"""The ablations as the section of docs/results.md, and as the tables a terminal shows."""

from collections.abc import Sequence

from evaluation.ablations.study import Row, Study
from evaluation.ablations.tables import TITLES, Table

_COSTS = ("rounds", "prompt tokens", "largest prompt", "seconds")


def section(study: Study) -> str:
    """The whole section, with machine and date. The product's own row is in bold."""
    sets = dict.fromkeys(row.questions for row in study.rows)
    lines = [
        "## Ablations",
        "",
        f"Reasoner `{study.reasoner}`, {study.machine}, {study.date}; "
        "`longtake eval ablations` makes these tables. Gains are over the product (bold), in "
        "points, with a paired 95 % interval; a row without a gain is the product.",
    ]
    lines += [f"Left out: {note}." for note in study.notes]
    for questions in sets:
        lines += ["", f"### {_SETS.get(questions, questions)}"]
        for table, title in TITLES.items():
            rows = [
                row
                for row in study.rows
                if row.questions == questions and row.ablation.table == table
            ]
            if rows:
                lines += ["", f"**{title}**", "", *_table(table, rows)]
    return "\n".join(lines) + "\n"


_SETS = {
    "film": "The sample film's own questions (those that weights were chosen on)",
    "nextqa": "NExT-QA, five-way, the half that no weight was fitted on",
}


def _table(table: Table, rows: Sequence[Row]) -> list[str]:
    head = rows[0].headline
    more = [name for name in rows[0].score.metrics if name != head and name not in _COSTS]
    columns = [table, "n", f"{head}, % (95 %)", "gain", *more, *_COSTS]
    return [
        f"| {' | '.join(columns)} |",
        f"|{' --- |' * len(columns)}",
        *(f"| {' | '.join(_cells(row, more))} |" for row in rows),
    ]


def _cells(row: Row, more: Sequence[str]) -> list[str]:
    metrics = row.score.metrics
    low, high = row.score.intervals.get(row.headline, (0.0, 0.0))
    name = f"**{row.ablation.name}**" if row.ablation.is_product else row.ablation.name
    missing = row.score.errors + row.score.not_asked
    n = f"{row.score.n}" + (f" (+ {missing} missing)" if missing else "")
    costs = ("{:.1f}", "{:,.0f}", "{:,.0f}", "{:.2f}")
    return [
        name,
        n,
        f"{metrics[row.headline]:.1f} ({low:.1f}-{high:.1f})",
        ""
        if row.gain is None
        else f"{row.gain[0]:+.1f} ({row.gain[1]:+.1f} to {row.gain[2]:+.1f})",
        *(f"{metrics[one]:.1f}" for one in more),
        *(form.format(metrics.get(one, 0.0)) for form, one in zip(costs, _COSTS, strict=True)),
    ]
