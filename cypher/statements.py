"""Statements that write nodes and relationships in bulk, built from the closed enums.

Labels and relationship types cannot be parameters in Cypher 5, so they are put into the text
here, and only here. They come from ``graph_schema``'s enums; nothing that a user, a video or a
model wrote can reach the text. Every statement suits :meth:`cypher.store.Store.write_rows`.
"""

from functools import cache

from cypher.query import Query
from graph_schema.labels import ID_LETTERS, SEARCHABLE, Label
from graph_schema.relationships import ENDPOINTS, RelationType

_KEEP_DERIVED = """\
WITH row, n, n.text = row.properties.text AS unchanged, n.search_text AS old_search_text,
     n.embedding AS old_embedding
SET n = row.properties
SET n:Memory
SET n.search_text = coalesce(row.properties.search_text,
                             CASE WHEN unchanged THEN old_search_text END),
    n.embedding = coalesce(row.properties.embedding, CASE WHEN unchanged THEN old_embedding END)
"""


@cache
def merge_nodes(label: Label, extra_memory: bool | None = None) -> Query:
    """Create or replace nodes of one label.

    ``extra_memory`` also labels them ``:Memory``; it defaults to whether the label is searchable.
    Properties are replaced exactly: a property that a row does not name is removed. Of a Memory
    node the derived ``search_text`` and ``embedding`` stay while ``text`` is unchanged, so that a
    re-run embeds nothing again, and go when it changes, so that none can be stale. Raises
    ``ValueError`` for what is no label of the schema.
    """
    if label not in ID_LETTERS:
        raise ValueError(f"{label!r} is no node's own label")
    memory = label in SEARCHABLE if extra_memory is None else extra_memory
    replace = _KEEP_DERIVED if memory else "SET n = row.properties\n"
    return Query(
        "UNWIND $rows AS row\n"
        f"MERGE (n:{label.value} {{id: row.id}})\n"
        f"{replace}"
        "RETURN count(*) AS written",
        f"Merges {label.value} nodes. In: rows of {{id, properties}}, where properties repeat id "
        "and library (and hold text, for Memory). Out: written.",
    )


@cache
def merge_relationships(type_: RelationType, start: Label, end: Label) -> Query:
    """Create or replace relationships of one type between two labels.

    There is at most one relationship of a type from one node to another, except ``RELATED_TO``,
    of which there may be one for each ``label`` property. Rows whose nodes do not both exist write
    nothing, which ``write_rows`` notices as a shortfall. Raises ``ValueError`` for ends that the
    schema does not allow.
    """
    if (start, end) not in ENDPOINTS[type_]:
        raise ValueError(f"{type_.value} does not go from {start.value} to {end.value}")
    key = " {label: row.properties.label}" if type_ is RelationType.RELATED_TO else ""
    return Query(
        "UNWIND $rows AS row\n"
        f"MATCH (a:{start.value} {{id: row.start}})\n"
        f"MATCH (b:{end.value} {{id: row.end}})\n"
        f"MERGE (a)-[r:{type_.value}{key}]->(b)\n"
        "SET r = row.properties\n"
        "RETURN count(*) AS written",
        f"Merges {type_.value} from {start.value} to {end.value}. In: rows of "
        "{start, end, properties}; start and end are node ids. Out: written.",
    )


@cache
def set_embeddings(label: Label) -> Query:
    """Set what makes nodes of one searchable label findable: the text's stems and its vector."""
    if label not in SEARCHABLE:
        raise ValueError(f"{label.value} is not searchable")
    return Query(
        "UNWIND $rows AS row\n"
        f"MATCH (n:{label.value} {{id: row.id}})\n"
        "SET n:Memory, n.text = row.text, n.search_text = row.search_text,\n"
        "    n.embedding = row.embedding\n"
        "RETURN count(*) AS written",
        f"Makes {label.value} nodes searchable. In: rows of {{id, text, search_text, embedding}}. "
        "Out: written.",
    )
