"""Entities by name, and counting, on a real server."""

import uuid
from collections.abc import Iterator

import pytest
from conftest import delete_library
from graph_builder import Graph, WordEmbedder

from cypher.store import Store
from graph_schema.labels import Label
from graph_schema.relationships import RelationType
from retrieval.entities import count_occurrences, find_entity, merged
from retrieval.scope import Scope
from runtime.errors import NotFoundError, UsageError

MICRO, MACRO = Label.MICRO_EVENT, Label.MACRO_EVENT


@pytest.fixture(scope="module")
def farm(store: Store) -> Iterator[tuple[Graph, dict[str, str]]]:
    library = f"test-{uuid.uuid4().hex[:12]}"
    graph = Graph(store, library)
    names = {
        "big white rabbit": ["bunny"],
        "flying squirrel": [],
        "red squirrel": ["Rinky"],
        "chinchilla": ["Gimera"],
        "apple tree": [],
        "東京タワー": [],
    }
    ids = {name: graph.entity(name, aliases) for name, aliases in names.items()}
    for title in ("day", "night"):
        video = graph.video(title)
        ids[title] = video
        macro = graph.event(video, MACRO, f"all {title}", 0, 100_000)
        rabbit = graph.appearance(
            video, macro, "the rabbit", ids["big white rabbit"], seen_at_ms=1_000
        )
        for start, text in (
            (0, "The rabbit bites an apple."),
            (5_000, "The rabbit bites the apple again."),
            (30_000, "The rabbit sleeps."),
            (60_000, "The rabbit bites a carrot."),
        ):
            event = graph.event(video, MICRO, text, start, start + 5_000, macro)
            graph.edge(RelationType.PERFORMS, rabbit, event)
        graph.event(video, MICRO, "The fox bites an apple.", 80_000, 81_000, macro)
    graph.appearance(ids["day"], f"{ids['day']}.m1", "a red squirrel", ids["red squirrel"])
    graph.write()
    yield graph, ids
    delete_library(store, library)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("big white rabbit", "big white rabbit"),
        ("The Big White Rabbit", "big white rabbit"),
        ("rabbits", "big white rabbit"),
        ("white rabit", "big white rabbit"),
        ("bunny", "big white rabbit"),
        ("RINKY", "red squirrel"),
        ("red squirrels", "red squirrel"),
        ("chinchila", "chinchilla"),
        ("gimera", "chinchilla"),
        ("東京タワー", "東京タワー"),
    ],
)
def test_names_with_slips_plurals_and_aliases(
    store: Store, farm: tuple[Graph, dict[str, str]], name: str, found: str
) -> None:
    graph, _ = farm
    assert find_entity(store, graph.library, name)[0].name == found


def test_where_it_appears(store: Store, farm: tuple[Graph, dict[str, str]]) -> None:
    graph, ids = farm
    (rabbit,) = find_entity(store, graph.library, "big white rabbit")
    assert rabbit.match == 1
    assert rabbit.total_appearances == 2
    assert {seen.video_id for seen in rabbit.appearances} == {ids["day"], ids["night"]}
    assert {seen.entity for seen in rabbit.appearances} == {rabbit.id}
    (only,) = find_entity(store, graph.library, "rabbit", videos=(ids["night"],))
    assert [seen.video_id for seen in only.appearances] == [ids["night"]]
    assert find_entity(store, graph.library, rabbit.id)[0].name == "big white rabbit"


def test_two_fit(store: Store, farm: tuple[Graph, dict[str, str]]) -> None:
    graph, ids = farm
    names = {entity.name for entity in find_entity(store, graph.library, "squirrel")}
    assert names == {"flying squirrel", "red squirrel"}
    assert len(find_entity(store, graph.library, "squirrel", limit=1)) == 1
    only = find_entity(store, graph.library, "squirrel", videos=(ids["day"],))
    assert [entity.name for entity in only] == ["red squirrel"]


@pytest.mark.parametrize("name", ["elephant", "☃", "a", "squid", "*", "n" + "0" * 16])
def test_nobody(store: Store, farm: tuple[Graph, dict[str, str]], name: str) -> None:
    graph, _ = farm
    assert find_entity(store, graph.library, name) == ()
    assert find_entity(store, f"{graph.library}-other", "rabbit") == ()


def test_how_many_times(store: Store, farm: tuple[Graph, dict[str, str]]) -> None:
    graph, ids = farm
    scope = Scope(graph.library, videos=(ids["day"],))
    bites = count_occurrences(store, WordEmbedder(), scope, entity="rabbit", action="bites")
    assert [(one.start_ms, one.end_ms) for one in bites.occurrences] == [
        (0, 10_000),
        (60_000, 65_000),
    ]
    assert bites.count == 2
    assert len(bites.occurrences[0].events) == 2
    assert bites.entity is not None
    assert bites.entity.id == ids["big white rabbit"]
    anybody = count_occurrences(store, WordEmbedder(), scope, action="bites an apple")
    assert [one.start_ms for one in anybody.occurrences] == [0, 80_000]
    both = count_occurrences(
        store, WordEmbedder(), Scope(graph.library), entity=ids["big white rabbit"], action="bite"
    )
    assert both.count == 4
    early = Scope(graph.library, videos=(ids["day"],), end_ms=20_000)
    assert (
        count_occurrences(store, WordEmbedder(), early, entity="rabbit", action="bite").count == 1
    )
    never = count_occurrences(store, WordEmbedder(), scope, entity="rabbit", action="swims")
    assert never.count == 0


def test_presence(store: Store, farm: tuple[Graph, dict[str, str]]) -> None:
    graph, ids = farm
    scope = Scope(graph.library, videos=(ids["day"],))
    rabbit = count_occurrences(store, WordEmbedder(), scope, entity="rabbit")
    assert [(one.start_ms, one.end_ms) for one in rabbit.occurrences] == [
        (0, 10_000),
        (30_000, 35_000),
        (60_000, 65_000),
    ]
    squirrel = count_occurrences(store, WordEmbedder(), scope, entity="red squirrel")
    assert [(one.start_ms, one.end_ms) for one in squirrel.occurrences] == [(0, 100_000)]
    within = count_occurrences(
        store, WordEmbedder(), Scope(graph.library, entity=ids["big white rabbit"])
    )
    assert within.count == 6


def test_bad_calls(store: Store, farm: tuple[Graph, dict[str, str]]) -> None:
    graph, _ = farm
    scope = Scope(graph.library)
    with pytest.raises(UsageError, match="nothing to count"):
        count_occurrences(store, WordEmbedder(), scope, entity=" ", action="")
    with pytest.raises(NotFoundError, match="no entity 'elephant'"):
        count_occurrences(store, WordEmbedder(), scope, entity="elephant", action="bites")
    with pytest.raises(NotFoundError, match="no video"):
        count_occurrences(
            store, WordEmbedder(), Scope(graph.library, videos=("v" + "0" * 16,)), action="bites"
        )
    with pytest.raises(UsageError, match="empty"):
        find_entity(store, graph.library, " ")


def test_merging_keeps_videos_apart_and_joins_through_overlaps() -> None:
    def event(video: str, start: int, end: int) -> dict[str, object]:
        id_ = f"{video}.e{start}"
        return {"id": id_, "video_id": video, "start_ms": start, "end_ms": end, "text": id_}

    events = [event("v2", 0, 10), event("v1", 5, 100), event("v1", 0, 10), event("v1", 99, 120)]
    events += [event("v1", 131, 140), event("v1", 141, 150)]
    spans = [(one.video_id, one.start_ms, one.end_ms) for one in merged(events, 1)]
    assert spans == [("v1", 0, 120), ("v1", 131, 150), ("v2", 0, 10)]
    assert merged([], 1) == ()
