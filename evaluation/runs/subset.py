"""Which items of a data set are asked."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from evaluation.item import Item
from runtime.errors import NotFoundError, UsageError


@dataclass(frozen=True, slots=True)
class Subset:
    """Items by id, group and video; of what is left, a seeded sample, then the first ``limit``.

    Empty and None mean all. Order is that of the data set, so that the same subset is the same
    items however it came about.
    """

    ids: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    videos: tuple[str, ...] = ()
    sample: int | None = None
    seed: int = 0
    limit: int | None = None

    def __post_init__(self) -> None:
        for name, value in (("sample", self.sample), ("limit", self.limit)):
            if value is not None and value < 1:
                raise UsageError(f"{name} is {value}, but at least one item must be asked")

    def of(self, items: Sequence[Item]) -> list[Item]:
        """The items chosen. Raises ``NotFoundError`` for an id, group or video that none has."""
        chosen = _named(items, "item", self.ids, lambda item: item.id)
        chosen = _named(chosen, "group", self.groups, lambda item: item.group)
        chosen = _named(chosen, "video", self.videos, lambda item: item.video)
        if self.sample is not None and self.sample < len(chosen):
            drawn = random.Random(self.seed).sample(range(len(chosen)), self.sample)  # noqa: S311
            chosen = [chosen[place] for place in sorted(drawn)]
        return chosen[: self.limit]


def _named(
    items: Sequence[Item], what: str, wanted: Sequence[str], key: Callable[[Item], str]
) -> list[Item]:
    if not wanted:
        return list(items)
    known = dict.fromkeys(key(item) for item in items)
    for name in wanted:
        if name not in known:
            some = ", ".join(list(known)[:8])
            raise NotFoundError(f"no {what} is called {name!r} here", f"Among them: {some}.")
    return [item for item in items if key(item) in set(wanted)]
