"""Nodes and relationships written by langchain-neo4j and by neo4j-graphrag, from the rows of ours.

Both call procedures of APOC core, of which Maven has no release for our server's patch level; the
newest for its minor version runs on it. Their objects are made before the clock starts. langchain
merges a node by label and id, so it is given the constraint that ours has; graphrag merges by an
index of its own. Neither is asked to read the schema first.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

from cypher.store import Store
from graph_schema.labels import Label
from graph_schema.relationships import RelationType
from runtime.neo4j_local.lock import Jar, parse_lock
from runtime.settings import Settings

LANGCHAIN, GRAPHRAG = "langchain-neo4j add_graph_documents", "neo4j-graphrag Neo4jWriter"

Rows = Sequence[dict[str, Any]]
Write = Callable[[Rows, Rows], Callable[[], object]]
"""From rows of nodes and of relationships to what writes them."""


def installed() -> bool:
    """Whether the extra ``bench`` is."""
    return all(find_spec(name) is not None for name in ("langchain_neo4j", "neo4j_graphrag"))


def apoc() -> tuple[Jar, ...]:
    """The jars that a server needs for them."""
    return parse_lock((files(__package__) / "apoc-core-5.26.19.lock").read_text())


@contextmanager
def graph_writers(store: Store, settings: Settings) -> Iterator[dict[str, Write]]:
    """The writers by name, on the database of ``settings``, which ``store`` has open.

    None where :func:`installed` says no.
    """
    if not installed():
        yield {}
        return
    from langchain_neo4j import Neo4jGraph

    assert settings.neo4j_uri is not None
    assert settings.neo4j_password is not None
    graph = Neo4jGraph(
        settings.neo4j_uri,
        settings.neo4j_user,
        settings.neo4j_password.get_secret_value(),
        refresh_schema=False,
    )
    try:
        yield {LANGCHAIN: _langchain(graph), GRAPHRAG: _graphrag(store)}
    finally:
        graph.close()


def _langchain(graph: Any) -> Write:
    from langchain_neo4j.graphs.graph_document import GraphDocument, Node, Relationship

    def write(nodes: Rows, relationships: Rows) -> Callable[[], object]:
        made = [
            Node(id=row["id"], type=Label.MICRO_EVENT.value, properties=row["properties"])
            for row in nodes
        ]
        edges = [
            Relationship(
                source=Node(id=row["start"], type=Label.MICRO_EVENT.value),
                target=Node(id=row["end"], type=Label.MICRO_EVENT.value),
                type=RelationType.BEFORE.value,
                properties=row["properties"],
            )
            for row in relationships
        ]
        document = GraphDocument(nodes=made, relationships=edges)
        return lambda: graph.add_graph_documents([document])

    return write


def _graphrag(store: Store) -> Write:
    from neo4j_graphrag.components.kg_writer import Neo4jWriter
    from neo4j_graphrag.components.types import Neo4jGraph, Neo4jNode, Neo4jRelationship

    writer = Neo4jWriter(store.driver)

    def write(nodes: Rows, relationships: Rows) -> Callable[[], object]:
        graph = Neo4jGraph(
            nodes=[
                Neo4jNode(id=row["id"], label=Label.MICRO_EVENT.value, properties=row["properties"])
                for row in nodes
            ],
            relationships=[
                Neo4jRelationship(
                    start_node_id=row["start"],
                    end_node_id=row["end"],
                    type=RelationType.BEFORE.value,
                    properties=row["properties"],
                )
                for row in relationships
            ],
        )

        def run() -> None:
            done = asyncio.run(writer.run(graph))
            assert done.status == "SUCCESS", done

        return run

    return write
