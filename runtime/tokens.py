"""Counting tokens where a provider gives no count: by the default encoder's own tokenizer."""

from functools import cache, lru_cache

from tokenizers import Tokenizer

from runtime import default_encoder

_LINES_KEPT = 8_192
_LONGEST_KEPT = 4_000
"""Characters. A memory's lines come back question after question; reading them again would be
most of what an answer without a model costs."""


def count_tokens(text: str) -> int:
    """How many word pieces ``text`` has, without the special tokens around it.

    WordPiece cuts finer than the tokenizers of today's chat models on most text, so a budget kept
    by this count is kept by theirs. No token reaches over white space or punctuation, so the parts
    of a text that is joined by them can be counted one by one.
    """
    return sum(map(_count_line, text.split("\n")))


def first_tokens(text: str, tokens: int) -> str:
    """The longest beginning of ``text`` that ends with a whole one of its first ``tokens``."""
    start, end, left = 0, 0, tokens
    for line in text.split("\n"):
        number = _count_line(line)
        if number > left:
            return text[: start + _ends(line)[left - 1]] if left > 0 else text[:end]
        if number and number == left:
            end = start + _ends(line)[-1]
        left -= number
        start += len(line) + 1
    return text


def _count_line(line: str) -> int:
    return _kept_count(line) if len(line) <= _LONGEST_KEPT else len(_ends(line))


@lru_cache(maxsize=_LINES_KEPT)
def _kept_count(line: str) -> int:
    return len(_tokenizer().encode(line, add_special_tokens=False))


def _ends(line: str) -> list[int]:
    """Where each token of a line ends."""
    return [end for _, end in _tokenizer().encode(line, add_special_tokens=False).offsets]


@cache
def _tokenizer() -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(default_encoder.folder() / "tokenizer.json"))
    tokenizer.no_truncation()  # the file asks for 128 tokens, cut or padded
    tokenizer.no_padding()
    return tokenizer
