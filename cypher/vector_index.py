"""Creating and dropping vector indexes, whose names carry model and dimension."""

from cypher.query import Query
from cypher.store import Store
from graph_schema.indexes import SchemaItem

_CREATE = Query(
    """\
CREATE VECTOR INDEX $name IF NOT EXISTS
FOR (n:Memory) ON (n.embedding)
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine'
}}""",
    "Creates the vector index of one encoder. In: name, dimensions. Out: nothing.",
)

_DROP = Query(
    "DROP INDEX $name IF EXISTS", "Drops an index. In: name. Out: nothing; no error without it."
)


def create_vector_index(store: Store, item: SchemaItem) -> None:
    """Create the declared index unless it exists; it fills in the background."""
    store.write(_CREATE, name=item.name, dimensions=item.dimensions)


def drop_index(store: Store, name: str) -> None:
    """Drop an index by name, if there is one (``reembed`` drops the old encoder's)."""
    store.write(_DROP, name=name)
