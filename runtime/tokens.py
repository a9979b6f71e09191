"""Counting tokens where a provider gives no count: by the default encoder's own tokenizer."""

from functools import cache

from tokenizers import Tokenizer

from runtime import default_encoder


def count_tokens(text: str) -> int:
    """How many word pieces ``text`` has, without the special tokens around it.

    WordPiece cuts finer than the tokenizers of today's chat models on most text, so a budget kept
    by this count is kept by theirs.
    """
    return len(_tokenizer().encode(text, add_special_tokens=False).ids)


def first_tokens(text: str, tokens: int) -> str:
    """The longest beginning of ``text`` that ends with a whole one of its first ``tokens``."""
    offsets = _tokenizer().encode(text, add_special_tokens=False).offsets
    if len(offsets) <= tokens:
        return text
    return text[: offsets[tokens - 1][1]] if tokens > 0 else ""


@cache
def _tokenizer() -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(default_encoder.folder() / "tokenizer.json"))
    tokenizer.no_truncation()  # the file asks for 128 tokens, cut or padded
    tokenizer.no_padding()
    return tokenizer
