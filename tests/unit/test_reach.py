"""What a tool found is cut to what may be reached: nothing after the time bound is left in it."""

from typing import Any, cast

import pytest

from agent.reach import Reach
from agent.reached import STILL_OPEN, within
from agent.tools import Workbench, toolbox
from graph_schema.labels import Kind, Label
from graph_schema.relationships import Family, RelationType
from retrieval.hits import Hit, Neighbour
from retrieval.rendering import Renderable, render
from retrieval.views import (
    Appearance,
    EntityFound,
    Event,
    EventList,
    MicroEvent,
    Occurrence,
    Occurrences,
    RelatedNode,
    Relation,
    RelationGraph,
    Subgraph,
    Summary,
    VideoSummary,
    family_of,
)
from runtime.errors import NotFoundError

VIDEO = "v0123456789abcdef"
UNTIL = 10_000
EARLY, LATE = "the fox sleeps", "LATER the crow laughs"
ENTITY = f"n{'0' * 16}"


def _event(letter: str, number: int, start: int, end: int, kind: Kind = Kind.UTTERANCE) -> Event:
    text = EARLY if end <= UNTIL else LATE
    return Event(
        id=f"{VIDEO}.{letter}{number}", kind=kind, video_id=VIDEO, start_ms=start, end_ms=end,
        label=text, text=text,
    )  # fmt: skip


def _micro(number: int, start: int, end: int) -> MicroEvent:
    fields = _event("e", number, start, end, Kind.MICRO).model_dump()
    return MicroEvent(**fields, subjects=(f"{VIDEO}.a1",))


def _seen(number: int, at: int) -> Appearance:
    late = at >= UNTIL
    return Appearance(
        id=f"{VIDEO}.a{number}", video_id=VIDEO, macro_event=f"{VIDEO}.m1",
        name="LATER a crow" if late else "fox", type="Person",
        description="LATER turns out to be a thief", seen_at_ms=at,
        entity=ENTITY, entity_name="LATER known as Reynard",
    )  # fmt: skip


def _hit(number: int, start: int, end: int, kind: Kind = Kind.UTTERANCE) -> Hit:
    near = Neighbour(
        id=f"{VIDEO}.e9", label=Label.MICRO_EVENT, text=LATE, relation=RelationType.CAUSES,
        outgoing=True,
    )  # fmt: skip
    text = EARLY if end <= UNTIL else LATE
    return Hit(
        id=f"{VIDEO}.u{number}", kind=kind, video_id=VIDEO, start_ms=start, end_ms=end, text=text,
        score=1.0, similarity=1.0, macro_event=None, neighbours=(near,),
    )  # fmt: skip


def _relation(source: str, target: str, type_: RelationType = RelationType.CAUSES) -> Relation:
    late = "e2" in source + target
    return Relation(
        source=f"{VIDEO}.{source}", target=f"{VIDEO}.{target}", type=type_,
        family=family_of(type_), reason="LATER it shows" if late else "it shows",
    )  # fmt: skip


def _node(name: str, start: int, end: int, hop: int) -> RelatedNode:
    return RelatedNode(
        id=f"{VIDEO}.{name}", label=Label.MICRO_EVENT, video_id=VIDEO, start_ms=start, end_ms=end,
        text=EARLY if end <= UNTIL else LATE, hop=hop,
    )  # fmt: skip


SUBGRAPH = Subgraph(
    macro_event=_event("m", 1, 0, 20_000, Kind.MACRO),
    appearances=(_seen(1, 1_000), _seen(2, 12_000)),
    micro_events=(_micro(1, 1_000, 4_000), _micro(2, 9_000, 12_000)),
    relations=(_relation("e1", "e2"),),
)
GRAPH = RelationGraph(
    start=_node("e1", 0, 4_000, 0),
    nodes=(
        _node("e2", 9_000, 12_000, 1),
        _node("e3", 4_000, 8_000, 1),
        _node("e4", 5_000, 9_000, 2),
    ),
    relations=(_relation("e1", "e2"), _relation("e1", "e3"), _relation("e2", "e4")),
    parents={
        f"{VIDEO}.e2": _relation("e1", "e2"),
        f"{VIDEO}.e3": _relation("e1", "e3"),
        f"{VIDEO}.e4": _relation("e2", "e4"),
    },
    exhausted=True,
    capped=False,
)  # fmt: skip
FOUND_ENTITY = EntityFound(
    id=ENTITY, name="LATER known as Reynard", type="Person", aliases=("LATER the thief",),
    match=1.0, appearances=(_seen(1, 1_000), _seen(2, 12_000)), total_appearances=2,
)  # fmt: skip

FOUND: dict[str, Renderable] = {
    "hits": [_hit(1, 0, 4_000), _hit(2, 8_000, 12_000), _hit(3, 6_000, 10_000)],
    "events": EventList(
        events=(_event("u", 1, 0, 4_000), _event("u", 2, 8_000, 12_000)), total=2
    ),
    "summary": Summary(
        library="main",
        videos=(
            VideoSummary(
                video_id=VIDEO, title="Orchard", kind="file", duration_ms=40_000, status="done",
                summary=LATE, super_events=(_event("s", 1, 0, 40_000, Kind.SUPER),),
            ),
        ),
        total_videos=1,
        total_duration_ms=40_000,
    ),
    "subgraph": SUBGRAPH,
    "graph": GRAPH,
    "entities": (FOUND_ENTITY,),
    "occurrences": Occurrences(
        occurrences=(
            Occurrence(video_id=VIDEO, start_ms=0, end_ms=4_000, events=("e1",), text=EARLY),
            Occurrence(video_id=VIDEO, start_ms=9_000, end_ms=12_000, events=("e2",), text=LATE),
        ),
        entity=FOUND_ENTITY,
        action="sleeps",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FOUND)
def test_nothing_after_the_time_bound_is_left(name: str) -> None:
    """Neither in the text a model reads nor in the models that a reasoner may read."""
    found = FOUND[name]
    assert "LATER" in repr(found)
    cut = within(found, Reach(until_ms=UNTIL))
    assert "LATER" not in repr(cut)
    assert "LATER" not in render(cut, 2_000)
    assert "40000" not in repr(cut)


@pytest.mark.parametrize("name", FOUND)
def test_what_was_over_is_left(name: str) -> None:
    cut = within(FOUND[name], Reach(until_ms=UNTIL))
    if name != "summary":
        assert "fox" in repr(cut)


@pytest.mark.parametrize("name", FOUND)
def test_without_bounds_nothing_is_touched(name: str) -> None:
    assert within(FOUND[name], Reach()) is FOUND[name]


def test_a_node_is_seen_once_it_is_over_and_not_before() -> None:
    hits = [_hit(1, 0, UNTIL), _hit(2, 0, UNTIL + 1)]
    assert [hit.id for hit in within(hits, Reach(until_ms=UNTIL))] == [f"{VIDEO}.u1"]  # type: ignore[union-attr]


def test_a_scene_still_going_on_tells_only_what_is_over_in_it() -> None:
    cut = within(SUBGRAPH, Reach(until_ms=UNTIL))
    assert isinstance(cut, Subgraph)
    assert (cut.macro_event.label, cut.macro_event.text) == (STILL_OPEN, "")
    assert cut.macro_event.end_ms == UNTIL
    assert [event.id for event in cut.micro_events] == [f"{VIDEO}.e1"]


def test_what_lies_wholly_after_the_bound_is_not_found() -> None:
    for found in (SUBGRAPH, GRAPH):
        begun = found.macro_event if isinstance(found, Subgraph) else found.start
        later = begun.model_copy(update={"start_ms": 30_000, "end_ms": 40_000})
        name = "macro_event" if isinstance(found, Subgraph) else "start"
        with pytest.raises(NotFoundError, match="not within what this question may see"):
            within(found.model_copy(update={name: later}), Reach(until_ms=UNTIL))


def test_a_node_reached_only_through_what_is_later_is_not_reached() -> None:
    cut = within(GRAPH, Reach(until_ms=UNTIL))
    assert isinstance(cut, RelationGraph)
    assert [node.id for node in cut.nodes] == [f"{VIDEO}.e3"]
    assert cut.path_to(f"{VIDEO}.e3") == (_relation("e1", "e3"),)


def test_kinds_and_edges_outside_reach_are_left_out() -> None:
    hits = [_hit(1, 0, 1), _hit(2, 0, 1, Kind.MACRO)]
    (only,) = within(hits, Reach(kinds=(Kind.UTTERANCE,)))  # type: ignore[misc]
    assert only.id == f"{VIDEO}.u1"  # type: ignore[union-attr]
    assert only.neighbours == ()  # type: ignore[union-attr]  # a micro-event
    (seen, _) = within(hits, Reach(families=(Family.CAUSAL,)))  # type: ignore[misc]
    assert len(seen.neighbours) == 1  # type: ignore[union-attr]
    (bare, _) = within(hits, Reach(families=(Family.HIERARCHICAL,)))  # type: ignore[misc]
    assert bare.neighbours == ()  # type: ignore[union-attr]


def test_without_edges_a_scene_is_what_stands_in_it() -> None:
    cut = within(SUBGRAPH, Reach(families=(Family.HIERARCHICAL,)))
    assert isinstance(cut, Subgraph)
    assert cut.relations == ()
    assert len(cut.micro_events) == 2
    assert {event.subjects for event in cut.micro_events} == {()}


CUT: dict[type[Any], str] = {
    Hit: "id kind video_id start_ms end_ms text score similarity label macro_event neighbours",
    Event: "id kind video_id start_ms end_ms label text parent source",
    MicroEvent: "id kind video_id start_ms end_ms label text parent source subjects objects tools "
    "places",
    Appearance: "id video_id macro_event name type description seen_at_ms entity entity_name",
    EntityFound: "id name type aliases match appearances total_appearances",
    Subgraph: "macro_event appearances micro_events relations",
    RelationGraph: "start nodes relations parents exhausted capped",
    RelatedNode: "id label video_id start_ms end_ms text hop",
    Relation: "source target type family label reason basis confidence",
    Summary: "library videos total_videos total_duration_ms",
    VideoSummary: "video_id title kind duration_ms status summary super_events",
    Occurrences: "occurrences entity action",
    Occurrence: "video_id start_ms end_ms events text",
}
"""The fields that the cut was written for."""


@pytest.mark.parametrize("view", CUT, ids=lambda view: view.__name__)
def test_a_new_field_of_what_tools_find_has_to_be_thought_of(view: Any) -> None:
    assert set(view.model_fields) == set(CUT[view].split()), "may it tell what comes later?"


ELSEWHERE = "vfedcba9876543210"


def test_a_neighbour_in_another_video_is_not_shown() -> None:
    inside, outside, entity = (
        Neighbour(id=id_, label=label, text="fox", relation=RelationType.CAUSES, outgoing=True)
        for id_, label in (
            (f"{VIDEO}.e2", Label.MICRO_EVENT),
            (f"{ELSEWHERE}.e3", Label.MICRO_EVENT),
            (ENTITY, Label.ENTITY),
        )
    )
    hit = _hit(1, 0, 1_000, Kind.MICRO).model_copy(update={"neighbours": (inside, outside, entity)})
    (cut,) = within([hit], Reach(), (VIDEO,))
    assert isinstance(cut, Hit)
    assert cut.neighbours == (inside, entity)
    assert within([hit], Reach()) == [hit]


def test_relations_do_not_lead_through_another_video() -> None:
    def node(video: str, number: int, hop: int) -> RelatedNode:
        return RelatedNode(
            id=f"{video}.e{number}", label=Label.MICRO_EVENT, video_id=video, text="fox",
            start_ms=0, end_ms=1_000, hop=hop,
        )  # fmt: skip

    def causes(one: RelatedNode, other: RelatedNode) -> Relation:
        return Relation(
            source=one.id, target=other.id, type=RelationType.CAUSES, family=Family.CAUSAL
        )

    start, near = node(VIDEO, 1, 0), node(VIDEO, 2, 1)
    away, behind = node(ELSEWHERE, 3, 1), node(VIDEO, 4, 2)
    relations = (causes(start, near), causes(start, away), causes(away, behind))
    found = RelationGraph(
        start=start, nodes=(near, away, behind), relations=relations,
        parents={near.id: relations[0], away.id: relations[1], behind.id: relations[2]},
        exhausted=True, capped=False,
    )  # fmt: skip
    cut = within(found, Reach(), (VIDEO,))
    assert isinstance(cut, RelationGraph)
    assert [one.id for one in cut.nodes] == [near.id]
    assert cut.relations == (relations[0],)
    assert within(found, Reach(), (VIDEO, ELSEWHERE)) == found


def test_a_summary_tells_of_the_videos_asked_about() -> None:
    videos = tuple(
        VideoSummary(
            video_id=id_, title=id_, kind="file", duration_ms=5, status="done", summary=EARLY
        )
        for id_ in (VIDEO, ELSEWHERE)
    )
    found = Summary(library="main", videos=videos, total_videos=2, total_duration_ms=10)
    cut = within(found, Reach(), (VIDEO,))
    assert isinstance(cut, Summary)
    assert (cut.videos, cut.total_videos, cut.total_duration_ms) == (videos[:1], 1, 5)


def test_what_a_limit_left_out_is_still_counted() -> None:
    found = EventList(events=(_event("u", 1, 0, 1_000),), total=7)
    assert within(found, Reach(), (VIDEO,)) == found
    cut = within(found, Reach(kinds=(Kind.MICRO,)))
    assert cut == EventList(events=(), total=6)


def test_a_page_keeps_to_the_bounds_before_it_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut only afterwards, a first page of a long video would pass for all of it."""
    asked: list[tuple[Any, ...]] = []

    def listing(*given: Any, kinds: Any, limit: int) -> EventList:
        asked.append((*given[2:], tuple(kinds), limit))
        return EventList(events=(_event("u", 1, 0, 4_000),), total=90)

    monkeypatch.setattr("agent.tools.search_by_time", listing)
    reach = Reach(until_ms=UNTIL, kinds=(Kind.UTTERANCE, Kind.ENTITY), listed=1)
    bench = Workbench(cast(Any, None), cast(Any, None), "main", reach=reach)
    (tool,) = (one for one in toolbox(bench) if one.name == "search_by_time")
    call = {"type": "tool_call", "id": "1", "name": tool.name}
    fields = {"video_id": VIDEO, "start": "0s", "end": "99:59:59"}
    page = tool.invoke({**call, "args": fields}).artifact.found
    assert asked == [(VIDEO, 0, UNTIL, (Kind.UTTERANCE,), 1)]
    assert (len(page.events), page.total) == (1, 90)
    later = tool.invoke({**call, "args": {**fields, "start": "10s"}}).artifact.found
    assert later == EventList(events=(), total=0)
    assert len(asked) == 1
