"""The one way to say that a library does not hold something."""

from runtime.errors import NotFoundError

_HINTS = {
    "video": "`longtake videos list` shows the videos of a library.",
    "entity": "Entities are looked up by name with find_entity.",
}


def not_found(what: str, id_: str, library: str) -> NotFoundError:
    """The error for an unknown id; the same whether it exists elsewhere or nowhere."""
    hint = _HINTS.get(what, "Ids come from a search or from a video's outline.")
    return NotFoundError(f"no {what} {id_!r} in library {library!r}", hint)
