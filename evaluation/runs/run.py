"""Running a data set: which items, from which memories, guarded, in parallel, resumable."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path

from langchain_core.language_models import BaseChatModel

from agent.reach import EVERYTHING, Reach
from agent.tools import Workbench, toolbox
from cypher.store import Store
from evaluation.gold import sealed
from evaluation.item import Item, PublicItem
from evaluation.leak_guard.fields import check_items
from evaluation.leak_guard.surroundings import (
    check_memory,
    check_texts,
    prompt_texts,
    tool_texts,
)
from evaluation.leak_guard.watch import Watch, secrets_of, watching
from evaluation.opened_store import opened_store
from evaluation.runs.asking import Asked, Asker, Wording, as_it_stands
from evaluation.runs.journal import Journal, journal
from evaluation.runs.memories import Memory, memories
from evaluation.runs.prediction import Prediction
from evaluation.runs.run_key import RunKey, run_key
from evaluation.runs.subset import Subset
from runtime.embedder import Embedder, load_embedder
from runtime.errors import NotFoundError, UsageError
from runtime.progress import Progress, Silent
from runtime.settings import Settings

_IN_A_ROW = 5
"""So many items in a row that failed for want of the same thing end a run: the rest would too."""


@dataclass(frozen=True, slots=True)
class RunReport:
    """What a run has come to, earlier parts included: the predictions of the items chosen.

    ``not_asked`` are items whose video is in no memory of the library; ``fresh`` counts what was
    asked this time.
    """

    key: RunKey
    folder: Path
    predictions: Mapping[str, Prediction]
    not_asked: tuple[str, ...] = ()
    fresh: int = 0

    @property
    def errors(self) -> tuple[Prediction, ...]:
        """Items that could not be answered."""
        return tuple(one for one in self.predictions.values() if one.error is not None)

    @property
    def partial(self) -> bool:
        """Whether some of the items chosen have no answer."""
        return bool(self.not_asked or self.errors)


def guarding(item: Item) -> Watch:
    """The watch of an ordinary run: the item's own gold texts are refused in its prompts."""
    return Watch(secrets=secrets_of(item))


@dataclass(frozen=True, slots=True)
class Options:
    """How a run is made; nothing in here changes a prediction, except what the key says."""

    subset: Subset = field(default_factory=Subset)
    reach: Reach = EVERYTHING
    library: str = "main"
    workers: int = 1
    folder: Path | None = None
    retry_errors: bool = False
    wording: Wording = as_it_stands
    watch: Callable[[Item], Watch] = guarding

    def __post_init__(self) -> None:
        if self.workers < 1:
            raise UsageError(f"workers is {self.workers}, but at least one must work")


def run(
    name: str,
    items: Sequence[Item],
    settings: Settings,
    options: Options | None = None,
    *,
    model: BaseChatModel | None = None,
    store: Store | None = None,
    progress: Progress | None = None,
) -> RunReport:
    """Asks the chosen items of a data set that are not answered yet, and keeps every prediction.

    ``items`` is the whole data set: the guard judges patterns over all of it, and the run's folder
    (by default one of its own below ``LONGTAKE_HOME``) serves every subset. ``model`` stands in
    for the reasoner of the settings; it must bear being asked from several threads.

    Raises :class:`~evaluation.leak_guard.finding.LeakError` before anything is asked, or the
    moment a gold text passes by; ``NotFoundError`` when the library holds none of the videos;
    ``UsageError`` for a folder that holds another run; the error of a dependency that is missing
    for several items in a row. What was answered until then stays.
    """
    options, progress = options or Options(), progress or Silent()
    with opened_store(settings, progress, store=store) as opened:
        return _Run(name, items, settings, options, model, opened, progress).go()


class _Run:
    def __init__(  # noqa: PLR0917 - the parts of one run, built in one place
        self,
        name: str,
        items: Sequence[Item],
        settings: Settings,
        options: Options,
        model: BaseChatModel | None,
        store: Store,
        progress: Progress,
    ) -> None:
        self._items = items
        self._options = options
        self._store = store
        self._progress = progress
        self._embedder: Embedder = load_embedder(settings)
        self._chosen = options.subset.of(items)
        named = None if model is None else _name(model)
        key = run_key(
            name,
            items,
            settings,
            options.library,
            options.reach,
            wording=options.wording,
            model=named,
        )
        self._ask = Asker(key, store, self._embedder, settings, model, options.wording)
        self._key = key
        self._folder = options.folder or settings.home / "evaluations" / f"{name}-{key.short}"

    def go(self) -> RunReport:
        videos = (item.video for item in self._chosen)
        known = memories(self._store, self._options.library, videos)
        self._guard(known)
        asked = [item for item in self._chosen if item.video in known]
        not_asked = tuple(item.id for item in self._chosen if item.video not in known)
        if not asked:
            raise NotFoundError(
                f"library {self._options.library!r} holds none of the videos of these "
                f"{len(self._chosen)} items",
                "Ingest them first, with the data set's own ids as titles or file names.",
            )
        with journal(self._folder, self._key) as kept:
            waiting = self._waiting(kept, asked, known)
            self._ask_all(kept, waiting, known)
            answered = kept.predictions
        return RunReport(
            key=self._key,
            folder=self._folder,
            predictions={item.id: answered[item.id] for item in asked if item.id in answered},
            not_asked=not_asked,
            fresh=len(waiting),
        )

    def _guard(self, known: Mapping[str, Memory]) -> None:
        check_items(self._items)
        bench = Workbench(
            self._store, self._embedder, self._options.library, reach=self._options.reach
        )
        check_texts({**prompt_texts(), **tool_texts(toolbox(bench))}, self._items)
        videos = {theirs: memory.video_id for theirs, memory in known.items()}
        check_memory(self._store, self._options.library, videos, self._items)

    def _waiting(
        self, kept: Journal, asked: Sequence[Item], known: Mapping[str, Memory]
    ) -> list[Item]:
        """The items still to be asked. Predictions from another memory are refused."""
        waiting = []
        for item in asked:
            before = kept.predictions.get(item.id)
            if before is None or (before.error is not None and self._options.retry_errors):
                waiting.append(item)
            elif before.memory != known[item.video].perception_key:
                raise UsageError(
                    f"{item.video!r} has been perceived anew since item {item.id} was asked",
                    f"Name another folder than {self._folder}: two memories make no score.",
                )
        return waiting

    def _ask_all(self, kept: Journal, waiting: Sequence[Item], known: Mapping[str, Memory]) -> None:
        # Gold is opened here, for the watch, and sealed while anything is asked.
        watch = self._options.watch
        tasks = iter([(one.public(), watch(one), known[one.video]) for one in waiting])
        self._progress.stage("asking", len(waiting))
        failed_in_a_row = 0
        with ThreadPoolExecutor(self._options.workers, thread_name_prefix="ask") as pool:
            going: set[Future[Asked]] = set()
            try:
                while True:
                    while len(going) < self._options.workers and (task := next(tasks, None)):
                        going.add(pool.submit(self._one, *task))
                    if not going:
                        break
                    for each in wait(going, return_when=FIRST_COMPLETED).done:
                        going.discard(each)
                        asked = each.result()
                        kept.add(asked.prediction)
                        self._progress.advance()
                        failed_in_a_row = failed_in_a_row + 1 if asked.without_dependency else 0
                        if failed_in_a_row >= _IN_A_ROW and asked.error is not None:
                            raise asked.error
            except BaseException:
                self._progress.finish("failed")
                self._keep_finished(kept, going)
                raise
        self._progress.finish("done")

    def _one(self, item: PublicItem, watch: Watch, memory: Memory) -> Asked:
        with sealed(), watching(watch):
            return self._ask(item, memory)

    @staticmethod
    def _keep_finished(kept: Journal, going: set[Future[Asked]]) -> None:
        """What is being answered when a run ends is not thrown away."""
        for each in wait(going).done:
            if each.exception() is None:
                kept.add(each.result().prediction)


def _name(model: BaseChatModel) -> str:
    return str(getattr(model, "model_name", None) or getattr(model, "model", model._llm_type))
