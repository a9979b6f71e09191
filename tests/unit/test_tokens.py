"""Counting tokens without torch."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from runtime import default_encoder
from runtime.tokens import count_tokens, first_tokens

TEXTS = st.lists(st.sampled_from([*"ab \n\t.,é漢\u0301'{", "squirrel", "v0f.e12", "\r"])).map(
    "".join
)


@pytest.fixture(scope="module")
def whole() -> Tokenizer:
    """Reads a text in one go, where ours reads it line by line."""
    tokenizer = Tokenizer.from_file(str(default_encoder.folder() / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


@settings(deadline=None)  # a loaded machine is no failure
@given(text=TEXTS, tokens=st.integers(0, 12))
def test_reading_by_lines_is_reading_in_one_go(whole: Tokenizer, text: str, tokens: int) -> None:
    offsets = whole.encode(text, add_special_tokens=False).offsets
    assert count_tokens(text) == len(offsets)
    if len(offsets) > tokens:
        text_left = text[: offsets[tokens - 1][1]] if tokens else ""
        assert first_tokens(text, tokens) == text_left
    else:
        assert first_tokens(text, tokens) == text


def test_counts_word_pieces_without_special_tokens() -> None:
    assert count_tokens("") == 0
    assert count_tokens("rabbit") == 1
    assert count_tokens("The rabbit bites an apple.") == 6
    assert count_tokens("unbelievably") > 1


def test_counts_beyond_the_length_the_encoder_cuts_at() -> None:
    assert count_tokens("word " * 5_000) == 5_000


def test_needs_no_torch() -> None:
    code = (
        "import sys; from runtime.tokens import count_tokens; count_tokens('x');"
        "assert not {'torch', 'transformers', 'sentence_transformers'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
