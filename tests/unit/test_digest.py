"""Digests: within their budget, every id derivable, relevance inside and time outside."""

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from graph_schema.labels import Kind
from graph_schema.time_span import format_span
from retrieval.digest import Passage, digest, digests
from retrieval.views import Event
from runtime.tokens import count_tokens

ONE, OTHER = "v0123456789abcdef", "vfedcba9876543210"


def event(
    inner: str, start_ms: int, end_ms: int, text: str = "knead the dough", video: str = ONE
) -> Event:
    return Event(
        id=f"{video}.{inner}",
        kind=Kind.MICRO if inner.startswith("e") else Kind.MACRO,
        video_id=video,
        start_ms=start_ms,
        end_ms=end_ms,
        label="",
        text=text,
    )


SCENE = Passage(
    (
        event("m2", 60_000, 90_000, "make the dough"),
        event("e3", 61_000, 62_500, "pour flour"),
        event("e4", 63_000, 64_000, "stir"),
        event("e5", 70_000, 71_000, "stir"),
    )
)
EARLIER = Passage((event("m1", 0, 30_400, "wash hands"),))
ELSEWHERE = Passage((event("m7", 5_000, 9_000, "wash dishes", OTHER),))


def test_a_video_is_named_once_and_told_in_order_of_time() -> None:
    told = digest([SCENE, ELSEWHERE, EARLIER], 1_000)
    assert told.text == (
        f"{ONE}:\n"
        ".m1 0:00-0:30: wash hands\n"
        ".m2 1:00-1:30: make the dough\n"
        "  .e3 1:01-1:02.5: pour flour\n"
        "  .e4 1:03-1:04, .e5 1:10-1:11: stir\n"
        f"{OTHER}:\n"
        ".m7 0:05-0:09: wash dishes"
    )
    assert told.left_out == 0
    assert told.tokens == count_tokens(told.text)
    assert set(told.ids) == {
        f"{ONE}.m1", f"{ONE}.m2", f"{ONE}.e3", f"{ONE}.e4", f"{ONE}.e5", f"{OTHER}.m7",
    }  # fmt: skip


def test_spans_are_those_of_the_text() -> None:
    told = digest([EARLIER], 1_000)
    assert told.spans == ((ONE, 0, 30_000),)


def test_what_is_most_relevant_is_kept_and_the_rest_is_counted() -> None:
    small = count_tokens(f"{ONE}:") + count_tokens(".m2 1:00-1:30: make the dough")
    told = digest([SCENE, ELSEWHERE, EARLIER], small + 3)
    assert told.ids == (f"{ONE}.m2",)
    assert told.left_out == 2
    assert digest([SCENE], 3).text == ""


def test_a_moment_has_its_own_times_and_tells_no_event_again() -> None:
    one, two, three = (
        event(f"m{n}", n * 20_000, n * 20_000 + 20_000, f"step {n}") for n in (1, 2, 3)
    )
    told = digest(
        [Passage((one, two), (20_000, 60_000)), Passage((two, three), (40_000, 80_000))], 500
    )
    assert told.text == (
        f"{ONE}:\n"
        ".m1 to .m2 0:20-1:00\n"
        ".m1 0:20-0:40: step 1\n"
        ".m2 0:40-1:00: step 2\n"
        ".m2 to .m3 0:40-1:20\n"
        ".m3 1:00-1:20: step 3"
    )
    assert (ONE, 20_000, 60_000) in told.spans
    assert len(told.ids) == len(set(told.ids)) == 3


@pytest.mark.parametrize(
    ("start", "end", "shown"), [(0, 9_900, "0:00-0:09.9"), (400, 10_600, "0:00-0:11")]
)
def test_only_long_spans_are_rounded(start: int, end: int, shown: str) -> None:
    assert shown in digest([Passage((event("m1", start, end),))], 500).text
    assert format_span(start, end) != "0:00-0:11"


passages = st.lists(
    st.builds(
        lambda number, start, lasts, text, video, more: Passage(
            (
                event(f"m{number}", start, start + lasts, text, video),
                *(
                    event(f"e{number * 10 + n}", start + n, start + n + 1, text, video)
                    for n in range(more)
                ),
            )
        ),
        st.integers(1, 20),
        st.integers(0, 10**7),
        st.integers(1, 10**6),
        st.text(min_size=1, max_size=80).filter(str.strip),
        st.sampled_from((ONE, OTHER)),
        st.integers(0, 4),
    ),
    max_size=12,
)


@hypothesis_settings(max_examples=60, deadline=None)
@given(passages, st.integers(0, 400))
def test_no_budget_is_exceeded_and_more_budget_tells_no_less(
    found: list[Passage], budget: int
) -> None:
    small, large = digests(found, [budget, 2 * budget])
    assert small.tokens <= budget
    assert large.tokens <= 2 * budget
    assert set(small.ids) <= set(large.ids)
    assert len(large.ids) == len(set(large.ids))
    for id_ in small.ids:
        video, _, inner = id_.partition(".")
        assert f"{video}:" in small.text
        assert f".{inner} " in small.text
