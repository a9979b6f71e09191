"""Found things as compact text for a model: one line each with ids and times, within a budget."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from graph_schema.relationships import CAUSAL_TYPES, Family, RelationType
from graph_schema.time_span import format_span, format_time
from retrieval.hits import Hit
from retrieval.views import (
    Appearance,
    EntityFound,
    Event,
    EventList,
    MicroEvent,
    Occurrences,
    RelatedNode,
    Relation,
    RelationGraph,
    Subgraph,
    Summary,
    VideoSummary,
)
from runtime.errors import UsageError
from runtime.tokens import count_tokens

Renderable = (
    Sequence[Hit]
    | EventList
    | Summary
    | Subgraph
    | RelationGraph
    | Sequence[EntityFound]
    | Occurrences
)

_LONGEST_TEXT = 400
"""Characters of one node's text; a longer one is cut, since the rest can be asked for by id."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an observation; ``what`` it is (in the plural) names it when it is left out.

    ``rank``: lower is kept first. Lines are printed in the order given, not in that of rank.
    """

    text: str
    what: str
    rank: int = 0


def render(found: Renderable, budget_tokens: int) -> str:
    """``found`` in at most ``budget_tokens`` tokens, most relevant first.

    What does not fit, or was left out by a limit before, is counted in the last line. Raises
    ``UsageError`` when the budget cannot even hold that line.
    """
    return fitted(list(_lines(found)), budget_tokens, already_left_out=_limited(found))


def fitted(
    lines: Sequence[Line],
    budget_tokens: int,
    *,
    already_left_out: Iterable[tuple[str, int]] = (),
) -> str:
    """The lines of lowest rank that fit together, in the order given, and a line about the rest."""
    left_out: Counter[str] = Counter(dict(already_left_out))
    kept = set(range(len(lines)))
    cost = [count_tokens(line.text) for line in lines]
    by_worth = sorted(kept, key=lambda place: (lines[place].rank, place))
    total = sum(cost)
    while True:
        text = _joined(lines, kept, left_out)
        if total <= budget_tokens and count_tokens(text) <= budget_tokens:
            return text
        if not by_worth:
            raise UsageError(
                f"a budget of {budget_tokens} tokens holds nothing", "Give at least 50 tokens."
            )
        place = by_worth.pop()
        kept.discard(place)
        left_out[lines[place].what] += 1
        total -= cost[place]


def _joined(lines: Sequence[Line], kept: set[int], left_out: Counter[str]) -> str:
    shown = [line.text for place, line in enumerate(lines) if place in kept]
    rest = ", ".join(f"{number} {what}" for what, number in left_out.items() if number)
    if rest:
        shown.append(f"(left out: {rest})")
    return "\n".join(shown)


def _limited(found: Renderable) -> list[tuple[str, int]]:
    """What a limit in the query left out already."""
    match found:
        case EventList():
            return [("later events", found.total - len(found.events))]
        case Summary():
            return [("videos", found.total_videos - len(found.videos))]
        case RelationGraph() if found.capped:
            return [("or more farther nodes", 1)]
        case _:
            return []


def _lines(found: Renderable) -> Iterator[Line]:
    match found:
        case EventList():
            yield from _event_list(found)
        case Summary():
            yield from _summary(found)
        case Subgraph():
            yield from _subgraph(found)
        case RelationGraph():
            yield from _relation_graph(found)
        case Occurrences():
            yield from _occurrences(found)
        case _ if not found:
            yield Line("Nothing was found.", "notes")
        case _:
            told: dict[str, str] = {}
            for place, one in enumerate(found):
                match one:
                    case Hit():
                        yield from _hit(one, place, told.setdefault(one.text, one.id))
                    case EntityFound():
                        yield from _entity(one, place)


def _hit(hit: Hit, place: int, first: str) -> Iterator[Line]:
    """``first`` is the hit that told the same text already: events of one sentence share it."""
    text = named(hit.label, hit.text)
    if first != hit.id:
        text = f"{hit.label or hit.text[:40]} (the words of {first})"
    inside = f" (in {hit.macro_event})" if hit.macro_event else ""
    line = hit_line(hit.id, hit.kind, hit.start_ms, hit.end_ms, text)
    yield Line(f"{line}{inside}", "hits", place)
    for nth, near in enumerate(hit.neighbours):
        arrow = "->" if near.outgoing else "<-"
        yield Line(
            f"  {arrow} {near.relation} {near.id} {shortened(near.text, 80)}",
            "neighbours",
            100 * (nth + 1) + place,
        )


def hit_line(id_: str, kind: str, start_ms: int | None, end_ms: int | None, text: str) -> str:
    """A found node on one line: ``v….m3 macro 0:12-0:20: knead the dough``."""
    return f"{id_} {kind}{_span(start_ms, end_ms)}: {shortened(text)}"


def _entity(entity: EntityFound, place: int) -> Iterator[Line]:
    aliases = f", also {', '.join(entity.aliases)}" if entity.aliases else ""
    times = f"{entity.total_appearances} appearances"
    yield Line(f"{entity.id} {entity.name} ({entity.type}{aliases}): {times}", "entities", place)
    for nth, seen in enumerate(entity.appearances):
        yield Line(f"  {_appearance(seen)}", "appearances", 100 * (nth + 1) + place)
    more = entity.total_appearances - len(entity.appearances)
    if more > 0:
        yield Line(f"  and {more} more appearances", "appearances", place)


def _event_list(found: EventList) -> Iterator[Line]:
    if not found.events:
        yield Line("Nothing was found.", "notes")
    told = None
    for place, event in enumerate(found.events):
        yield Line(_event(event, told), "later events", place)
        told = event.text


def _summary(found: Summary) -> Iterator[Line]:
    if len(found.videos) != 1 or found.total_videos != 1:
        length = format_time(found.total_duration_ms)
        yield Line(f"{found.total_videos} videos, {length} in all", "notes")
    for place, video in enumerate(found.videos):
        yield Line(_video(video), "videos", place)
        for nth, event in enumerate(video.super_events):
            yield Line(f"  {_event(event)}", "chapters", 100 + nth)


def _video(video: VideoSummary) -> str:
    summary = f": {video.summary}" if video.summary else ""
    return f"{video.video_id} {video.title} ({format_time(video.duration_ms)}){summary}"


def _subgraph(found: Subgraph) -> Iterator[Line]:
    names = {seen.id: seen.name for seen in found.appearances}
    labels = {event.id: event.label for event in found.micro_events}
    sentences = {event.text for event in found.micro_events}
    yield Line(_event(found.macro_event), "notes")
    told = None
    for place, micro in enumerate(found.micro_events):
        yield Line(f"  {_event(micro, told)}{_roles(micro, names)}", "events", 1_000 + place)
        told = micro.text
    for place, relation in enumerate(found.relations):
        if relation.family is not Family.TEMPORAL:  # the order of the lines says it already
            rank = 100 if relation.type in CAUSAL_TYPES else 3_000
            text = _relation(relation, {**names, **labels}, sentences)
            yield Line(f"  {text}", "relations", rank + place)
    for place, seen in enumerate(found.appearances):
        yield Line(f"  {_appearance(seen)}", "appearances", 2_000 + place)


def _roles(micro: MicroEvent, names: dict[str, str]) -> str:
    parts = (
        ("by", micro.subjects),
        ("on", micro.objects),
        ("with", micro.tools),
        ("at", micro.places),
    )
    told = [f"{word} {', '.join(names.get(i, i) for i in ids)}" for word, ids in parts if ids]
    return f" [{'; '.join(told)}]" if told else ""


def _relation_graph(found: RelationGraph) -> Iterator[Line]:
    texts = {node.id: shortened(node.text, 60) for node in found.nodes}
    texts[found.start.id] = shortened(found.start.text, 60)
    sentences = {found.start.text, *(node.text for node in found.nodes)}
    yield Line(f"from {_node(found.start)}", "notes")
    if not found.nodes:
        yield Line("Nothing is related to it that way.", "notes")
    for place, node in enumerate(found.nodes):
        over = found.parents[node.id]
        way = f"{over.source} {over.type} {over.target}{_reason(over, sentences)}"
        yield Line(f"  hop {node.hop}: {_node(node)} ({way})", "nodes", place)
    parents = set(found.parents.values())
    for place, relation in enumerate(found.relations):
        if relation not in parents:
            yield Line(f"  {_relation(relation, texts, sentences)}", "relations", 10_000 + place)


def _occurrences(found: Occurrences) -> Iterator[Line]:
    who = f"{found.entity.name} ({found.entity.id})" if found.entity else "anybody"
    what = f"{who}: {found.action}" if found.action else f"{who} present"
    yield Line(f"{found.count} times, {what}", "notes")
    for place, one in enumerate(found.occurrences):
        span = format_span(one.start_ms, one.end_ms)
        yield Line(f"  {', '.join(one.events[:3])} {span}: {shortened(one.text)}", "times", place)


def _event(event: Event, told: str | None = None) -> str:
    """``told``: the text of the line before, which is not repeated."""
    repeated = event.label or "(the same words)"
    text = repeated if event.text == told else named(event.label, event.text)
    span = format_span(event.start_ms, event.end_ms)
    return f"{event.id} {event.kind} {span}: {shortened(text)}"


def named(label: str, text: str) -> str:
    """The text with its label in front, where it does not begin with it."""
    if not label or text.casefold().startswith(label.casefold().rstrip(".")):
        return text
    return f"{label.rstrip('.')}. {text}" if text else label


def _appearance(seen: Appearance) -> str:
    described = f", {shortened(seen.description, 120)}" if seen.description else ""
    who = f" is {seen.entity}" if seen.entity else ""
    at = format_time(seen.seen_at_ms)
    return f"{seen.id} {seen.name} ({seen.type}{described}) at {at}{who}"


def _node(node: RelatedNode) -> str:
    return f"{node.id}{_span(node.start_ms, node.end_ms)}: {shortened(node.text, 160)}"


def _relation(relation: Relation, texts: dict[str, str], told: Set[str]) -> str:
    ends = [
        f"{one} {texts[one]}" if one in texts else one for one in (relation.source, relation.target)
    ]
    type_ = relation.label if relation.type is RelationType.RELATED_TO else relation.type
    return f"{ends[0]} {type_} {ends[1]}{_reason(relation, told)}"


def _reason(relation: Relation, told: Set[str]) -> str:
    """Why, unless it is a sentence that stands in the observation already."""
    if not relation.reason or relation.reason in told:
        return ""
    return f" because {shortened(relation.reason, 120)}"


def _span(start_ms: int | None, end_ms: int | None) -> str:
    if start_ms is None:
        return ""
    return f" {format_time(start_ms) if end_ms is None else format_span(start_ms, end_ms)}"


def shortened(text: str, longest: int = _LONGEST_TEXT) -> str:
    """The text on one line, cut where it is longer than that."""
    one_line = " ".join(text.split())
    return one_line if len(one_line) <= longest else f"{one_line[: longest - 1].rstrip()}…"
