"""The real files of others, where they are: they load to the counts their authors give."""

from collections import Counter
from pathlib import Path

import pytest

from evaluation.data_folder import data_folder
from evaluation.datasets.official_file import Loaded
from evaluation.datasets.registry import DATASETS, dataset, folder_of
from evaluation.gold import Scorer
from evaluation.leak_guard.fields import check_items
from runtime.errors import NotFoundError

HERE = ("lvbench", "ovobench", "streamingbench")


def _load(name: str) -> Loaded:
    folder = folder_of(DATASETS[name], data_folder())
    if not folder.is_dir() or not any(folder.iterdir()):
        pytest.skip(f"no files of {name} under {data_folder()} (LONGTAKE_DATA)")
    return DATASETS[name].load(folder)


def test_lvbench() -> None:
    found = _load("lvbench")
    assert found.counts == {"videos": 103, "questions": 1549}
    assert found.notes == (
        "13 time references are unknown: reversed",
        "1 time references are unknown: without an end",
        "1 time references are unknown: missing",
        "37 time references name minutes above 99: their videos are that long",
        "10 questions offer the same text twice",
    )
    spans = [item.gold.reveal(Scorer("test")).evidence for item in found]
    assert sum(span is None for span in spans) == 15
    assert all(0 <= span.start_ms < span.end_ms for span in spans if span)


def test_ovobench() -> None:
    found = _load("ovobench")
    assert found.counts == {"videos": 644, "questions": 1640, "askings": 3035}
    asked = Counter(item.group for item in found)
    assert (asked["REC"], asked["SSR"], asked["CRR"], asked["EPM"]) == (698, 629, 240, 297)
    assert all(item.asked_at_ms is not None for item in found)


def test_streamingbench() -> None:
    found = _load("streamingbench")
    files = {name: count for name, count in found.counts.items() if name != "questions"}
    assert files == {
        "Real_Time_Visual_Understanding.json": 500,
        "Anomaly_Context_Understanding.json": 50,
        "Misleading_Context_Recognition.json": 50,
        "Sequential_Question_Answering.json": 50,
        "questions_proactive_50.json": 50,
        "questions_sqa.json": 50,
    }
    families = Counter(item.id.split("-")[0] for item in found)
    assert families == {
        "real": 2500, "anomaly": 250, "misleading": 250, "sequential": 250, "proactive": 51,
    }  # fmt: skip
    assert all(item.asked_at_ms is not None for item in found)


@pytest.mark.parametrize("name", HERE)
def test_no_public_field_gives_gold_away(name: str) -> None:
    check_items(_load(name))


@pytest.mark.parametrize("name", DATASETS)
def test_a_missing_file_names_the_repository_to_fetch_it_from(name: str, tmp_path: Path) -> None:
    with pytest.raises(NotFoundError) as raised:
        dataset(name).load(tmp_path)
    assert dataset(name).source in raised.value.hint
    assert dataset(name).files.split()[0] in raised.value.message or name == "streamingbench"


def test_an_unknown_name_lists_those_there_are() -> None:
    with pytest.raises(NotFoundError, match="lvbnch") as raised:
        dataset("lvbnch")
    assert "lvbench" in raised.value.hint
