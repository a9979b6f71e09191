"""A request to speak up later cannot be put to a stored memory: an error, never a wrong answer."""

from types import SimpleNamespace
from typing import Any

from sheets import item

from evaluation.datasets.right_answer import RightAnswer
from evaluation.runs.asking import Asker
from evaluation.scorers import streamingbench


def test_a_request_to_speak_up_later_is_an_error() -> None:
    later = item(
        "proactive-4-1", RightAnswer(at_ms=9000), choices=(), group="Proactive Output",
        category="Contextual Understanding", asked_at_ms=5000, speaks_up_later=True, to_say="now",
    )  # fmt: skip
    key: Any = SimpleNamespace(model="m", prompt_version="p")
    unused: Any = None
    memory: Any = SimpleNamespace(perception_key="k")
    asked = Asker(key, unused, unused, unused)(later.public(), memory)
    assert asked.prediction.error is not None
    assert "told later" in asked.prediction.error
    found = streamingbench.score([later], {later.id: asked.prediction})
    assert (found.errors, found.n, found.metrics) == (1, 0, {})
