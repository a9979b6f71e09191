"""Which database the settings mean, and what is said when there is none."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from pydantic import SecretStr

from cypher.connection import open_store
from cypher.query import Query
from cypher.server_features import require_supported, server_features
from cypher.store import Store
from runtime.errors import DatabaseRefusedError, DatabaseUnreachableError
from runtime.settings import Settings


def at_version(*version: int) -> Store:
    return cast(Store, SimpleNamespace(server_version=version, uri="bolt://somewhere"))


def test_the_server_of_the_settings_is_opened(settings: Settings) -> None:
    with open_store(settings) as store:
        assert store.read(Query("RETURN 1 AS one", "Out: one.")) == [{"one": 1}]


def test_a_wrong_password_names_the_setting(settings: Settings) -> None:
    wrong = settings.model_copy(update={"neo4j_password": SecretStr("wrong")})
    with pytest.raises(DatabaseRefusedError, match="refuses this user or password") as raised:
        open_store(wrong)
    assert "NEO4J_PASSWORD" in raised.value.hint


def test_an_address_without_a_password_is_refused_before_connecting(settings: Settings) -> None:
    with pytest.raises(DatabaseRefusedError, match="NEO4J_PASSWORD is not"):
        open_store(settings.model_copy(update={"neo4j_password": None}))


def test_without_any_database_the_way_to_one_is_named(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnreachableError, match="no local Neo4j") as raised:
        open_store(Settings(home=tmp_path))
    assert "longtake up" in raised.value.hint


def test_an_unknown_local_server_is_not_started_by_opening(tmp_path: Path) -> None:
    (tmp_path / "neo4j").mkdir()
    (tmp_path / "neo4j" / "password").write_text("secret")
    with pytest.raises(DatabaseUnreachableError) as raised:
        open_store(Settings(home=tmp_path, bolt_port=9))
    assert "longtake up" in raised.value.hint
    assert "NEO4J_URI" not in raised.value.hint


@pytest.mark.parametrize(
    ("version", "cypher_25", "search"),
    [((5, 26), False, False), ((2025, 6), True, False), ((2026, 9), True, True)],
)
def test_features_follow_from_the_version(
    version: tuple[int, int], cypher_25: bool, search: bool
) -> None:
    features = server_features(at_version(*version))
    assert (features.cypher_25, features.vector_search_clause) == (cypher_25, search)


def test_the_feature_table_is_true_of_this_server(store: Store) -> None:
    statement = Query("CYPHER 25 RETURN 1 AS one", "Out: one.")
    if server_features(store).cypher_25:
        assert store.read(statement) == [{"one": 1}]
    else:
        with pytest.raises(Exception, match="25"):
            store.read(statement)


def test_an_old_server_is_refused() -> None:
    require_supported(at_version(5, 26))
    with pytest.raises(DatabaseRefusedError, match=r"Neo4j 4\.4; Longtake needs 5\.26 or newer"):
        require_supported(at_version(4, 4))
