"""Following relations outwards from a node, frontier by frontier."""

from typing import Literal

from cypher.store import Store
from graph_schema.relationships import Family
from retrieval.views import RelationGraph

Direction = Literal["out", "in", "both"]
MAX_HOPS = 5


def relation_graph(
    store: Store,
    library: str,
    node_id: str,
    direction: Direction = "both",
    families: tuple[Family, ...] = (Family.CAUSAL,),
    hops: int | None = 1,
    limit: int = 60,
) -> RelationGraph:
    """The distinct nodes within ``hops`` relations of ``node_id``, nearest first, at most ``limit``.

    ``direction``: ``out`` follows relations as stored (cause to effect), ``in`` against it.
    ``hops=None`` goes on as far as causal edges lead, and needs ``families`` to be causal only.
    From an Appearance or Entity every appearance of the same entity is looked from.
    """
    raise NotImplementedError
