"""The one place where text becomes part of a Lucene query."""

import re

_OPERATORS = frozenset({"AND", "OR", "NOT", "TO"})
_NOT_A_WORD = re.compile(r"(\W)")


def escaped(term: str) -> str:
    r"""``term`` as one literal term of Lucene's classic query syntax.

    No input makes the query invalid or lets it reach another field, not even white space, half a
    surrogate pair or nothing at all (which finds nothing). A backslash before any character but
    ``u`` makes it literal, so everything that is no letter, digit or underscore gets one.
    """
    sound = term.encode("utf-8", "replace").decode("utf-8")
    if not sound:
        return '""'
    if sound in _OPERATORS:
        return "\\" + sound
    return _NOT_A_WORD.sub(r"\\\1", sound)
