"""What hybrid search costs beside a bare vector query, on 50,000 nodes.

All contenders get the query's vector ready made and return the ten best; the floor asks the vector
index for as many candidates as ours does, and returns id and text of the first ten. Two other
libraries' hybrid searches stand beside it, over the same nodes and vectors. As information: ours
inside one video of five hundred.
"""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial

from cypher import measuring
from cypher.connection import open_store
from cypher.store import Store
from evaluation.benches.own_server import Filling, bench_folder, describe, loaded_server
from evaluation.benches.peers.hybrid_search import PeersMissingError, hybrid_searches
from evaluation.benches.search_corpus import LIBRARY, Corpus, write
from evaluation.benches.timing import contest, rows
from evaluation.report import BenchRow
from graph_schema.indexes import vector_index_name
from retrieval.hits import Hit
from retrieval.recipes import HYBRID
from retrieval.scope import Scope
from retrieval.search import search
from runtime.embedder import Embedder, load_embedder
from runtime.settings import Settings

NODES = 50_000
K = 10
CANDIDATES = max(HYBRID.candidates, 10 * K)
WARM_UP = 150
BAR = "≤ 1.3 × the floor, and faster than each peer"

FLOOR, OURS, SCOPED = "bare vector query", "hybrid search", "hybrid search in one video"

Ask = Callable[[str], object]


def run(settings: Settings) -> list[BenchRow]:
    """Medians and 95th percentiles, on a server of its own.

    Without the extra ``bench`` there are no peers, and the rows say so. Raises what starting a
    server raises.
    """
    corpus = Corpus.of(NODES, load_embedder(settings), bench_folder(settings))
    load = partial(write, corpus=corpus, library=LIBRARY)
    filling = Filling(corpus.holds)
    with (
        loaded_server(settings, f"search-{NODES}", filling, load) as own,
        open_store(own) as store,
    ):
        return measure(store, own, corpus)


def measure(
    store: Store, settings: Settings, corpus: Corpus, library: str = LIBRARY
) -> list[BenchRow]:
    """Rows for a corpus that this library of ``store``, the database of ``settings``, holds."""
    embedder = corpus.encoder
    note = ""
    with ExitStack() as stack:
        searches: Mapping[str, Ask] = {}
        try:
            searches = stack.enter_context(
                hybrid_searches(store, settings, embedder, k=K, candidates=CANDIDATES)
            )
        except PeersMissingError as error:
            note = f" ({error.hint})"
        videos = corpus.videos(library)
        of_query = {
            query: videos[number % len(videos)] for number, query in enumerate(corpus.queries)
        }
        contenders: dict[str, Ask] = {
            FLOOR: partial(bare, store, embedder),
            OURS: partial(_hybrid, store, embedder, library),
            SCOPED: lambda query: _hybrid(store, embedder, library, query, of_query[query]),
            **searches,
        }
        half = min(WARM_UP, len(corpus.queries) // 2)
        times = contest(contenders, corpus.queries[half:], corpus.queries[:half])
    scoped = {FLOOR: times[FLOOR], SCOPED: times.pop(SCOPED)}
    setting = f"{corpus.nodes:,} nodes ({corpus.described}; {describe()})"
    return [
        *rows(f"{OURS}, {setting}", OURS, FLOOR, times, f"{BAR}{note}"),
        *rows(f"{SCOPED} of {len(videos):,}, information", SCOPED, FLOOR, scoped),
    ]


def bare(store: Store, embedder: Embedder, query: str) -> list[dict[str, object]]:
    """What Neo4j itself takes to find the nearest nodes."""
    return store.read(
        measuring.NEAREST,
        index=vector_index_name(embedder.model, embedder.dimensions),
        candidates=CANDIDATES,
        vector=embedder.encode([query])[0].tolist(),
        k=K,
    )


def _hybrid(store: Store, embedder: Embedder, library: str, query: str, *videos: str) -> list[Hit]:
    scope = Scope(library, videos=videos)
    return search(store, embedder, query, scope, k=K, recipe=HYBRID, neighbourhood=False)
