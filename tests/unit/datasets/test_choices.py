"""Options, however a file writes them."""

from evaluation.datasets.choices import index_of, split_question, without_letters


def test_choices_under_a_question() -> None:
    text = "Which?\n(A) 1636\n(B) a (C) in brackets\n(C) two\nlines"
    assert split_question(text) == ("Which?", ("1636", "a (C) in brackets", "two\nlines"))


def test_choices_out_of_order_or_without_words_are_refused() -> None:
    assert split_question("Which?\n(A) one\n(C) three") is None
    assert split_question("Which?\n(A) one") is None
    assert split_question("Which?\n(A) one\n(B) ") is None
    assert split_question("Which?") is None


def test_letters_before_options_come_off() -> None:
    assert without_letters(["A. Red.", "B.Blue.", "C) Green", "D: Any"]) == (
        "Red.", "Blue.", "Green", "Any",
    )  # fmt: skip


def test_one_mistaken_letter_does_not_stay() -> None:
    assert without_letters(["A. 107.", "B. 93.", "B. 91.", "D. 99."]) == (
        "107.", "93.", "91.", "99.",
    )  # fmt: skip


def test_a_name_that_begins_like_a_letter_is_left_whole() -> None:
    names = ["A.Lebrun.", "Fan Z.D.", "Xu xin.", "Ma Lin."]
    assert without_letters(names) == tuple(names)


def test_letters_name_choices() -> None:
    assert index_of("C", ("x", "y", "z")) == 2
    assert [index_of(text, ("x", "y")) for text in ("C", "AB", "", "a", None, 1)] == [None] * 6
