"""Following relations outwards from a node, in one statement however dense the graph around it."""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from cypher import traversal as queries
from cypher.store import Store
from graph_schema.identity import label_of
from graph_schema.labels import Label
from graph_schema.relationships import Family
from retrieval.found import not_found
from retrieval.views import RelatedNode, Relation, RelationGraph, family_of
from runtime.errors import UsageError

Direction = Literal["out", "in", "both"]
MAX_HOPS = 5
MAX_NODES = 1_000
RELATIONS_PER_NODE = 8
"""In a dense cluster hundreds lead to each node, and a reader is told of a few."""

_MAX_RELATIONS = RELATIONS_PER_NODE * (MAX_NODES + 1)


def relation_graph(  # noqa: PLR0917 - direction, families and hops read well by position
    store: Store,
    library: str,
    node_id: str,
    direction: Direction = "both",
    families: Sequence[Family] = (Family.CAUSAL,),
    hops: int | None = 1,
    limit: int = 60,
) -> RelationGraph:
    """The distinct nodes within ``hops`` relations of ``node_id``, nearest first.

    ``direction``: ``out`` follows relations as stored (cause to effect), ``in`` against it.
    ``hops``: 1 to 5, or None to go on as far as causal edges lead, which needs ``families`` to be
    causal only. At most ``limit`` nodes (1,000 at most) come back, the nearest, and the result says
    so. Of the relations that lead to one node from the others at most :data:`RELATIONS_PER_NODE`
    come along, those from the nearest. From an Appearance or Entity every appearance of the same
    entity is looked from; with families that relate events only, the events it takes part in are.

    Raises ``NotFoundError`` for an id that this library does not hold, ``UsageError`` for hops,
    families or a limit outside these bounds.
    """
    _check(families, hops, limit)
    label = label_of(node_id)
    if label is None:
        raise not_found("node", node_id, library)
    query = queries.relation_graph(label, queries.Direction(direction), frozenset(families), hops)
    rows = store.read(
        query,
        library=library,
        id=node_id,
        limit=limit,
        node_limit=MAX_NODES + 1,
        relations_per_node=_relations_per_node(label),
        relation_limit=_MAX_RELATIONS,
    )
    if not rows:
        raise not_found("node", node_id, library)
    return _graph(rows[0], queries.Direction(direction), hops, limit)


def _check(families: Sequence[Family], hops: int | None, limit: int) -> None:
    if not families:
        raise UsageError("no family of relations was named", f"Families: {', '.join(Family)}.")
    if hops is None and set(families) != {Family.CAUSAL}:
        raise UsageError(
            "only causal relations are followed without a limit of hops",
            f"Give hops from 1 to {MAX_HOPS}, or ask for the causal family alone.",
        )
    if hops is not None and not 1 <= hops <= MAX_HOPS:
        raise UsageError(f"hops is {hops}, but 1 to {MAX_HOPS} can be followed")
    if not 1 <= limit <= MAX_NODES:
        raise UsageError(f"limit is {limit}, but 1 to {MAX_NODES} nodes can be asked for")


def _relations_per_node(label: Label) -> int:
    """Only what is reached from one origin comes nearest first, whatever the graph."""
    several = label in (Label.APPEARANCE, Label.ENTITY)
    return _MAX_RELATIONS if several else RELATIONS_PER_NODE


def _graph(
    row: Mapping[str, Any], direction: queries.Direction, hops: int | None, limit: int
) -> RelationGraph:
    joints, relations = _relations(row["joints"]), _relations(row["relations"])
    start = row["start"]["id"]
    found = {node["id"]: node for node in row["nodes"]}
    parents, hop_of = _way_to_origins(start, joints)
    walked = _breadth_first(row["origins"], relations, direction, hop_of, parents)
    order = sorted(walked, key=lambda id_: (hop_of[id_], _when(found[id_]), id_))
    kept = set(order[:limit])
    on_the_way = _ancestors(kept, parents, start) - kept - {start}
    shown = [*sorted(on_the_way, key=lambda id_: (hop_of[id_], _when(found[id_]), id_)), *kept]
    nodes = sorted(
        (_node(found[id_], hop_of[id_]) for id_ in shown),
        key=lambda node: (node.hop, node.video_id or "", node.start_ms or 0, node.id),
    )
    inside = {start, *shown}
    capped = len(order) > limit or len(relations) >= _MAX_RELATIONS
    deepest = max((hop_of[id_] for id_ in order), default=0)
    return RelationGraph(
        start=_node(row["start"], 0),
        nodes=tuple(nodes),
        relations=tuple(
            relation
            for relation in (*joints, *relations)
            if relation.source in inside and relation.target in inside
        ),
        parents={id_: parents[id_] for id_ in shown},
        exhausted=not capped and (hops is None or deepest < hops),
        capped=capped,
    )


def _way_to_origins(
    start: str, joints: Iterable[Relation]
) -> tuple[dict[str, Relation], dict[str, int]]:
    """Parents of the nodes that act for the start, all of them at hop 0."""
    parents: dict[str, Relation] = {}
    hop_of = {start: 0}
    beside = _adjacency(joints, queries.Direction.BOTH)
    queue = deque([start])
    while queue:
        for relation, other in beside[queue.popleft()]:
            if other not in hop_of:
                hop_of[other] = 0
                parents[other] = relation
                queue.append(other)
    return parents, hop_of


def _breadth_first(
    origins: Iterable[str],
    relations: Iterable[Relation],
    direction: queries.Direction,
    hop_of: dict[str, int],
    parents: dict[str, Relation],
) -> list[str]:
    """The nodes reached from the origins; ``hop_of`` and ``parents`` are filled in."""
    beside = _adjacency(relations, direction)
    queue = deque(dict.fromkeys(origins))
    reached: list[str] = []
    while queue:
        at = queue.popleft()
        for relation, other in beside[at]:
            if other not in hop_of:
                hop_of[other] = hop_of[at] + 1
                parents[other] = relation
                reached.append(other)
                queue.append(other)
    return reached


def _adjacency(
    relations: Iterable[Relation], direction: queries.Direction
) -> dict[str, list[tuple[Relation, str]]]:
    beside: dict[str, list[tuple[Relation, str]]] = defaultdict(list)
    for relation in relations:
        if direction is not queries.Direction.IN:
            beside[relation.source].append((relation, relation.target))
        if direction is not queries.Direction.OUT:
            beside[relation.target].append((relation, relation.source))
    return beside


def _ancestors(ids: Iterable[str], parents: Mapping[str, Relation], start: str) -> set[str]:
    """Every node on a path from the start to one of ``ids``, these included."""
    seen: set[str] = set()
    for id_ in ids:
        at = id_
        while at != start and at not in seen:
            seen.add(at)
            relation = parents[at]
            at = relation.source if relation.target == at else relation.target
    return seen


def _when(node: Mapping[str, Any]) -> tuple[str, int]:
    return (node["video_id"] or "", node["start_ms"] or 0)


def _node(row: Mapping[str, Any], hop: int) -> RelatedNode:
    return RelatedNode(**row, label=label_of(row["id"]), hop=hop)


def _relations(rows: Sequence[Sequence[Any]]) -> list[Relation]:
    names = ("source", "target", "type", "label", "reason", "basis", "confidence")
    return [
        Relation(**dict(zip(names, row, strict=True)), family=family_of(row[2])) for row in rows
    ]
