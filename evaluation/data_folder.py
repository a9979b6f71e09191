"""Where data sets of others lie: read by path, never copied, and named where they are missing."""

import os
from pathlib import Path

from runtime.errors import NotFoundError

_CHECKOUT = Path(__file__).resolve().parents[1]


def data_folder(given: Path | None = None) -> Path:
    """``given`` (``--data``), else ``$LONGTAKE_DATA``, else ``shared/data`` beside the checkout."""
    if given is not None:
        return given.expanduser()
    return Path(os.environ.get("LONGTAKE_DATA", _CHECKOUT.parent / "shared" / "data"))


def needed(path: Path, what: str, source: str) -> Path:
    """``path`` where it exists. Raises NotFoundError saying what to fetch (``source``), and how to
    tell us where it lies."""
    if path.exists():
        return path
    raise NotFoundError(
        f"{what}: there is nothing at {path}",
        f"Fetch it from {source} (GitHub), and name the folder in which "
        f"{path.parent.name}/{path.name} lies with --data or LONGTAKE_DATA.",
    )
