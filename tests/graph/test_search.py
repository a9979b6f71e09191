"""Hybrid search on a real server: scopes, recall beside exact search, libraries kept apart."""

import random
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product

import numpy as np
import pytest
from conftest import delete_library
from graph_builder import DrawnEmbedder, Graph, WordEmbedder
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from cypher.store import Store
from graph_schema.identity import derived_id, label_of, video_id
from graph_schema.labels import LABEL_OF_KIND, Kind, Label
from graph_schema.relationships import RelationType
from retrieval.hits import Hit
from retrieval.recipes import HYBRID, LEXICAL, RANK_FUSION, RECIPES, VECTOR, SearchRecipe
from retrieval.scope import Scope
from retrieval.search import SPOKEN_AND_SHOWN, search
from runtime.embedder import Embedder
from runtime.errors import NotFoundError, UsageError

INDEX_ONLY = {"exact_limit": 0}


@contextmanager
def a_library(store: Store) -> Iterator[str]:
    name = f"test-{uuid.uuid4().hex[:12]}"
    try:
        yield name
    finally:
        delete_library(store, name)


@pytest.fixture
def embedder() -> Embedder:
    """Shared words make texts alike: what is tested here is the search, not the encoder."""
    return WordEmbedder()


@pytest.fixture(scope="module")
def film(store: Store) -> Iterator[Graph]:
    """Two videos; a rabbit in both, a squirrel in the first."""
    with a_library(store) as library:
        yield a_film(store, library)


def a_film(store: Store, library: str) -> Graph:
    graph = Graph(store, library, WordEmbedder())
    rabbit, squirrel = graph.entity("big rabbit", ["bunny"]), graph.entity("squirrel")
    for title, acts in {
        "meadow": ("The rabbit bites an apple", "The squirrel throws a nut"),
        "kitchen": ("The rabbit washes a carrot", "Water boils in a pot"),
    }.items():
        video = graph.video(title)
        root = graph.event(video, Label.ROOT, f"A day in the {title}", 0, 60_000, video)
        chapter = graph.event(video, Label.SUPER_EVENT, "The morning", 0, 60_000, root)
        macro = graph.event(video, Label.MACRO_EVENT, f"In the {title}", 0, 60_000, chapter)
        seen = graph.appearance(video, macro, "rabbit", rabbit)
        first = graph.event(video, Label.MICRO_EVENT, acts[0], 0, 10_000, macro)
        second = graph.event(video, Label.MICRO_EVENT, acts[1], 40_000, 50_000, macro)
        graph.edge(RelationType.PERFORMS, seen, first)
        graph.edge(RelationType.CAUSES, first, second, reason="so", basis="stated")
        if title == "meadow":
            actor = graph.appearance(video, macro, "squirrel", squirrel)
            graph.edge(RelationType.PERFORMS, actor, second)
        words = "I could eat apples all day" if title == "meadow" else "Dinner is nearly ready"
        graph.event(video, Label.UTTERANCE, words, 5_000, 8_000, video, macro_event=macro)
    graph.write()
    return graph


def texts(hits: list[Hit]) -> list[str]:
    return [hit.text for hit in hits]


@pytest.mark.parametrize("recipe", RECIPES.values(), ids=lambda recipe: recipe.name)
@pytest.mark.parametrize("exact_limit", [0, 2_000])
def test_finds_what_was_asked_for(
    store: Store, film: Graph, embedder: Embedder, recipe: SearchRecipe, exact_limit: int
) -> None:
    recipe = recipe.model_copy(update={"exact_limit": exact_limit, "max_candidates": 200})
    hits = search(
        store, embedder, "who throws a nut?", Scope(film.library), recipe=recipe, neighbourhood=True
    )
    best = hits[0]
    assert best.text == "The squirrel throws a nut"
    assert (best.kind, best.start_ms, best.end_ms) == (Kind.MICRO, 40_000, 50_000)
    assert best.macro_event == f"{best.video_id}.m1"
    assert best.similarity > 0.4
    near = {(n.relation, n.outgoing, n.label, n.text) for n in best.neighbours}
    assert (RelationType.CAUSES, False, Label.MICRO_EVENT, "The rabbit bites an apple") in near
    assert (RelationType.PERFORMS, False, Label.APPEARANCE, "squirrel") in near
    assert (RelationType.PART_OF, True, Label.MACRO_EVENT, "In the meadow") in near
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_a_lexical_search_returns_matches_only(
    store: Store, film: Graph, embedder: Embedder
) -> None:
    hits = search(store, embedder, "apple", Scope(film.library), recipe=LEXICAL)
    assert sorted(texts(hits)) == ["I could eat apples all day", "The rabbit bites an apple"]
    assert search(store, embedder, "xylophone", Scope(film.library), recipe=LEXICAL) == []


def test_same_call_same_hits(store: Store, film: Graph, embedder: Embedder) -> None:
    once = search(store, embedder, "rabbit in the morning", Scope(film.library), k=20)
    assert search(store, embedder, "rabbit in the morning", Scope(film.library), k=20) == once


def test_document_is_the_contract(store: Store, film: Graph, embedder: Embedder) -> None:
    (hit,) = search(store, embedder, "water boils in a pot", Scope(film.library), k=1)
    assert list(hit.document()) == [
        "id",
        "kind",
        "video_id",
        "start_ms",
        "end_ms",
        "text",
        "score",
        "macro_event",
    ]


@pytest.mark.parametrize("exact_limit", [0, 2_000])
@pytest.mark.parametrize("kinds", [(), (Kind.MICRO,), (Kind.ENTITY,), (Kind.MACRO, Kind.UTTERANCE)])
@pytest.mark.parametrize("with_video", [False, True])
@pytest.mark.parametrize("with_time", [False, True])
def test_scope_holds_exactly_what_it_says(
    store: Store,
    film: Graph,
    embedder: Embedder,
    exact_limit: int,
    kinds: tuple[Kind, ...],
    with_video: bool,
    with_time: bool,
) -> None:
    video = video_id(film.library, "kitchen")
    scope = Scope(
        film.library,
        videos=(video,) if with_video else (),
        start_ms=9_000 if with_time else None,
        end_ms=40_000 if with_time else None,
        kinds=kinds,
    )
    whole = {hit.id: hit for hit in search(store, embedder, "rabbit", Scope(film.library), k=100)}
    assert len(whole) == 14
    rabbit = next(hit.id for hit in whole.values() if hit.text.startswith("big rabbit"))
    expected = {
        hit.id
        for hit in whole.values()
        if (not kinds or hit.kind in kinds)
        and (not with_video or hit.video_id == video or hit.id == rabbit)
        and (
            not with_time
            or (hit.start_ms is not None and hit.start_ms < 40_000 and hit.end_ms > 9_000)
        )
    }
    recipe = HYBRID.model_copy(update={"exact_limit": exact_limit, "max_candidates": 150})
    found = search(store, embedder, "rabbit", scope, k=100, recipe=recipe)
    assert {hit.id for hit in found} == expected


def test_entity_scope_goes_through_appearances(
    store: Store, film: Graph, embedder: Embedder
) -> None:
    rabbit = film.entity("big rabbit")
    scope = Scope(film.library, entity=rabbit, kinds=(Kind.MICRO,))
    hits = search(store, embedder, "throws a nut", scope)
    assert sorted(texts(hits)) == ["The rabbit bites an apple", "The rabbit washes a carrot"]
    one_video = Scope(
        film.library, entity=rabbit, videos=(video_id(film.library, "kitchen"),), end_ms=30_000
    )
    assert sorted(texts(search(store, embedder, "rabbit", one_video))) == [
        "In the kitchen",
        "The rabbit washes a carrot",
    ]


def test_spoken_and_shown_only(store: Store, film: Graph, embedder: Embedder) -> None:
    hits = search(store, embedder, "apples", Scope(film.library, kinds=SPOKEN_AND_SHOWN))
    assert texts(hits) == ["I could eat apples all day", "Dinner is nearly ready"]


def test_other_libraries_never_leak(
    store: Store, film: Graph, embedder: Embedder, library: str
) -> None:
    """The other library holds far better matches, a hundred of them, for both indexes."""
    rival = Graph(store, library, embedder)
    video = rival.video("rival")
    for number in range(100):
        rival.event(video, Label.MICRO_EVENT, "The squirrel throws a nut", number, number + 1)
    foreign = rival.entity("squirrel")
    rival.write()
    for recipe, exact_limit in product(RECIPES.values(), (0, 2_000)):
        limited = recipe.model_copy(update={"exact_limit": exact_limit, "candidates": 10})
        hits = search(
            store, embedder, "the squirrel throws a nut", Scope(film.library), k=20, recipe=limited
        )
        assert texts(hits)[0] == "The squirrel throws a nut"
        own = video_id(film.library, "meadow"), video_id(film.library, "kitchen")
        assert {hit.video_id for hit in hits} <= {*own, None}
        assert foreign not in {hit.id for hit in hits}
    for scope in (
        Scope(film.library, videos=(video,)),
        Scope(film.library, videos=(video_id(film.library, "meadow"), video)),
        Scope(film.library, entity=foreign),
    ):
        with pytest.raises(NotFoundError):
            search(store, embedder, "nut", scope)


def test_unknown_ids_and_empty_queries(store: Store, film: Graph, embedder: Embedder) -> None:
    with pytest.raises(NotFoundError, match="no video 'v0000000000000000'"):
        search(store, embedder, "nut", Scope(film.library, videos=("v" + "0" * 16,)))
    with pytest.raises(NotFoundError, match="no entity"):
        search(store, embedder, "nut", Scope(film.library, entity="n" + "0" * 16))
    with pytest.raises(UsageError, match="empty"):
        search(store, embedder, " \n", Scope(film.library))
    with pytest.raises(UsageError, match="k is 0"):
        search(store, embedder, "nut", Scope(film.library), k=0)
    assert search(store, embedder, "nut", Scope(f"{film.library}-empty")) == []


@pytest.fixture(scope="module")
def crowd(store: Store) -> Iterator[Graph]:
    """A library of 3,000 nodes in 30 videos, with vectors that only their texts decide."""
    with a_library(store) as library:
        yield a_crowd(store, library)


def a_crowd(store: Store, library: str) -> Graph:
    graph = Graph(store, library, DrawnEmbedder())
    for number in range(30):
        video = graph.video(f"video {number}")
        for place in range(100):
            label = Label.MACRO_EVENT if place % 10 == 0 else Label.MICRO_EVENT
            word = "dough" if (number + place) % 50 == 0 else "flour"
            graph.event(video, label, f"{word} {number} {place}", place * 10, place * 10 + 10)
    graph.write()
    return graph


def exact(crowd: Graph, query: str, keep: Callable[[int, int], bool]) -> list[str]:
    """The ten nearest texts by cosine in numpy, of the (video, place) pairs kept."""
    names = [
        f"{'dough' if (n + p) % 50 == 0 else 'flour'} {n} {p}"
        for n in range(30)
        for p in range(100)
        if keep(n, p)
    ]
    embedder = DrawnEmbedder()
    order = np.argsort(-embedder.encode(names) @ embedder.encode([query])[0], kind="stable")
    return [names[place] for place in order[:10]]


@pytest.mark.parametrize(
    ("name", "keep"),
    [
        ("library", lambda n, p: True),
        ("video", lambda n, p: n == 7),
        ("videos", lambda n, p: n in (7, 8, 9)),
        ("macro", lambda n, p: p % 10 == 0),
        ("time", lambda n, p: p < 50),
        ("video and time", lambda n, p: n == 7 and 20 <= p < 40),
    ],
)
@pytest.mark.parametrize("limits", [INDEX_ONLY, {}], ids=["index", "default"])
def test_recall_beside_exact_search(
    store: Store,
    crowd: Graph,
    name: str,
    keep: Callable[[int, int], bool],
    limits: dict[str, int],
) -> None:
    scope = {
        "library": Scope(crowd.library),
        "video": Scope(crowd.library, videos=(video_id(crowd.library, "video 7"),)),
        "videos": Scope(
            crowd.library, videos=tuple(video_id(crowd.library, f"video {n}") for n in (7, 8, 9))
        ),
        "macro": Scope(crowd.library, kinds=(Kind.MACRO,)),
        "time": Scope(crowd.library, end_ms=500),
        "video and time": Scope(
            crowd.library,
            videos=(video_id(crowd.library, "video 7"),),
            start_ms=200,
            end_ms=400,
        ),
    }[name]
    recipe = VECTOR.model_copy(update=limits)
    found = wanted = 0
    for number in range(12):
        query = f"query {number}"
        best = exact(crowd, query, keep)
        hits = search(store, DrawnEmbedder(), query, scope, recipe=recipe, neighbourhood=False)
        wanted += len(best)
        found += len(set(best) & set(texts(hits)))
    assert found / wanted >= 0.97


def test_words_alone_can_bring_a_node_up(store: Store, crowd: Graph) -> None:
    """Its vector is drawn at random, so only the full-text index can have found it."""
    for recipe in (HYBRID, RANK_FUSION):
        for limits in (INDEX_ONLY, {}):
            hits = search(
                store,
                DrawnEmbedder(),
                "dough 14 36",
                Scope(crowd.library),
                recipe=recipe.model_copy(update={**limits, "lexical_weight": 0.9}),
            )
            assert hits[0].text == "dough 14 36"


@hypothesis_settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(query=st.text(min_size=1, max_size=60) | st.sampled_from(["+(a", '"', "a AND", "*:*", "/x"]))
def test_no_text_is_a_bad_query(store: Store, crowd: Graph, query: str) -> None:
    recipe = HYBRID if random.Random(query).random() < 0.5 else LEXICAL
    try:
        hits = search(store, DrawnEmbedder(), query, Scope(crowd.library), recipe=recipe)
    except UsageError:
        assert not query.strip()
        return
    for hit in hits:
        assert hit.id.partition(".")[0] != derived_id(Label.VIDEO, "none")
        assert label_of(hit.id) is LABEL_OF_KIND[hit.kind]


def test_the_same_video_twice_is_that_video(store: Store, film: Graph, embedder: Embedder) -> None:
    video = video_id(film.library, "kitchen")
    once, twice = (Scope(film.library, videos=(video,) * times) for times in (1, 2))
    assert search(store, embedder, "pot", twice) == search(store, embedder, "pot", once)


def test_a_very_long_query_is_no_error(store: Store, film: Graph, embedder: Embedder) -> None:
    query = " ".join(f"word{number}" for number in range(3_000)) + " squirrel"
    assert search(store, embedder, query, Scope(film.library))
