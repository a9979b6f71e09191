"""The videos of a library."""

from cypher.store import Store
from retrieval.views import VideoList, VideoOverview


def list_videos(
    store: Store, library: str, *, after: str | None = None, limit: int = 100
) -> VideoList:
    """A page of the library's videos, ordered by title and id; ``after`` is the last page's cursor."""
    raise NotImplementedError


def show_video(store: Store, library: str, video_id: str) -> VideoOverview:
    """One video with its counts and its outline. Raises ``NotFoundError``."""
    raise NotImplementedError
