"""Every replay by name. They are imported when they run: listing them loads nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Protocol

from evaluation.replays.report import ReplayReport
from runtime.progress import Progress
from runtime.settings import Settings


class Run(Protocol):
    """``run`` of a replay's module."""

    def __call__(
        self, settings: Settings, *, data: Path | None = None, progress: Progress | None = None
    ) -> ReplayReport:
        """Store what people annotated where it is not there yet, ask, and report.

        ``data`` is the folder that holds the data sets, by default :func:`data_folder`.
        Raises NotFoundError, saying what to fetch, where the files are not there.
        """


@dataclass(frozen=True, slots=True)
class Replay:
    """A replay: the file beside this one, what it asks, and the file of others that it reads.

    ``needs`` is relative to the data folder; ``source`` says where the file is from.
    """

    module: str
    asks: str
    needs: str
    source: str
    function: str = "run"

    def load(self) -> Run:
        """The function to call."""
        run: Run = getattr(import_module(f"evaluation.replays.{self.module}"), self.function)
        return run


_GOALSTEP = ("goalstep/goalstep_valid.json", "facebookresearch/ego4d-goalstep")
_ACTIVITYNET = ("activitynet-captions/val_1.json", "ttengwang/PDVC")

REPLAYS: Mapping[str, Replay] = {
    "goalstep": Replay(
        "goalstep", "a phrase for its step, in its own video and among all 62 hours", *_GOALSTEP
    ),
    "activitynet": Replay(
        "activitynet",
        "one annotator's sentence for the moment another described, in one video and in streams",
        *_ACTIVITYNET,
    ),
    "nextqa": Replay(
        "nextqa",
        "five-way questions, and the moment that shows the answer",
        "nextqa/val.csv",
        "doc-doc/NExT-QA and doc-doc/NExT-GQA",
    ),
    "captaincook": Replay(
        "captaincook",
        "what must be done before a step, and what it makes possible",
        "captaincook4d/task_graphs",
        "CaptainCook4D/annotations",
    ),
}
"""``eval replay NAME`` runs one."""

BUDGETS: Mapping[str, Replay] = {
    "goalstep": Replay(
        "context_budget",
        "right steps inside a context of 1K to 8K tokens",
        *_GOALSTEP,
        function="goalstep",
    ),
    "activitynet": Replay(
        "context_budget",
        "moments of two-hour streams inside a context of 1K to 8K tokens",
        *_ACTIVITYNET,
        function="activitynet",
    ),
}
"""``eval budget NAME`` runs one."""
