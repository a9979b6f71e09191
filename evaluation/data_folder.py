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
        f"{what} is not at {path}",
        f"Fetch it from {source}, and name the folder that holds {path.parent.name}/{path.name} "
        "and its neighbours with --data or LONGTAKE_DATA: the files of a data set lie in a folder "
        "of their own in there.",
    )
