"""all-MiniLM-L6-v2 in NumPy: the arithmetic of sentence-transformers without its imports.

The model is a six-layer BERT (Devlin et al. 2019, 3; Wang et al. 2020) whose token vectors are
averaged and normalised (Reimers & Gurevych 2019, 3). Importing torch and sentence-transformers for
it takes longer than embedding a film does; this loads in a fraction of a second, keeps no thread
pool that a fork could hang on, and agrees with the original to 1e-6 (a test holds it to that).
"""

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file
from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]  # no py.typed
from tokenizers import Tokenizer

from runtime import default_encoder
from runtime.errors import ModelUnavailableError

Floats = NDArray[np.float32]

_TOKENS_AT_ONCE = 4_096
_ROWS_IN_CACHE = 64
"""Rows of the wide layer that stay in a core's cache while its activation is computed."""


@dataclass(frozen=True, slots=True)
class _Linear:
    weight: Floats  # (in, out)
    bias: Floats

    def __call__(self, x: Floats) -> Floats:
        result: Floats = x @ self.weight
        result += self.bias
        return result


@dataclass(frozen=True, slots=True)
class _Norm:
    weight: Floats
    bias: Floats
    epsilon: np.float32

    def __call__(self, x: Floats) -> Floats:
        """Layer normalisation, in place."""
        x -= x.mean(axis=1, keepdims=True)
        variance = np.einsum("ij,ij->i", x, x)[:, None] / np.float32(x.shape[1])
        x /= np.sqrt(variance + self.epsilon)
        x *= self.weight
        x += self.bias
        return x


@dataclass(frozen=True, slots=True)
class _Layer:
    query_key_value: _Linear
    attended: _Linear
    attention_norm: _Norm
    up: _Linear
    down: _Linear
    output_norm: _Norm


@dataclass(frozen=True, slots=True)
class _Group:
    """``count`` texts of ``length`` tokens each, packed from token ``start`` on."""

    start: int
    count: int
    length: int

    @property
    def tokens(self) -> slice:
        return slice(self.start, self.start + self.count * self.length)


class MiniLM:
    """The default encoder. ``folder`` holds its configuration, tokenizer and weights.

    Raises :class:`~runtime.errors.ModelUnavailableError` when one of them cannot be read.
    """

    model = default_encoder.NAME
    dimensions = default_encoder.DIMENSIONS

    def __init__(self, folder: Path) -> None:
        try:
            config = json.loads((folder / "config.json").read_text())
            limit = json.loads((folder / "sentence_bert_config.json").read_text())
            weights = load_file(folder / "model.safetensors")
            self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        except (OSError, ValueError) as error:
            raise ModelUnavailableError(f"the encoder in {folder}: {error}") from error
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")  # a fork would complain of it
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(limit["max_seq_length"])
        self._heads = int(config["num_attention_heads"])
        self._words = weights["embeddings.word_embeddings.weight"]
        self._positions = (
            weights["embeddings.position_embeddings.weight"]
            + weights["embeddings.token_type_embeddings.weight"][0]
        )
        epsilon = np.float32(config["layer_norm_eps"])
        self._input_norm = _norm(weights, "embeddings.LayerNorm", epsilon)
        self._layers = [
            self._layer(weights, f"encoder.layer.{number}.", epsilon)
            for number in range(config["num_hidden_layers"])
        ]
        # Threads of a linear algebra library fight those of a service that answers many.
        self._threads = ThreadpoolController()

    def encode(self, texts: Sequence[str]) -> Floats:
        """One L2-normalised row for each text; what exceeds 256 tokens of a text is not read."""
        encodings = self._tokenizer.encode_batch(list(texts))
        ids = [encoding.ids for encoding in encodings]
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        with self._threads.limit(limits=1, user_api="blas"):
            for chosen in _packs(ids):
                vectors[chosen] = self._pooled([ids[index] for index in chosen])
        return vectors

    def _pooled(self, ids: list[list[int]]) -> Floats:
        """Vectors of texts that come in order of their length."""
        groups = list(_groups(ids))
        positions = np.concatenate([np.arange(len(one)) for one in ids])
        x = self._words[np.concatenate(ids)] + self._positions[positions]
        x = self._input_norm(x)
        for layer in self._layers:
            mixed = layer.attended(self._attention(layer.query_key_value(x), groups))
            mixed += x
            x = layer.attention_norm(mixed)
            wide = layer.up(x)
            _gelu(wide)
            narrow = layer.down(wide)
            narrow += x
            x = layer.output_norm(narrow)
        pooled = np.concatenate(
            [
                x[group.tokens].reshape(group.count, group.length, -1).mean(axis=1)
                for group in groups
            ]
        )
        lengths = np.linalg.norm(pooled, axis=1, keepdims=True)
        return np.asarray(pooled / np.maximum(lengths, 1e-12), dtype=np.float32)

    def _attention(self, query_key_value: Floats, groups: list[_Group]) -> Floats:
        """Scaled dot-product attention; each text attends to itself, so none is padded."""
        width = query_key_value.shape[1] // 3
        result = np.empty((len(query_key_value), width), dtype=np.float32)
        for group in groups:
            query, key, value = (
                query_key_value[group.tokens]
                .reshape(group.count, group.length, 3, self._heads, -1)
                .transpose(2, 0, 3, 1, 4)
            )
            scores = query @ key.swapaxes(-1, -2)
            scores -= scores.max(axis=-1, keepdims=True)
            np.exp(scores, out=scores)
            scores /= scores.sum(axis=-1, keepdims=True)
            result[group.tokens] = (scores @ value).swapaxes(1, 2).reshape(-1, width)
        return result

    def _layer(self, weights: dict[str, Floats], at: str, epsilon: np.float32) -> _Layer:
        query, key, value = (
            _linear(weights, f"{at}attention.self.{name}") for name in ("query", "key", "value")
        )
        scale = np.float32((query.weight.shape[1] / self._heads) ** -0.5)
        return _Layer(
            query_key_value=_Linear(
                np.hstack([query.weight * scale, key.weight, value.weight]),
                np.hstack([query.bias * scale, key.bias, value.bias]),
            ),
            attended=_linear(weights, f"{at}attention.output.dense"),
            attention_norm=_norm(weights, f"{at}attention.output.LayerNorm", epsilon),
            up=_linear(weights, f"{at}intermediate.dense"),
            down=_linear(weights, f"{at}output.dense"),
            output_norm=_norm(weights, f"{at}output.LayerNorm", epsilon),
        )


def _linear(weights: dict[str, Floats], name: str) -> _Linear:
    return _Linear(np.ascontiguousarray(weights[f"{name}.weight"].T), weights[f"{name}.bias"])


def _norm(weights: dict[str, Floats], name: str, epsilon: np.float32) -> _Norm:
    return _Norm(weights[f"{name}.weight"], weights[f"{name}.bias"], epsilon)


def _packs(ids: list[list[int]]) -> Iterator[list[int]]:
    """Indices of texts by length, as many together as fill a few matrices well."""
    pack: list[int] = []
    tokens = 0
    for index in sorted(range(len(ids)), key=lambda index: len(ids[index])):
        if pack and tokens + len(ids[index]) > _TOKENS_AT_ONCE:
            yield pack
            pack, tokens = [], 0
        pack.append(index)
        tokens += len(ids[index])
    if pack:
        yield pack


def _groups(ids: list[list[int]]) -> Iterator[_Group]:
    start = 0
    for length, same in groupby(map(len, ids)):
        group = _Group(start, sum(1 for _ in same), length)
        yield group
        start = group.tokens.stop


def _gelu(x: Floats) -> None:
    """x · Φ(x) in place, a few rows at a time."""
    for first in range(0, len(x), _ROWS_IN_CACHE):
        rows = x[first : first + _ROWS_IN_CACHE]
        rows *= _twice_normal(rows)
        rows *= np.float32(0.5)


def _twice_normal(x: Floats) -> Floats:
    """1 + erf(x / √2) by Abramowitz & Stegun 7.1.26, to 7e-7.

    NumPy has no erf, and SciPy's costs more than the matrix products around it.
    """
    z = np.abs(x)
    z *= np.float32(0.5**0.5)
    t = z * np.float32(0.3275911)
    t += np.float32(1)
    np.reciprocal(t, out=t)
    tail = t * np.float32(1.061405429)
    for coefficient in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        tail += np.float32(coefficient)
        tail *= t
    z *= z
    np.negative(z, out=z)
    np.exp(z, out=z)
    tail *= z
    # tail is 1 - erf(|x| / √2)
    np.subtract(np.float32(1), tail, out=tail)
    np.copysign(tail, x, out=tail)
    tail += np.float32(1)
    return tail
