"""Which option of a multiple-choice question the passages speak for, as five weighed signals.

Options share the question's words and subject, so a score counts only by how far it stands above
those of the other options, and words that an option takes from the question earn it nothing where
the option is looked for by its words. What any memory would match ("smiling", "standing") is
discounted by how well it fits everyday scenes that have nothing to do with this one.
"""

import json
from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from importlib import resources

import numpy as np
from pydantic import BaseModel, ConfigDict

from agent.remembering import Kept
from language.plain_words import plain_words
from retrieval.evidence import EVIDENCE, Timed, away
from retrieval.word_fit import Scores, WordFit, word_fit
from runtime.embedder import Embedder

_SCENES = "everyday.v1.json"
_WEIGHTS = "option_weights.v1.json"
_SHIPPED = 0
_COMMON_SCENE = 0.9
"""The quantile of everyday scenes that an option must beat."""
_BESIDE_QUESTION = 0.5
"""Weight of the question's words where they are looked for beside the option's."""
_SATURATION, _LENGTH = 1.5, 0.75
"""BM25's k1 and b."""
_EQUAL = 1e-9

_known_rarities: Kept[float] = Kept()


class Signal(StrEnum):
    """What an option is judged by."""

    OPTION = "nearness of the option alone, above everyday scenes"
    STATEMENT = "nearness of question and option, above everyday scenes"
    SAID = "the option's words, said in one passage"
    TOGETHER = "the option's own words beside the question's in one passage"
    LENGTH = "number of words"


class OptionWeights(BaseModel):
    """The weight of each signal (docs/decisions/0015 says how they are fitted)."""

    model_config = ConfigDict(frozen=True)

    option: float
    statement: float
    said: float
    together: float
    length: float

    @property
    def vector(self) -> Scores:
        """In the order of :class:`Signal`."""
        return np.array([self.option, self.statement, self.said, self.together, self.length])


def shipped_weights() -> OptionWeights:
    """Those of the product."""
    return fitted_weights()[_SHIPPED]


@cache
def fitted_weights() -> tuple[OptionWeights, OptionWeights]:
    """What each half of the questions they were fitted on gave."""
    first, second = (OptionWeights.model_validate(one) for one in _read(_WEIGHTS))
    return first, second


def option_scores(
    question: str,
    options: Sequence[str],
    passages: Sequence[Timed],
    embedder: Embedder,
    weights: OptionWeights | None = None,
) -> Scores:
    """How much the passages speak for each option; 0 for all where they tell nothing apart."""
    told = standing_out(signals(question, options, passages, embedder))
    scores: Scores = told @ (weights or shipped_weights()).vector
    return scores


def signals(
    question: str, options: Sequence[str], passages: Sequence[Timed], embedder: Embedder
) -> Scores:
    """The signals as they are, shape (options, signals)."""
    texts = [one.text for one in passages]
    off = EVIDENCE.place * away(question, passages)
    stated = [f"{question} {option}" for option in options]
    asked = embedder.encode([*options, *stated])
    near = embedder.encode(texts) @ asked.T - off[:, None]
    common = np.quantile(embedder.encode(_scenes()) @ asked.T, _COMMON_SCENE, axis=0)
    alone, whole = np.split(near.max(axis=0) - common, 2)
    said, together = _by_words(question, options, texts, off, embedder)
    lengths = [float(len(set(plain_words(option)))) for option in options]
    return np.stack([alone, whole, said, together, np.array(lengths)], axis=1)


def standing_out(raw: Scores) -> Scores:
    """Each signal in standard deviations above the mean option; 0 where all options are equal."""
    spread = raw.std(axis=0)
    even = spread < _EQUAL
    result: Scores = np.where(even, 0.0, (raw - raw.mean(axis=0)) / np.where(even, 1.0, spread))
    return result


def _by_words(
    question: str, options: Sequence[str], texts: Sequence[str], off: Scores, embedder: Embedder
) -> tuple[Scores, Scores]:
    """The two signals that are read word by word."""
    asked = tuple(dict.fromkeys(plain_words(question)))
    own = [tuple(dict.fromkeys(plain_words(option))) for option in options]
    words = tuple(dict.fromkeys([*asked, *(word for inner in own for word in inner)]))
    fit = word_fit(words, texts, embedder)
    rarity = _rarities(words, embedder)
    counted = _counted(fit)
    beside = _weighed(fit.near, fit.columns(asked), rarity)
    said = np.zeros(len(options))
    together = np.full(len(options), np.nan)
    for place, inner in enumerate(own):
        columns = fit.columns(inner)
        new = fit.columns([word for word in inner if word not in asked])
        if columns:
            said[place] = (counted[:, columns] @ rarity[columns] * (1 - off)).max()
        if new:
            shown = _weighed(fit.near, new, rarity)
            together[place] = (shown + _BESIDE_QUESTION * beside - off).max()
    known = ~np.isnan(together)
    return said, np.where(known, together, together[known].mean() if known.any() else 0.0)


def _counted(fit: WordFit) -> Scores:
    """How often each word is said in each text, saturating, and less in a long text."""
    longer = 1 - _LENGTH + _LENGTH * fit.lengths / max(1.0, fit.lengths.mean())
    counts: Scores = fit.said * (1 + _SATURATION) / (fit.said + _SATURATION * longer[:, None])
    return counts


def _weighed(near: Scores, columns: list[int], rarity: Scores) -> Scores:
    if not columns:
        return np.zeros(len(near))
    mean: Scores = near[:, columns] @ rarity[columns] / rarity[columns].sum()
    return mean


def _rarities(words: Sequence[str], embedder: Embedder) -> Scores:
    """How rare words are in everyday scenes; kept, since the scenes do not change."""
    space = f"{embedder.model}/{embedder.dimensions}"
    known = _known_rarities.get(space, words)
    unseen = [word for word in words if word not in known]
    if unseen:
        scenes = _scenes()
        matched = word_fit(unseen, scenes, embedder).near.sum(axis=0)
        rare = np.log(1 + len(scenes) / (1 + matched))
        new = dict(zip(unseen, map(float, rare), strict=True))
        _known_rarities.put(space, new)
        known |= new
    return np.array([known[word] for word in words])


@cache
def _scenes() -> tuple[str, ...]:
    return tuple(map(str, _read(_SCENES)))


def _read(name: str) -> list[object]:
    text = resources.files("agent.rules").joinpath(name).read_text(encoding="utf-8")
    items: list[object] = json.loads(text)
    return items
