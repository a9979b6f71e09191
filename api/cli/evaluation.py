"""``bench`` and ``eval``: measuring, beside floors and peers."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from api.cli.figures import show_canary, show_list, show_replay, show_rows, show_score
from api.cli.options import FIGURES, Json, Library, epilog
from api.cli.output import PARTIAL, Document, notes, present
from api.cli.progress import progress
from runtime.errors import LongtakeError, NotFoundError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evaluation.replays.registry import Replay
    from evaluation.report import BenchRow
    from runtime.settings import Settings

app = typer.Typer()
datasets = typer.Typer(
    help="Replays of what people annotated, and benchmarks of others.",
    epilog=epilog(
        "longtake eval list",
        "longtake eval replay goalstep",
        "longtake eval run lvbench --limit 20",
    ),
)

Data = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="The folder that holds the data sets.",
        show_default="LONGTAKE_DATA, or shared/data beside the checkout",
    ),
]
ReplayLibrary = Annotated[
    str | None,
    typer.Option(
        "--library",
        metavar="NAME",
        help="Store in libraries whose names begin with this, not in replay-….",
    ),
]


@app.command(
    rich_help_panel=FIGURES,
    epilog=epilog("longtake bench", "longtake bench latency", "longtake bench answers --json"),
)
def bench(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="One of them (eval list); else all.")
    ] = None,
    as_json: Json = False,
    library: Library = None,
) -> None:
    """Measure, and print each figure beside its floor.

    Absolute times depend on the machine: its cores and load are printed too.
    """
    from evaluation.benches.registry import BENCHES
    from evaluation.report import machine

    if name is not None and name not in BENCHES:
        raise NotFoundError(f"no benchmark is called {name!r}", f"there are {', '.join(BENCHES)}")
    chosen = [name] if name is not None else list(BENCHES)
    used = _settings(library)
    rows: list[BenchRow] = []
    failed = 0
    with progress() as shown:
        for each in chosen:
            shown.stage(each, None)
            try:
                rows += BENCHES[each].load()(used)
            except LongtakeError as error:
                shown.finish("failed")
                if name is not None:
                    raise
                failed += 1
                shown.note(f"{each}: {error.message}")
            else:
                shown.finish("done")
    notes().print(f"measured on {machine()}", markup=False, highlight=False)
    present({"rows": [_row(row) for row in rows]}, as_json, show_rows)
    if failed:
        raise typer.Exit(PARTIAL)


@datasets.command("list", epilog=epilog("longtake eval list", "longtake eval list --json"))
def list_(data: Data = None, as_json: Json = False, library: Library = None) -> None:
    """List what can be measured, what each needs, and whether its data is here."""
    present({"evaluations": _evaluations(data)}, as_json, show_list)


@datasets.command(
    epilog=epilog(
        "longtake eval replay goalstep", "longtake eval replay captaincook --data ~/data --json"
    )
)
def replay(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Which one (eval list).")],
    *,
    data: Data = None,
    as_json: Json = False,
    library: ReplayLibrary = None,
) -> None:
    """Store what people annotated, ask it, and print ours beside the standard parts.

    The first run stores the annotations, once: minutes, or up to an hour for the largest. One that
    is stopped goes on where it was. Nothing of it is seen by searches in other libraries.
    """
    from evaluation.replays.registry import REPLAYS

    _replay(REPLAYS, name, data, as_json, library)


@datasets.command(
    epilog=epilog("longtake eval budget goalstep", "longtake eval budget activitynet --json")
)
def budget(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Which one (eval list).")],
    *,
    data: Data = None,
    as_json: Json = False,
    library: ReplayLibrary = None,
) -> None:
    """How much of the evidence a context of 1K to 8K tokens holds, ours and the standard parts'.

    It asks the memories that ``eval replay`` of the same name stored, and stores them where they
    are not.
    """
    from evaluation.replays.registry import BUDGETS

    _replay(BUDGETS, name, data, as_json, library)


@datasets.command(
    epilog=epilog(
        "longtake eval score lvbench --predictions answers.json",
        "longtake eval score ovobench --predictions results/Gemini --json",
    )
)
def score(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The benchmark (eval list).")],
    *,
    predictions: Annotated[
        Path,
        typer.Option(
            metavar="PATH", help="A run of ours, or answers in the benchmark's own result form."
        ),
    ],
    data: Data = None,
    as_json: Json = False,
    library: Library = None,
) -> None:
    """Score answers to a benchmark by its published rule and by ours, beside blind floors.

    Exit code 3 when questions are unanswered or failed: the strict figures leave them out.
    """
    from evaluation.scorers.registry import score_file

    found = score_file(name, predictions, data)
    present(found.document(), as_json, show_score)
    if found.partial:
        raise typer.Exit(PARTIAL)


@datasets.command(
    epilog=epilog(
        "longtake eval run lvbench --limit 20",
        "longtake eval run ovobench --group EPM --group OCR --workers 4 --json",
    )
)
def run(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The benchmark (eval list).")],
    *,
    data: Data = None,
    item: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="Only this item; several may be given.")
    ] = None,
    group: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only this task or category.")
    ] = None,
    video: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="Only this video, by the benchmark's id.")
    ] = None,
    sample: Annotated[
        int | None, typer.Option(metavar="N", help="A random draw of so many items.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Another draw.")] = 0,
    limit: Annotated[
        int | None, typer.Option(metavar="N", help="Only the first so many of them.")
    ] = None,
    workers: Annotated[int, typer.Option(metavar="N", help="Items asked at once.")] = 1,
    folder: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where the predictions are kept; by default our own."),
    ] = None,
    retry_errors: Annotated[
        bool, typer.Option("--retry-errors", help="Ask items again that failed before.")
    ] = False,
    as_json: Json = False,
    library: Library = None,
) -> None:
    """Ask a benchmark's questions of the memories of its videos, keep every answer, and score.

    The videos are to be ingested before, with the benchmark's ids as file names or titles. The
    reasoner of the settings answers. A run that is stopped goes on where it was; one that could
    see a right answer is refused. Exit code 3 when items failed or had no video.
    """
    from evaluation.data_folder import data_folder
    from evaluation.datasets.registry import dataset, folder_of
    from evaluation.runs.run import Options
    from evaluation.runs.run import run as run_items
    from evaluation.runs.subset import Subset
    from evaluation.scorers.registry import scored

    used = _settings(library)
    subset = Subset(
        ids=tuple(item or ()),
        groups=tuple(group or ()),
        videos=tuple(video or ()),
        sample=sample,
        seed=seed,
        limit=limit,
    )
    options = Options(
        subset=subset,
        library=used.library,
        workers=workers,
        folder=folder,
        retry_errors=retry_errors,
    )
    chosen = dataset(name)
    items = chosen.load(folder_of(chosen, data_folder(data)))
    with progress() as shown:
        done = run_items(name, items, used, options, progress=shown)
    found = scored(name, items, subset.of(items), done.predictions)
    document = {
        **found.document(),
        "predictions": str(done.folder),
        "asked": done.fresh,
        "model": done.key.model,
    }
    present(document, as_json, show_score)
    if done.partial:
        raise typer.Exit(PARTIAL)


@datasets.command(epilog=epilog("longtake eval canary film", "longtake eval canary ovobench"))
def canary(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A benchmark, or film: our own questions.")
    ],
    *,
    data: Data = None,
    limit: Annotated[int, typer.Option(metavar="N", help="So many items.")] = 20,
    as_json: Json = False,
    library: Library = None,
) -> None:
    """Run with right answers that can be recognised anywhere, and look for them everywhere.

    Prompts, tools, observations, nodes, Runs and predictions are searched. A benchmark's files are
    also loaded with other right answers in them: what may be seen must be the same.
    """
    from evaluation.canary import named_canary
    from evaluation.runs.run import Options
    from evaluation.runs.subset import Subset

    used = _settings(library)
    options = Options(subset=Subset(limit=limit), library=used.library)
    with progress() as shown:
        found = named_canary(name, used, options, data=data, progress=shown)
    present({"name": name, **found.document()}, as_json, show_canary)


@datasets.command(
    epilog=epilog("longtake eval ablations --table k --sample 30", "longtake eval ablations --json")
)
def ablations(
    *,
    table: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Only memory, retrieval, tools, rounds, k, perceiver."),
    ] = None,
    sample: Annotated[int, typer.Option(metavar="N", help="So many questions of each set.")] = 60,
    seed: Annotated[int, typer.Option(metavar="N", help="Another draw.")] = 0,
    workers: Annotated[int, typer.Option(metavar="N", help="Questions asked at once.")] = 1,
    data: Data = None,
    as_json: Json = False,
    library: Library = None,
) -> None:
    """Ask the same questions with one thing changed at a time: memory, retrieval, tools, rounds, k.

    The reasoner of the settings answers. Tables are Markdown, as docs/results.md keeps them.
    Exit code 3 when a question failed.
    """
    if library is not None:
        raise UsageError(
            "ablations cannot be asked of a library",
            "They make memories of their own, ablations-…, and use replay-nextqa where it is "
            "stored. Leave out --library.",
        )
    from evaluation.ablations.markdown import section
    from evaluation.ablations.study import run_ablations

    with progress() as shown:
        study = run_ablations(
            _settings(None),
            tables=tuple(table or ()),
            sample=sample,
            seed=seed,
            workers=workers,
            data=data,
            progress=shown,
        )
    present(
        study.document(),
        as_json,
        lambda console, _: console.print(section(study), markup=False, soft_wrap=True),
    )
    if any(row.score.errors for row in study.rows):
        raise typer.Exit(PARTIAL)


def _replay(
    replays: "Mapping[str, Replay]",
    name: str,
    data: Path | None,
    as_json: bool,
    library: str | None,
) -> None:
    from evaluation.report import machine

    if name not in replays:
        raise NotFoundError(f"no replay is called {name!r}", f"there are {', '.join(replays)}")
    with progress() as shown:
        found = replays[name].load()(_settings(library), data=data, progress=shown)
    notes().print(f"measured on {machine()}", markup=False, highlight=False)
    present(found.document(), as_json, show_replay)


def _settings(library: str | None) -> "Settings":
    from runtime.settings import settings

    return settings().model_copy(update={"library": library} if library else {})


def _evaluations(data: Path | None) -> list[Document]:
    """Everything by kind: its command, what it is about, what it needs, whether that is here."""
    from evaluation.benches.registry import BENCHES
    from evaluation.data_folder import data_folder
    from evaluation.datasets.registry import DATASETS, folder_of
    from evaluation.replays.registry import BUDGETS, REPLAYS

    held = data_folder(data)
    listed = [_entry("bench", name, bench.measures) for name, bench in BENCHES.items()]
    for kind, replays in (("replay", REPLAYS), ("budget", BUDGETS)):
        for name, each in replays.items():
            needs, here = f"{each.needs} of {each.source}", (held / each.needs).exists()
            listed.append(_entry(kind, name, each.asks, needs, here))
    for name, chosen in DATASETS.items():
        folder = folder_of(chosen, held)
        needs = f"{chosen.folder}/ with {chosen.files}, of {chosen.source}"
        here = folder != held and any(folder.iterdir())
        listed += [_entry(kind, name, chosen.title, needs, here) for kind in ("run", "canary")]
    listed.append(_entry("canary", "film", "our own questions about the sample film"))
    what = "what tools, rounds, edges and perceiver are worth"
    listed.append({**_entry("ablations", "ablations", what), "command": "longtake eval ablations"})
    return listed


def _entry(kind: str, name: str, measures: str, needs: str = "", here: bool = True) -> Document:
    command = f"longtake bench {name}" if kind == "bench" else f"longtake eval {kind} {name}"
    return {
        "name": name,
        "kind": kind,
        "command": command,
        "measures": measures,
        "needs": needs,
        "here": here,
    }


def _row(row: "BenchRow") -> dict[str, Any]:
    return {
        "name": row.name,
        "ours": row.ours,
        "floor": row.floor,
        "ratio": row.ratio,
        "peers": dict(row.peers),
        "unit": row.unit,
        "bar": row.bar,
    }
