"""Ranking in context: what else of the same event and video answers."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_schema.labels import Kind
from retrieval.context import in_context
from retrieval.hits import Hit
from retrieval.recipes import CONTEXTUAL, HYBRID, RANK_FUSION, Context, SearchRecipe

VIDEO, OTHER = "v" + "0" * 16, "v" + "1" * 16
PLAIN = Context(repeat_penalty=0, video_weight=0)


def hit(
    number: int,
    score: float,
    *,
    event: int | None = None,
    kind: Kind = Kind.MICRO,
    text: str | None = None,
    video: str | None = VIDEO,
) -> Hit:
    """``event`` is the number of the macro event it lies in; a macro event's is its own."""
    letter = {Kind.MICRO: "e", Kind.MACRO: "m", Kind.UTTERANCE: "u"}.get(kind, "")
    return Hit(
        id=f"{video}.{letter}{number}" if video else f"n{number:016x}",
        kind=kind,
        video_id=video,
        start_ms=number if video else None,
        end_ms=number + 1 if video else None,
        text=text or f"text {number}",
        score=score,
        similarity=score,
        macro_event=None if event is None else f"{video}.m{event}",
    )


def ids(hits: Sequence[Hit]) -> list[str]:
    return [one.id.rpartition(".")[2] for one in hits]


def test_only_the_event_tells_two_equal_captions_apart() -> None:
    """ "wash hands" twice; the second time inside an event of which more answers."""
    hits = [
        hit(1, 0.8, event=1, text="wash hands"),
        hit(2, 0.8, event=2, text="wash hands"),
        hit(2, 0.7, kind=Kind.MACRO, text="clean up after cooking"),
        hit(1, 0.2, kind=Kind.MACRO, text="repair the bicycle"),
    ]
    assert ids(in_context(hits, Context()))[0] == "e2"
    assert ids(in_context(hits, Context(voices=1)))[0] == "e1"


def test_a_good_hit_of_another_event_goes_before_the_same_again() -> None:
    hits = [
        hit(1, 0.9, event=1),
        hit(2, 0.88, event=1),
        hit(3, 0.86, event=1),
        hit(4, 0.8, event=2),
        hit(3, 0.75, kind=Kind.MACRO),
    ]
    assert ids(in_context(hits, Context(repeat_penalty=0.2))) == ["e1", "e4", "e2", "m3", "e3"]
    assert ids(in_context(hits, Context(repeat_penalty=2))) == ["e1", "e4", "m3", "e2", "e3"]
    assert ids(in_context(hits, PLAIN)) == ["e1", "e2", "e3", "e4", "m3"]


def test_a_macro_event_and_what_is_in_it_are_one_event() -> None:
    hits = [hit(1, 0.9, kind=Kind.MACRO), hit(1, 0.89, event=1), hit(2, 0.8, kind=Kind.MACRO)]
    assert ids(in_context(hits, Context())) == ["m1", "m2", "e1"]


def test_what_is_said_is_nobodys_repetition() -> None:
    hits = [hit(number, 0.9, event=1, kind=Kind.UTTERANCE) for number in range(3)]
    assert in_context(hits, Context()) == hits


def test_equal_texts_speak_once() -> None:
    """Micro-events read from one sentence share it as their text."""
    sentence = [hit(number, 0.8, event=1, text="she stirs and pours") for number in (1, 2, 3)]
    alone = hit(4, 0.8, event=2)
    scores = {one.id: one.score for one in in_context([*sentence, alone], PLAIN)}
    assert scores[sentence[0].id] == pytest.approx(scores[alone.id])


def test_voices_bound_how_much_a_long_event_gains() -> None:
    long = [hit(number, 0.5, event=1) for number in range(50)]
    best = in_context(long, PLAIN)[0].score
    assert best == pytest.approx(in_context(long[:5], PLAIN)[0].score)
    assert best > in_context(long[:4], PLAIN)[0].score > 0.5


def test_a_hit_of_the_better_video_goes_before_an_equal_one() -> None:
    hits = [hit(1, 0.9, event=1), hit(2, 0.6, event=2, video=OTHER), hit(3, 0.6, event=3)]
    assert ids(in_context(hits, Context())) == ["e1", "e3", "e2"]
    assert ids(in_context(hits, PLAIN)) == ["e1", "e2", "e3"]


def test_one_video_alone_takes_nothing_off() -> None:
    hits = [hit(1, 0.9, event=1), hit(2, 0.6, event=2)]
    assert [one.score for one in in_context(hits, Context())] == pytest.approx([0.9, 0.6])


def test_an_entity_is_judged_alone() -> None:
    hits = [hit(1, 0.9, event=1), hit(2, 0.8, kind=Kind.ENTITY, video=None)]
    best, entity = in_context(hits, Context(video_weight=0.5))
    assert best.score == pytest.approx(0.9)
    assert entity.score == pytest.approx(0.75)


def test_ties_stay_in_the_order_given() -> None:
    hits = [hit(number, 0.5, event=number) for number in (3, 1, 2)]
    assert in_context(hits, Context()) == hits
    assert in_context([], Context()) == []


@given(
    st.lists(
        st.tuples(
            st.floats(-1, 1),
            st.integers(0, 3),
            st.sampled_from([Kind.MICRO, Kind.MACRO, Kind.UTTERANCE]),
            st.sampled_from([VIDEO, OTHER]),
        ),
        max_size=30,
    ),
    st.builds(
        Context,
        sharpness=st.floats(1, 50),
        voices=st.integers(1, 6),
        repeat_penalty=st.floats(0, 1),
        video_weight=st.floats(0, 1),
    ),
)
def test_no_hit_is_lost_and_scores_fall(
    drawn: list[tuple[float, int, Kind, str]], context: Context
) -> None:
    hits = [
        hit(number, score, event=event, kind=kind, video=video)
        for number, (score, event, kind, video) in enumerate(drawn)
    ]
    hits.sort(key=lambda one: -one.score)
    ranked = in_context(hits, context)
    assert sorted(ids(ranked)) == sorted(ids(hits))
    scores = [one.score for one in ranked]
    assert all(a >= b - 1e-8 for a, b in pairwise(scores))
    assert in_context(hits, context) == ranked


def test_a_context_weighs_sums_not_ranks() -> None:
    assert HYBRID.context is None
    assert CONTEXTUAL.context is not None
    with pytest.raises(ValueError, match="'odd' has a context"):
        SearchRecipe(**{**RANK_FUSION.model_dump(), "name": "odd", "context": Context()})
