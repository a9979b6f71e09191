"""What following causes over five hops costs beside one hop, in a graph with a dense cluster.

20,000 events each lead to two later ones, and inside lies a cluster of 60 in which each leads to
every later one: 1,770 relations, over which more paths run than any memory holds. Traversals start
in the cluster, just before it, just behind it, and everywhere else, in every direction.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import get_args

from cypher import measuring
from cypher.connection import open_store
from cypher.statements import merge_nodes, merge_relationships
from cypher.store import Store
from evaluation.benches.own_server import Filling, describe, loaded_server
from evaluation.benches.timing import contest
from evaluation.report import BenchRow
from graph_schema.identity import inner_id, video_id
from graph_schema.labels import Label
from graph_schema.relationships import CAUSAL_TYPES
from retrieval.traversal import MAX_NODES, Direction, relation_graph
from runtime.errors import DatabaseFailedError
from runtime.settings import Settings

SEED = 3
REACH = 60
"""How far ahead an event may lead."""
QUESTIONS, WARM_UP = 240, 60
NEAREST = 60
"""Nodes asked for, which is what agents are given: the nearest."""
SLACK_MS = 10

_EVENT_MS = 1_000
_REASON = "a made-up reason as long as those that people write"


@dataclass(frozen=True, slots=True)
class Tangle:
    """A made-up graph of causes: events by number, and who leads to whom."""

    events: int = 20_000
    cluster: range = range(10_000, 10_060)
    library: str = "bench"

    @property
    def video(self) -> str:
        """The one video that holds them."""
        return video_id(self.library, f"tangle of {self.events}")

    def id_of(self, number: int) -> str:
        """The id of an event."""
        return inner_id(self.video, Label.MICRO_EVENT, number + 1)

    def edges(self) -> list[tuple[int, int]]:
        """Cause and effect, each pair once; two for each event, and the cluster's own."""
        draw = random.Random(SEED)  # noqa: S311 - a made-up graph
        found = {
            (one, other)
            for one in range(self.events - 2)
            for other in draw.sample(
                range(one + 1, min(one + REACH, self.events)), min(2, self.events - one - 1)
            )
        }
        found |= {(one, other) for one in self.cluster for other in self.cluster if one < other}
        return sorted(found)

    def starts(self, count: int) -> list[int]:
        """Where traversals begin: all over the cluster, beside it, anywhere, a third each."""
        draw = random.Random(SEED + 1)  # noqa: S311 - a made-up graph
        first, last = self.cluster.start, self.cluster.stop
        beside = [
            *range(max(0, first - REACH), first),
            *range(last, min(last + REACH, self.events)),
        ]
        drawn = [
            (
                self.cluster[number // 3 % len(self.cluster)],
                draw.choice(beside),
                draw.randrange(self.events),
            )[number % 3]
            for number in range(count)
        ]
        draw.shuffle(drawn)
        return drawn


def write(store: Store, tangle: Tangle) -> None:
    """Store it, without vectors: nothing here is searched for."""
    events = [_event(tangle, number) for number in range(tangle.events)]
    store.write_rows(merge_nodes(Label.MICRO_EVENT, extra_memory=False), events)
    edges = tangle.edges()
    for kind, type_ in enumerate(CAUSAL_TYPES):
        statement = merge_relationships(type_, Label.MICRO_EVENT, Label.MICRO_EVENT)
        rows = [
            {
                "start": tangle.id_of(one),
                "end": tangle.id_of(other),
                "properties": {"reason": _REASON, "basis": "stated", "confidence": 0.9},
            }
            for one, other in edges
            if (one + other) % len(CAUSAL_TYPES) == kind
        ]
        store.write_rows(statement, rows)


def _event(tangle: Tangle, number: int) -> dict[str, object]:
    id_ = tangle.id_of(number)
    text = f"Event {number} of a graph made up to be followed"
    times = {"start_ms": number * _EVENT_MS, "end_ms": (number + 1) * _EVENT_MS}
    body = {
        "id": id_,
        "library": tangle.library,
        "video_id": tangle.video,
        "text": text,
        "label": text,
    }
    return {"id": id_, "properties": {**body, "description": text, **times}}


Follow = Callable[[int], object]

ONE_HOP, OURS_ONE_HOP = "bare one-hop query", "relation_graph, 1 hop"


def run(settings: Settings) -> list[BenchRow]:
    """95th percentiles and failures, on a server of its own.

    Raises what starting a server raises.
    """
    tangle = Tangle()
    load = partial(write, tangle=tangle)
    filling = Filling(f"{tangle} {SEED}")
    with loaded_server(settings, "traversal", filling, load) as own, open_store(own) as store:
        return measure(store, tangle)


def measure(store: Store, tangle: Tangle, count: int = QUESTIONS) -> list[BenchRow]:
    """Rows for a tangle that the store holds: each kind of traversal beside one hop."""
    failures: list[str] = []
    follow = partial(_follow, store, tangle, failures)
    barred: dict[str, Follow] = {
        f"5 hops {direction}": partial(follow, direction, 5, NEAREST)
        for direction in get_args(Direction)
    }
    others: dict[str, Follow] = {
        OURS_ONE_HOP: partial(follow, "out", 1, NEAREST),
        f"5 hops both, up to {MAX_NODES:,} nodes": partial(follow, "both", 5, MAX_NODES),
        f"as far as causes lead, up to {MAX_NODES:,} nodes": partial(
            follow, "both", None, MAX_NODES
        ),
    }
    starts = tangle.starts(count + count // 4)
    contenders: dict[str, Follow] = {
        ONE_HOP: partial(_one_hop, store, tangle),
        **barred,
        **others,
    }
    times = contest(contenders, starts[:count], starts[count:])
    floor = times[ONE_HOP]
    bar = f"≤ 2 × the floor + {SLACK_MS} ms, here {2 * floor.p95 + SLACK_MS:.1f}"
    setting = f"{tangle.events:,} events, {len(tangle.cluster)} of them in a dense cluster"
    return [
        *(
            BenchRow(
                f"causal traversal, {name}, p95 ({setting}; {describe()})",
                ours=times[name].p95,
                unit="ms",
                floor=floor.p95,
                bar=bar if name in barred else "information",
                peers={"median": times[name].p50, "floor's median": floor.p50},
            )
            for name in (*barred, *others)
        ),
        BenchRow(
            f"traversals that failed, of {len(starts) * (len(barred) + len(others)):,}",
            ours=len(failures),
            unit="",
            bar="0" + "".join(f"; {failure}" for failure in failures[:1]),
        ),
    ]


def _one_hop(store: Store, tangle: Tangle, start: int) -> object:
    return store.read(measuring.ONE_HOP, id=tangle.id_of(start))


def _follow(  # noqa: PLR0917 - bound from left to right
    store: Store,
    tangle: Tangle,
    failures: list[str],
    direction: Direction,
    hops: int | None,
    limit: int,
    start: int,
) -> None:
    """Follow from one event; a statement that the server gave up on is noted and not raised."""
    try:
        relation_graph(
            store, tangle.library, tangle.id_of(start), direction, hops=hops, limit=limit
        )
    except DatabaseFailedError as error:
        failures.append(error.message)
