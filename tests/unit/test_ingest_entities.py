"""Who is who: by name and type across macro events, never inside one."""

from typing import Any

import pytest

from graph_schema.nodes import Appearance, Provenance
from ingestion.entities import Decided, Resolved, name_key, resolve

VIDEO = "v0123456789abcdef"
STAMP = Provenance(perceiver="test", source="annotation")


def seen(number: int, name: str, macro: int, **changes: Any) -> Appearance:
    fields = {
        "id": f"{VIDEO}.a{number}",
        "library": "test",
        "video_id": VIDEO,
        "macro_event": f"{VIDEO}.m{macro}",
        "name": name,
        "type": "Person",
        "seen_at_ms": macro * 1_000,
        "provenance": STAMP,
        **changes,
    }
    return Appearance(**fields)


def groups(resolved: Resolved) -> set[frozenset[int]]:
    """Numbers of the appearances of each entity."""
    found: dict[str, set[int]] = {}
    for appearance, entity in resolved.entity_of.items():
        found.setdefault(entity, set()).add(int(appearance.rpartition(".a")[2]))
    return {frozenset(numbers) for numbers in found.values()}


@pytest.mark.parametrize(
    ("one", "two"),
    [("The Cook", "cook"), ("a red-haired girl", "Red haired girl"), ("ＣＯＯＫ", "cook")],
)
def test_names_are_compared_without_case_articles_and_punctuation(one: str, two: str) -> None:
    assert name_key(one) == name_key(two)


def test_names_of_articles_alone_stay() -> None:
    assert name_key("The The") != ""
    assert name_key("…") != name_key("!")


def test_same_name_and_type_across_macro_events_are_one() -> None:
    result = resolve([seen(1, "cook", 1), seen(2, "Cook", 2), seen(3, "cook", 3, type="Object")])
    assert groups(result) == {frozenset({1, 2}), frozenset({3})}
    (decision,) = result.decisions
    assert (decision.kind, decision.score) == ("same", 1.0)
    assert "m1, m2" in decision.evidence


def test_two_inside_one_macro_event_stay_apart_for_ever() -> None:
    result = resolve(
        [seen(1, "cook", 1), seen(2, "cook", 1), seen(3, "cook", 2), seen(4, "cook", 2)]
    )
    assert all(len(group) == 2 for group in groups(result))
    assert result.entity_of[f"{VIDEO}.a1"] != result.entity_of[f"{VIDEO}.a2"]
    assert result.entity_of[f"{VIDEO}.a3"] != result.entity_of[f"{VIDEO}.a4"]
    assert [one.kind for one in result.decisions].count("different") == 2


def test_descriptions_tell_namesakes_apart() -> None:
    result = resolve(
        [
            seen(1, "man", 1, description="tall, in a red coat"),
            seen(2, "man", 1, description="old, with a beard"),
            seen(3, "man", 2, description="a long beard"),
            seen(4, "man", 3, description="a red coat"),
        ]
    )
    assert groups(result) == {frozenset({1, 4}), frozenset({2, 3})}
    assert {one.score for one in result.decisions if one.kind == "same"} == {0.5}


def test_the_id_is_that_of_the_earliest_appearance_in_whatever_order_they_come() -> None:
    appearances = [seen(2, "cook", 2), seen(1, "cook", 3), seen(3, "cook", 1)]
    one, two = resolve(appearances), resolve(appearances[::-1])
    assert one.entities == two.entities
    assert one == two


def test_what_people_decided_comes_first() -> None:
    appearances = [seen(1, "cook", 1), seen(2, "chef", 2), seen(3, "cook", 3)]
    a1, a2, a3 = (one.id for one in appearances)
    same = Decided(same=True, appearances=frozenset({a1, a2}))
    assert groups(resolve(appearances, [same])) == {frozenset({1, 2, 3})}
    different = Decided(same=False, appearances=frozenset({a1, a3}))
    assert groups(resolve(appearances, [different])) == {
        frozenset({1}),
        frozenset({2}),
        frozenset({3}),
    }


def test_nobody_can_decide_that_two_inside_one_macro_event_are_one() -> None:
    appearances = [seen(1, "cook", 1), seen(2, "chef", 1)]
    same = Decided(same=True, appearances=frozenset(one.id for one in appearances))
    assert len(groups(resolve(appearances, [same]))) == 2


def test_grounded_names_win_and_the_others_are_aliases() -> None:
    result = resolve(
        [
            seen(1, "the cook", 1, naming="inferred"),
            seen(2, "Cook", 2, naming="grounded", aliases=["Ann"]),
            seen(3, "the cook", 3, naming="inferred"),
        ]
    )
    (entity,) = result.entities
    assert entity.name == "Cook"
    assert entity.aliases == ["the cook", "Ann"]
    assert result.texts[entity.id] == "Cook (Person). the cook, Ann"
