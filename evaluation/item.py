"""One question of one data set, and what of it may be asked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from evaluation.gold import Gold


@dataclass(frozen=True, slots=True)
class PublicItem:
    """What of an item may be asked: it has no gold label, not even a boxed one.

    Only this goes to what builds questions, so that no change there can let gold through.
    """

    id: str
    dataset: str
    video: str
    question: str
    choices: tuple[str, ...]
    group: str
    asked_at_ms: int | None
    extra: Mapping[str, Any] = field(hash=False)

    def document(self) -> dict[str, Any]:
        """The item as JSON can hold it."""
        return {
            "id": self.id,
            "dataset": self.dataset,
            "video": self.video,
            "question": self.question,
            "choices": list(self.choices),
            "group": self.group,
            "asked_at_ms": self.asked_at_ms,
            "extra": dict(self.extra),
        }


@dataclass(frozen=True, slots=True)
class Item:
    """One question of one data set.

    ``video`` is the data set's own id of the video. ``gold`` is the index of the right choice, a
    span, a text: whatever the scorer of the data set reads. ``group`` is the task or category that
    the official table breaks down by. Of a streaming benchmark, nothing after ``asked_at_ms`` may
    be seen. ``extra`` holds further *public* fields; a loader puts no gold there, and the leak
    guard looks.

    Items are equal when their public fields are; ``dataclasses.asdict`` raises, since it copies.
    """

    id: str
    dataset: str
    video: str
    question: str
    choices: tuple[str, ...]
    gold: Gold[Any] = field(compare=False)
    group: str = ""
    asked_at_ms: int | None = None
    extra: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}), hash=False)

    def public(self) -> PublicItem:
        """The item without its gold label."""
        return PublicItem(
            id=self.id,
            dataset=self.dataset,
            video=self.video,
            question=self.question,
            choices=self.choices,
            group=self.group,
            asked_at_ms=self.asked_at_ms,
            extra=self.extra,
        )
