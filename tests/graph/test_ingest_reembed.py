"""Moving a memory to another encoder, on a server of its own: there is one encoder a database."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cypher.query import Query
from cypher.schema_check import found_schema
from cypher.store import Store
from ingestion.ingest import IngestRequest, ingest
from ingestion.reembed import reembed
from migrations.runner import migrate
from runtime import default_encoder
from runtime.errors import SchemaMismatchError
from runtime.neo4j_local.server import started_server
from runtime.progress import Silent
from runtime.settings import Settings
from tests.graph.ingest_cases import kitchen, picture, scripted_encoder, written

pytestmark = pytest.mark.own_server

LIBRARIES = ("one", "two")
VECTORS = Query(
    "MATCH (n:Memory) RETURN DISTINCT size(n.embedding) AS dimensions, "
    "n.next_embedding IS NOT NULL AS beside",
    "In: nothing. Out: dimensions, beside.",
)


@dataclass
class OtherEncoder:
    model: str = "other"
    dimensions: int = 8
    dies_after: int = 10**9
    texts: int = 0

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.texts += len(texts)
        if self.texts > self.dies_after:
            raise KeyboardInterrupt
        vectors = np.array(
            [[len(text) + 1, *text.encode()[:1], 1, 1, 1, 1, 1, 1] for text in texts],
            dtype=np.float32,
        )
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


@pytest.fixture(scope="module")
def own_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with started_server(tmp_path_factory.mktemp("neo4j")) as running:
        connection = running.connection
        with Store(connection.uri, connection.user, connection.password) as opened:
            yield opened


@pytest.fixture
def remembered(
    own_store: Store, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Store:
    monkeypatch.setattr("ingestion.warmth.load_embedder", scripted_encoder)
    migrate(own_store, default_encoder.NAME, default_encoder.DIMENSIONS)
    for library in LIBRARIES:
        request = IngestRequest(library=library, annotations=written(tmp_path, kitchen(8)))
        ingest(request, store=own_store, settings=settings)
    return own_store


def test_an_interrupted_move_leaves_search_as_it_was_and_is_finished_later(
    remembered: Store, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = [picture(remembered, library) for library in LIBRARIES]
    with pytest.raises(SchemaMismatchError, match="another encoder") as raised:
        migrate(remembered, "other", 8)
    assert "longtake reembed" in raised.value.hint

    encoder = OtherEncoder(dies_after=40)
    monkeypatch.setattr("ingestion.reembed.load_embedder", lambda _: encoder)
    monkeypatch.setattr("ingestion.reembed.BATCH", 16)
    with pytest.raises(KeyboardInterrupt):
        reembed(remembered, settings)
    migrate(remembered, default_encoder.NAME, default_encoder.DIMENSIONS)
    assert {row["dimensions"] for row in remembered.read(VECTORS)} == {384}

    kept = encoder.texts
    encoder.dies_after = 10**9
    report = reembed(remembered, settings, Silent())
    nodes = sum(map(len, _memory(remembered)))
    assert report.model == "other"
    assert report.nodes == nodes
    assert encoder.texts < nodes + kept, "what was embedded before is not embedded again"
    assert remembered.read(VECTORS) == [{"dimensions": 8, "beside": False}]
    assert [picture(remembered, library) for library in LIBRARIES] == before
    names = set(found_schema(remembered))
    assert "memory_embedding_other_8" in names
    assert not any(name.endswith("_384") for name in names)
    migrate(remembered, "other", 8)

    texts = encoder.texts
    assert reembed(remembered, settings).dropped == ()
    assert encoder.texts == texts, "a second run embeds nothing"


def _memory(store: Store) -> list[list[Any]]:
    query = Query("MATCH (n:Memory {library: $library}) RETURN n.id AS id", "In: library. Out: id.")
    return [store.read(query, library=library) for library in LIBRARIES]
