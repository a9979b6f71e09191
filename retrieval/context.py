"""Ranking hits by what else answers: their event and their video speak for them."""

import math
from collections import defaultdict
from collections.abc import Sequence

from graph_schema.labels import Kind
from retrieval.hits import Hit
from retrieval.recipes import Context

_DECIMALS = 9
"""Scores are compared to this many, so that sums of the same numbers tie whatever their order."""


def in_context(hits: Sequence[Hit], context: Context) -> list[Hit]:
    """The same hits in another order, with new scores, best first; ties stay in the order given.

    ``hits`` come best first from a search with weighted sums. A macro event and the micro-events
    inside it are one event; every other hit is one alone. To the score of a hit is added what the
    rest of its event answers; taken off is what a better video answers more, and a penalty for
    every better hit of its event.
    """
    events: dict[str, list[Hit]] = defaultdict(list)
    for hit in hits:
        events[_event(hit)].append(hit)
    evidence = {event: _evidence(members, context) for event, members in events.items()}
    videos: dict[str, float] = {}
    for event, members in events.items():
        video = _video(members[0])
        videos[video] = max(evidence[event], videos.get(video, -math.inf))
    foremost = max(videos.values(), default=0.0)
    scored = [
        (
            hit.score
            + (evidence[event] - members[0].score)
            - context.repeat_penalty * place
            - context.video_weight * (foremost - videos[_video(hit)]),
            hit,
        )
        for event, members in events.items()
        for place, hit in enumerate(members)
    ]
    order = {hit.id: place for place, hit in enumerate(hits)}
    scored.sort(key=lambda pair: (-round(pair[0], _DECIMALS), order[pair[1].id]))
    return [hit.model_copy(update={"score": score}) for score, hit in scored]


def _event(hit: Hit) -> str:
    within = hit.macro_event if hit.kind is Kind.MICRO else None
    return within or hit.id


def _video(hit: Hit) -> str:
    """An entity stands in no one video and is judged as one of its own."""
    return hit.video_id or hit.id


def _evidence(members: Sequence[Hit], context: Context) -> float:
    """How much an event answers: a soft maximum that grows with every member that answers well.

    Equal texts speak once: micro-events read from one sentence share it as their text.
    """
    voices: dict[str, float] = {}
    for member in members:
        voices.setdefault(member.text, member.score)
    loudest, *others = list(voices.values())[: context.voices]
    rest = sum(math.exp(context.sharpness * (score - loudest)) for score in others)
    return loudest + math.log1p(rest) / context.sharpness
