"""The gold of the extractor is well formed, and what it measures is kept up."""

import json
from pathlib import Path

from evaluation.benches.extraction import GOLD, SENTENCES, Drawn, draw, score_sentences

MENDED = Path(__file__).parent / "language" / "mended_sentences.json"


def test_the_film_gold_covers_three_minutes():
    gold = json.loads(GOLD.read_text())
    assert gold["end_ms"] - gold["start_ms"] >= 179_000
    for event in gold["events"]:
        assert gold["start_ms"] <= event["start_ms"] < event["end_ms"] <= gold["end_ms"]
        assert event["text"]
        assert event["actor"]


def test_at_least_sixty_sentences_with_frames_of_three_parts():
    kinds = json.loads(SENTENCES.read_text())["kinds"]
    assert sum(len(items) for items in kinds.values()) >= 60
    assert all(len(f) == 3 for items in kinds.values() for item in items for f in item["frames"])


def test_frames_once_mended_stay_right():
    assert min(score_sentences(MENDED).values()) >= 0.9


def test_the_same_seed_draws_the_same_edges():
    edges = [Drawn(str(i), "CAUSES", str(i + 1), "") for i in range(50)]
    assert draw(edges) == draw(edges)
    assert len(draw(edges)) == 20
    assert len(draw(edges[:3])) == 3
