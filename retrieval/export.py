"""A stored video as a perception document, which can be imported again."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from cypher import export as queries
from cypher.query import Query
from cypher.store import Store
from graph_schema.perception_document import (
    EntitySeen,
    MacroEventSeen,
    MicroEventSeen,
    PerceptionDocument,
    RelationSeen,
    SuperEventSeen,
    UtteranceSeen,
    VideoInfo,
)
from graph_schema.relationships import RelationType
from retrieval.found import not_found

Row = Mapping[str, Any]
_NUMBER = re.compile(r"\d+$")


def export_document(store: Store, library: str, video_id: str) -> PerceptionDocument:
    """What the memory holds of a video, without its root, shots, identities and vectors.

    Those are derived anew by an import, as are the edges from each event to the next. Keys are the
    ids without the video's (``m3``, ``e12``, ``a7``), in the order of their numbers, so that an
    import gives every node the same number. ``source_id`` is the video's id: imported without the
    media, the document becomes a video of its own, the same one each time.

    Raises ``NotFoundError``.
    """

    def rows(query: Query) -> list[dict[str, Any]]:
        found = store.read(query, library=library, video_id=video_id)
        return sorted(found, key=lambda row: _number(row["id"])) if "id" in _first(found) else found

    video = store.read(queries.VIDEO, library=library, video_id=video_id)
    if not video:
        raise not_found("video", video_id, library)
    macros, micros, appearances = (
        rows(queries.MACRO_EVENTS),
        rows(queries.MICRO_EVENTS),
        rows(queries.APPEARANCES),
    )
    home = {row["id"]: row["macro_event"] for row in (*micros, *appearances)}
    inside, across = _relations(rows(queries.RELATIONS), home, macros, micros)
    seen, happened = _by_macro(appearances), _by_macro(micros)
    return PerceptionDocument(
        video=VideoInfo(**video[0]),
        macro_events=tuple(
            MacroEventSeen(
                key=_key(row["id"]),
                label=row["label"],
                summary=row["summary"],
                start_ms=row["start_ms"],
                end_ms=row["end_ms"],
                entities=tuple(map(_entity, seen[row["id"]])),
                micro_events=tuple(map(_micro_event, happened[row["id"]])),
                relations=tuple(inside[row["id"]]),
            )
            for row in macros
        ),
        relations=tuple(across),
        super_events=tuple(_super_events(rows(queries.SUPER_EVENTS), macros)),
        utterances=tuple(UtteranceSeen(**row) for row in rows(queries.UTTERANCES)),
    )


def _first(rows: Sequence[Row]) -> Row:
    return rows[0] if rows else {}


def _number(id_: str) -> int:
    match = _NUMBER.search(id_)
    return int(match[0]) if match else 0


def _key(id_: str) -> str:
    return id_.partition(".")[2]


def _keys(ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(_key, sorted(ids, key=_number)))


def _by_macro(rows: Iterable[Row]) -> defaultdict[str, list[Row]]:
    grouped: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        grouped[row["macro_event"]].append(row)
    return grouped


def _entity(row: Row) -> EntitySeen:
    return EntitySeen(**{**row, "attributes": json.loads(row["attributes"])}, key=_key(row["id"]))


def _micro_event(row: Row) -> MicroEventSeen:
    roles = {name: _keys(row[name]) for name in ("subjects", "objects", "tools")}
    place = _key(row["place"]) if row["place"] else None
    return MicroEventSeen(**{**row, **roles, "place": place}, key=_key(row["id"]))


def _super_events(rows: Iterable[Row], macros: Sequence[Row]) -> Iterable[SuperEventSeen]:
    for row in rows:
        members = tuple(_key(m["id"]) for m in macros if m["super_event"] == row["id"])
        yield SuperEventSeen(label=row["label"], summary=row["summary"], macro_events=members)


def _relations(
    rows: Iterable[Row], home: Mapping[str, str], macros: Sequence[Row], micros: Sequence[Row]
) -> tuple[defaultdict[str, list[RelationSeen]], list[RelationSeen]]:
    """Those inside each macro event, and those across; without what follows from time."""
    follows = {(RelationType.LEADS_TO, *pair) for pair in _neighbours(macros)}
    follows |= {(RelationType.BEFORE, *pair) for pair in _neighbours(micros)}
    inside: defaultdict[str, list[RelationSeen]] = defaultdict(list)
    across: list[RelationSeen] = []
    for row in sorted(rows, key=_in_order):
        source, target = row["source"], row["target"]
        if (row["type"], source, target) in follows:
            continue
        if source in home and home.get(source) == home.get(target):
            ends = {"source": _key(source), "target": _key(target)}
            inside[home[source]].append(RelationSeen(**{**row, **ends}))
        else:
            ends = {"source": _path(source, home), "target": _path(target, home)}
            across.append(RelationSeen(**{**row, **ends}))
    return inside, across


def _neighbours(rows: Sequence[Row]) -> Iterable[tuple[str, str]]:
    in_time = sorted(rows, key=lambda row: (row["start_ms"], row["end_ms"], _number(row["id"])))
    return ((one["id"], other["id"]) for one, other in pairwise(in_time))


def _in_order(row: Row) -> tuple[int, int, str, str]:
    return _number(row["source"]), _number(row["target"]), row["type"], row["label"]


def _path(id_: str, home: Mapping[str, str]) -> str:
    """``m3`` for a macro event, ``m3/e12`` for what is inside one."""
    return f"{_key(home[id_])}/{_key(id_)}" if id_ in home else _key(id_)
