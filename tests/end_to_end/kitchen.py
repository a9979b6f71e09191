"""A small memory that every contract can be tried on."""

from typing import Any


def kitchen(**changes: Any) -> dict[str, Any]:
    """A perception document of ninety seconds in a kitchen, with a cause in it."""
    document: dict[str, Any] = {
        "video": {"title": "Kitchen", "duration_ms": 90_000, "source_id": "kitchen-1"},
        "macro_events": [
            {
                "key": "m1",
                "label": "Making the dough",
                "summary": "Maria kneads a dough of flour and water.",
                "start_ms": 0,
                "end_ms": 45_000,
                "entities": [
                    {"key": "a1", "name": "Maria", "type": "Person"},
                    {"key": "a2", "name": "dough", "type": "Object"},
                    {"key": "a3", "name": "kitchen", "type": "Location"},
                ],
                "micro_events": [
                    {
                        "key": "e1",
                        "label": "Maria pours water",
                        "description": "Maria pours water into the flour.",
                        "start_ms": 2_000,
                        "end_ms": 9_000,
                        "subjects": ["a1"],
                        "place": "a3",
                    },
                    {
                        "key": "e2",
                        "label": "Maria kneads dough",
                        "description": "Maria kneads the dough until it is smooth.",
                        "start_ms": 10_000,
                        "end_ms": 40_000,
                        "subjects": ["a1"],
                        "objects": ["a2"],
                    },
                ],
                "relations": [
                    {"source": "e1", "target": "e2", "type": "ENABLES", "reason": "needs water"}
                ],
            },
            {
                "key": "m2",
                "label": "The dog steals the dough",
                "summary": "A brown dog jumps up and eats the dough.",
                "start_ms": 45_000,
                "end_ms": 90_000,
                "entities": [
                    {"key": "a1", "name": "dog", "type": "Object"},
                    {"key": "a2", "name": "dough", "type": "Object"},
                    {"key": "a3", "name": "Maria", "type": "Person"},
                ],
                "micro_events": [
                    {
                        "key": "e1",
                        "label": "dog eats dough",
                        "description": "The brown dog jumps onto the table and eats the dough.",
                        "start_ms": 50_000,
                        "end_ms": 58_000,
                        "subjects": ["a1"],
                        "objects": ["a2"],
                    },
                    {
                        "key": "e2",
                        "label": "Maria shouts",
                        "description": "Maria shouts at the dog because it ate the dough.",
                        "start_ms": 60_000,
                        "end_ms": 66_000,
                        "subjects": ["a3"],
                        "objects": ["a1"],
                    },
                ],
                "relations": [
                    {"source": "e1", "target": "e2", "type": "CAUSES", "reason": "it ate the dough"}
                ],
            },
        ],
        "utterances": [
            {"start_ms": 1_000, "end_ms": 3_000, "text": "First the water.", "speaker": "Maria"},
            {"start_ms": 60_000, "end_ms": 62_000, "text": "Down, you beast!", "speaker": "Maria"},
        ],
    }
    return document | changes
