"""The encoder that turns text into vectors: which one the settings mean, loaded once."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from runtime import default_encoder
from runtime.settings import Settings

_OPENAI = "openai:"


class Embedder(Protocol):
    """An encoder.

    ``model`` is its identity: with ``dimensions`` it names the vector index, so vectors of two
    encoders never meet.
    """

    @property
    def model(self) -> str:
        """The name under which the graph remembers this encoder."""
        ...

    @property
    def dimensions(self) -> int:
        """Length of a vector."""
        ...

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of shape (n, dimensions), L2-normalised, in the order of ``texts``."""
        ...


def load_embedder(settings: Settings) -> Embedder:
    """The encoder of these settings, kept for the life of the process.

    The default one loads in half a second, a sentence-transformers model in many. Raises
    :class:`~runtime.errors.ModelUnavailableError`.
    """
    key = settings.embedding_api_key
    return _loaded(
        settings.embedding,
        settings.embedding_base_url,
        key.get_secret_value() if key else None,
        settings.model_timeout_s,
    )


def embedding_identity(settings: Settings) -> tuple[str, int]:
    """(model, dimensions) of these settings; the default encoder's without loading anything."""
    if settings.embedding == default_encoder.NAME:
        return default_encoder.NAME, default_encoder.DIMENSIONS
    embedder = load_embedder(settings)
    return embedder.model, embedder.dimensions


@lru_cache(maxsize=2)
def _loaded(name: str, base_url: str | None, api_key: str | None, timeout_s: float) -> Embedder:
    if name.startswith(_OPENAI):
        from pydantic import SecretStr

        from runtime.encoders.openai_endpoint import OpenAIEndpointEncoder

        secret = SecretStr(api_key) if api_key else None
        return OpenAIEndpointEncoder(name.removeprefix(_OPENAI), base_url, secret, timeout_s)
    if name == default_encoder.NAME:
        from runtime.encoders.minilm import MiniLM

        return MiniLM(default_encoder.verified_folder())
    from runtime.encoders.sentence_transformer import SentenceTransformerEncoder

    return SentenceTransformerEncoder(name)
