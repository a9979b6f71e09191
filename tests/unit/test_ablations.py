"""The ablations as data, how they are graded, and how they are shown."""

import pytest

from agent.reach import MAX_ROUNDS, TOOLS, Reach
from evaluation.ablations.film import QUESTIONS, captions, film_items
from evaluation.ablations.markdown import section
from evaluation.ablations.scoring import grade_choices, grade_moments
from evaluation.ablations.study import Row, Study
from evaluation.ablations.tables import ABLATIONS, FAMILIES, TITLES, Ablation
from evaluation.gold import Gold
from evaluation.item import Item
from evaluation.leak_guard.fields import check_items
from evaluation.runs.prediction import Prediction
from graph_schema.labels import Kind
from graph_schema.perception_document import PerceptionDocument
from retrieval.views import Event


def test_every_table_compares_the_product_with_something_else() -> None:
    for table in TITLES:
        rows = [one for one in ABLATIONS if one.table == table]
        products = [one for one in rows if one.is_product]
        assert len(products) == 1, table
        assert len(rows) >= 2, table
        assert len({one.name for one in rows}) == len(rows), table


def test_the_tables_cover_what_they_promise() -> None:
    rounds = [one.reach.rounds for one in ABLATIONS if one.table == "rounds"]
    assert rounds == list(range(1, MAX_ROUNDS + 1))
    ks = [one.reach.k for one in ABLATIONS if one.table == "k" and one.reach.k]
    assert (min(ks), max(ks)) == (1, 20)
    assert sorted(tool for tools in FAMILIES.values() for tool in tools) == sorted(TOOLS)


def test_each_row_changes_the_product_in_one_way() -> None:
    for one in ABLATIONS:
        changed = {
            name
            for name in Reach.model_fields
            if getattr(one.reach, name) != getattr(Reach(), name)
        }
        allowed = {
            "memory": {"tools", "kinds", "families"},
            "retrieval": {"tools", "rounds", "opening", "listed"},
            "tools": {"tools"},
            "rounds": {"rounds"},
            "k": {"k"},
            "perceiver": set(),
        }[one.table]
        assert changed <= allowed, one


def test_the_films_questions_give_nothing_away() -> None:
    items = film_items()
    assert len(items) == len(QUESTIONS.read_text("utf-8").splitlines())
    check_items(items)


def _cue(start: int, end: int, text: str) -> Event:
    return Event(
        id=f"v0123456789abcdef.u{start}", kind=Kind.UTTERANCE, video_id="v0123456789abcdef",
        start_ms=start, end_ms=end, label="", text=text,
    )  # fmt: skip


def test_captions_are_cut_into_scenes_of_a_minute() -> None:
    cues = [_cue(n * 20_000, n * 20_000 + 5_000, f"Sentence {n}.") for n in range(7)]
    document = PerceptionDocument.model_validate(captions(cues))
    scenes = document.macro_events
    assert [len(scene.micro_events) for scene in scenes] == [3, 3, 1]
    assert (scenes[0].start_ms, scenes[0].end_ms) == (0, 45_000)
    assert len(document.utterances) == 7
    assert document.video is not None
    assert document.video.duration_ms == 125_000


def _said(item: str, **fields: object) -> Prediction:
    return Prediction(item_id=item, **fields)  # type: ignore[arg-type]


def test_moments_are_right_when_one_of_three_shares_time() -> None:
    items = [
        Item("hit", "film", "v", "?", (), Gold(((1_000, 2_000),))),
        Item("touch", "film", "v", "?", (), Gold(((1_000, 2_000),))),
        Item("fourth", "film", "v", "?", (), Gold(((1_000, 2_000),))),
        Item("absent", "film", "v", "?", (), Gold(())),
        Item("failed", "film", "v", "?", (), Gold(((1_000, 2_000),))),
    ]
    far = (9_000, 9_500)
    graded = grade_moments(
        "row",
        items,
        {
            "hit": _said("hit", moments_ms=(far, (1_900, 3_000))),
            "touch": _said("touch", moments_ms=((2_000, 3_000),), answered=False),
            "fourth": _said("fourth", moments_ms=(far, far, far, (1_000, 2_000))),
            "absent": _said("absent", answered=False, seconds=2.0, rounds=3),
            "failed": _said("failed", error="model_unavailable: away"),
        },
    )
    assert graded.marks == {"hit": 1.0, "touch": 0.0, "fourth": 0.0}
    assert graded.score.n == 4
    assert graded.score.errors == 1
    assert graded.score.metrics["right moment"] == pytest.approx(100 / 3)
    assert graded.score.metrics["refused, shown"] == pytest.approx(100 / 3)
    assert graded.score.metrics["refused, absent"] == 100.0


def _graded(right: str) -> object:
    items = [Item(f"q{n}", "s", f"v{n}", "?", ("a", "b"), Gold(0)) for n in range(len(right))]
    predictions = {
        item.id: _said(item.id, choice=0 if mark == "1" else 1)
        for item, mark in zip(items, right, strict=True)
    }
    return grade_choices("row", items, predictions)


def test_choices_and_gains_are_paired() -> None:
    better, worse = _graded("1111100000"), _graded("1110000000")
    assert better.score.metrics["accuracy"] == 50.0  # type: ignore[attr-defined]
    mean, low, high = better.gain_over(worse)  # type: ignore[attr-defined]
    assert mean == pytest.approx(20.0)
    assert 0 <= low < mean < high


def test_the_section_says_where_when_and_what_is_missing() -> None:
    product, less = Ablation("k", "as asked"), Ablation("k", "1", Reach(k=1))
    rows = [
        Row(product, "film", "accuracy", _graded("1100").score),  # type: ignore[attr-defined]
        Row(less, "film", "accuracy", _graded("1000").score, (-25.0, -75.0, 0.0)),  # type: ignore[attr-defined]
    ]
    text = section(Study(rows, "rules", "2 cores, load 1.0", "2026-12-01", ["NExT-QA: not here"]))
    assert "Reasoner `rules`, 2 cores, load 1.0, 2026-12-01" in text
    assert "Left out: NExT-QA: not here." in text
    assert "| **as asked** | 4 | 50.0 (" in text
    assert "| 1 | 4 | 25.0 (" in text
    assert "-25.0 (-75.0 to +0.0)" in text
    table = [line for line in text.splitlines() if line.startswith("|")]
    assert len({line.count("|") for line in table}) == 1
