"""Every Cypher snippet of docs/graph.md runs on a real memory and finds something."""

import re
from pathlib import Path

import pytest

from cypher.query import Query
from cypher.store import Store

PAGE = Path(__file__).parents[2] / "docs" / "graph.md"
SNIPPETS = re.findall(r"```cypher\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
OF_ANSWERS = ":Run)"


@pytest.mark.parametrize("snippet", SNIPPETS, ids=range(len(SNIPPETS)))
def test_a_snippet_finds_something(
    store: Store, kitchen_library: tuple[str, str], snippet: str
) -> None:
    _, video = kitchen_library
    rows = store.read(Query(snippet, "A snippet of the documentation."), video=video)
    # No question may have been asked of this database yet; all else the kitchen holds.
    assert rows or OF_ANSWERS in snippet


def test_there_are_snippets() -> None:
    assert len(SNIPPETS) >= 10
