"""Bulk statements are built from the closed enums, for what the schema allows."""

from enum import StrEnum

import pytest

from cypher.statements import merge_nodes, merge_relationships, set_embeddings
from graph_schema.labels import SEARCHABLE, Label
from graph_schema.relationships import ENDPOINTS, RelationType


class Forged(StrEnum):
    LABEL = "Video) DETACH DELETE n //"


@pytest.mark.parametrize("label", [label for label in Label if label is not Label.MEMORY])
def test_nodes_of_every_label(label: Label) -> None:
    query = merge_nodes(label)
    assert query.text.startswith(f"UNWIND $rows AS row\nMERGE (n:{label.value} {{id: row.id}})")
    assert query.text.endswith("RETURN count(*) AS written")
    assert ("SET n:Memory" in query.text) is (label in SEARCHABLE)


def test_memory_is_no_label_of_its_own() -> None:
    with pytest.raises(ValueError, match="no node's own label"):
        merge_nodes(Label.MEMORY)


def test_memory_can_be_left_off() -> None:
    assert "Memory" not in merge_nodes(Label.MICRO_EVENT, extra_memory=False).text


@pytest.mark.parametrize("type_", RelationType)
def test_relationships_between_allowed_ends(type_: RelationType) -> None:
    for start, end in ENDPOINTS[type_]:
        text = merge_relationships(type_, start, end).text
        assert text.startswith(
            "UNWIND $rows AS row\n"
            f"MATCH (a:{start.value} {{id: row.start}})\n"
            f"MATCH (b:{end.value} {{id: row.end}})\n"
        )
        assert text.endswith("RETURN count(*) AS written")


def test_other_ends_are_refused() -> None:
    with pytest.raises(ValueError, match="CAUSES does not go from Video to Video"):
        merge_relationships(RelationType.CAUSES, Label.VIDEO, Label.VIDEO)
    with pytest.raises(ValueError, match="not searchable"):
        set_embeddings(Label.APPEARANCE)


def test_a_forged_label_gets_into_no_statement() -> None:
    for build in (merge_nodes, set_embeddings):
        with pytest.raises(ValueError, match="DETACH DELETE"):
            build(Forged.LABEL)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="does not go"):
        merge_relationships(RelationType.CAUSES, Forged.LABEL, Label.VIDEO)  # type: ignore[arg-type]
