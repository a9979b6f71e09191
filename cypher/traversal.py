"""Following relations outwards from a node, in one statement.

The statement asks for the *distinct* nodes within so many hops, which Neo4j answers by a breadth
first expansion that visits each node once (the plan operator ``VarLengthExpand(Pruning,BFS,…)``),
so a dense cluster costs its edges once, at any depth, and a LIMIT keeps the nearest. Returning
paths, or sorting them, would enumerate every path instead and run out of memory. The relations
between the nodes come along, from which hops and paths are rebuilt: nodes come nearest first, so
that the first relation that leads to a node is one of a shortest path, and of the many that a dense
cluster has a few for each node suffice. ``tests/graph`` checks the operator in the plan.
"""

from enum import StrEnum
from functools import cache

from cypher.query import Query
from graph_schema.labels import Label
from graph_schema.relationships import TYPES_OF_FAMILY, Family

MAX_ORIGINS = 200
"""How many appearances or events of one entity a traversal starts from at most."""


class Direction(StrEnum):
    """Which way relations are followed: as stored, against it, or both."""

    OUT = "out"
    IN = "in"
    BOTH = "both"


_ARROWS = {Direction.OUT: ("-", "->"), Direction.IN: ("<-", "-"), Direction.BOTH: ("-", "-")}
_OF_APPEARANCES = frozenset({Family.ROLE, Family.SPATIAL, Family.IDENTITY, Family.HIERARCHICAL})
_ROLES = "|".join(TYPES_OF_FAMILY[Family.ROLE])

_NODE = """\
{id: n.id, video_id: n.video_id, start_ms: coalesce(n.start_ms, n.seen_at_ms), end_ms: n.end_ms,
    text: coalesce(n.text, n.name, n.label, n.title, '')}"""


@cache
def relation_graph(
    label: Label, direction: Direction, families: frozenset[Family], hops: int | None
) -> Query:
    """The nodes within ``hops`` relations (None: as far as they lead) of a node of ``label``.

    ``families`` empty means every family. From an Appearance or an Entity it starts at every
    appearance of the entity; where the families relate events only, at the events these take part
    in.
    """
    followed = families or frozenset(Family)
    types = "|".join(sorted(type_ for family in followed for type_ in TYPES_OF_FAMILY[family]))
    left, right = _ARROWS[direction]
    depth = "" if hops == 1 else f"*1..{'' if hops is None else hops}"
    return Query(
        f"""\
MATCH (start:{label} {{id: $id}}) WHERE start.library = $library
{_origins(label, followed)}
CALL (origins) {{
  UNWIND origins AS origin
  CALL (origin) {{
    MATCH (origin){left}[:{types}{depth}]{right}(n) WHERE n.library = $library
    WITH DISTINCT n LIMIT $limit + 1
    RETURN n
  }}
  WITH DISTINCT n LIMIT $node_limit
  RETURN collect(n) AS reached
}}
CALL (origins, reached) {{
  WITH origins + reached AS members
  UNWIND range(0, size(members) - 1) AS place
  WITH place, members[place] AS nearer, members
  MATCH (nearer){left}[r:{types}]{right}(n) WHERE n IN members
  WITH n, r ORDER BY place
  WITH n, collect(DISTINCT r)[..$relations_per_node] AS first
  UNWIND first AS r
  WITH DISTINCT r, startNode(r) AS a, endNode(r) AS b LIMIT $relation_limit
  RETURN collect({_RELATION}) AS relations
}}
RETURN head([n IN [start] | {_NODE}]) AS start,
  [n IN [start] + selves + origins + reached | {_NODE}] AS nodes,
  [n IN origins | n.id] AS origins, joints, relations""",
        "What stands around a node. In: library, id, limit (of nodes per origin), node_limit, "
        "relations_per_node (kept of those that lead to one node: from the nearest), "
        "relation_limit. Out, one row, none for a foreign id: start, nodes (maps, some of them "
        "more than once), origins (ids: where the traversal began), joints (relations from the "
        "start to its origins) and relations (of these families), both as lists of source, target, "
        "type, label, reason, basis, confidence.",
    )


_RELATION = """[a.id, b.id, type(r), coalesce(r.label, ''), coalesce(r.reason, ''), r.basis,
    r.confidence]"""


def _origins(label: Label, families: frozenset[Family]) -> str:
    """``selves``: what is the same as the start; ``origins``; ``joints``: how it leads there."""
    if label not in (Label.APPEARANCE, Label.ENTITY):
        return "WITH start, [] AS selves, [start] AS origins, [] AS joints"
    entity = "start" if label is Label.ENTITY else "entity"
    to_entity = "" if label is Label.ENTITY else "  MATCH (start)-[:IS]->(entity:Entity)\n"
    same = f"""\
CALL (start) {{
{to_entity}\
  MATCH (a:Appearance)-[r:IS]->({entity}) WHERE a.library = $library
  WITH a, r, {entity} AS b ORDER BY a <> start, a.video_id, a.seen_at_ms, a.id
  LIMIT {MAX_ORIGINS}
  RETURN collect(a) + collect(DISTINCT b) AS seen, collect({_RELATION}) AS identities
}}
WITH start, [start] + seen AS selves, identities
"""
    if families & _OF_APPEARANCES:
        return f"{same}WITH start, selves, selves AS origins, identities AS joints"
    return f"""\
{same}\
CALL (selves) {{
  UNWIND selves AS self
  MATCH (self)-[r:{_ROLES}]-(acted:MicroEvent) WHERE acted.library = $library
  WITH DISTINCT acted, r, startNode(r) AS a, endNode(r) AS b
  ORDER BY acted.video_id, acted.start_ms, acted.id LIMIT {MAX_ORIGINS}
  RETURN collect(DISTINCT acted) AS origins, collect({_RELATION}) AS roles
}}
WITH start, selves, origins, identities + roles AS joints"""
