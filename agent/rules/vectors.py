"""Vectors and content words of texts, kept for the life of the process: a memory's texts come
back question after question, and encoding them is most of what an answer costs."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from language.models import load_parser
from runtime.embedder import Embedder

Vectors = NDArray[np.float32]
V = TypeVar("V")

_MOST_TEXTS = 20_000
"""About 60 MB of vectors at 384 dimensions."""

_CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM"})
_THING_TAGS = frozenset({"NOUN", "PROPN", "ADJ"})
"""The tagger takes some nouns ("owl", "human") for adjectives; where they stand tells them."""
_THING_DEPENDENCIES = frozenset(
    {"nsubj", "nsubjpass", "dobj", "pobj", "dative", "attr", "conj", "appos", "poss", "compound"}
)
_LIGHT_WORDS = """
do be have who what when where which why how whom whose happen many time first last one thing kind
there get make go film movie video scene character protagonist hero story show see
"""
_LIGHT = frozenset(_LIGHT_WORDS.split())
"""Words that carry a question's form, or point at the film as a film, not at what is in it."""


class _Kept(Generic[V]):
    """The most recently used values of at most ``_MOST_TEXTS`` keys, safe between threads."""

    def __init__(self) -> None:
        self._values: OrderedDict[tuple[str, str], V] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: tuple[str, str]) -> V | None:
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def put(self, key: tuple[str, str], value: V) -> None:
        with self._lock:
            self._values[key] = value
            while len(self._values) > _MOST_TEXTS:
                self._values.popitem(last=False)


_vectors: "_Kept[Vectors]" = _Kept()
_words: "_Kept[tuple[str, ...]]" = _Kept()


def vectors_of(texts: Sequence[str], embedder: Embedder) -> Vectors:
    """Vectors of ``texts`` in their order, shape (n, dimensions); unseen ones in one batch."""
    known = {text: _vectors.get((embedder.model, text)) for text in texts}
    unseen = [text for text, vector in known.items() if vector is None]
    if unseen:
        for text, vector in zip(unseen, embedder.encode(unseen), strict=True):
            known[text] = vector
            _vectors.put((embedder.model, text), vector)
    if not texts:
        return np.zeros((0, embedder.dimensions), dtype=np.float32)
    return np.stack([vector for text in texts if (vector := known[text]) is not None])


def content_words(texts: Sequence[str]) -> list[tuple[str, ...]]:
    """The lemmas of nouns, verbs, adjectives, adverbs and numbers of each text, in order."""
    known = {text: _words.get(("", text)) for text in texts}
    unseen = [text for text, words in known.items() if words is None]
    if unseen:
        for text, doc in zip(unseen, load_parser().pipe(unseen, disable=["parser"]), strict=True):
            words = tuple(
                lemma
                for token in doc
                if token.pos_ in _CONTENT
                and token.is_alpha
                and (not token.is_stop or token.pos_ in {"VERB", "NOUN"})
                and (lemma := token.lemma_.lower()) not in _LIGHT
            )
            known[text] = words
            _words.put(("", text), words)
    return [known[text] or () for text in texts]


def things(text: str) -> tuple[str, ...]:
    """The lemmas of what stands in a text as a subject, an object or a part of its name."""
    return tuple(
        lemma
        for token in load_parser()(text)
        if token.dep_ in _THING_DEPENDENCIES
        and token.pos_ in _THING_TAGS
        and token.is_alpha
        and not token.is_stop
        and (lemma := token.lemma_.lower()) not in _LIGHT
    )
