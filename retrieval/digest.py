"""A digest: as much evidence for a question as a budget of tokens holds, for any reader's prompt.

A line for a model costs more for its ids and times than for its words. So a digest names a video
once, above all that is told of it, and leaves its id out of the others; events of the same words
share a line; spans of ten seconds and more are told in whole seconds. Relevance decides what is
told, time in which order: a reader is told the story, not the ranking.

What is told are *passages*, whole: a scene with everything that happens in it, since who looks for
one action wants its scene, or a moment of several events in a row.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby

from cypher.scenes import SCENES, TIMED_NODES
from cypher.store import Store
from graph_schema.identity import label_of
from graph_schema.labels import KIND_OF_LABEL, Kind
from graph_schema.time_span import format_span
from retrieval.hits import Hit
from retrieval.moments import TIMED, search_moments
from retrieval.recipes import HYBRID, SearchRecipe
from retrieval.rendering import named, shortened
from retrieval.scope import Scope
from retrieval.search import search
from retrieval.views import Event
from runtime.embedder import Embedder
from runtime.tokens import count_tokens

WHOLE_SCENES = 15
"""Scenes told whole; of later ones only what was found. Fewer tell less of the right scene, more
leave no room for others that may be right (docs/decisions/0017)."""
_WHOLE_SECONDS_FROM_MS = 10_000


@dataclass(frozen=True, slots=True)
class Passage:
    """Events of one video that are told together, the first of them as a heading if it is a scene.

    ``span`` is told by itself where the events are a moment of several.
    """

    events: tuple[Event, ...]
    span: tuple[int, int] | None = None

    @property
    def video_id(self) -> str:
        """The video they are of."""
        return self.events[0].video_id

    @property
    def start_ms(self) -> int:
        """When it begins."""
        return min(event.start_ms for event in self.events)


@dataclass(frozen=True, slots=True)
class Digest:
    """The text, its size, and what it tells: ids of events, and spans (video, start, end) in ms as
    the text has them. ``left_out`` passages did not fit."""

    text: str
    tokens: int
    ids: tuple[str, ...]
    spans: tuple[tuple[str, int, int], ...]
    left_out: int


def scenes(
    store: Store,
    embedder: Embedder,
    query: str,
    scope: Scope,
    *,
    k: int = 120,
    whole: int = WHOLE_SCENES,
    recipe: SearchRecipe = HYBRID,
) -> list[Passage]:
    """The scenes of the ``k`` best hits for ``query``, best first.

    The first ``whole`` of them are told with all their actions, later ones with their hits only.
    Raises what :func:`~retrieval.search.search` raises.
    """
    scope = scope.narrowed(Kind.MACRO, Kind.MICRO)
    hits = search(store, embedder, query, scope, k=k, recipe=recipe, neighbourhood=False)
    found: dict[str, list[Hit]] = {}
    for hit in hits:
        found.setdefault(hit.macro_event or hit.id, []).append(hit)
    rows = store.read(SCENES, library=scope.library, macro_events=list(found)[:whole])
    told = {
        row["macro_event"]["id"]: (
            _event(row["macro_event"]),
            *map(_event, row["micro_events"]),
        )
        for row in rows
    }
    return [
        Passage(told.get(macro) or tuple(map(_event_of, inside))) for macro, inside in found.items()
    ]


def moments(
    store: Store, embedder: Embedder, query: str, scope: Scope, *, k: int = 60, rest: int = 0
) -> list[Passage]:
    """The ``k`` best moments for ``query``, best first, then the ``rest`` best single events.

    Raises what :func:`~retrieval.moments.search_moments` raises.
    """
    found = search_moments(store, embedder, query, scope, k=k)
    told: dict[str, None] = dict.fromkeys(id_ for moment in found for id_ in moment.events)
    if rest:
        kinds = scope.kinds or TIMED
        hits = search(store, embedder, query, scope.narrowed(*kinds), k=rest, neighbourhood=False)
        told |= dict.fromkeys(hit.id for hit in hits)
    rows = store.read(TIMED_NODES, library=scope.library, ids=list(told))
    events = {row["event"]["id"]: _event(row["event"]) for row in rows}
    passages = [
        Passage(
            tuple(events[id_] for id_ in moment.events),
            (moment.start_ms, moment.end_ms) if len(moment.events) > 1 else None,
        )
        for moment in found
    ]
    inside = {id_ for moment in found for id_ in moment.events}
    return passages + [Passage((events[id_],)) for id_ in told if id_ not in inside]


def digest(passages: Sequence[Passage], budget_tokens: int) -> Digest:
    """The passages, best first, as far as the budget goes; the last one may be told in part."""
    return digests(passages, [budget_tokens])[0]


def digests(passages: Sequence[Passage], budgets: Iterable[int]) -> list[Digest]:
    """:func:`digest` for several budgets, for what one of the largest costs."""
    blocks = list(_blocks(passages))
    return [_laid_out(blocks, budget) for budget in budgets]


@dataclass(slots=True)
class _Line:
    text: str
    ids: tuple[str, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()
    tokens: int = field(init=False)

    def __post_init__(self) -> None:
        self.tokens = _tokens(self.text)


@dataclass(frozen=True, slots=True)
class _Block:
    """A passage as lines, without events that a better one has told."""

    video_id: str
    start_ms: int
    lines: list[_Line]


def _blocks(passages: Sequence[Passage]) -> Iterable[_Block]:
    told: set[str] = set()
    for passage in passages:
        fresh = [event for event in passage.events if event.id not in told]
        told.update(event.id for event in fresh)
        lines = list(_lines(fresh))
        if passage.span is not None:
            first, last = (_short_id(event) for event in (passage.events[0], passage.events[-1]))
            span = _shown(*passage.span)
            lines.insert(0, _Line(f"{first} to {last} {format_span(*span)}", spans=(span,)))
        yield _Block(passage.video_id, passage.start_ms, lines)


def _lines(events: Sequence[Event]) -> Iterable[_Line]:
    """A line for each text, with the ids and times of all events of these words."""
    by_text: dict[tuple[bool, str], list[Event]] = {}
    for event in events:
        inside = event.kind is Kind.MICRO
        by_text.setdefault((inside, named(event.label, event.text)), []).append(event)
    for (inside, text), same in by_text.items():
        spans = [_shown(event.start_ms, event.end_ms) for event in same]
        when = ", ".join(
            f"{_short_id(event)} {format_span(*span)}"
            for event, span in zip(same, spans, strict=True)
        )
        indent = "  " if inside else ""
        ids = tuple(event.id for event in same)
        yield _Line(f"{indent}{when}: {shortened(text)}", ids, tuple(spans))


def _laid_out(blocks: Sequence[_Block], budget: int) -> Digest:
    chosen: list[tuple[_Block, list[_Line]]] = []
    headings: dict[str, int] = {}
    spent = 0
    for block in blocks:
        heading = 0 if block.video_id in headings else _tokens(_heading(block.video_id))
        kept: list[_Line] = []
        for line in block.lines:
            if spent + heading + line.tokens > budget:
                break
            spent += heading + line.tokens
            headings.setdefault(block.video_id, len(headings))
            heading = 0
            kept.append(line)
        if kept:
            chosen.append((block, kept))
        if len(kept) < len(block.lines):
            break
    chosen.sort(key=lambda one: (headings[one[0].video_id], one[0].start_ms))
    text: list[str] = []
    for video_id, inside in groupby(chosen, key=lambda one: one[0].video_id):
        text.append(_heading(video_id))
        text += [line.text for _, lines in inside for line in lines]
    return Digest(
        text="\n".join(text),
        tokens=spent,
        ids=tuple(id_ for _, lines in chosen for line in lines for id_ in line.ids),
        spans=tuple(
            (block.video_id, *span)
            for block, lines in chosen
            for line in lines
            for span in line.spans
        ),
        left_out=len(blocks) - len(chosen),
    )


@lru_cache(maxsize=1 << 14)
def _tokens(line: str) -> int:
    """Tokens of a line; a text has as many as its lines together, and tells a line again and
    again for one question after another."""
    return count_tokens(line)


def _heading(video_id: str) -> str:
    return f"{video_id}:"


def _short_id(event: Event) -> str:
    """The id without that of its video: ``.m12``."""
    return event.id.removeprefix(event.video_id)


def _shown(start_ms: int, end_ms: int) -> tuple[int, int]:
    """A span as it is told."""
    if end_ms - start_ms < _WHOLE_SECONDS_FROM_MS:
        return start_ms, end_ms
    return round(start_ms / 1000) * 1000, round(end_ms / 1000) * 1000


def _event_of(hit: Hit) -> Event:
    """A hit as an event; macro and micro-events have times."""
    return Event.model_validate(
        hit.model_dump(include={"id", "kind", "video_id", "start_ms", "end_ms", "label", "text"})
    )


def _event(row: dict[str, object]) -> Event:
    label = label_of(str(row["id"]))
    assert label is not None, f"{row['id']!r} is not an id of ours"
    return Event.model_validate({**row, "kind": KIND_OF_LABEL[label]})
