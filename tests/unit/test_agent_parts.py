"""The agent's pure parts: forms of questions, drafts, clues, cutting text, prompts."""

import pytest

from agent.budget import CUT, clipped
from agent.clues import MAX_CLUE_TOKENS, extracted, from_note
from agent.draft import read_draft
from agent.model_calls import called
from agent.prompts import render
from agent.rules.form import Form, read_question
from agent.rules.naming import named_kinds
from agent.trajectory import Call, Caps, Round
from runtime.errors import ModelUnavailableError, NotFoundError
from runtime.tokens import count_tokens

ID = "v0123456789abcdef.u4"


@pytest.mark.parametrize(
    ("question", "form", "statement"),
    [
        ("When does the bunny hide?", Form.MOMENT, "the bunny hide"),
        ("Who throws the nut?", Form.MOMENT, "throws the nut"),
        ("Why is the rabbit sad?", Form.CAUSE, "the rabbit sad"),
        ("What makes the rodent run?", Form.CAUSE, "the rodent run"),
        ("What led to the fall of the log?", Form.CAUSE, "the fall of the log"),
        ("What happens after the log falls?", Form.AFTER, "the log falls"),
        ("What did the fox do right before it slept?", Form.BEFORE, "the fox it slept"),
        ("How many times does the bell ring?", Form.COUNT, "the bell ring"),
        ("Is there a boat?", Form.YES_NO, "there a boat"),
        ("What does he eat first?", Form.FIRST, "he eat first"),
        ("Who leaves at the end?", Form.LAST, "leaves at the end"),
        ("What is the film about?", Form.OVERVIEW, "What is the film about"),
        ("Describe the moment when the tree falls.", Form.MOMENT, "the tree falls"),
    ],
)
def test_the_form_of_a_question_is_read(question: str, form: Form, statement: str) -> None:
    asked = read_question(question)
    assert (asked.form, asked.statement) == (form, statement)


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("When does the wolf play the guitar in the battle?", ("wolf", "guitar")),
        ("How does the hero celebrate the victory over the villains?", ("victory",)),
        ("Where does the owl sleep?", ("owl",)),
        ("Who gives up?", ()),
    ],
)
def test_roles_classes_and_abstractions_name_no_kind(question: str, kinds: tuple[str, ...]) -> None:
    assert named_kinds(question) == kinds


@pytest.mark.parametrize("text", ["word " * 500, "x" * 5_000, "é" * 900, "a b", ""])
@pytest.mark.parametrize("tokens", [0, 1, 5, 40])
def test_clipped_text_fits(text: str, tokens: int) -> None:
    cut = clipped(text, tokens)
    assert count_tokens(cut) <= max(tokens, count_tokens(CUT))
    assert cut == text or cut.endswith(CUT) or not cut


def test_clues_are_bounded_and_keep_the_lines_that_matter() -> None:
    lines = [f"v0123456789abcdef.u{n} utterance 0:{n:02d}: {text}" for n, text in
             enumerate(["A tree.", "A fox eats a pear.", "Rain.", "A crow sings."])]  # fmt: skip
    observation = "\n".join(["2 hits", *lines])
    clue = extracted(observation, "Who eats the pear?")
    assert "v0123456789abcdef.u1" in clue
    assert count_tokens(clue) <= MAX_CLUE_TOKENS + 5
    assert count_tokens(from_note("word " * 900)) <= MAX_CLUE_TOKENS
    assert extracted("Nothing was found.", "x") == "Nothing was found."


def test_a_draft_is_read_from_json_prose_or_both() -> None:
    assert read_draft(f"It eats [{ID}].").citations[0].id == ID
    assert read_draft(f"It eats [{ID}].").answer == "It eats."
    inner = read_draft(f'Sure! {{"answer": "It eats.", "citations": [{{"id": "{ID}"}}]}} Bye.')
    assert (inner.answer, inner.citations[0].id) == ("It eats.", ID)
    assert read_draft('{"text": "Yes", "answered": false}').answered is False
    assert read_draft('{"citations": [').answer == '{"citations": ['
    with pytest.raises(ValueError, match="empty"):
        read_draft(" \n")


def test_prompts_are_versioned_and_never_read_twice() -> None:
    prompt = render("question", question="What costs $found?", found="$question")
    assert prompt.version == "question.v1"
    assert "What costs $found?" in prompt.text
    with pytest.raises(KeyError):
        render("question", question="x")
    with pytest.raises(FileNotFoundError):
        render("nonsense")


def test_a_round_shows_its_newest_observation_and_then_only_its_clue() -> None:
    call = Call("c1", "search_nodes", {"query": "fox"}, observation=f"{ID} a fox " * 300)
    one = Round([call])
    shown = one.messages(Caps(clue=20, calls=20, observations=100))
    assert count_tokens(str(shown[1].content)) <= 100
    one.distil("A fox is there.", "Who?")
    assert (
        one.ledger_line(1, Caps(clue=50, calls=50, observations=0))
        == "1. search_nodes(query='fox') → A fox is there."
    )


def test_errors_of_a_provider_become_one_kind_and_ours_pass() -> None:
    class RateLimitError(Exception):
        status_code = 429

    def busy() -> None:
        raise RateLimitError("slow down")

    def ours() -> None:
        raise NotFoundError("no such video")

    with pytest.raises(ModelUnavailableError, match="429: slow down") as caught:
        called(busy)
    assert "limits how often" in caught.value.hint
    with pytest.raises(NotFoundError):
        called(ours)
