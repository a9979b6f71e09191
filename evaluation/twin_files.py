"""A data set's files with other gold labels in them: what a loader makes public must not change.

Marks cannot be put into a file whose answers are letters: a loader refuses them. So each gold
field gets another value that is as valid (A for any letter but A, 0 for any index but 0), and the
twin is loaded beside the original. A loader that lets a gold label into a question, an option, a
group or an extra field gives the twin another public item.
"""

import csv
import json
import re
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from evaluation.datasets.registry import Dataset
from evaluation.item import Item
from evaluation.leak_guard.finding import Finding, LeakError
from runtime.errors import NotFoundError

EVERY_VALUE = "*"

GOLD_FIELDS: Mapping[str, tuple[str, ...]] = {
    "egoschema": (EVERY_VALUE,),  # subset_answers.json: an index by question
    "longvideobench": ("correct_choice",),
    "lvbench": ("answer",),
    "ovobench": ("gt", "count", "type"),
    "streamingbench": ("answer",),  # what a proactive question wants said, it says itself
    "videomme": ("answer",),
}
"""By the module of a loader, the fields of its files that hold gold. Times are left as they are:
they are read as times or not at all."""

_QUESTIONS_ONLY = ("questions.json",)
"""Files of EgoSchema in which no value is gold."""
_TIME = re.compile(r"\d+:\d+")


def check_loader(chosen: Dataset, folder: Path) -> int:
    """How many items have the same public fields whatever their gold labels are: all of them.

    Raises :class:`LeakError` naming those that have not, ``NotFoundError`` where the files are in
    no form that can be rewritten (Parquet).
    """
    fields = GOLD_FIELDS[chosen.module]
    with TemporaryDirectory(prefix="longtake-twin-") as made:
        changed = _rewritten(folder, Path(made), fields)
        if not changed:
            raise NotFoundError(
                f"no file in {folder} has a field {' or '.join(fields)} that can be changed",
                "The canary of a loader reads JSON, JSON lines and CSV.",
            )
        twins = {item.id: item for item in chosen.load(Path(made))}
    items = chosen.load(folder)
    findings = [
        Finding(f"item {item.id}", f"its {', '.join(parts)} depends on its gold label")
        for item in items
        if (parts := _different(item, twins.get(item.id)))
    ]
    if findings:
        raise LeakError(findings)
    return len(items)


def _different(item: Item, twin: Item | None) -> list[str]:
    if twin is None:
        return ["presence"]
    mine, theirs = item.public().document(), twin.public().document()
    return [name for name in mine if mine[name] != theirs[name]]


def _rewritten(folder: Path, into: Path, fields: tuple[str, ...]) -> int:
    changed = 0
    for path in sorted(folder.iterdir()):
        twin = into / path.name
        everywhere = EVERY_VALUE in fields and path.name not in _QUESTIONS_ONLY
        match path.suffix:
            case ".json":
                value, count = _changed(json.loads(path.read_text("utf-8")), fields, everywhere)
                twin.write_text(json.dumps(value), "utf-8")
            case ".jsonl":
                lines = path.read_text("utf-8").splitlines()
                made = [_changed(json.loads(line), fields, False) for line in lines if line.strip()]
                twin.write_text("\n".join(json.dumps(value) for value, _ in made), "utf-8")
                count = sum(number for _, number in made)
            case ".csv":
                count = _rewritten_table(path, twin, fields)
            case _:
                continue
        changed += count
    return changed


def _rewritten_table(path: Path, twin: Path, fields: tuple[str, ...]) -> int:
    count = 0
    with path.open(encoding="utf-8", newline="") as file, twin.open("w", newline="") as out:
        rows = csv.DictReader(file)
        writer = csv.DictWriter(out, rows.fieldnames or ())
        writer.writeheader()
        for row in rows:
            for name in set(fields) & set(row):
                row[name] = _other(row[name])
                count += 1
            writer.writerow(row)
    return count


def _changed(value: Any, fields: tuple[str, ...], everywhere: bool) -> tuple[Any, int]:
    """The value with other gold in it, and in how many places."""
    if isinstance(value, dict):
        made: dict[str, Any] = {}
        total = 0
        for name, inner in value.items():
            if (name in fields or everywhere) and isinstance(inner, str | int):
                made[name], count = _other(inner), 1
            else:
                made[name], count = _changed(inner, fields, everywhere)
            total += count
        return made, total
    if isinstance(value, list):
        parts = [_changed(inner, fields, everywhere) for inner in value]
        return [part for part, _ in parts], sum(count for _, count in parts)
    return value, 0


def _other(value: Any) -> Any:
    """Another value that is as valid."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return value
    if isinstance(value, int):
        return 1 if value == 0 else 0
    bare = value.strip()
    if bare.isdecimal():
        return "1" if bare == "0" else "0"
    if len(bare) == 1:
        return "B" if bare == "A" else "A"
    return value if _TIME.search(value) else f"{value} otherwise"
