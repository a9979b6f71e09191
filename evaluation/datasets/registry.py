"""Every benchmark of others by name. A loader is imported when it loads: listing imports nothing.

One more benchmark is one more file beside this one, and a line here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.errors import NotFoundError

if TYPE_CHECKING:
    from evaluation.datasets.official_file import Loaded


@dataclass(frozen=True, slots=True)
class Dataset:
    """A benchmark: the files it needs, where they come from (GitHub), on what terms, its loader."""

    title: str
    files: str
    source: str
    licence: str
    module: str
    function: str = "load"

    @property
    def folder(self) -> str:
        """Where its files lie below the data folder."""
        return self.module

    def load(self, folder: Path) -> "Loaded":
        """The items of the files in this folder."""
        module = import_module(f"evaluation.datasets.{self.module}")
        items: Loaded = getattr(module, self.function)(folder)
        return items


DATASETS: Mapping[str, Dataset] = {
    "lvbench": Dataset(
        title="LVBench",
        files="video_info.meta.jsonl",
        source="THUDM/LVBench",
        licence="CC-BY-NC-SA-4.0",
        module="lvbench",
    ),
    "longvideobench": Dataset(
        title="LongVideoBench, validation",
        files="lvb_val.json",
        source="longvideobench/LongVideoBench",
        licence="CC-BY-NC-SA-4.0",
        module="longvideobench",
    ),
    "videomme": Dataset(
        title="Video-MME without subtitles",
        files="output_template.json or test-00000-of-00001.parquet",
        source="BradyFU/Video-MME",
        licence="academic research only",
        module="videomme",
    ),
    "videomme-subtitles": Dataset(
        title="Video-MME with subtitles",
        files="output_template.json or test-00000-of-00001.parquet",
        source="BradyFU/Video-MME",
        licence="academic research only",
        module="videomme",
        function="load_subtitled",
    ),
    "egoschema": Dataset(
        title="EgoSchema",
        files="questions.json and subset_answers.json",
        source="egoschema/EgoSchema",
        licence="none stated; clips of Ego4D",
        module="egoschema",
    ),
    "ovobench": Dataset(
        title="OVO-Bench",
        files="ovo_bench_new.json",
        source="JoeLeelyf/OVO-Bench",
        licence="MIT",
        module="ovobench",
    ),
    "streamingbench": Dataset(
        title="StreamingBench",
        files="any of questions_real, _omni, _sqa and _proactive_50.json, or OASIS's files of them",
        source="THUNLP-MT/StreamingBench",
        licence="MIT",
        module="streamingbench",
    ),
}


def dataset(name: str) -> Dataset:
    """The benchmark of this name. Raises ``NotFoundError`` naming those there are."""
    if name not in DATASETS:
        raise NotFoundError(
            f"no benchmark of others is called {name!r}", f"there are {', '.join(DATASETS)}"
        )
    return DATASETS[name]


def folder_of(chosen: Dataset, data: Path) -> Path:
    """Where the files of a benchmark lie: its folder below ``data``, or ``data`` itself."""
    below = data / chosen.folder
    return below if below.is_dir() else data
