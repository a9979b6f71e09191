"""EgoSchema: 5,031 five-way questions on three-minute clips; the answers of 500 are published.

The form: ``questions.json``, a list of ``{"q_uid", "question", "option 0" … "option 4"}``, and
``subset_answers.json``, ``{q_uid: index}``. Each question has a clip of its own, named by
``q_uid``. Questions without a published answer can be asked and handed in, not scored here.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evaluation.datasets.official_file import (
    Loaded,
    Place,
    find,
    listed,
    loaded,
    read_json,
    wanted,
)
from evaluation.datasets.right_answer import RightAnswer
from evaluation.gold import Gold
from evaluation.item import Item

FILES = ("questions.json",)
ANSWERS = ("subset_answers.json",)
SOURCE = "egoschema/EgoSchema"
SUBSET = "answer published"
REST = "answer kept"
_OPTIONS = tuple(f"option {number}" for number in range(5))


def load(folder: Path) -> Loaded:
    """All questions, of both groups. Raises ``NotFoundError`` or ``BadDatasetError``."""
    path = find(folder, FILES, SOURCE)
    answers = _answers(find(folder, ANSWERS, SOURCE))
    whole = Place(path, source=SOURCE)
    pairs = []
    for number, row in enumerate(listed(read_json(path, SOURCE), whole), start=1):
        place = whole.at(f"question {number}")
        pairs.append((place, _item(row, answers, place)))
    known = {item.id for _, item in pairs}
    if stray := [uid for uid in answers if uid not in known]:
        raise whole.bad(f"{len(stray)} answers are to no question in it, first {stray[0]!r}")
    kept = len(pairs) - len(answers)
    notes = (f"{kept} questions have no published answer: not scored here",) if kept else ()
    return loaded(pairs, {"questions": len(pairs), "answers": len(answers)}, notes)


def _answers(path: Path) -> Mapping[str, int]:
    place = Place(path, source=SOURCE)
    answers = read_json(path, SOURCE)
    if not isinstance(answers, dict) or not answers:
        raise place.bad("an object of question and index is expected")
    for uid in answers:
        index = wanted(answers, uid, int, place)
        if not 0 <= index < len(_OPTIONS):
            raise place.bad(f"the answer {index} to {uid!r} is none of the five options")
    return answers


def _item(row: Any, answers: Mapping[str, int], place: Place) -> Item:
    uid = wanted(row, "q_uid", str, place)
    return Item(
        id=uid,
        dataset="egoschema",
        video=uid,
        question=wanted(row, "question", str, place),
        choices=tuple(wanted(row, option, str, place).strip() for option in _OPTIONS),
        gold=Gold(RightAnswer(choice=answers.get(uid))),
        group=SUBSET if uid in answers else REST,
    )
