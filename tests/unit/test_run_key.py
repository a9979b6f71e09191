"""What a run's key depends on: all that asks and looks up, and what a wording says."""

from collections.abc import Callable
from pathlib import Path

import pytest

from evaluation.item import PublicItem
from evaluation.runs.asking import as_it_stands
from evaluation.runs.run_key import ASKING, files_digest, worded

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "file",
    [
        "agent/loop.py",
        "agent/rules/option_weights.v1.json",
        "cypher/search.py",
        "evaluation/runs/asking.py",
        "graph_schema/labels.py",
        "language/story_place.py",
        "retrieval/search.py",
        "runtime/chat_models.py",
        "runtime/embedder.py",
        "runtime/encoders/minilm.py",
        "runtime/tokens.py",
    ],
)
def test_all_that_asks_is_in_the_key(file: str) -> None:
    path = ROOT / file
    assert path.is_file()
    assert any(path.is_relative_to(place) for place in ASKING)


@pytest.mark.parametrize("alone", [True, False])
def test_a_changed_file_is_other_code(tmp_path: Path, alone: bool) -> None:
    folder = tmp_path / "package"
    folder.mkdir()
    file = folder / "tokens.py"
    places = (str(file if alone else folder),)
    digests = []
    for body in ("COUNT = 1", "COUNT = 2", "COUNT = 1"):
        file.write_text(body)
        files_digest.cache_clear()
        digests.append(files_digest(places, ".py"))
    assert digests[0] == digests[2] != digests[1]


def _wordings() -> list[Callable[[PublicItem], str]]:
    return [
        lambda item: item.question,
        lambda item: f"Think. {item.question}",
    ]


def test_a_wording_counts_by_what_it_says() -> None:
    plain, urging = _wordings()
    assert plain.__qualname__ == urging.__qualname__
    assert worded(plain) != worded(urging)
    assert worded(plain) == worded(_wordings()[0])
    assert worded(as_it_stands).startswith("evaluation.runs.asking.as_it_stands@")
