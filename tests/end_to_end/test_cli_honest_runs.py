"""Benchmarks of others run, canaries and ablations, as a user starts them."""

import json
import uuid
from pathlib import Path

import pytest

from cypher.store import Store
from tests.conftest import delete_library
from tests.end_to_end.command import Call

Kitchen = tuple[str, str]
ABLATIONS = ("ablations-text", "ablations-annotations")


@pytest.fixture(scope="module")
def lvbench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with three questions on the kitchen and one on a video that nobody has."""
    folder = tmp_path_factory.mktemp("data")
    (folder / "lvbench").mkdir()
    rows = [
        {
            "key": key,
            "type": "cooking",
            "video_info": {"duration_minutes": 2},
            "qa": [
                {
                    "uid": f"{key}-{number}",
                    "question": f"{question}\n(A) the dough\n(B) the cat\n(C) a car\n(D) the moon",
                    "answer": "ABCD"[number],
                    "question_type": ["entity recognition"],
                    "time_reference": "00:10-00:20",
                }
                for number, question in enumerate(questions)
            ],
        }
        for key, questions in {
            "Kitchen": ("What does the dog steal?", "Who comes into the kitchen?", "What is cut?"),
            "Elsewhere": ("What happens at the end of the film?",),
        }.items()
    ]
    text = "\n".join(map(json.dumps, rows))
    (folder / "lvbench" / "video_info.meta.jsonl").write_text(text)
    return folder


def _changed(folder: Path, into: Path, old: str, new: str) -> Path:
    text = (folder / "lvbench" / "video_info.meta.jsonl").read_text()
    assert old in text
    (into / "lvbench").mkdir(parents=True)
    (into / "lvbench" / "video_info.meta.jsonl").write_text(text.replace(old, new))
    return into


def test_a_run_is_kept_scored_and_gone_on_with(
    longtake_here: Call, kitchen_library: Kitchen, lvbench: Path, tmp_path: Path
) -> None:
    call = (
        "eval", "run", "lvbench", "--data", lvbench, "--library", kitchen_library[0],
        "--folder", tmp_path / "run", "--json",
    )  # fmt: skip
    begun = longtake_here(*call, "--limit", 2)
    assert begun.code == 0, begun.stderr
    assert (begun.document["n"], begun.document["asked"]) == (2, 2)
    whole = longtake_here(*call, "--workers", 2)
    assert whole.code == 3, whole.stderr
    document = whole.document
    assert (document["n"], document["asked"], document["not_asked"]) == (3, 1, 1)
    assert document["model"] == "rules"
    assert set(document["floors"]) >= {"random"}
    lines = (tmp_path / "run" / "predictions.jsonl").read_text().splitlines()
    assert sorted(json.loads(line)["item_id"] for line in lines) == [
        "Kitchen-0", "Kitchen-1", "Kitchen-2",
    ]  # fmt: skip


def test_a_leak_is_an_error_that_does_not_repeat_it(
    longtake_here: Call, kitchen_library: Kitchen, lvbench: Path, tmp_path: Path
) -> None:
    leaky = _changed(
        lvbench, tmp_path, "What does the dog steal?", "What does the dog steal (answer: A)?"
    )
    done = longtake_here(
        "eval", "run", "lvbench", "--data", leaky, "--library", kitchen_library[0], "--json"
    )
    assert done.code == 1
    error = done.document["error"]
    assert error["type"] == "gold_leak"
    assert "item Kitchen-0: the question says what the answer is" in error["message"]


def test_videos_that_nobody_has(longtake_here: Call, lvbench: Path) -> None:
    library = f"test-{uuid.uuid4().hex[:12]}"
    done = longtake_here(
        "eval", "run", "lvbench", "--data", lvbench, "--library", library, "--json"
    )
    assert done.code == 2
    assert "holds none of the videos of these 4 items" in done.document["error"]["message"]


def test_the_canary_of_a_benchmark(
    longtake_here: Call, kitchen_library: Kitchen, lvbench: Path
) -> None:
    call = ("eval", "canary", "lvbench", "--data", lvbench, "--library", kitchen_library[0])
    done = longtake_here(*call, "--limit", 2, "--json")
    assert done.code == 0, done.stdout
    assert done.document["loaded"] == 4
    assert done.document["items"] == done.document["runs"] == 2
    assert done.document["texts"]["prompt"] > 0
    shown = longtake_here(*call, "--limit", 1)
    assert "no mark of 1 found" in shown.stdout


def test_canary_and_ablations_on_the_film(longtake_here: Call, store: Store) -> None:
    try:
        done = longtake_here("eval", "canary", "film", "--limit", 1, "--json")
        assert done.code == 0, done.stdout
        assert done.document["nodes"] > 400
        done = longtake_here("eval", "ablations", "--table", "perceiver", "--sample", 3, "--json")
        assert done.code == 0, done.stdout
        rows = [row for row in done.document["rows"] if row["questions"] == "film"]
        assert [row["row"] for row in rows] == ["text", "annotations"]
        assert {row["n"] for row in rows} == {3}
        assert done.document["machine"]
        shown = longtake_here("eval", "ablations", "--table", "perceiver", "--sample", 3)
        assert "| **text** | 3 |" in shown.stdout
        wrong = longtake_here("eval", "ablations", "--table", "colour", "--json")
        assert wrong.code == 2
    finally:
        for library in ABLATIONS:
            delete_library(store, library)
