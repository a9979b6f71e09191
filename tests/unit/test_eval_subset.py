"""Which items of a data set are asked, and always the same ones."""

import pytest

from evaluation.gold import Gold
from evaluation.item import Item
from evaluation.runs.subset import Subset
from runtime.errors import NotFoundError, UsageError

ITEMS = [
    Item(f"q{n}", "set", f"v{n % 4}", "?", ("a", "b"), Gold(0), group="odd" if n % 2 else "even")
    for n in range(20)
]


def _ids(**chosen: object) -> list[str]:
    return [item.id for item in Subset(**chosen).of(ITEMS)]  # type: ignore[arg-type]


def test_nothing_named_means_all() -> None:
    assert _ids() == [item.id for item in ITEMS]


def test_ids_groups_videos_and_limit_narrow_in_turn() -> None:
    assert _ids(ids=("q7", "q3")) == ["q3", "q7"]
    assert _ids(groups=("odd",), videos=("v3",)) == ["q3", "q7", "q11", "q15", "q19"]
    assert _ids(groups=("odd",), limit=2) == ["q1", "q3"]


def test_a_sample_is_drawn_by_its_seed_and_kept_in_order() -> None:
    drawn = _ids(sample=6, seed=1)
    assert drawn == _ids(sample=6, seed=1)
    assert drawn != _ids(sample=6, seed=2)
    assert drawn == sorted(drawn, key=lambda name: int(name[1:]))
    assert len(set(drawn)) == 6
    assert _ids(sample=99) == _ids()
    assert _ids(sample=6, seed=1, limit=2) == drawn[:2]


@pytest.mark.parametrize(
    ("chosen", "told"),
    [
        ({"ids": ("q99",)}, "no item is called 'q99'"),
        ({"groups": ("evn",)}, "no group is called 'evn'"),
        ({"videos": ("v9",)}, "no video is called 'v9'"),
    ],
)
def test_what_none_has_is_not_found(chosen: dict[str, object], told: str) -> None:
    with pytest.raises(NotFoundError, match=told):
        _ids(**chosen)


@pytest.mark.parametrize("chosen", [{"limit": 0}, {"sample": -1}])
def test_at_least_one_item_is_asked(chosen: dict[str, int]) -> None:
    with pytest.raises(UsageError, match="at least one"):
        _ids(**chosen)
