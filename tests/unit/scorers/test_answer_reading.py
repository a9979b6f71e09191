"""What a free-text answer says, read strictly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.datasets.choices import letter
from evaluation.scorers.reading import chosen, number, same_words, yes_or_no

COLOURS = ("Red", "Blue", "Green", "A man in grey")


@pytest.mark.parametrize(
    ("text", "index"),
    [
        ("B", 1),
        ("b", 1),
        ("B.", 1),
        ("(B)", 1),
        ("[B]", 1),
        ("**B**", 1),
        ("B \n", 1),
        ("B. Blue", 1),
        ("B: because A is wrong", 1),
        ("The answer is B", 1),
        ("The best answer is (C).", 2),
        ("Answer: C", 2),
        ("Option B is right", 1),
        ("So, the correct option is C, since it is green", 2),
        ("I think it's C.", 2),
        ("I would choose C", 2),
        ("Based on the video, the answer is B.", 1),
        ("<answer> C </answer> A", 2),
        ("<think>A or B?</think>\n<answer>B</answer>", 1),
        ("It must be (B), not red", 1),
        ("blue", 1),
        ("The answer is blue.", 1),
        ("A man in grey", 3),
        ("the answer is: a man in grey!", 3),
    ],
)
def test_plain_answers(text: str, index: int) -> None:
    assert chosen(text, COLOURS) == index


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "E", "Z.", "A, B", "A, C, D", "A and B", "(A) or (B)", "ABCD",
        "A man", "Because it shows", "Definitely", "Cannot tell", "red or blue",
        "The answer is (A) or (B)", "I cannot say", "Red Blue", "Nothing is shown",
    ],
)  # fmt: skip
def test_no_plain_answer(text: str) -> None:
    assert chosen(text, COLOURS) is None


@pytest.mark.parametrize(
    ("choices", "text", "index"),
    [
        (("Leg", "Hand", "Foot"), "Hand", 1),
        (("Land", "Sea", "Cave"), "Land", 0),
        (("M", "N", "V", "W"), "V", 2),
        (("$10", "￥100", "$100"), "￥100", 1),
        (("A and B.", "M and N."), "M and N.", 1),
        (("For tea", "For soup"), "For soup", 1),
        (("same", "other", "same"), "same", 0),
        (("H&M.", "Gap."), "H&M.", 0),
    ],
)
def test_options_that_look_like_letters(choices: tuple[str, ...], text: str, index: int) -> None:
    assert chosen(text, choices) == index


FORMS = ("{X}", "({X})", "{X}.", "{X}. {w}", "{w}", "Answer: {X}", "The answer is {X}.", "**{X}**")


@given(
    st.lists(st.from_regex(r"[a-z]{3,8} [a-z]{3,8}", fullmatch=True), min_size=2, max_size=5,
             unique=True),
    st.sampled_from(FORMS), st.data(),
)  # fmt: skip
def test_every_usual_form_is_read(choices: list[str], form: str, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(choices) - 1))
    said = form.format(X=letter(index), w=choices[index])
    assert chosen(said, choices) == index


@given(st.text(max_size=40))
def test_any_text_is_read_or_not(text: str) -> None:
    index = chosen(text, COLOURS)
    assert index is None or 0 <= index < len(COLOURS)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Yes", True), ("yes.", True), ("Y", True), ("Yes. \n", True), ("Yes, she does", True),
        ("No", False), ("n", False), ("No.", False), ("The answer is no", False),
        ("Nothing", None), ("Not sure", None), ("Yes and no", None), ("Yesterday", None),
    ],
)  # fmt: skip
def test_yes_or_no(text: str, says: bool | None) -> None:
    assert yes_or_no(text) is says


@pytest.mark.parametrize(
    ("text", "value"),
    [("3", 3), ("3 \n", 3), ("3 times", 3), ("2.0", 2), ("about 12.", 12),
     ("2 or 3", None), ("2.5", None), ("", None), ("three", None)],
)  # fmt: skip
def test_numbers(text: str, value: int | None) -> None:
    assert number(text) == value


def test_same_words() -> None:
    assert same_words("Break point!", '"break  point"')
    assert not same_words("break", "break point")
    assert not same_words("…", "!")
