"""A search that remembers a scope as large finds all there is, also once it has become small."""

from conftest import delete_library
from graph_builder import Graph, WordEmbedder

from cypher.store import Store
from graph_schema.labels import Label
from retrieval.recipes import HYBRID
from retrieval.scope import Scope
from retrieval.search import search

RECIPE = HYBRID.model_copy(update={"exact_limit": 3, "max_candidates": 200})


def written(store: Store, library: str, texts: list[str]) -> None:
    graph = Graph(store, library, WordEmbedder())
    video = graph.video()
    for place, text in enumerate(texts):
        graph.event(video, Label.MICRO_EVENT, text, place * 10, place * 10 + 10)
    graph.write()


def found(store: Store, library: str) -> list[str]:
    hits = search(
        store,
        WordEmbedder(),
        "rabbit eats",
        Scope(library),
        k=8,
        recipe=RECIPE,
        neighbourhood=False,
    )
    return [hit.text for hit in hits]


def test_a_scope_that_shrank_is_searched_whole(store: Store, library: str) -> None:
    written(store, library, [f"The rabbit eats apple {number}" for number in range(6)])
    assert len(found(store, library)) == 6
    delete_library(store, library)
    assert found(store, library) == []
    written(store, library, ["The rabbit eats a carrot", "The squirrel sleeps"])
    assert found(store, library) == ["The rabbit eats a carrot", "The squirrel sleeps"]
