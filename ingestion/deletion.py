"""Forgetting a video: its nodes, its files, and the entities that nothing else shows."""

from cypher import ledger
from cypher.query import Query
from cypher.removal import BATCH, DELETE_DECISIONS, DELETE_ENTITIES, delete_nodes
from cypher.store import Store
from graph_schema.labels import OF_A_VIDEO, Label
from graph_schema.nodes import Video
from ingestion.lease import Lease
from runtime.errors import NotFoundError
from runtime.files import file_store
from runtime.progress import Progress, Silent
from runtime.settings import Settings

DELETING, INCOMPLETE = "deleting", "incomplete"
"""Perception keys of a memory that nobody may rely on: its deletion has begun, or its last check
failed. Whoever ingests the video again clears it away first, whatever it was perceived with."""

_CHILDREN_FIRST: tuple[Label, ...] = tuple(
    label for label in reversed(OF_A_VIDEO) if label is not Label.APPEARANCE
)


def delete_video(
    store: Store,
    settings: Settings,
    library: str,
    video_id: str,
    progress: Progress | None = None,
) -> int:
    """Delete a video's memory, jobs, keyframes and artefacts; returns how many nodes that were.

    The media file itself is not ours and stays. Runs keep their quotes and lose their CITES. Safe
    to call again after an interruption. Waits while another process ingests the video. Raises
    NotFoundError for an id that is no video of this library.
    """
    rows = store.read(ledger.VIDEO_NODE, video_id=video_id, library=library)
    if not rows:
        raise NotFoundError(f"no video {video_id} in library {library!r}")
    video = Video.model_validate(rows[0]["properties"])
    with Lease(store, video, progress or Silent()):
        # From now on no job may believe that what it did is still there.
        begun = {"perception_key": DELETING, "status": "failed"}
        store.write(ledger.SET_VIDEO, video_id=video_id, library=library, properties=begun)
        deleted = forget_jobs(store, library, video_id)
        deleted += delete_memory(store, library, video_id)
        deleted += forget_video(store, library, video_id)
    file_store(settings).delete_prefix(video_id)
    return deleted


def delete_memory(store: Store, library: str, video_id: str) -> int:
    """Delete all of a video's nodes but the Video itself, in bounded batches."""
    scope = {"library": library, "prefix": f"{video_id}."}
    labels = (*_CHILDREN_FIRST, Label.APPEARANCE)
    queries = (DELETE_DECISIONS, DELETE_ENTITIES, *map(delete_nodes, labels))
    return sum(_exhaust(store, query, scope) for query in queries)


def forget_jobs(store: Store, library: str, video_id: str) -> int:
    """Delete a video's jobs and their stages."""
    rows = store.write(ledger.FORGET_JOBS, library=library, video_id=video_id)
    return int(rows[0]["deleted"])


def forget_video(store: Store, library: str, video_id: str) -> int:
    """Delete the Video node, once nothing hangs on it."""
    rows = store.write(ledger.FORGET_VIDEO, library=library, video_id=video_id)
    return int(rows[0]["deleted"])


def _exhaust(store: Store, query: Query, scope: dict[str, str]) -> int:
    deleted = 0
    while batch := int(store.write(query, **scope, limit=BATCH)[0]["deleted"]):
        deleted += batch
    return deleted
