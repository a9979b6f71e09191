"""Spans on chains made by hand: what each piece of evidence does, and which span is answered."""

import numpy as np
import pytest

from graph_schema.labels import Kind
from language.normalise import search_text
from retrieval.spans import MOMENTS, Chain, Event, MomentRecipe, Query, Vectors, best_spans

ONLY_UNION = MomentRecipe(
    name="only union", union=10, nearest=0, words=0, surroundings=0, longer=0, one_story=0,
    edges=0, place=0, wording=0,
)  # fmt: skip
Told = tuple[str, int, int, Vectors]


def direction(*parts: float) -> Vectors:
    vector = np.zeros(8, dtype=np.float32)
    vector[: len(parts)] = parts
    return vector / np.linalg.norm(vector)


def chain(
    *told: Told, video: str = "v1", kind: Kind = Kind.MACRO, anchors: frozenset[int] | None = None
) -> Chain:
    events = [
        Event(
            id=f"{video}.{kind.value}{number}",
            kind=kind,
            video_id=video,
            start_ms=start,
            end_ms=end,
            text=text,
            terms=frozenset(search_text(text).split()),
        )
        for number, (text, start, end, _) in enumerate(told)
    ]
    return Chain(events, np.stack([vector for *_, vector in told]), anchors)


def asked(text: str, vector: Vectors) -> Query:
    return Query(text, tuple(dict.fromkeys(search_text(text).split())), vector)


def ids(chains: list[Chain], query: Query, k: int = 1, recipe: MomentRecipe = MOMENTS) -> list[str]:
    """``0`` for a span of event 0, ``1-2`` for one of two events, best first."""
    spans = best_spans(chains, query, k, recipe)
    return ["-".join(event.id[-1] for event in span.events) for span in spans]


EAST, NORTH, UP = direction(1), direction(0, 1), direction(0, 0, 1)
WALK = [
    ("the dog sleeps", 0, 10_000, UP),
    ("the dog runs", 10_000, 20_000, EAST),
    ("the dog jumps", 20_000, 30_000, NORTH),
    ("the dog eats", 30_000, 40_000, direction(0, 0, 0, 1)),
]


def test_only_a_union_is_what_the_sentence_says() -> None:
    both = asked("the dog runs and jumps", direction(1, 1))
    (best,) = best_spans([chain(*WALK)], both, 1)
    assert [event.text for event in best.events] == ["the dog runs", "the dog jumps"]
    assert (best.start_ms, best.end_ms) == (10_000, 30_000)


def test_as_many_spans_as_are_asked_for_are_compared() -> None:
    query = asked("the dog runs", EAST)
    few = MOMENTS.model_copy(update={"spans": 2})
    assert len(ids([chain(*WALK)], query, k=5, recipe=few)) == 5
    assert len(ids([chain(*WALK)], query, k=1, recipe=few)) == 1


def test_one_event_is_answered_with_one_event() -> None:
    assert ids([chain(*WALK)], asked("the dog runs", EAST)) == ["1"]


def test_the_best_event_of_a_span_is_the_nearest() -> None:
    spans = best_spans([chain(*WALK)], asked("the dog runs and jumps", direction(1, 0.9)), 3)
    (pair,) = (span for span in spans if len(span.events) == 2)
    assert pair.best.text == "the dog runs"


def test_a_span_ends_with_the_last_end_not_with_the_last_event() -> None:
    long_first = chain(("a", 0, 50_000, EAST), ("b", 10_000, 20_000, NORTH))
    spans = best_spans([long_first], asked("x", direction(1, 1)), 3, ONLY_UNION)
    assert {(len(span.events), span.end_ms) for span in spans} == {
        (1, 50_000), (2, 50_000), (1, 20_000),
    }  # fmt: skip


AGREEING = [
    ("alone", 0, 20_000, direction(1, 0.10)),
    ("one of three", 100_000, 120_000, direction(1, 0.25)),
    ("two of three", 101_000, 121_000, direction(1, 0.24)),
    ("three of three", 102_000, 122_000, direction(1, 0.25)),
]
SINGLY = ONLY_UNION.model_copy(update={"members": 1})


def test_spans_that_agree_beat_a_likelier_one_that_stands_alone() -> None:
    query = asked("x", EAST)
    cosines = chain(*AGREEING).vectors @ query.vector
    assert cosines.argmax() == 0
    assert ids([chain(*AGREEING)], query, recipe=SINGLY) == ["2"]


def test_the_list_spreads_over_the_places_that_may_be_meant() -> None:
    assert ids([chain(*AGREEING)], asked("x", EAST), k=2, recipe=SINGLY) == ["2", "0"]


def test_a_score_is_an_expected_share_of_time() -> None:
    spans = best_spans([chain(*AGREEING)], asked("x", EAST), 4, SINGLY)
    scores = [span.score for span in spans]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)
    (sure,) = best_spans([chain(WALK[0])], asked("x", UP), 5)
    assert sure.score == pytest.approx(1.0)


SAME = [("the man juggles", start, start + 10_000, EAST) for start in range(0, 50_000, 10_000)]


@pytest.mark.parametrize(
    ("sentence", "where"),
    [("A man is seen juggling", "0"), ("Finally the man stops juggling", "4")],
)
def test_the_wording_of_a_sentence_tells_where_in_the_story(sentence: str, where: str) -> None:
    answers = ids([chain(*SAME)], asked(sentence, EAST))
    assert where in answers[0]
    without = MOMENTS.model_copy(update={"place": 0.0, "wording": 0.0, "edges": 0.0})
    neutral = {
        ids([chain(*SAME)], asked(each, EAST), recipe=without)[0] for each in (sentence, "x")
    }
    assert len(neutral) == 1


def test_a_place_is_one_in_its_own_story() -> None:
    """Two stories alike: the second opens in the middle of the chain, and there is a first too."""
    story = ("A clown is standing in a ring", "He then throws pins", "Finally he stops and leaves")
    wheres = [(x, y, z) for x, y in ((1, 0), (0, 1)) for z in (0.5, 0.6, 0.5)]
    told = [
        (text, 10_000 * number, 10_000 * number + 10_000, direction(*where))
        for number, (text, where) in enumerate(zip(story * 2, wheres, strict=True))
    ]
    middle = direction(0.3, 1, 0.5)
    assert ids([chain(*told)], asked("A clown is seen", middle)) == ["3"]
    assert ids([chain(*told)], asked("Finally it ends and he leaves", middle)) == ["5"]


def test_words_count_by_how_rare_they_are() -> None:
    told = [(text, at * 10_000, at * 10_000 + 9_000, EAST) for at, text in enumerate(
        ["man walks", "man sings", "man walks", "man yodels", "man walks"]
    )]  # fmt: skip
    only_words = ONLY_UNION.model_copy(update={"words": 10.0, "members": 1})
    assert ids([chain(*told)], asked("man yodels", EAST), recipe=only_words) == ["3"]


def test_what_lies_around_a_span_counts() -> None:
    told = [("x", at * 10_000, at * 10_000 + 10_000, vector) for at, vector in enumerate(
        [UP, EAST, UP, UP, UP, UP, EAST, direction(1, 0.5)]
    )]  # fmt: skip
    around = SINGLY.model_copy(update={"surroundings": 10.0})
    assert ids([chain(*told)], asked("x", EAST), recipe=SINGLY) == ["1"]
    assert ids([chain(*told)], asked("x", EAST), recipe=around)[0] in {"6", "7"}


def test_spans_never_join_two_chains() -> None:
    chains = [
        chain(WALK[1], video="v1"),
        chain(WALK[2], video="v2"),
        chain(("the dog eats", 20_000, 30_000, NORTH), video="v1", kind=Kind.UTTERANCE),
    ]
    spans = best_spans(chains, asked("the dog runs and jumps", direction(1, 1)), 9)
    assert {len(span.events) for span in spans} == {1}
    assert len(spans) == 3


def test_the_same_time_of_two_videos_is_not_the_same() -> None:
    twins = [chain(("x", 0, 10_000, EAST), video=video) for video in ("v1", "v2")]
    spans = best_spans(twins, asked("x", EAST), 2)
    assert [span.best.video_id for span in spans] == ["v1", "v2"]
    assert spans[1].score == pytest.approx(0.5)


def test_a_span_holds_an_anchor_where_there_are_some() -> None:
    anchored = chain(*WALK, anchors=frozenset({3}))
    spans = best_spans([anchored], asked("the dog runs", EAST), 20)
    assert spans
    assert all(span.events[-1].text == "the dog eats" for span in spans)


def test_without_events_there_is_no_moment() -> None:
    assert best_spans([], asked("x", EAST), 5) == []
    nothing_held = chain(*WALK, anchors=frozenset())
    assert best_spans([nothing_held], asked("x", EAST), 5) == []


def test_a_query_of_no_terms_is_weighed_by_meaning() -> None:
    assert ids([chain(*WALK)], asked("?!", EAST)) == ["1"]
