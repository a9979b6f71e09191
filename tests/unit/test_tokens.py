"""Counting tokens without torch."""

import subprocess
import sys

from runtime.tokens import count_tokens


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
