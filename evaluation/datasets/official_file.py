"""Reading an official file, and saying exactly where it is not what its authors published."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, overload

from evaluation.item import Item
from runtime.errors import BadDatasetError, NotFoundError


@dataclass(frozen=True, slots=True)
class Loaded(Sequence[Item]):
    """The items of a data set, what its files hold, and what was odd in them.

    ``counts`` are in the words of the authors (``videos``, ``questions``); ``notes`` say in words
    what was left unknown, how often and why.
    """

    items: tuple[Item, ...] = field(repr=False)
    counts: Mapping[str, int]
    notes: tuple[str, ...] = ()

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, index: int | slice) -> Item | tuple[Item, ...]:
        return self.items[index]

    def __len__(self) -> int:
        return len(self.items)


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file something stands, for messages: ``video_info.meta.jsonl, line 3``."""

    path: Path
    where: str = ""
    source: str = field(default="", compare=False)

    def at(self, where: str) -> "Place":
        """A place inside this one."""
        return Place(self.path, f"{self.where}, {where}" if self.where else where, self.source)

    def __str__(self) -> str:
        return f"{self.path.name}, {self.where}" if self.where else self.path.name

    def bad(self, what: str) -> BadDatasetError:
        """The error to raise when what stands here is not of the published form."""
        hint = "Fetch the file again, as its authors published it"
        return BadDatasetError(
            f"{self}: {what}", f"{hint} ({self.source})." if self.source else f"{hint}."
        )


def find(folder: Path, names: Iterable[str], source: str) -> Path:
    """The first of these files in the folder. Raises ``NotFoundError`` saying what to fetch."""
    names = tuple(names)
    for name in names:
        if (path := folder / name).is_file():
            return path
    wanted = " or ".join(names)
    raise NotFoundError(
        f"there is no {wanted} in {folder}",
        f"Fetch it from {source}. The files of a benchmark lie in a folder of its name (eval list) "
        "below the data folder: --data, or LONGTAKE_DATA.",
    )


def read_json(path: Path, source: str) -> Any:
    """The whole file as JSON."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise Place(path, source=source).bad(f"not JSON ({error})") from error


def read_lines(path: Path, source: str) -> Iterator[tuple[Place, Any]]:
    """Each line of a file of JSON lines, with its place."""
    whole = Place(path, source=source)
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except UnicodeDecodeError as error:
        raise whole.bad(f"not text ({error})") from error
    for number, line in enumerate(lines, start=1):
        if line.strip():
            place = whole.at(f"line {number}")
            try:
                yield place, json.loads(line)
            except json.JSONDecodeError as error:
                raise place.bad(f"not JSON ({error})") from error


def listed(value: Any, place: Place) -> list[Any]:
    """The value, which must be a list with something in it."""
    if not isinstance(value, list) or not value:
        raise place.bad("a list with entries is expected")
    return value


def wanted(row: Any, name: str, kind: type | tuple[type, ...], place: Place) -> Any:
    """The field of a row, which must be there, of this kind, and not blank."""
    if not isinstance(row, Mapping):
        raise place.bad("an object is expected")
    if name not in row:
        raise place.bad(f"no field {name!r}")
    value = row[name]
    if not isinstance(value, kind) or isinstance(value, bool):
        raise place.bad(f"{name!r} holds {value!r:.60}")
    if isinstance(value, str) and not value.strip():
        raise place.bad(f"{name!r} is blank")
    return value


def texts(row: Any, name: str, place: Place) -> tuple[str, ...]:
    """The field of a row, which must be a list of at least two texts."""
    value = wanted(row, name, list, place)
    if len(value) < 2 or not all(isinstance(text, str) and text.strip() for text in value):
        raise place.bad(f"{name!r} is no list of options")
    return tuple(value)


def loaded(
    pairs: Iterable[tuple[Place, Item]], counts: Mapping[str, int], notes: Iterable[str] = ()
) -> Loaded:
    """The items, once no two of them share an id; says how many offer the same text twice."""
    seen: dict[str, Place] = {}
    items = []
    for place, item in pairs:
        if item.id in seen:
            raise place.bad(f"{item.id!r} is already the id at {seen[item.id]}")
        seen[item.id] = place
        items.append(item)
    twins = sum(len(set(item.choices)) < len(item.choices) for item in items)
    more = (f"{twins} questions offer the same text twice",) if twins else ()
    return Loaded(tuple(items), counts, (*notes, *more))


def counted(reasons: Iterable[str], what: str) -> tuple[str, ...]:
    """``("13 time references are unknown: reversed", …)``, most frequent first."""
    return tuple(f"{n} {what}: {reason}" for reason, n in Counter(reasons).most_common())
