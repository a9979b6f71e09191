"""Moving the memory to another encoder: beside the old vectors first, then in their place.

There is one encoder for the whole database, so these statements reach across libraries.
"""

from functools import cache

from cypher.query import Query
from graph_schema.labels import SEARCHABLE, Label


def _searchable(label: Label) -> str:
    if label not in SEARCHABLE:
        raise ValueError(f"{label.value} is not searchable")
    return label.value


@cache
def waiting_nodes(label: Label) -> Query:
    """Nodes of a label that have no vector of the new encoder yet, in order of their ids."""
    return Query(
        f"MATCH (n:{_searchable(label)})\n"
        "WHERE n.id > $after AND n:Memory AND n.text IS NOT NULL\n"
        "  AND coalesce(n.next_encoder, '') <> $encoder\n"
        "RETURN n.id AS id, n.text AS text ORDER BY id LIMIT $limit",
        f"{label.value} nodes still to be embedded. In: after (an id, '' at first), encoder (the "
        "name of its index), limit. Out: id, text.",
    )


@cache
def count_waiting(label: Label) -> Query:
    """How many those are."""
    return Query(
        f"MATCH (n:{_searchable(label)})\n"
        "WHERE n.id > '' AND n:Memory AND n.text IS NOT NULL\n"
        "  AND coalesce(n.next_encoder, '') <> $encoder\n"
        "RETURN count(n) AS waiting",
        f"How many {label.value} nodes are still to be embedded. In: encoder. Out: waiting.",
    )


@cache
def put_beside(label: Label) -> Query:
    """Keep new vectors beside the old ones, by which search goes on."""
    return Query(
        "UNWIND $rows AS row\n"
        f"MATCH (n:{_searchable(label)} {{id: row.id}})\n"
        "SET n.next_embedding = row.embedding, n.next_encoder = $encoder,\n"
        "    n.search_text = row.search_text\n"
        "RETURN count(*) AS written",
        f"Keeps vectors of the new encoder at {label.value} nodes. In: rows of {{id, search_text, "
        "embedding}, encoder. Out: written.",
    )


@cache
def put_in_place(label: Label) -> Query:
    """Let a batch of new vectors take the place of the old ones."""
    return Query(
        f"MATCH (n:{_searchable(label)})\n"
        "WHERE n.id > '' AND n.next_encoder = $encoder\n"
        "WITH n LIMIT $limit\n"
        "SET n.embedding = n.next_embedding\n"
        "REMOVE n.next_embedding, n.next_encoder\n"
        "RETURN count(*) AS moved",
        f"Moves new vectors of {label.value} nodes into place. In: encoder, limit. Out: moved.",
    )
