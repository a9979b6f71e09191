"""Search for spans of time on a real server: what is joined, where, and the same each time."""

import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import delete_library
from graph_builder import Graph, WordEmbedder

from cypher.store import Store
from graph_schema.labels import Kind, Label
from retrieval.moments import MOMENTS, Moment, MomentRecipe, search_moments
from retrieval.scope import Scope
from runtime.errors import NotFoundError, UsageError

AROUND_HITS = MOMENTS.model_copy(update={"exact_limit": 0})
"""As if every scope were too large to be weighed whole."""
EVERY_WAY = pytest.mark.parametrize("recipe", [MOMENTS, AROUND_HITS], ids=["whole", "around hits"])

SCENES = (
    "A chef peels potatoes",
    "The chef slices carrots",
    "A waiter pours wine",
    "The waiter drops a tray",
    "A guest laughs loudly",
    "The guest pays and leaves",
)


class Restaurant(Graph):
    """Two videos of the same six scenes in another order; the first also with speech and acts."""

    def __init__(self, store: Store, library: str) -> None:
        super().__init__(store, library)
        self.evening, self.rerun = super().video("evening"), super().video("rerun")
        self.waiter = self.entity("waiter")
        self.scenes = self._scenes(self.evening, SCENES)
        self.again = self._scenes(self.rerun, SCENES[::-1])
        for scene in self.scenes[2:4]:
            self.appearance(self.evening, scene, "waiter", self.waiter)
        self.act = self.event(
            self.evening, Label.MICRO_EVENT, "Glass breaks", 32_000, 34_000, self.scenes[3]
        )
        self.line = self.event(
            self.evening, Label.UTTERANCE, "Somebody call an ambulance", 41_000, 44_000
        )
        self.write()

    def _scenes(self, video: str, texts: tuple[str, ...]) -> list[str]:
        return [
            self.event(video, Label.MACRO_EVENT, text, 10_000 * at, 10_000 * at + 10_000)
            for at, text in enumerate(texts)
        ]


@pytest.fixture(scope="module")
def restaurant(store: Store) -> Iterator[Restaurant]:
    library = f"test-{uuid.uuid4().hex[:12]}"
    try:
        yield Restaurant(store, library)
    finally:
        delete_library(store, library)


def found(
    graph: Restaurant, query: str, k: int = 3, recipe: MomentRecipe = MOMENTS, **scope: Any
) -> list[Moment]:
    where = Scope(graph.library, **scope)
    return search_moments(graph.store, WordEmbedder(), query, where, k=k, recipe=recipe)


@EVERY_WAY
def test_only_a_union_is_right(restaurant: Restaurant, recipe: MomentRecipe) -> None:
    query = "the waiter pours wine and drops a tray"
    best = found(restaurant, query, recipe=recipe, videos=(restaurant.evening,))[0]
    assert best.events == tuple(restaurant.scenes[2:4])
    assert (best.start_ms, best.end_ms) == (20_000, 40_000)
    assert best.id in best.events
    assert best.kind is Kind.MACRO
    assert best.text == f"{SCENES[2]} {SCENES[3]}"
    assert 0 < best.score <= 1


@EVERY_WAY
def test_one_scene_is_answered_with_one(restaurant: Restaurant, recipe: MomentRecipe) -> None:
    best = found(restaurant, "slices carrots", recipe=recipe, videos=(restaurant.rerun,))[0]
    assert best.events == (restaurant.again[4],)
    assert best.video_id == restaurant.rerun


@EVERY_WAY
def test_a_library_holds_the_moment_twice(restaurant: Restaurant, recipe: MomentRecipe) -> None:
    moments = found(restaurant, "the waiter drops a tray", k=2, recipe=recipe)
    assert {moment.video_id for moment in moments} == {restaurant.evening, restaurant.rerun}
    assert all(SCENES[3] in moment.text for moment in moments)


@EVERY_WAY
def test_acts_and_speech_are_moments_too(restaurant: Restaurant, recipe: MomentRecipe) -> None:
    (said,) = found(restaurant, "call an ambulance", k=1, recipe=recipe)
    assert (said.id, said.kind, said.macro_event) == (restaurant.line, Kind.UTTERANCE, None)
    (act,) = found(restaurant, "glass breaks", k=1, recipe=recipe)
    assert (act.id, act.kind, act.macro_event) == (
        restaurant.act, Kind.MICRO, restaurant.scenes[3],
    )  # fmt: skip


@EVERY_WAY
def test_kinds_limit_what_is_joined(restaurant: Restaurant, recipe: MomentRecipe) -> None:
    moments = found(restaurant, "call an ambulance", k=5, recipe=recipe, kinds=(Kind.MACRO,))
    assert {moment.kind for moment in moments} == {Kind.MACRO}


@EVERY_WAY
def test_time_limits_what_is_joined(restaurant: Restaurant, recipe: MomentRecipe) -> None:
    query = "the waiter pours wine and drops a tray"
    moments = found(
        restaurant, query, k=9, recipe=recipe, videos=(restaurant.evening,), start_ms=30_000,
        end_ms=50_000,
    )  # fmt: skip
    assert moments[0].events[0] == restaurant.scenes[3]
    assert all(moment.start_ms < 50_000 and moment.end_ms > 30_000 for moment in moments)
    allowed = {*restaurant.scenes[3:5], restaurant.act, restaurant.line}
    assert {event for moment in moments for event in moment.events} <= allowed


@EVERY_WAY
def test_with_an_entity_every_moment_holds_it(restaurant: Restaurant, recipe: MomentRecipe) -> None:
    moments = found(
        restaurant, "peels potatoes", k=9, recipe=recipe, entity=restaurant.waiter,
        kinds=(Kind.MACRO,),
    )  # fmt: skip
    assert moments
    assert all(set(restaurant.scenes[2:4]) & set(moment.events) for moment in moments)


@EVERY_WAY
def test_the_same_call_gives_the_same_moments(restaurant: Restaurant, recipe: MomentRecipe) -> None:
    once, twice = (found(restaurant, "somebody leaves", k=9, recipe=recipe) for _ in range(2))
    assert once == twice
    assert len({(moment.video_id, moment.kind, moment.events) for moment in once}) == len(once)


def test_events_around_a_hit_are_neighbours_of_it(restaurant: Restaurant) -> None:
    """Windows that leave events out between them are not joined across the gap."""
    narrow = AROUND_HITS.model_copy(update={"candidates": 2, "reach": 2, "members": 3})
    moments = found(
        restaurant, "peels potatoes pays", k=20, recipe=narrow, videos=(restaurant.evening,),
        kinds=(Kind.MACRO,),
    )  # fmt: skip
    place = {scene: at for at, scene in enumerate(restaurant.scenes)}
    for moment in moments:
        places = [place[event] for event in moment.events]
        assert places == list(range(places[0], places[0] + len(places)))


def test_what_has_no_vector_yet_is_passed_over(store: Store, restaurant: Restaurant) -> None:
    library = f"{restaurant.library}-bare"
    graph = Graph(store, library)
    video = graph.video()
    graph.event(video, Label.MACRO_EVENT, "A chef peels potatoes", 0, 9_000, embedding=None)
    graph.event(video, Label.MACRO_EVENT, "A chef peels onions", 9_000, 18_000)
    graph.write()
    try:
        moments = search_moments(store, WordEmbedder(), "chef peels potatoes", Scope(library))
        assert [moment.text for moment in moments] == ["A chef peels onions"]
    finally:
        delete_library(store, library)


def test_an_empty_scope_holds_no_moment(restaurant: Restaurant) -> None:
    assert found(restaurant, "anything", videos=(restaurant.evening,), start_ms=90_000) == []
    nothing = search_moments(
        restaurant.store, WordEmbedder(), "anything", Scope(f"{restaurant.library}-none")
    )
    assert nothing == []


def test_what_is_refused(restaurant: Restaurant) -> None:
    with pytest.raises(UsageError, match="empty"):
        found(restaurant, "  ")
    with pytest.raises(UsageError, match="k is 0"):
        found(restaurant, "x", k=0)
    with pytest.raises(UsageError, match="no time"):
        found(restaurant, "x", kinds=(Kind.MACRO, Kind.ENTITY))
    with pytest.raises(NotFoundError):
        found(restaurant, "x", videos=("v0123456789abcdef",))
    with pytest.raises(NotFoundError):
        found(restaurant, "x", entity="n0123456789abcdef")
    with pytest.raises(NotFoundError):
        search_moments(
            restaurant.store, WordEmbedder(), "x", Scope("test-other", (restaurant.evening,))
        )
