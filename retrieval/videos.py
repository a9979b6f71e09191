"""The videos of a library."""

import base64
import binascii
import json
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence

from cypher import navigation as queries
from cypher.memory_check import COUNT_NODES, COUNT_RELATIONSHIPS
from cypher.store import Store
from retrieval.found import not_found
from retrieval.navigation import events_of
from retrieval.views import Chapter, Event, VideoEntry, VideoList, VideoOverview
from runtime.errors import UsageError

_COUNTED = {
    "Shot": "shots",
    "Utterance": "utterances",
    "MacroEvent": "macro_events",
    "SuperEvent": "super_events",
    "MicroEvent": "micro_events",
    "Appearance": "appearances",
    "Entity": "entities",
}


def list_videos(
    store: Store, library: str, *, after: str | None = None, limit: int = 100
) -> VideoList:
    """A page of the library's videos, ordered by title and id; ``after`` is a page's cursor.

    Raises ``UsageError`` for a cursor that no page gave, or a limit below 1.
    """
    if limit < 1:
        raise UsageError(f"limit is {limit}, but a page holds at least one video")
    title, id_ = _position(after)
    rows = store.read(
        queries.LIST_VIDEOS, library=library, after_title=title, after_id=id_, limit=limit + 1
    )
    entries = tuple(VideoEntry(**row["video"]) for row in rows[:limit])
    more = len(rows) > limit
    return VideoList(videos=entries, next_cursor=_cursor(entries[-1]) if more else None)


def show_video(store: Store, library: str, video_id: str) -> VideoOverview:
    """One video with its counts and its outline. Raises ``NotFoundError``."""
    rows = store.read(queries.VIDEO_OVERVIEW, library=library, video_id=video_id)
    if not rows:
        raise not_found("video", video_id, library)
    row = rows[0]
    return VideoOverview(
        **row["video"],
        counts=_counts(store, library, video_id),
        outline=_outline(events_of(row["super_events"]), events_of(row["macro_events"])),
    )


def _counts(store: Store, library: str, video_id: str) -> dict[str, int | dict[str, int]]:
    prefix = f"{video_id}."
    nodes = {
        row["label"]: row["count"]
        for row in store.read(COUNT_NODES, library=library, prefix=prefix)
    }
    relations: dict[str, int] = defaultdict(int)
    for row in store.read(COUNT_RELATIONSHIPS, library=library, prefix=prefix):
        relations[row["type"]] += row["count"]
    counts: dict[str, int | dict[str, int]] = {
        name: nodes.get(label, 0) for label, name in _COUNTED.items()
    }
    return {**counts, "relations": dict(sorted(relations.items()))}


def _outline(super_events: Sequence[Event], macro_events: Sequence[Event]) -> tuple[Chapter, ...]:
    """Macro events under their chapter; one without (a memory half built) under the last begun."""
    members: dict[str, list[Event]] = {event.id: [] for event in super_events}
    starts = [event.start_ms for event in super_events]
    for event in macro_events:
        if event.parent in members:
            members[event.parent].append(event)
        elif super_events:
            place = max(0, bisect_right(starts, event.start_ms) - 1)
            members[super_events[place].id].append(event)
    return tuple(
        Chapter(super_event=event, macro_events=tuple(members[event.id])) for event in super_events
    )


def _cursor(entry: VideoEntry) -> str:
    position = json.dumps([entry.title, entry.video_id], ensure_ascii=False)
    return base64.urlsafe_b64encode(position.encode()).decode()


def _position(cursor: str | None) -> tuple[str | None, str | None]:
    if cursor is None:
        return None, None
    try:
        title, id_ = json.loads(base64.urlsafe_b64decode(cursor.encode()))
    except (binascii.Error, ValueError, TypeError):
        title, id_ = None, None
    if not isinstance(title, str) or not isinstance(id_, str):
        raise UsageError(f"{cursor!r} is no cursor", "Use next_cursor of the page before as given.")
    return title, id_
