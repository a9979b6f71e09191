"""The speed benchmarks at the size of a toy: that they run and measure what they say, not how fast.

Those of search and traversal run on the server of this run, in a library of the test.
"""

from importlib.util import find_spec
from pathlib import Path

import pytest
from graph_builder import WordEmbedder

from cypher import measuring
from cypher.schema_check import found_schema
from cypher.store import Store
from evaluation.benches import search_corpus, search_speed, service_search, traversal_speed
from evaluation.benches.own_server import Filling, bench_folder, loaded_server
from evaluation.benches.peers.hybrid_search import GRAPHRAG, LANGCHAIN, hybrid_searches
from evaluation.benches.search_corpus import Corpus
from evaluation.benches.traversal_speed import Tangle
from evaluation.report import BenchRow
from retrieval.recipes import HYBRID
from retrieval.scope import Scope
from retrieval.search import search
from runtime.errors import DatabaseFailedError
from runtime.processes import read_state
from runtime.settings import Settings

PEERS = find_spec("langchain_neo4j") is not None


@pytest.fixture
def corpus(store: Store, library: str, tmp_path: Path) -> Corpus:
    """300 sentences in three videos."""
    made = Corpus.of(300, WordEmbedder(), tmp_path, questions=12)
    search_corpus.write(store, made, library)
    return made


def check(row: BenchRow) -> None:
    assert row.unit == "ms"
    assert row.ours > 0
    assert row.floor
    assert row.floor > 0


def test_search_beside_a_bare_query(
    store: Store, settings: Settings, library: str, corpus: Corpus
) -> None:
    rows = search_speed.measure(store, settings, corpus, library)
    assert len(rows) == 4
    for row in rows:
        check(row)
    assert rows[0].bar.startswith("≤ 1.3 ×")
    assert set(rows[0].peers) == ({LANGCHAIN, GRAPHRAG} if PEERS else set())
    assert ("make bench" in rows[0].bar) is not PEERS
    assert "of 3, information" in rows[2].name


def test_what_is_searched_is_what_was_written(store: Store, library: str, corpus: Corpus) -> None:
    texts = [text for text, _ in corpus.texts()]
    hits = search(store, WordEmbedder(), texts[42], Scope(library), recipe=HYBRID)
    (found,) = (hit for hit in hits if hit.text == texts[42])
    assert found.macro_event == f"{corpus.videos(library)[0]}.m5"
    bare = search_speed.bare(store, corpus.encoder, corpus.queries[0])
    assert len(bare) == search_speed.K


@pytest.mark.skipif(not PEERS, reason="the extra bench (langchain-neo4j, neo4j-graphrag) is absent")
def test_peers_find_the_nodes_that_ours_finds(
    store: Store, settings: Settings, library: str, corpus: Corpus
) -> None:
    text = next(text for text, _ in corpus.texts() if text.count(" ") > 5)
    ours = search(store, WordEmbedder(), text, Scope(library), recipe=HYBRID)[0].id
    encoder = WordEmbedder()
    with hybrid_searches(store, settings, encoder, k=5, candidates=50) as searches:
        found = {name: peer(text) for name, peer in searches.items()}
    assert {name: ours in ids for name, ids in found.items()} == {LANGCHAIN: True, GRAPHRAG: True}
    assert "bench_peers_text" not in found_schema(store), "their index is gone afterwards"


def test_a_whole_search_over_http(settings: Settings, library: str, corpus: Corpus) -> None:
    with service_search.running_service(settings) as port:
        hits = service_search.ask(port, library, corpus.queries[0])
    assert len(hits) == service_search.K
    assert {hit["video_id"] for hit in hits} <= set(corpus.videos(library))
    rows = service_search.measure(settings, corpus, WordEmbedder(), library)
    assert len(rows) == 2
    for row in rows:
        check(row)
    assert service_search.ENCODE in rows[0].peers


def test_traversal_through_a_dense_cluster(store: Store, library: str) -> None:
    tangle = Tangle(events=300, cluster=range(100, 125), library=library)
    traversal_speed.write(store, tangle)
    rows = traversal_speed.measure(store, tangle, count=12)
    *timed, failed = rows
    for row in timed:
        check(row)
    assert [row.bar != "information" for row in timed] == [True] * 3 + [False] * 3
    assert failed.ours == 0
    assert failed.bar == "0"
    start = tangle.cluster[3]
    led_to = {tangle.id_of(other) for one, other in tangle.edges() if one == start}
    hops = store.read(measuring.ONE_HOP, id=tangle.id_of(start))
    assert {row["id"] for row in hops} == led_to


def test_a_traversal_that_fails_is_counted(
    store: Store, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def out_of_memory(*_: object, **__: object) -> None:
        raise DatabaseFailedError("the transaction would use more memory than it may")

    monkeypatch.setattr(traversal_speed, "relation_graph", out_of_memory)
    tangle = Tangle(events=70, cluster=range(30, 35), library=library)
    *_, failed = traversal_speed.measure(store, tangle, count=4)
    assert failed.ours == 5 * 6
    assert "more memory" in failed.bar


@pytest.mark.own_server
def test_a_server_of_its_own_is_filled_once(tmp_path: Path, settings: Settings) -> None:
    own = settings.model_copy(update={"home": tmp_path, "neo4j_uri": None})
    filled: list[str] = []

    def interrupted(_: Store) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), loaded_server(own, "toy", Filling("one"), interrupted):
        pytest.fail("nothing is measured on half a filling")
    mark = bench_folder(own) / "toy" / "loaded.json"
    assert not mark.exists(), "half a filling must not be found again"
    with loaded_server(own, "toy", Filling("one"), lambda at: filled.append(at.uri)) as measured:
        assert measured.neo4j_uri != settings.neo4j_uri
        assert measured.home == tmp_path
    assert len(filled) == 1
    assert read_state(mark) == {"holds": "one"}, "a whole one is"
