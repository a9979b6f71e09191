"""Five-way questions of NExT-QA for ablations, over the memory that `eval replay nextqa` stored."""

import csv
from pathlib import Path

from evaluation.data_folder import needed
from evaluation.gold import Gold
from evaluation.item import Item

LIBRARY = "replay-nextqa"
_OPTIONS = tuple(f"a{place}" for place in range(5))


def nextqa_items(data: Path) -> list[Item]:
    """The questions of ``val.csv``. Raises ``NotFoundError``, saying what to fetch."""
    path = needed(data / "nextqa" / "val.csv", "NExT-QA", "doc-doc/NExT-QA")
    with path.open(encoding="utf-8", newline="") as file:
        return [
            Item(
                id=f"{row['video']}-{row['qid']}",
                dataset="nextqa",
                video=row["video"],
                question=row["question"],
                choices=tuple(row[option] for option in _OPTIONS),
                gold=Gold(int(row["answer"])),
                group=row["type"],
            )
            for row in csv.DictReader(file)
        ]
