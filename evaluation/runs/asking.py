"""Asking one item: from its public fields to a prediction."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from langchain_core.language_models import BaseChatModel

from agent.answer import Answer
from agent.ask import Question, ask
from agent.reach import Reach
from cypher.store import Store
from evaluation.gold import GoldRenderedError
from evaluation.item import PublicItem
from evaluation.leak_guard.finding import LeakError
from evaluation.runs.memories import Memory
from evaluation.runs.prediction import Prediction
from evaluation.runs.run_key import RunKey
from runtime.embedder import Embedder
from runtime.errors import DependencyError, LongtakeError, UsageError
from runtime.settings import Settings

Wording = Callable[[PublicItem], str]
"""How an item is put to the reasoner; it is given no gold."""


def as_it_stands(item: PublicItem) -> str:
    """The question in the words of the data set."""
    return item.question


@dataclass(frozen=True, slots=True)
class Asked:
    """What became of asking: the prediction, and the error where there was one."""

    prediction: Prediction
    error: Exception | None = None

    @property
    def without_dependency(self) -> bool:
        """Whether something was missing that the next item needs as well."""
        return isinstance(self.error, DependencyError)


@dataclass(frozen=True, slots=True)
class Asker:
    """Asks items one by one, from any thread; all that a run's items share."""

    key: RunKey
    store: Store
    embedder: Embedder
    settings: Settings
    model: BaseChatModel | None = None
    wording: Wording = as_it_stands

    def __call__(self, item: PublicItem, memory: Memory) -> Asked:
        """The prediction of one item. An error becomes a prediction that says so, so that one item
        cannot end a run; only what touches a gold label is raised.
        """
        began = time.monotonic()
        stamped = {
            "item_id": item.id,
            "model": self.key.model,
            "prompt_version": self.key.prompt_version,
            "memory": memory.perception_key,
            "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
        }
        try:
            answer = self._ask(item, memory)
        except (LeakError, GoldRenderedError):
            raise
        except Exception as error:
            said = f"{error.type}: {error.message}" if isinstance(error, LongtakeError) else None
            failed = Prediction(
                **stamped,
                error=said or f"{type(error).__name__}: {error}",
                answered=False,
                seconds=round(time.monotonic() - began, 3),
            )
            return Asked(failed, error)
        return Asked(Prediction(**stamped, **_fields(answer)))

    def _ask(self, item: PublicItem, memory: Memory) -> Answer:
        if item.extra.get("speaks_up_later"):
            raise UsageError(
                "it asks to be told later, when something happens",
                "Only a live session can; a stored memory is asked once.",
            )
        reach: Reach = self.key.reach
        if item.asked_at_ms is not None:
            reach = reach.model_copy(update={"until_ms": item.asked_at_ms})
        question = Question(
            self.wording(item),
            self.key.library,
            videos=(memory.video_id,),
            choices=item.choices,
        )
        return ask(
            question,
            store=self.store,
            embedder=self.embedder,
            settings=self.settings,
            model=self.model,
            reach=reach,
        )


def _fields(answer: Answer) -> dict[str, object]:
    standing = [one for one in answer.citations if one.verdict != "rejected"]
    return {
        "choice": answer.choice,
        "text": answer.text,
        "answered": answer.answered,
        "moments_ms": tuple(
            (one.start_ms, one.end_ms)
            for one in standing
            if one.start_ms is not None and one.end_ms is not None
        ),
        "rounds": answer.rounds,
        "prompt_tokens": answer.tokens.prompt,
        "completion_tokens": answer.tokens.completion,
        "max_prompt_tokens": answer.tokens.max_prompt,
        "seconds": answer.seconds,
        "run_id": answer.run_id,
    }
