"""What a search remembers of the size of scopes."""

from types import SimpleNamespace
from typing import Any

import pytest

from retrieval import large_scopes
from retrieval.large_scopes import LargeScopes
from retrieval.scope import Scope

HERE: Any = SimpleNamespace(uri="bolt://here")
THERE: Any = SimpleNamespace(uri="bolt://there")
MAIN = Scope("main")


def test_a_scope_is_remembered_for_a_minute_and_no_other_with_it() -> None:
    now = [0.0]
    seen = LargeScopes(lambda: now[0])
    assert not seen.known(HERE, MAIN, 2_000)
    seen.note(HERE, MAIN, 2_000)
    assert seen.known(HERE, Scope("main"), 2_000)
    assert not seen.known(THERE, MAIN, 2_000), "another database"
    assert not seen.known(HERE, Scope("other"), 2_000), "another library"
    assert not seen.known(HERE, Scope("main", videos=("v1",)), 2_000), "a part of it"
    assert not seen.known(HERE, MAIN, 5_000), "another limit"
    now[0] = 59.0
    assert seen.known(HERE, MAIN, 2_000)
    now[0] = 61.0
    assert not seen.known(HERE, MAIN, 2_000)


def test_it_does_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large_scopes, "_MOST", 10)
    seen = LargeScopes()
    for number in range(25):
        seen.note(HERE, Scope(f"library {number}"), 2_000)
    remembered = [n for n in range(25) if seen.known(HERE, Scope(f"library {n}"), 2_000)]
    assert len(remembered) <= 10
    assert 24 in remembered
