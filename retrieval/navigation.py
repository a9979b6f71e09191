"""Reading the memory from the top down (MemDreamer 3.2): library, video, chapter, scene, inside."""

from collections.abc import Mapping, Sequence
from typing import Any

from cypher import navigation as queries
from cypher.query import Query
from cypher.store import Store
from graph_schema.identity import label_of
from graph_schema.labels import KIND_OF_LABEL, LABEL_OF_KIND, Kind, Label
from graph_schema.time_span import TimeSpan
from retrieval.found import not_found
from retrieval.views import (
    Appearance,
    Event,
    EventList,
    MicroEvent,
    Relation,
    Subgraph,
    Summary,
    VideoSummary,
    family_of,
)
from runtime.errors import UsageError

MOMENT_KINDS = (Kind.MACRO, Kind.MICRO, Kind.UTTERANCE, Kind.SCREEN_TEXT)
"""What lies between two times, unless a caller asks for other kinds: what spans a whole chapter or
video says nothing about them."""


def get_summary(
    store: Store,
    library: str,
    video_id: str | None = None,
    *,
    videos: Sequence[str] = (),
    limit: int = 50,
) -> Summary:
    """The video's summary with its chapters; the videos of the library when none is given.

    Of a library, or of those of its ``videos`` that are named, at most ``limit`` are told, by
    title. Raises ``NotFoundError``.
    """
    if video_id is None:
        (row,) = store.read(
            queries.LIBRARY_SUMMARY, library=library, videos=list(videos), limit=limit
        )
        return Summary(
            library=library,
            videos=tuple(VideoSummary(**video) for video in row["videos"]),
            total_videos=row["total"],
            total_duration_ms=row["duration_ms"],
        )
    row = _one(store, queries.VIDEO_SUMMARY, "video", library, video_id=video_id)
    video = VideoSummary(**row["video"], super_events=events_of(row["super_events"]))
    return Summary(
        library=library, videos=(video,), total_videos=1, total_duration_ms=video.duration_ms
    )


def get_super_events(store: Store, library: str, video_id: str) -> EventList:
    """The chapters of a video in order of time. Raises ``NotFoundError``."""
    row = _one(store, queries.VIDEO_SUMMARY, "video", library, video_id=video_id)
    events = events_of(row["super_events"])
    return EventList(events=events, total=len(events))


def get_macro_events(store: Store, library: str, parent_id: str, *, limit: int = 200) -> EventList:
    """The macro events of a super event, or of a whole video by its id or its root's.

    In order of time, at most ``limit``. Raises ``NotFoundError``.
    """
    label = label_of(parent_id)
    if label is Label.ROOT:
        parent_id, label = parent_id.removesuffix(".root"), Label.VIDEO
    if label is Label.VIDEO:
        query, what = queries.MACRO_EVENTS_OF_VIDEO, "video"
    else:
        query, what = queries.MACRO_EVENTS_OF_SUPER_EVENT, "super event"
    row = _one(store, query, what, library, parent_id=parent_id, limit=limit)
    return EventList(events=events_of(row["events"]), total=row["total"])


def get_subgraph(store: Store, library: str, macro_event_id: str) -> Subgraph:
    """A macro event from inside; the id of one of its micro-events or appearances does too.

    Raises ``NotFoundError``.
    """
    label = label_of(macro_event_id)
    if label not in queries.IN_MACRO_EVENTS:
        raise not_found("macro event", macro_event_id, library)
    row = _one(store, queries.subgraph(label), "macro event", library, id=macro_event_id)
    return Subgraph(
        macro_event=_event(row["macro_event"]),
        appearances=tuple(Appearance(**appearance) for appearance in row["appearances"]),
        micro_events=tuple(MicroEvent(**micro, kind=Kind.MICRO) for micro in row["micro_events"]),
        relations=tuple(
            Relation(**relation, family=family_of(relation["type"]))
            for relation in row["relations"]
        ),
    )


def search_by_time(
    store: Store,
    library: str,
    video_id: str,
    start_ms: int,
    end_ms: int,
    *,
    kinds: Sequence[Kind] = MOMENT_KINDS,
    limit: int = 60,
) -> EventList:
    """What the memory holds between two times of a video, in order of time, at most ``limit``.

    Raises ``UsageError`` for times that hold nothing between them, or kinds without a time;
    ``NotFoundError``.
    """
    try:
        span = TimeSpan(start_ms, end_ms)
    except ValueError as error:
        raise UsageError(str(error), "The end must come after the start.") from error
    labels = frozenset(LABEL_OF_KIND[kind] for kind in kinds or MOMENT_KINDS)
    if Label.ENTITY in labels:
        raise UsageError("entities have no time", "Ask for their appearances with find_entity.")
    row = _one(
        store,
        queries.events_in_time(labels),
        "video",
        library,
        video_id=video_id,
        start_ms=span.start_ms,
        end_ms=span.end_ms,
        limit=limit,
    )
    return EventList(events=events_of(row["events"]), total=row["total"])


def events_of(rows: Sequence[Mapping[str, Any]]) -> tuple[Event, ...]:
    """Rows of a navigation query as events."""
    return tuple(_event(row) for row in rows)


def _event(row: Mapping[str, Any]) -> Event:
    label = label_of(row["id"])
    assert label is not None, f"{row['id']!r} is not an id of ours"
    return Event(**row, kind=KIND_OF_LABEL[label])


def _one(store: Store, query: Query, what: str, library: str, **parameters: Any) -> dict[str, Any]:
    rows = store.read(query, library=library, **parameters)
    if not rows:
        raise not_found(what, str(next(iter(parameters.values()))), library)
    return rows[0]
