"""Search in context on a real server: what the default recipe adds to the hybrid."""

from collections.abc import Iterator

import pytest
from conftest import delete_library
from graph_builder import Graph, WordEmbedder

from cypher.store import Store
from graph_schema.identity import video_id
from graph_schema.labels import Kind, Label
from graph_schema.relationships import RelationType
from retrieval.recipes import CONTEXTUAL, HYBRID, Context
from retrieval.scope import Scope
from retrieval.search import candidates, search

LIBRARY = "test-search-context"
EVENTS = (Kind.MACRO, Kind.MICRO)


@pytest.fixture(scope="module")
def kitchen(store: Store) -> Iterator[Graph]:
    """Hands are washed in three scenes of one video; a second video says nothing of cooking."""
    graph = Graph(store, LIBRARY, WordEmbedder())
    video = graph.video("kitchen")
    for number, (scene, acts) in enumerate(
        {
            "Repair the bicycle": ("Wash hands", "Tighten the bolt"),
            "Cook fish": ("Wash hands", "Fry the fish", "Salt the fish"),
            "Pack the bag": ("Wash hands", "Close the zipper"),
        }.items()
    ):
        at = number * 10_000
        macro = graph.event(video, Label.MACRO_EVENT, scene, at, at + 9_000)
        for place, act in enumerate(acts):
            start = at + place * 1_000
            graph.event(video, Label.MICRO_EVENT, act, start, start + 900, macro)
    other = graph.video("garage")
    macro = graph.event(other, Label.MACRO_EVENT, "Paint the door", 0, 9_000)
    graph.event(other, Label.MICRO_EVENT, "Wash hands", 0, 900, macro)
    rag = graph.entity("rag")
    graph.edge(RelationType.IS, graph.appearance(other, macro, "rag"), rag)
    graph.write()
    yield graph
    delete_library(store, LIBRARY)


def scope(*videos: str, kinds: tuple[Kind, ...] = EVENTS) -> Scope:
    return Scope(LIBRARY, tuple(video_id(LIBRARY, title) for title in videos), kinds=kinds)


@pytest.mark.parametrize("exact_limit", [0, 2_000], ids=["index", "exact"])
def test_the_scene_tells_equal_captions_apart(
    store: Store, kitchen: Graph, exact_limit: int
) -> None:
    limits = {"exact_limit": exact_limit, "max_candidates": 100}
    best = {}
    for recipe in (HYBRID, CONTEXTUAL):
        limited = recipe.model_copy(update=limits)
        query = "wash hands for the fish"
        hits = search(store, WordEmbedder(), query, scope("kitchen"), k=20, recipe=limited)
        washing = [hit for hit in hits if hit.text == "Wash hands"]
        assert len(washing) == 3
        best[recipe.name] = washing[0].macro_event
    video = video_id(LIBRARY, "kitchen")
    assert best == {"hybrid": f"{video}.m1", "contextual": f"{video}.m2"}


def test_other_scenes_come_before_the_same_again(store: Store, kitchen: Graph) -> None:
    strict = CONTEXTUAL.model_copy(update={"context": Context(repeat_penalty=2)})
    plain, ours = (
        search(store, WordEmbedder(), "fry and salt the fish", scope("kitchen"), k=k, recipe=recipe)
        for k, recipe in ((3, HYBRID), (10, strict))
    )
    assert len({hit.macro_event or hit.id for hit in plain}) == 1
    assert len({hit.macro_event or hit.id for hit in ours[:3]}) == 3
    assert ours[0].id == plain[0].id
    assert {hit.id for hit in plain} <= {hit.id for hit in ours}


def test_neighbours_are_those_of_a_plain_search(store: Store, kitchen: Graph) -> None:
    """They are read in a statement of their own; an Entity has no place in time to find it by."""
    anything = Scope(LIBRARY)
    for query in ("fish", "rag"):
        ours, plain = (
            {
                hit.id: hit.neighbours
                for hit in search(store, WordEmbedder(), query, anything, k=40, recipe=recipe)
            }
            for recipe in (CONTEXTUAL, HYBRID)
        )
        assert ours == plain
        assert any(ours.values())
    assert any(id_.startswith("n") and near for id_, near in ours.items())
    bare = search(store, WordEmbedder(), "fish", anything, neighbourhood=False)
    assert [hit.neighbours for hit in bare] == [()] * len(bare)


def test_without_events_there_is_no_context(store: Store, kitchen: Graph) -> None:
    entities = scope(kinds=(Kind.ENTITY,))
    ours, plain = (
        search(store, WordEmbedder(), "rag", entities, recipe=recipe)
        for recipe in (CONTEXTUAL, HYBRID)
    )
    assert ours == plain
    assert [hit.text for hit in ours] == ["rag (Person)"]


def test_candidates_are_what_is_ranked(store: Store, kitchen: Graph) -> None:
    found = candidates(store, WordEmbedder(), "wash hands", scope(), k=2)
    hits = search(store, WordEmbedder(), "wash hands", scope(), k=2)
    assert len(hits) == 2 < len(found)
    assert {hit.id for hit in hits} <= {hit.id for hit in found}
    assert [hit.score for hit in found] == sorted((hit.score for hit in found), reverse=True)


@pytest.mark.parametrize("k", [1, 2, 5, 100])
def test_as_many_as_asked_for(store: Store, kitchen: Graph, k: int) -> None:
    hits = search(store, WordEmbedder(), "wash hands", scope(), k=k)
    assert len(hits) == min(k, 12)
    assert len({hit.id for hit in hits}) == len(hits)
