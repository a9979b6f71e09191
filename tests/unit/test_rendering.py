"""Rendering: never above its budget, most relevant first, and honest about the rest."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from graph_schema.labels import Kind, Label
from graph_schema.relationships import Family, RelationType
from retrieval.hits import Hit, Neighbour
from retrieval.rendering import Line, Renderable, fitted, render
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
)
from runtime.errors import UsageError
from runtime.tokens import count_tokens

VIDEO = "v0123456789abcdef"
TEXT = "The rabbit bites a red apple under the old tree."


def event(number: int, text: str = TEXT, kind: Kind = Kind.MICRO) -> Event:
    return Event(
        id=f"{VIDEO}.e{number}",
        kind=kind,
        video_id=VIDEO,
        start_ms=number * 1_000,
        end_ms=number * 1_000 + 900,
        label=text[:20],
        text=text,
    )


def appearance(number: int, text: str = "rabbit") -> Appearance:
    return Appearance(
        id=f"{VIDEO}.a{number}",
        video_id=VIDEO,
        macro_event=f"{VIDEO}.m1",
        name=text,
        type="Person",
        description=text,
        seen_at_ms=number,
        entity="n" + "0" * 16,
    )


def relation(source: str, target: str, reason: str = "") -> Relation:
    return Relation(
        source=source,
        target=target,
        type=RelationType.CAUSES,
        family=Family.CAUSAL,
        reason=reason,
    )


def hits(count: int, text: str = TEXT) -> list[Hit]:
    near = Neighbour(
        id=f"{VIDEO}.a1",
        label=Label.APPEARANCE,
        text=text,
        relation=RelationType.PERFORMS,
        outgoing=False,
    )
    return [
        Hit(
            id=f"{VIDEO}.e{number}",
            kind=Kind.MICRO,
            video_id=VIDEO,
            start_ms=number,
            end_ms=number + 1,
            text=text,
            score=1 / number,
            similarity=0.5,
            macro_event=f"{VIDEO}.m1",
            neighbours=(near, near),
        )
        for number in range(1, count + 1)
    ]


def subgraph(count: int, text: str = TEXT) -> Subgraph:
    micros = tuple(
        MicroEvent(**event(number, text).model_dump(), subjects=(f"{VIDEO}.a1",))
        for number in range(1, count + 1)
    )
    return Subgraph(
        macro_event=event(0, text, Kind.MACRO),
        appearances=tuple(appearance(number, text) for number in range(1, count + 1)),
        micro_events=micros,
        relations=tuple(relation(one.id, other.id, text) for one, other in pairwise(micros)),
    )


def relation_graph(count: int, text: str = TEXT) -> RelationGraph:
    nodes = tuple(
        RelatedNode(
            id=f"{VIDEO}.e{number}",
            label=Label.MICRO_EVENT,
            video_id=VIDEO,
            start_ms=number,
            end_ms=number + 1,
            text=text,
            hop=number,
        )
        for number in range(count + 1)
    )
    relations = tuple(relation(one.id, other.id, f"{text}!") for one, other in pairwise(nodes))
    return RelationGraph(
        start=nodes[0],
        nodes=nodes[1:],
        relations=relations,
        parents={one.target: one for one in relations},
        exhausted=False,
        capped=True,
    )


def everything(count: int, text: str) -> list[Renderable]:
    found = EntityFound(
        id="n" + "0" * 16,
        name=text or "x",
        type="Person",
        aliases=(text,),
        match=1,
        appearances=tuple(appearance(number, text) for number in range(count)),
        total_appearances=count + 3,
    )
    events = tuple(event(number, text) for number in range(count))
    video = VideoSummary(
        video_id=VIDEO,
        title=text,
        kind="file",
        duration_ms=5_000,
        status="done",
        summary=text,
        super_events=events,
    )
    once = Occurrence(video_id=VIDEO, start_ms=0, end_ms=9, events=(f"{VIDEO}.e1",) * 4, text=text)
    return [
        hits(count, text),
        EventList(events=events, total=count + 7),
        Summary(library="main", videos=(video,), total_videos=1, total_duration_ms=5_000),
        Summary(library="main", videos=(video,) * count, total_videos=99, total_duration_ms=1),
        subgraph(count, text),
        relation_graph(count, text),
        [found] * count,
        Occurrences(occurrences=(once,) * count, entity=found, action=text),
        Occurrences(occurrences=(), entity=None, action=None),
    ]


@hypothesis_settings(max_examples=60, deadline=None)
@given(
    count=st.integers(0, 25),
    text=st.text(max_size=300),
    budget=st.integers(1, 1_200),
    which=st.integers(0, 8),
)
def test_never_above_the_budget(count: int, text: str, budget: int, which: int) -> None:
    found = everything(count, text)[which]
    try:
        rendered = render(found, budget)
    except UsageError:
        assert budget < 60
        return
    assert count_tokens(rendered) <= budget


@given(count=st.integers(0, 12), text=st.text(alphabet="ab \n\r\u2028\t", max_size=60))
def test_one_line_each(count: int, text: str) -> None:
    """A text with line ends must not look like several results."""
    assert len(render(hits(count, text), 100_000).splitlines()) == max(1, 3 * count)


def test_the_best_hits_stay_and_the_rest_is_counted() -> None:
    rendered = render(hits(20), 400)
    shown = re.findall(r"\.e(\d+) micro", rendered)
    assert shown == [str(number) for number in range(1, len(shown) + 1)]
    assert 1 < len(shown) < 20
    assert rendered.splitlines()[-1] == f"(left out: 40 neighbours, {20 - len(shown)} hits)"


def test_a_hit_says_id_kind_time_and_where() -> None:
    first = render(hits(1), 1_000).splitlines()[0]
    assert first == f"{VIDEO}.e1 micro 0:00-0:00: {TEXT} (in {VIDEO}.m1)"


def test_what_a_limit_left_out_is_told() -> None:
    events = EventList(events=(event(1),), total=8)
    assert render(events, 500).endswith("(left out: 7 later events)")


def test_in_a_subgraph_causes_outlast_appearances() -> None:
    rendered = render(subgraph(12), 900)
    assert "CAUSES" in rendered
    assert "appearances" in rendered.splitlines()[-1]
    assert rendered.startswith(f"{VIDEO}.e0 macro")


def test_roles_are_named() -> None:
    assert f"[by {TEXT}]" in render(subgraph(1), 1_000)


def test_a_relation_graph_tells_the_way_and_the_reason() -> None:
    lines = render(relation_graph(2, "falls"), 1_000).splitlines()
    assert lines[1].startswith(f"  hop 1: {VIDEO}.e1 ")
    assert f"({VIDEO}.e0 CAUSES {VIDEO}.e1 because falls!)" in lines[1]
    assert lines[-1] == "(left out: 1 or more farther nodes)"


@pytest.mark.parametrize("nothing", [[], EventList(events=(), total=0)])
def test_nothing_is_said(nothing: Renderable) -> None:
    assert render(nothing, 100) == "Nothing was found."


def test_a_budget_that_holds_nothing_is_refused() -> None:
    with pytest.raises(UsageError, match="holds nothing"):
        render(hits(3), 2)


def test_rank_decides_what_goes_and_order_what_comes_first() -> None:
    long = " and".join(["one"] * 20)
    lines = [Line(long, "low", 9), Line("two", "high", 0), Line("three", "high", 1)]
    assert fitted(lines, 50) == f"{long}\ntwo\nthree"
    assert fitted(lines, 25) == "two\nthree\n(left out: 1 low)"
    told = fitted(lines, 25, already_left_out=[("videos", 2)])
    assert told == "two\nthree\n(left out: 2 videos, 1 low)"
