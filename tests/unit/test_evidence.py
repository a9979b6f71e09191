"""Evidence: single words, the part of a video that a question names, and moments apart."""

import numpy as np
import pytest

from agent.rules.passages import Passage
from language.named_place import named_place
from language.plain_words import plain_words
from retrieval.evidence import EvidenceRecipe, apart, away, evidence_scores
from retrieval.word_fit import word_fit
from runtime.embedder import Embedder


def passages(*texts: str, video: str = "v1") -> list[Passage]:
    return [
        Passage(f"{video}.m{at}", video, 1_000 * at, 1_000 * (at + 1), text)
        for at, text in enumerate(texts)
    ]


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("why does the boy wave at the beginning", 0.1),
        ("What is shown near the START of the video?", 0.1),
        ("why did they laugh in the middle of the video", 0.5),
        ("what does she do halfway through the film", 0.5),
        ("how did the race go at the end", 0.9),
        ("what is finally thrown", 0.9),
        ("what stands at the end of the road", None),
        ("who sits in the middle of the boat", None),
        ("why does the bird bend down", None),
        ("why is the trend going up", None),
    ],
)
def test_the_part_that_a_question_names(question: str, place: float | None) -> None:
    assert named_place(question) == place


def test_distance_is_reckoned_within_each_video() -> None:
    told = [*passages("a", "b", "c", "d"), *passages("e", "f", video="v2")]
    off = away("what is there at the end", told)
    assert off[:4] == pytest.approx([0.775, 0.525, 0.275, 0.025])
    assert off[4:] == pytest.approx([0.65, 0.15])
    assert not away("what is there", told).any()


def test_the_named_part_moves_evidence(embedder: Embedder) -> None:
    told = passages(*["The dog jumps."] * 9)
    best = [int(evidence_scores(f"why does the dog jump {where}", told, embedder).argmax())
            for where in ("at the start", "in the middle", "near the end")]  # fmt: skip
    assert best == [0, 4, 8]


def test_a_rare_word_outweighs_what_all_passages_tell(embedder: Embedder) -> None:
    told = passages(
        "The two chefs stand in the large kitchen and talk to each other.",
        "The two chefs stand in the large kitchen with a turnip.",
        "The two chefs stand in the large kitchen and talk again.",
    )
    query = "what do the two chefs in the large kitchen do with the turnips"
    assert int(evidence_scores(query, told, embedder).argmax()) == 1


def test_moments_shown_are_apart_in_time_but_not_between_videos() -> None:
    told = [*passages(*"abcdefgh"), *passages("i", video="v2")]
    order = apart(np.array([8, 7, 6, 5, 4, 3, 2, 1, 7.5]), told, 4)
    assert order == [0, 8, 3, 6]
    assert apart(np.array([1, 3, 2]), passages(*"abc"), 3, EvidenceRecipe(apart_ms=0)) == [1, 2, 0]


def test_nothing_is_evidence_of_nothing(embedder: Embedder) -> None:
    assert evidence_scores("why", [], embedder).size == 0
    assert evidence_scores("why is it so", passages("a fox"), embedder).shape == (1,)


def test_a_word_fits_by_its_stem_and_by_its_meaning(embedder: Embedder) -> None:
    fit = word_fit(["guitars", "puppy", "rain"], ["He tunes a guitar.", "A dog barks."], embedder)
    assert fit.near[0, 0] == 1
    assert fit.said[0, 0] == 1
    assert 0.3 < fit.near[1, 1] < 1
    assert fit.said[1, 1] == 0
    assert fit.near[:, 2].max() < 0.5
    assert fit.columns(["rain", "guitars"]) == [2, 0]


def test_plain_words_leave_out_what_grammar_needs() -> None:
    assert plain_words("Why is the boy near the Bus?") == ("boy", "bus")
    assert plain_words("Где собака?") == ("где", "собака")
    assert plain_words("") == ()
