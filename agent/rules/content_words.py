"""Content words of texts, found once a process."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from agent.remembering import Kept
from language.models import load_parser

if TYPE_CHECKING:
    from spacy.tokens import Doc

_QUESTIONS_KEPT = 2_048

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


_words: Kept[tuple[str, ...]] = Kept()


def content_words(texts: Sequence[str]) -> list[tuple[str, ...]]:
    """The lemmas of nouns, verbs, adjectives, adverbs and numbers of each text, in order."""
    known = _words.get("", texts)
    unseen = [text for text in dict.fromkeys(texts) if text not in known]
    if unseen:
        docs = load_parser().pipe(unseen, disable=["parser"])
        new = {text: _content_words(doc) for text, doc in zip(unseen, docs, strict=True)}
        _words.put("", new)
        known |= new
    return [known[text] for text in texts]


def _content_words(doc: "Doc") -> tuple[str, ...]:
    return tuple(
        lemma
        for token in doc
        if token.pos_ in _CONTENT
        and token.is_alpha
        and (not token.is_stop or token.pos_ in {"VERB", "NOUN"})
        and (lemma := token.lemma_.lower()) not in _LIGHT
    )


@lru_cache(maxsize=_QUESTIONS_KEPT)
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
