"""Weighing options against passages: what may decide, and what must not."""

import numpy as np
import pytest

from agent.evidence import Observation
from agent.question import Question
from agent.remembering import remembering
from agent.rules.choosing import choice, page_after, searches
from agent.rules.form import read_question
from agent.rules.options import fitted_weights, option_scores, signals, standing_out
from agent.rules.passages import Passage
from agent.rules.reasoner import RulesReasoner
from graph_schema.labels import Kind
from retrieval.views import Event, EventList
from runtime.embedder import Embedder
from runtime.errors import UsageError

VIDEO = "v0123456789abcdef"
TOLD = (
    "A girl in a yellow coat walks into the barn.",
    "The girl lifts a bucket of milk from the straw.",
    "A calf drinks from the bucket while the girl strokes its neck.",
    "The girl closes the gate and runs home through the rain.",
)
PASSAGES = [
    Passage(f"{VIDEO}.m{number}", VIDEO, 5_000 * number, 5_000 * (number + 1), text)
    for number, text in enumerate(TOLD)
]


def chosen(embedder: Embedder, text: str, *options: str, told: list[Passage] = PASSAGES) -> int:
    draft = choice(Question(text, "main", choices=options), told, remembering(embedder))
    assert draft.choice is not None
    return draft.choice


@pytest.mark.parametrize(
    ("question", "options", "right"),
    [
        ("what does the girl lift", ("a bucket", "a ladder", "a lamb"), 0),
        ("what does the calf do in the barn", ("sleeps", "kicks the girl", "drinks milk"), 2),
        ("what does the girl do after stroking the calf", ("swims", "closes the gate"), 1),
        ("what did the girl do before closing the gate", ("fly a kite", "stroke the calf"), 1),
    ],
)
def test_the_option_that_is_told_is_chosen(
    embedder: Embedder, question: str, options: tuple[str, ...], right: int
) -> None:
    assert chosen(embedder, question, *options) == right
    assert chosen(embedder, question, *reversed(options)) == len(options) - 1 - right


def test_an_option_that_repeats_the_question_does_not_win_by_it(embedder: Embedder) -> None:
    question = "what does the girl in the yellow coat lift from the straw"
    repeated = "the girl in the yellow coat lifts the straw, a whale"
    assert chosen(embedder, question, repeated, "a bucket of milk") == 1


def test_what_is_told_anywhere_does_not_beat_what_is_told_here(embedder: Embedder) -> None:
    raw = signals("what happens", ("a person walks", "a calf drinks"), PASSAGES, embedder)
    above = raw[:, 0]
    assert above[1] > above[0]


def test_of_equal_options_the_first_is_chosen(embedder: Embedder) -> None:
    assert chosen(embedder, "what does the girl lift", "a bucket", "a bucket", "a bucket") == 0
    scores = option_scores("what is lifted", ("a bucket", "a bucket"), PASSAGES, embedder)
    assert scores.tolist() == [0, 0]


def test_a_signal_counts_by_how_far_an_option_stands_out() -> None:
    raw = np.array([[1.0, 5.0], [2.0, 5.0], [3.0, 5.0]])
    told = standing_out(raw)
    assert told[:, 0] == pytest.approx([-1.2247, 0, 1.2247], abs=1e-3)
    assert told[:, 1].tolist() == [0, 0, 0]


def test_options_without_a_word_to_look_up_are_still_answered(embedder: Embedder) -> None:
    assert chosen(embedder, "was it", "it is", "2", "?!") in {0, 1, 2}


def test_the_part_of_the_video_that_is_named_decides_between_two_that_are_told(
    embedder: Embedder,
) -> None:
    told = [
        Passage(f"{VIDEO}.m{at}", VIDEO, 1_000 * at, 1_000 * (at + 1), text)
        for at, text in enumerate(
            ["The man pats a horse."] * 3
            + ["The man looks around."] * 6
            + ["The man pats a goat."] * 3
        )
    ]
    options = ("a horse", "a goat")
    assert chosen(embedder, "what does the man pat at the start", *options, told=told) == 0
    assert chosen(embedder, "what does the man pat near the end", *options, told=told) == 1


def test_the_moments_of_a_choice_are_apart_and_quoted_word_for_word(embedder: Embedder) -> None:
    question = Question("what does the girl lift", "main", choices=("a bucket", "a ladder"))
    draft = choice(question, PASSAGES, remembering(embedder))
    assert draft.citations[0].id == PASSAGES[1].id
    assert draft.answer.startswith("(0) a bucket\n")
    texts = {one.id: one.text for one in PASSAGES}
    assert all(one.quote in texts[one.id] for one in draft.citations)
    assert len({one.id for one in draft.citations}) == len(draft.citations) == 3


def test_the_weights_of_both_halves_are_much_the_same() -> None:
    first, second = fitted_weights()
    assert first.vector == pytest.approx(second.vector, abs=0.15)
    assert np.sign(first.vector).tolist() == np.sign(second.vector).tolist()


# -- what is read --------------------------------------------------------------------------------


def page(first: int, count: int, total: int) -> EventList:
    events = tuple(
        Event(
            id=f"{VIDEO}.m{at}",
            kind=Kind.MACRO,
            video_id=VIDEO,
            start_ms=1_000 * at,
            end_ms=1_000 * (at + 1),
            label="walks",
            text="walks",
        )
        for at in range(first, first + count)
    )
    return EventList(events=events, total=total)


def test_a_short_video_is_read_page_by_page_to_its_end() -> None:
    assert page_after(None, VIDEO) == (
        "search_by_time",
        {"video_id": VIDEO, "start": "0.000s", "end": "99:59:59"},
    )
    following = page_after(page(0, 60, 90), VIDEO)
    assert following is not None
    assert following[1]["start"] == "59.000s"
    assert page_after(page(59, 31, 31), VIDEO) is None


def test_a_long_video_is_not_read_whole() -> None:
    assert page_after(page(0, 60, 5_000), VIDEO) is None


def test_a_page_full_of_one_moment_ends_the_reading() -> None:
    crowd = page(0, 1, 90)
    assert page_after(EventList(events=crowd.events * 60, total=90), VIDEO) is None


def test_a_page_is_not_asked_for_twice(embedder: Embedder) -> None:
    """A scene that goes on and a page full of what is in it begin and end no later than before."""
    question = Question("what is it", "main", videos=(VIDEO,), choices=("a calf", "a lamb"))
    reasoner = RulesReasoner(question=question, embedder=embedder)

    def called(*found: EventList) -> list[str]:
        for one in found:
            reasoner._take(Observation.of(one, ""))
        return [str(call["args"].get("start")) for call in reasoner._reply().tool_calls]

    assert called() == ["0.000s"]
    assert called(page(0, 60, 90)) == ["59.000s"]
    assert set(called(page(0, 60, 90))) == {"None"}, "searches instead"


@pytest.mark.parametrize("number", [2, 5, 6, 23])
def test_every_option_is_searched_for_in_one_round(number: int) -> None:
    options = tuple(f"option{at}" for at in range(number))
    question = Question("what is it", "main", choices=options)
    calls = searches(read_question(question.text), question)
    assert len(calls) <= 6
    assert all(any(option in call[1]["query"] for call in calls) for option in options)


def test_one_choice_is_refused() -> None:
    with pytest.raises(UsageError, match="One choice"):
        Question("what is it", "main", choices=("a",))
