"""An encoder behind an OpenAI-compatible ``/embeddings`` endpoint."""

from collections.abc import Sequence

import numpy as np
from langchain_openai import OpenAIEmbeddings
from numpy.typing import NDArray
from openai import OpenAIError
from pydantic import SecretStr

from runtime.errors import ModelUnavailableError

_BATCH = 256
_RETRIES = 3


class OpenAIEndpointEncoder:
    """``model`` as the endpoint names it; its dimension is learnt by asking once.

    Raises :class:`~runtime.errors.ModelUnavailableError` for whatever the endpoint answers but
    vectors.
    """

    def __init__(
        self, model: str, base_url: str | None, api_key: SecretStr | None, timeout_s: float
    ) -> None:
        self.model = f"openai:{model}"
        if api_key is None and base_url is not None:
            api_key = SecretStr("none")  # servers of one's own seldom ask for one
        try:
            self._client = OpenAIEmbeddings(
                model=model,
                openai_api_base=base_url,
                openai_api_key=api_key,
                request_timeout=timeout_s,
                max_retries=_RETRIES,
                chunk_size=_BATCH,
                check_embedding_ctx_length=False,  # send text: few servers take token numbers
            )
        except (OpenAIError, ValueError) as error:
            raise self._unavailable(error) from error
        self.dimensions = 0
        self.dimensions = int(self.encode(["size"]).shape[1])

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One L2-normalised row for each text."""
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        try:
            vectors = np.asarray(self._client.embed_documents(list(texts)), dtype=np.float32)
        except (OpenAIError, ValueError, TypeError, KeyError, AttributeError) as error:
            raise self._unavailable(error) from error
        expected = (len(texts), self.dimensions or vectors.shape[-1])
        if vectors.shape != expected:
            raise self._unavailable(
                ValueError(f"vectors of shape {vectors.shape} for {expected} asked")
            )
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(vectors / np.maximum(lengths, 1e-12), dtype=np.float32)

    def _unavailable(self, error: Exception) -> ModelUnavailableError:
        detail = (str(error) or type(error).__name__).splitlines()[0]
        return ModelUnavailableError(
            f"the encoder {self.model} does not answer as it should: {detail}",
            "Check LONGTAKE_EMBEDDING, LONGTAKE_EMBEDDING_BASE_URL and LONGTAKE_EMBEDDING_API_KEY.",
        )
