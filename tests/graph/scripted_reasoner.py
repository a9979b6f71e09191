"""A chat model in this process that answers by a script, and items to ask it."""

from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import Field

from evaluation.gold import Gold
from evaluation.item import Item

VIDEO = "Orchard"


class Scripted(BaseChatModel):
    """Searches, then says the first option; fails on questions in ``fails``."""

    fails: tuple[str, ...] = ()
    asked: list[str] = Field(default_factory=list)
    seen: list[str] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **kwargs: Any) -> Any:
        return self

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        text = "\n".join(message.text for message in messages)
        self.seen.append(text)
        question = next(line for line in text.splitlines() if line.startswith("Question: "))
        if "Round 1 of" in text:
            self.asked.append(question.removeprefix("Question: "))
            if any(one in question for one in self.fails):
                raise ValueError("this model cannot")
            call = {"name": "search_nodes", "args": {"query": question}, "id": "1"}
        else:
            call = {"name": "answer", "args": {"answer": "The first.", "choice": 0}, "id": "2"}
        return ChatResult(generations=[ChatGeneration(message=AIMessage("", tool_calls=[call]))])


def made_items(number: int = 4, **more: Any) -> list[Item]:
    """Questions about the orchard, right by turns."""
    fields = {"video": VIDEO, "choices": ("an apple", "a pear", "a stone"), **more}
    return [
        Item(
            id=f"q{place}",
            dataset="orchard",
            question=f"What hits the fox, number {place}?",
            gold=Gold(place % 3),
            group="even" if place % 2 == 0 else "odd",
            **fields,
        )
        for place in range(number)
    ]
