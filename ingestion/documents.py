"""Reading a perception document that somebody else wrote: once, at the door.

The whole is refused with :class:`BadAnnotationsError` when it is not JSON, of the wrong shape,
too large, or without one valid event. A single bad item (unknown reference, time outside,
reversed, duplicate key, relation between the wrong things) is left out and listed, and the rest is
used: the memory is then *partial*. What comes out satisfies ``graph_schema`` and needs no further
checks.
"""

import json
from dataclasses import dataclass
from typing import Any, NoReturn

from pydantic import ValidationError

from graph_schema.perception_document import (
    MacroEventSeen,
    PerceptionDocument,
    SuperEventSeen,
    UtteranceSeen,
    VideoInfo,
)
from graph_schema.time_span import format_time
from ingestion.document_items import ItemReader, Keys
from runtime.errors import BadAnnotationsError

MAX_BYTES = 64_000_000
MAX_EVENTS = 200_000
MAX_DURATION_MS = 400 * 24 * 3_600_000
"""More than a year of media: times beyond are garbage, and would overflow the database's
integers long after they had overflowed anybody's patience."""

MAX_LISTED = 200
"""How many left-out items are listed one by one; the rest is a count."""

_SHAPE_HINT = 'The shape is {"video": {…}, "macro_events": [{"key", "label", "start_ms", …}, …]}.'


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """A valid document, the media time it covers, and what was left out of the original.

    ``notes`` are worth telling but lose nothing (an event that outlasts its parent).
    """

    document: PerceptionDocument
    duration_ms: int
    left_out: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def partial(self) -> bool:
        """Whether anything was left out."""
        return bool(self.left_out)


def read_document(
    data: bytes, *, media_duration_ms: int | None = None, title: str | None = None
) -> ReadDocument:
    """Read untrusted bytes. Raises BadAnnotationsError (see the module's docstring).

    ``media_duration_ms`` is the clock of the media where there is any; without it the document
    must have a ``video`` part, and its ``duration_ms`` or else its latest end is the duration.
    ``title`` stands in for, and wins over, ``video.title``.
    """
    raw = _parse(data)
    events = raw.get("macro_events")
    if not isinstance(events, list):
        raise BadAnnotationsError('"macro_events" is missing or no list', _SHAPE_HINT)
    _bound(raw, events)
    video = _video(raw.get("video"), title, required=media_duration_ms is None)
    stated_ms = video.duration_ms if video else None
    duration_ms = media_duration_ms or stated_ms or _latest_end(events)
    items = ItemReader(duration_ms)
    macros = _macros(events, items)
    if not macros:
        raise BadAnnotationsError(
            f"not one valid event among {len(events)}", "; ".join(items.left_out[:3])
        )
    if media_duration_ms and stated_ms and abs(stated_ms - media_duration_ms) > 1_000:
        items.notes.append(
            f"the document was made for {format_time(stated_ms)} of media, "
            f"this file has {format_time(media_duration_ms)}"
        )
    document = PerceptionDocument(
        video=video,
        macro_events=tuple(macros),
        relations=items.relations(raw.get("relations"), "relations", Keys.of_document(macros)),
        super_events=_super_events(raw.get("super_events"), macros, items),
        utterances=tuple(items.timed(raw.get("utterances"), "utterances", UtteranceSeen)),
    )
    return ReadDocument(document, duration_ms, _listed(items.left_out), _notes(items))


def _parse(data: bytes) -> dict[str, Any]:
    if len(data) > MAX_BYTES:
        raise BadAnnotationsError(
            f"the document has {len(data) / 1e6:.0f} MB", f"At most {MAX_BYTES // 10**6} MB."
        )
    try:
        raw = _clean(json.loads(data, parse_constant=_no_constant))
    except RecursionError:
        raise BadAnnotationsError("the document is nested too deeply", _SHAPE_HINT) from None
    except ValueError as error:
        raise BadAnnotationsError(f"the document is not JSON: {error}", _SHAPE_HINT) from error
    if not isinstance(raw, dict):
        raise BadAnnotationsError("the document is not a JSON object", _SHAPE_HINT)
    return raw


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _clean(value: Any) -> Any:
    """Without what no database stores: lone halves of UTF-16 pairs, and NUL."""
    if isinstance(value, str):
        whole = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return whole.replace("\0", "")
    if isinstance(value, list):
        return [_clean(item) for item in value]
    if isinstance(value, dict):
        return {_clean(key): _clean(item) for key, item in value.items()}
    return value


def _bound(raw: dict[str, Any], events: list[Any]) -> None:
    lists = [events, raw.get("utterances"), raw.get("relations")]
    for event in events:
        if isinstance(event, dict):
            lists += [event.get("micro_events"), event.get("entities"), event.get("relations")]
    total = sum(len(part) for part in lists if isinstance(part, list))
    if total > MAX_EVENTS:
        raise BadAnnotationsError(
            f"the document has {total:,} items", f"At most {MAX_EVENTS:,}: cut it into videos."
        )


def _video(raw: Any, title: str | None, *, required: bool) -> VideoInfo | None:
    if raw is None and not required:
        return None
    if raw is None:
        raise BadAnnotationsError(
            'no media was given and the document has no "video" part',
            'Add "video": {"title": …, "duration_ms": …}, or give the media file.',
        )
    if isinstance(raw, dict) and title:
        raw = {**raw, "title": title}
    try:
        video = VideoInfo.model_validate(raw)
    except ValidationError as error:
        if not required:  # the media file speaks for itself
            return None
        first = error.errors()[0]
        where = ".".join(("video", *map(str, first["loc"])))
        raise BadAnnotationsError(f"{where}: {first['msg']}", _SHAPE_HINT) from error
    if video.duration_ms is not None and video.duration_ms > MAX_DURATION_MS:
        raise BadAnnotationsError(f"video.duration_ms: {video.duration_ms} is over a year")
    return video


def _latest_end(events: list[Any]) -> int:
    ends = [event.get("end_ms") for event in events if isinstance(event, dict)]
    return max((end for end in ends if type(end) is int and 0 < end <= MAX_DURATION_MS), default=1)


def _macros(events: list[Any], items: ItemReader) -> list[MacroEventSeen]:
    """All macro events, each with the items inside it that are valid."""
    macros = items.keyed(
        [_without_inner(event) for event in events], "macro_events", MacroEventSeen
    )
    return [
        _filled(macro, events[position], f"macro_events[{position}]", items)
        for position, macro in macros
    ]


def _without_inner(event: Any) -> Any:
    if not isinstance(event, dict):
        return event
    return {k: v for k, v in event.items() if k not in ("entities", "micro_events", "relations")}


def _filled(
    macro: MacroEventSeen, raw: dict[str, Any], where: str, items: ItemReader
) -> MacroEventSeen:
    entities = items.entities(raw.get("entities"), f"{where}.entities")
    micros = items.micro_events(
        raw.get("micro_events"), f"{where}.micro_events", macro, {seen.key for seen in entities}
    )
    local = macro.model_copy(update={"entities": tuple(entities), "micro_events": tuple(micros)})
    relations = items.relations(raw.get("relations"), f"{where}.relations", Keys.of_macro(local))
    return local.model_copy(update={"relations": relations})


def _super_events(
    raw: Any, macros: list[MacroEventSeen], items: ItemReader
) -> tuple[SuperEventSeen, ...]:
    known = {macro.key for macro in macros}
    taken: set[str] = set()
    kept: list[SuperEventSeen] = []
    for position, event in items.shaped(raw, "super_events", SuperEventSeen):
        where = f"super_events[{position}] {event.label!r}"
        members: list[str] = []
        for key in event.macro_events:
            if key not in known:
                items.leave_out(where, f"no macro event has the key {key!r}")
            elif key in taken:
                items.leave_out(where, f"macro event {key!r} is part of a super event already")
            else:
                taken.add(key)
                members.append(key)
        if members:
            kept.append(event.model_copy(update={"macro_events": tuple(members)}))
        else:
            items.leave_out(where, "it holds no macro event")
    return tuple(kept)


def _listed(left_out: list[str]) -> tuple[str, ...]:
    if len(left_out) <= MAX_LISTED:
        return tuple(left_out)
    return (*left_out[:MAX_LISTED], f"and {len(left_out) - MAX_LISTED} more items left out")


def _notes(items: ItemReader) -> tuple[str, ...]:
    if not items.outside_parent:
        return tuple(items.notes)
    return (
        *items.notes,
        f"{items.outside_parent} micro-events reach outside their macro event; "
        "their times are kept",
    )
