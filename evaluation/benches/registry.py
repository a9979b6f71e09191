"""Every benchmark by name. They are imported when they run: listing them loads nothing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module

from evaluation.report import BenchRow
from runtime.settings import Settings

Run = Callable[[Settings], list[BenchRow]]


@dataclass(frozen=True, slots=True)
class Bench:
    """A benchmark: the file beside this one whose ``run(settings)`` gives its rows, and what it
    measures.
    """

    module: str
    measures: str

    def load(self) -> Run:
        """The function to call."""
        run: Run = import_module(f"evaluation.benches.{self.module}").run
        return run


BENCHES: Mapping[str, Bench] = {
    "ingest": Bench("ingest_speed", "time and memory of ingesting the sample film"),
    "extraction": Bench("extraction", "events, actors and causes read from text"),
    "answers": Bench("film_answers", "right moments and refusals by the rules reasoner"),
    "citations": Bench("planted_citations", "false citations that must not be confirmed"),
    "context": Bench("context_bound", "the largest prompt of an exploring agent"),
    "scoped-recall": Bench("scoped_recall", "recall@10 of scoped search, beside exact"),
    "latency": Bench("latency", "warm service and cold command line"),
    "throughput": Bench("throughput", "questions a second by the rules reasoner, service warm"),
    "writes": Bench("store_writes", "nodes and relationships written a second"),
    "search-speed": Bench("search_speed", "hybrid search on 50,000 nodes, beside bare and peers"),
    "service-search": Bench("service_search", "a whole search over HTTP on 100,000 nodes"),
    "traversal": Bench("traversal_speed", "causes over five hops, beside one hop"),
}
