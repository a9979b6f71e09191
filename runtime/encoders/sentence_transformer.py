"""Any sentence-transformers model, by name or folder, on this machine."""

import os
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from runtime.errors import ModelUnavailableError

_BATCH = 64


class SentenceTransformerEncoder:
    """A loaded model; ``model`` is its name or folder, ``threads`` how many torch may use.

    Importing torch and the library takes seconds (20 on a small loaded machine). Raises
    :class:`~runtime.errors.ModelUnavailableError` when the model cannot be loaded.
    """

    def __init__(self, model: str, threads: int = 1) -> None:
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
        try:
            import torch
            from sentence_transformers import SentenceTransformer
            from transformers.utils import logging as transformers_logging
        except ImportError as error:
            raise ModelUnavailableError(
                f"the encoder {model} needs sentence-transformers ({error})",
                "Install it: pip install sentence-transformers",
            ) from error
        transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]  # theirs
        torch.set_num_threads(threads)
        try:
            self._encoder = SentenceTransformer(model)
        except (OSError, ValueError, RuntimeError) as error:
            raise ModelUnavailableError(
                f"the encoder {model} cannot be loaded: {str(error).splitlines()[0]}",
                "LONGTAKE_EMBEDDING is a sentence-transformers name, a folder holding such a "
                "model, or openai:<model>.",
            ) from error
        self.model = model
        self.dimensions = int(self._encoder.encode("size").shape[0])

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One L2-normalised row for each text; longer texts are cut at the model's limit."""
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        vectors = self._encoder.encode(
            list(texts), batch_size=_BATCH, normalize_embeddings=True, show_progress_bar=False
        )
        return np.asarray(vectors, dtype=np.float32)
