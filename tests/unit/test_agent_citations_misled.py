"""Quotes that hold all words of a claim and do not say it: none may confirm it."""

import numpy as np
import pytest
from numpy.typing import NDArray

from agent.answer import Verdict
from agent.citations import CitedNode, checked
from agent.draft import AnswerDraft, DraftCitation
from agent.evidence import Evidence
from agent.question import Question

VIDEO = "v0123456789abcdef"
EATS = "The rabbit eats the apple."


class NothingIsFar:
    """An encoder to which all texts are the same, so that only what they say can decide."""

    model = "nothing-is-far"
    dimensions = 2

    def encode(self, texts: list[str]) -> NDArray[np.float32]:
        return np.tile(np.float32([1, 0]), (len(texts), 1))


def verdicts(
    answer: str, *cited: tuple[str, str, int], actors: tuple[str, ...] = ()
) -> list[Verdict]:
    """Of citations ``(text of the node, quote, start_ms)``, each a second long."""
    nodes = {
        f"{VIDEO}.e{number}": CitedNode(
            f"{VIDEO}.e{number}", text, VIDEO, start, start + 1_000, "description", actors
        )
        for number, (text, _, start) in enumerate(cited, start=1)
    }
    evidence = Evidence()
    evidence.add(nodes)
    drafts = tuple(
        DraftCitation(id=id_, quote=quote) for id_, (_, quote, _) in zip(nodes, cited, strict=True)
    )
    draft = AnswerDraft(answer=answer, citations=drafts)
    question = Question("What happens?", "main")
    found = checked(draft, question, evidence, nodes, NothingIsFar())  # type: ignore[arg-type]  # a list will do
    return [one.verdict for one in found]


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        (EATS, "Does the rabbit eat the apple?"),
        (EATS, "The rabbit eats the apple?"),
        (EATS, "The rabbit almost eats the apple."),
        (EATS, "The rabbit hardly eats the apple."),
        (EATS, "Perhaps the rabbit eats the apple."),
        (EATS, "The rabbit no longer eats the apple."),
        (EATS, "No rabbit eats the apple."),
        (EATS, "Not the rabbit but the squirrel eats the apple."),
        (EATS, "The rabbit or the squirrel eats the apple."),
        (EATS, "The rabbit leaves without eating the apple."),
        (EATS, "The rabbit throws the apple instead of eating the apple."),
        (EATS, "The rabbit promises to eat the apple."),
        (EATS, "The rabbit offers to eat the apple."),
        (EATS, "The rabbit neglects to eat the apple."),
        (EATS, "The rabbit is going to eat the apple."),
        (EATS, "The rabbit does not wash or eat the apple."),
        (EATS, "In case the rabbit eats the apple, the bird waits."),
        ("The rabbit eats apples.", "The rabbit eats no apples."),
        ("At 99:99 the rabbit eats the apple.", EATS),
    ],
)
def test_a_quote_that_does_not_say_it_happened_confirms_nothing(claim: str, text: str) -> None:
    assert verdicts(claim, (text, text, 0)) != ["confirmed"]


@pytest.mark.parametrize("text", ["unable to eat", "about to eat"])
def test_the_graphs_actor_does_not_make_it_happen(text: str) -> None:
    text = f"The rabbit is {text} the apple."
    assert verdicts(EATS, (text, text, 0), actors=("rabbit",)) != ["confirmed"]


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Nobody believes the rabbit eats the apple.", "the rabbit eats the apple"),
        ("The rabbit does not eat the apple.", "eat the apple"),
        ("The jackrabbit eats the apple.", "rabbit eats the apple"),
    ],
)
def test_a_quote_cut_out_of_its_sentence_says_what_the_sentence_says(text: str, quote: str) -> None:
    assert verdicts(EATS, (text, quote, 0), actors=("rabbit",)) != ["confirmed"]


@pytest.mark.parametrize(
    "text",
    [
        "The rabbit starts to eat the apple.",
        "The rabbit keeps eating the apple.",
        "The bird watches the rabbit eat the apple.",
        "The squirrel makes the rabbit eat the apple.",
        "The rabbit sits down and eats the apple.",
        "The bird sings while the rabbit eats the apple.",
    ],
)
def test_what_is_begun_watched_or_caused_does_happen(text: str) -> None:
    assert verdicts(EATS, (text, text, 0)) == ["confirmed"]


def test_then_needs_quotes_in_that_order_even_where_they_say_it_word_for_word() -> None:
    falls, laughs = "The squirrel falls from the tree.", "The rabbit laughs."
    answer = f"{falls} Then the rabbit laughs."
    assert verdicts(answer, (falls, falls, 0), (laughs, laughs, 5_000)) == ["confirmed"] * 2
    assert verdicts(answer, (falls, falls, 5_000), (laughs, laughs, 0)) == [
        "confirmed",
        "unverified",
    ]
    assert verdicts(answer, (f"{falls} {laughs}", f"{falls} {laughs}", 0)) == ["confirmed"]
