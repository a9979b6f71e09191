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
    """A benchmark: its loader, the files it reads, where they come from and on what terms.

    ``folder`` is where its files lie below the data folder; ``source`` a repository on GitHub.
    """

    title: str
    folder: str
    files: tuple[str, ...]
    source: str
    licence: str
    module: str
    function: str = "load"

    def load(self, folder: Path) -> "Loaded":
        """The items of the files in this folder."""
        module = import_module(f"evaluation.datasets.{self.module}")
        items: Loaded = getattr(module, self.function)(folder)
        return items


DATASETS: Mapping[str, Dataset] = {
    "lvbench": Dataset(
        "LVBench", "lvbench", ("video_info.meta.jsonl",),
        "THUDM/LVBench", "CC-BY-NC-SA-4.0", "lvbench",
    ),
    "longvideobench": Dataset(
        "LongVideoBench, validation", "longvideobench", ("lvb_val.json",),
        "longvideobench/LongVideoBench", "CC-BY-NC-SA-4.0", "longvideobench",
    ),
    "videomme": Dataset(
        "Video-MME without subtitles", "videomme",
        ("output_template.json", "or test-00000-of-00001.parquet"),
        "BradyFU/Video-MME", "academic research only", "videomme",
    ),
    "videomme-subtitles": Dataset(
        "Video-MME with subtitles", "videomme",
        ("output_template.json", "or test-00000-of-00001.parquet"),
        "BradyFU/Video-MME", "academic research only", "videomme", "load_subtitled",
    ),
    "egoschema": Dataset(
        "EgoSchema", "egoschema", ("questions.json", "subset_answers.json"),
        "egoschema/EgoSchema", "none stated; clips of Ego4D", "egoschema",
    ),
    "ovobench": Dataset(
        "OVO-Bench", "ovobench", ("ovo_bench_new.json",),
        "JoeLeelyf/OVO-Bench", "MIT", "ovobench",
    ),
    "streamingbench": Dataset(
        "StreamingBench", "streamingbench",
        (
            "questions_real.json", "questions_omni.json", "questions_sqa.json",
            "questions_proactive_50.json", "or the same as OASIS writes them",
        ),
        "THUNLP-MT/StreamingBench", "MIT", "streamingbench",
    ),
}  # fmt: skip


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
