"""Hybrid search by langchain-neo4j and by neo4j-graphrag, over the nodes and vectors of ours.

Both ask one statement for vector and full-text candidates and keep the better of the two scores,
each divided by its best. They look for words in the text as it stands, in a full-text index that
their own function makes; ours looks in its own, which holds stems and knows libraries and videos.
The vector index is asked for as many candidates as ours asks for; the full-text index is asked for
``k`` only, which their interfaces leave no choice about and which is to their favour.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from cypher import measuring
from cypher.store import Store
from cypher.vector_index import drop_index
from graph_schema.indexes import vector_index_name
from graph_schema.labels import Label
from runtime.embedder import Embedder
from runtime.errors import DependencyError
from runtime.settings import Settings

LANGCHAIN, GRAPHRAG = "langchain-neo4j hybrid", "neo4j-graphrag HybridCypherRetriever"

Search = Callable[[str], list[str]]
"""From a query to the ids of what was found, best first."""

_FILLING_S = 300
_KEYWORD_INDEX = "bench_peers_text"
_FETCH = (
    "RETURN node.id AS id, node.video_id AS video_id, node.start_ms AS start_ms, "
    "node.end_ms AS end_ms, node.text AS text, score"
)


class PeersMissingError(DependencyError):
    """The extra ``bench`` is not installed."""

    def __init__(self) -> None:
        super().__init__(
            "langchain-neo4j and neo4j-graphrag, which this benchmark measures beside ours, are "
            "not installed",
            "make bench installs them, or pip install -e '.[bench]'.",
        )


@contextmanager
def hybrid_searches(
    store: Store, settings: Settings, embedder: Embedder, *, k: int, candidates: int
) -> Iterator[dict[str, Search]]:
    """The searches by name, on the database of ``settings``, which ``store`` has open.

    Their full-text index exists as long as the context lasts. Raises :class:`PeersMissingError`.
    """
    if find_spec("langchain_neo4j") is None or find_spec("neo4j_graphrag") is None:
        raise PeersMissingError
    from neo4j_graphrag.indexes import create_fulltext_index

    vectors = vector_index_name(embedder.model, embedder.dimensions)
    create_fulltext_index(store.driver, _KEYWORD_INDEX, Label.MEMORY.value, ["text"])
    try:
        store.read(measuring.AWAIT_INDEX, name=_KEYWORD_INDEX, limit_s=_FILLING_S)
        with _langchain(settings, embedder, vectors, k, candidates // k) as langchain:
            yield {
                LANGCHAIN: langchain,
                GRAPHRAG: _graphrag(store, embedder, vectors, k, candidates // k),
            }
    finally:
        drop_index(store, _KEYWORD_INDEX)


@contextmanager
def _langchain(
    settings: Settings, embedder: Embedder, vectors: str, k: int, ratio: int
) -> Iterator[Search]:
    from langchain_core.embeddings import Embeddings
    from langchain_neo4j import Neo4jVector
    from neo4j_graphrag.types import SearchType

    class Ours(Embeddings):
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            return list(embedder.encode(texts).tolist())

        def embed_query(self, text: str) -> list[float]:
            return self.embed_documents([text])[0]

    password = settings.neo4j_password
    memory = Neo4jVector.from_existing_index(
        Ours(),
        vectors,
        search_type=SearchType.HYBRID,
        keyword_index_name=_KEYWORD_INDEX,
        embedding_dimension=embedder.dimensions,
        url=settings.neo4j_uri,
        username=settings.neo4j_user,
        password=password.get_secret_value() if password else "",
    )

    def search(query: str) -> list[str]:
        found = memory.similarity_search(query, k=k, effective_search_ratio=ratio)
        return [document.metadata["id"] for document in found]

    try:
        yield search
    finally:
        memory._driver.close()  # it has no way of its own to be closed


def _graphrag(store: Store, embedder: Embedder, vectors: str, k: int, ratio: int) -> Search:
    from neo4j_graphrag.retrievers import HybridCypherRetriever

    retriever = HybridCypherRetriever(store.driver, vectors, _KEYWORD_INDEX, _FETCH)

    def search(query: str) -> list[str]:
        found = retriever.get_search_results(
            query_text=query,
            query_vector=embedder.encode([query])[0].tolist(),
            top_k=k,
            effective_search_ratio=ratio,
        )
        return [record["id"] for record in found.records]

    return search
