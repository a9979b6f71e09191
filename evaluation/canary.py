"""The canary run: gold labels that can be recognised anywhere, and a search for them everywhere.

Every gold label of the items asked is replaced by a text that stands nowhere else. The whole
pipeline then runs, and the marks are looked for in each prompt, tool description, call,
observation (and the models behind it), reply, stored Run, graph node and prediction. Then it runs
again with other marks: what passed must be the same, letter by letter, or gold had an influence
that no search for a text would find. (A model whose replies vary is asked once; where two runs with
the same gold differ too, since others write to the database meanwhile, nothing can be compared.)
"""

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from langchain_core.language_models import BaseChatModel

from cypher.store import Store
from cypher.texts import RUNS_SINCE, TEXTS_OF_VIDEO
from evaluation.ablations.film import film_items, film_memories
from evaluation.data_folder import data_folder
from evaluation.datasets.registry import dataset, folder_of
from evaluation.gold import Gold, Scorer
from evaluation.item import Item
from evaluation.leak_guard.finding import Finding, LeakError
from evaluation.leak_guard.watch import Watch
from evaluation.opened_store import opened_store
from evaluation.runs.memories import memories
from evaluation.runs.run import Options, run
from evaluation.twin_files import check_loader
from runtime.chat_models import RULES
from runtime.progress import Progress, Silent
from runtime.settings import Settings

_MARKING = Scorer("canary")
_FIRST = 20
FILM = "film"
"""Our own questions, for an installation without a benchmark's videos."""


@dataclass(frozen=True, slots=True)
class CanaryReport:
    """What was searched without finding a mark. ``compared`` tells whether a second run with other
    marks passed the very same texts, ``loaded`` how many items a loader made public alike from
    files with other gold in them.
    """

    items: int
    texts: Mapping[str, int]
    nodes: int
    runs: int
    compared: bool
    loaded: int = 0

    def document(self) -> dict[str, Any]:
        """As ``--json`` prints it."""
        return {
            "items": self.items,
            "texts": dict(self.texts),
            "nodes": self.nodes,
            "runs": self.runs,
            "compared": self.compared,
            "loaded": self.loaded,
        }


@dataclass(frozen=True, slots=True)
class Marked:
    """Items whose gold labels are marks, and the marks."""

    items: tuple[Item, ...]
    marks: tuple[str, ...]


def marked(items: Sequence[Item]) -> Marked:
    """The items with a mark of its own in every gold label, in place of each value in it."""
    made, marks = [], []
    for item in items:
        mark = f"canary{uuid.uuid4().hex}"
        gold = _marked(item.gold.reveal(_MARKING), mark)
        made.append(replace(item, gold=Gold(gold)))
        marks.append(mark)
    return Marked(tuple(made), tuple(marks))


def _marked(value: Any, mark: str) -> Any:
    if isinstance(value, Mapping):
        return {name: _marked(inner, mark) for name, inner in value.items()}
    if isinstance(value, list | tuple) and value:
        return tuple(_marked(inner, mark) for inner in value)
    if is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in fields(value)]
        return {name: _marked(getattr(value, name), mark) for name in names}
    return f"{value} {mark}" if isinstance(value, str) else mark


def named_canary(
    name: str,
    settings: Settings,
    options: Options | None = None,
    *,
    data: Path | None = None,
    progress: Progress | None = None,
) -> CanaryReport:
    """The canary of a benchmark, loader and run, over memories of the options' library; or of our
    own questions on the sample film (``film``), whose memory is made where it is not there.

    Raises what :func:`canary` and :func:`~evaluation.twin_files.check_loader` raise.
    """
    options, progress = options or Options(), progress or Silent()
    with opened_store(settings, progress) as store:
        if name == FILM:
            with film_memories(store, settings, progress) as libraries:
                options = replace(options, library=libraries["text"])
                return canary(name, film_items(), settings, options, store=store, progress=progress)
        chosen = dataset(name)
        folder = folder_of(chosen, data_folder(data))
        loaded = check_loader(chosen, folder)
        items = chosen.load(folder)
        report = canary(name, items, settings, options, store=store, progress=progress)
        return replace(report, loaded=loaded)


def canary(
    name: str,
    items: Sequence[Item],
    settings: Settings,
    options: Options | None = None,
    *,
    model: BaseChatModel | None = None,
    store: Store,
    mark: Callable[[Sequence[Item]], Marked] = marked,
    progress: Progress | None = None,
) -> CanaryReport:
    """Runs the first items (of the options' subset) with marked gold and searches for the marks.

    Raises :class:`LeakError` naming where one was found, or what changed when only gold did, and
    what :func:`~evaluation.runs.run.run` raises. Predictions go to a folder that is thrown away;
    the Runs stay in the library.
    """
    options = options or Options()
    chosen = options.subset.of(items)
    if options.subset.limit is None:
        chosen = chosen[:_FIRST]
    first = _Trial(name, mark(chosen), settings, options, store)
    nodes, runs = first.go(model, progress)
    compared = False
    if model is None and settings.reasoner == RULES:
        other = mark(chosen)
        second = _Trial(name, other, settings, options, store)
        second.go(model, progress)
        if first.passed != second.passed:
            # The same gold once more: what differs now is the database's doing, not gold's.
            control = _Trial(name, other, settings, options, store)
            control.go(model, progress)
            if control.passed == second.passed:
                raise LeakError([_first_difference(first.passed, second.passed)])
        else:
            compared = True
    counts: dict[str, int] = {}
    for what, _ in first.passed:
        counts[what] = counts.get(what, 0) + 1
    return CanaryReport(len(chosen), counts, nodes, runs, compared)


class _Trial:
    """One run with one set of marks."""

    def __init__(
        self, name: str, canaries: Marked, settings: Settings, options: Options, store: Store
    ) -> None:
        self.passed: list[tuple[str, str]] = []
        self._name = name
        self._canaries = canaries
        self._settings = settings
        self._options = options
        self._store = store
        self._watches: list[Watch] = []

    def go(self, model: BaseChatModel | None, progress: Progress | None) -> tuple[int, int]:
        """Run and search; how many nodes and Runs were read."""
        began = datetime.now(UTC).isoformat(timespec="milliseconds")
        with TemporaryDirectory(prefix="longtake-canary-") as folder:
            options = replace(self._options, folder=Path(folder), watch=self._watch)
            items = self._canaries.items
            report = run(
                f"{self._name} (canary)", items, self._settings, options,
                model=model, store=self._store, progress=progress,
            )  # fmt: skip
            findings = [
                finding
                for path in sorted(Path(folder).rglob("*"))
                if path.is_file()
                for finding in self._search(path.name, path.read_text("utf-8"))
            ]
        # In the order of passing, which several tools of one round decide among themselves
        self.passed = sorted(
            (one.what, one.text) for watch in self._watches for one in watch.passed
        )
        nodes, more = self._search_nodes()
        runs, still_more = self._search_runs(began)
        if findings := [*findings, *more, *still_more]:
            raise LeakError(findings)
        if report.errors:
            raise LeakError(
                [
                    Finding(f"item {one.item_id}", f"was not run: {one.error}")
                    for one in report.errors
                ]
            )
        return nodes, runs

    def _watch(self, item: Item) -> Watch:
        watch = Watch(marks=self._canaries.marks, keep=True)
        self._watches.append(watch)
        return watch

    def _search(self, where: str, text: str) -> list[Finding]:
        found = any(mark in text for mark in self._canaries.marks)
        return [Finding(where, "a mark of the canary stands in it")] if found else []

    def _search_nodes(self) -> tuple[int, list[Finding]]:
        library = self._options.library
        videos = (item.video for item in self._canaries.items)
        rows = [
            row
            for memory in memories(self._store, library, videos).values()
            for row in self._store.read(TEXTS_OF_VIDEO, library=library, video_id=memory.video_id)
        ]
        findings = [
            finding
            for row in rows
            for finding in self._search(f"node {row['id']}", "\n".join(row["texts"]))
        ]
        return len(rows), findings

    def _search_runs(self, began: str) -> tuple[int, list[Finding]]:
        rows = self._store.read(RUNS_SINCE, library=self._options.library, since=began)
        findings = [
            finding
            for row in rows
            for finding in self._search(f"run {row['id']}", "\n".join(row["texts"]))
        ]
        return len(rows), findings


def _first_difference(one: Sequence[tuple[str, str]], other: Sequence[tuple[str, str]]) -> Finding:
    only = [passed for passed in one if passed not in set(other)]
    what = only[0][0] if only else "prompts"
    return Finding(what, "changed although nothing but the gold labels did")
