"""Reading a memory by its structure, on a real server."""

import uuid
from collections.abc import Callable, Iterator

import pytest
from conftest import delete_library
from graph_builder import Graph

from cypher.store import Store
from graph_schema.labels import Kind, Label
from graph_schema.relationships import Family, RelationType
from retrieval.navigation import (
    get_macro_events,
    get_subgraph,
    get_summary,
    get_super_events,
    search_by_time,
)
from retrieval.videos import list_videos, show_video
from runtime.errors import NotFoundError, UsageError

MICRO, MACRO, SUPER = Label.MICRO_EVENT, Label.MACRO_EVENT, Label.SUPER_EVENT


@pytest.fixture(scope="module")
def film(store: Store) -> Iterator[Graph]:
    library = f"test-{uuid.uuid4().hex[:12]}"
    yield a_film(store, library)
    delete_library(store, library)


def a_film(store: Store, library: str) -> Graph:
    graph = Graph(store, library)
    video = graph.video("Meadow", 90_000)
    root = graph.event(video, Label.ROOT, "A rabbit's day", 0, 90_000, video)
    for half in range(2):
        chapter = graph.event(
            video, SUPER, f"half {half}", half * 45_000, half * 45_000 + 45_000, root
        )
        for place in range(2):
            start = half * 45_000 + place * 20_000
            macro = graph.event(
                video, MACRO, f"scene {half}{place}", start, start + 20_000, chapter
            )
            rabbit = graph.appearance(
                video, macro, "rabbit", graph.entity("rabbit"), seen_at_ms=start
            )
            tree = graph.appearance(video, macro, "tree", type="Location", seen_at_ms=start + 5)
            knife = graph.appearance(video, macro, "knife", type="Object", seen_at_ms=start + 6)
            first = graph.event(video, MICRO, f"bites {half}{place}", start, start + 5_000, macro)
            then = graph.event(
                video, MICRO, f"falls {half}{place}", start + 5_000, start + 9_000, macro
            )
            graph.edge(RelationType.PERFORMS, rabbit, first)
            graph.edge(RelationType.RECEIVES, tree, first)
            graph.edge(RelationType.USES, first, knife)
            graph.edge(RelationType.HAPPENS_IN, then, tree)
            graph.edge(RelationType.BEFORE, first, then)
            graph.edge(RelationType.CAUSES, first, then, reason="because", basis="shown")
            graph.edge(RelationType.NEXT_TO, rabbit, tree)
    graph.edge(RelationType.LEADS_TO, f"{video}.m1", f"{video}.m2")
    graph.edge(RelationType.ENABLES, f"{video}.e2", f"{video}.e3", reason="so that")
    graph.event(video, Label.UTTERANCE, "ouch", 6_000, 7_000, video, macro_event=f"{video}.m1")
    graph.event(video, Label.SCREEN_TEXT, "THE END", 80_000, 90_000, video)
    graph.node(Label.SHOT, f"{video}.sh1", video_id=video, start_ms=0, end_ms=90_000)
    graph.edge(RelationType.PART_OF, f"{video}.sh1", video)
    graph.video("Empty", 5_000)
    graph.write()
    return graph


@pytest.fixture
def meadow(film: Graph, store: Store) -> str:
    return list_videos(store, film.library).videos[1].video_id


def test_library_and_video_summary(store: Store, film: Graph, meadow: str) -> None:
    whole = get_summary(store, film.library)
    assert [video.title for video in whole.videos] == ["Empty", "Meadow"]
    assert (whole.total_videos, whole.total_duration_ms) == (2, 95_000)
    few = get_summary(store, film.library, limit=1)
    assert (len(few.videos), few.total_videos) == (1, 2)
    named = get_summary(store, film.library, videos=[meadow], limit=1)
    assert [video.video_id for video in named.videos] == [meadow], "not the first by title"
    assert (named.total_videos, named.total_duration_ms) == (1, 90_000)
    one = get_summary(store, film.library, meadow)
    assert one.videos[0].summary == "A rabbit's day"
    assert [event.text for event in one.videos[0].super_events] == ["half 0", "half 1"]
    assert get_summary(store, f"{film.library}-none").total_videos == 0


def test_tiers_from_the_top_down(store: Store, film: Graph, meadow: str) -> None:
    chapters = get_super_events(store, film.library, meadow)
    assert [(event.id, event.kind) for event in chapters.events] == [
        (f"{meadow}.s1", Kind.SUPER),
        (f"{meadow}.s2", Kind.SUPER),
    ]
    assert {event.parent for event in chapters.events} == {f"{meadow}.root"}
    second = get_macro_events(store, film.library, f"{meadow}.s2")
    assert [event.label for event in second.events] == ["scene 10", "scene 11"]
    assert {event.parent for event in second.events} == {f"{meadow}.s2"}
    for whole in (meadow, f"{meadow}.root"):
        assert get_macro_events(store, film.library, whole).total == 4
    few = get_macro_events(store, film.library, meadow, limit=3)
    assert ([event.id for event in few.events], few.total) == (
        [f"{meadow}.m{number}" for number in (1, 2, 3)],
        4,
    )


@pytest.mark.parametrize("inner", ["m1", "e2", "a1"])
def test_subgraph_of_a_macro_event_or_of_what_is_in_it(
    store: Store, film: Graph, meadow: str, inner: str
) -> None:
    inside = get_subgraph(store, film.library, f"{meadow}.{inner}")
    assert inside.macro_event.id == f"{meadow}.m1"
    assert [seen.name for seen in inside.appearances] == ["rabbit", "tree", "knife"]
    rabbit, tree, knife = (seen.id for seen in inside.appearances)
    assert inside.appearances[0].entity == film.entity("rabbit")
    assert inside.appearances[0].entity_name == "rabbit"
    bites, falls = inside.micro_events
    assert (bites.subjects, bites.objects, bites.tools, bites.places) == (
        (rabbit,),
        (tree,),
        (knife,),
        (),
    )
    assert falls.places == (tree,)
    told = {(r.type, r.family, r.source, r.target, r.reason) for r in inside.relations}
    assert told == {
        (RelationType.CAUSES, Family.CAUSAL, bites.id, falls.id, "because"),
        (RelationType.BEFORE, Family.TEMPORAL, bites.id, falls.id, ""),
        (RelationType.NEXT_TO, Family.SPATIAL, rabbit, tree, ""),
        (RelationType.ENABLES, Family.CAUSAL, falls.id, f"{meadow}.e3", "so that"),
        (RelationType.LEADS_TO, Family.PROGRESSION, f"{meadow}.m1", f"{meadow}.m2", ""),
    }


def test_what_lies_between_two_times(store: Store, film: Graph, meadow: str) -> None:
    found = search_by_time(store, film.library, meadow, 5_000, 20_001)
    assert [event.text for event in found.events] == [
        "scene 00",
        "falls 00",
        "ouch",
        "scene 01",
        "bites 01",
    ]
    assert found.events[2].source == "speech"
    few = search_by_time(store, film.library, meadow, 0, 90_000, limit=2, kinds=(Kind.MICRO,))
    assert ([event.text for event in few.events], few.total) == (["bites 00", "falls 00"], 8)
    assert search_by_time(store, film.library, meadow, 89_999, 90_000).events[0].text == "THE END"
    with pytest.raises(UsageError, match="not a span"):
        search_by_time(store, film.library, meadow, 10, 10)
    with pytest.raises(UsageError, match="no time"):
        search_by_time(store, film.library, meadow, 0, 10, kinds=(Kind.ENTITY,))


def test_a_video_with_counts_and_outline(store: Store, film: Graph, meadow: str) -> None:
    shown = show_video(store, film.library, meadow)
    assert shown.counts == {
        "shots": 1,
        "utterances": 1,
        "macro_events": 4,
        "super_events": 2,
        "micro_events": 8,
        "appearances": 12,
        "entities": 1,
        "relations": {
            "BEFORE": 4,
            "CAUSES": 4,
            "ENABLES": 1,
            "HAPPENS_IN": 4,
            "IS": 4,
            "LEADS_TO": 1,
            "NEXT_TO": 4,
            "PART_OF": 30,
            "PERFORMS": 4,
            "RECEIVES": 4,
            "USES": 4,
        },
    }
    assert [
        (chapter.super_event.label, [event.label for event in chapter.macro_events])
        for chapter in shown.outline
    ] == [("half 0", ["scene 00", "scene 01"]), ("half 1", ["scene 10", "scene 11"])]
    assert shown.summary == "A rabbit's day"


def test_pages_of_videos(store: Store, library: str) -> None:
    graph = Graph(store, library)
    titles = sorted(["b", "a", "ä", "Z", "same", "same "])
    ids = [graph.video(title) for title in titles]
    graph.write()
    seen: list[str] = []
    cursor = None
    for _ in range(len(ids)):
        page = list_videos(store, library, after=cursor, limit=2)
        seen += [video.video_id for video in page.videos]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert sorted(seen) == sorted(ids)
    assert len(seen) == len(ids)
    for bad in ("", "xxx", "W10=", "eyJhIjoxfQ=="):
        with pytest.raises(UsageError, match="no cursor"):
            list_videos(store, library, after=bad)
    with pytest.raises(UsageError, match="limit"):
        list_videos(store, library, limit=0)


@pytest.mark.parametrize(
    "call",
    [
        get_summary,
        get_super_events,
        get_macro_events,
        show_video,
        lambda store, library, video: get_macro_events(store, library, f"{video}.s1"),
        lambda store, library, video: get_subgraph(store, library, f"{video}.m1"),
        lambda store, library, video: get_subgraph(store, library, f"{video}.e1"),
        lambda store, library, video: search_by_time(store, library, video, 0, 1_000),
    ],
)
def test_foreign_and_unknown_ids_are_not_found(
    store: Store, film: Graph, meadow: str, call: Callable[[Store, str, str], object]
) -> None:
    call(store, film.library, meadow)
    for library, video in ((f"{film.library}-other", meadow), (film.library, "v" + "0" * 16)):
        with pytest.raises(NotFoundError):
            call(store, library, video)


def test_a_video_without_a_memory_yet(store: Store, film: Graph) -> None:
    empty = list_videos(store, film.library).videos[0].video_id
    shown = show_video(store, film.library, empty)
    assert (shown.outline, shown.summary, shown.counts["macro_events"]) == ((), "", 0)
    assert get_summary(store, film.library, empty).videos[0].super_events == ()
    assert get_super_events(store, film.library, empty).total == 0
    assert get_macro_events(store, film.library, empty).total == 0
    assert search_by_time(store, film.library, empty, 0, 5_000).total == 0


def test_what_is_no_macro_event_is_not_found(store: Store, film: Graph, meadow: str) -> None:
    for nonsense in ("", "m1", f"{meadow}.root", f"{meadow}.sh1", meadow, "' OR 1=1"):
        with pytest.raises(NotFoundError):
            get_subgraph(store, film.library, nonsense)
