"""The largest prompt of a model that explores to the limit, asks for everything and writes much.

The model is scripted and local: it replies without thinking, and its prompts are counted as they
would travel, system prompt and tool schemas included.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage, convert_to_openai_messages
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import PrivateAttr

from agent.budget import HARD_LIMIT, TARGET
from agent.explore import MAX_ROUNDS, explore
from agent.question import MAX_QUESTION_TOKENS, Question
from agent.tools import Workbench
from evaluation.benches.sample_memory import sample_memory
from evaluation.report import BenchRow
from runtime.settings import Settings
from runtime.tokens import count_tokens


class GreedyModel(BaseChatModel):
    """Calls every tool that returns much, round after round, with long notes, and never answers."""

    video_id: str
    note: str
    _sizes: list[int] = PrivateAttr(default_factory=list)
    _schemas: int = PrivateAttr(default=0)

    @property
    def _llm_type(self) -> str:
        return "greedy"

    @property
    def sizes(self) -> list[int]:
        """Tokens of every prompt it got."""
        return self._sizes

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Itself, with the schemas counted."""
        self._schemas = count_tokens(json.dumps([convert_to_openai_tool(tool) for tool in tools]))
        return self

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        travelling = json.dumps(convert_to_openai_messages(messages))
        self._sizes.append(self._schemas + count_tokens(travelling))
        turn = len(self._sizes)
        wanted: list[tuple[str, dict[str, Any]]] = [
            ("search_nodes", {"query": f"the rabbit {self.note}", "k": 30}),
            ("get_macro_events", {"parent_id": self.video_id}),
            ("get_subgraph", {"macro_event_id": f"{self.video_id}.m{turn}"}),
            ("search_by_time", {"video_id": self.video_id, "start": "0s", "end": "500s"}),
        ]
        calls = [
            {"name": name, "args": arguments, "id": f"{turn}-{place}"}
            for place, (name, arguments) in enumerate(wanted)
        ]
        reply = AIMessage(self.note, tool_calls=calls)
        return ChatResult(generations=[ChatGeneration(message=reply)])


def run(settings: Settings) -> list[BenchRow]:
    """The largest prompt for a short question, and for the longest that is taken."""
    with sample_memory(settings) as memory:
        rows = []
        for name, words in (("a short question", 1), ("the longest question", None)):
            text = "What does the rabbit do? "
            text += "word " * ((MAX_QUESTION_TOKENS - 20) if words is None else words)
            question = Question(text, memory.library, videos=(memory.video_id,))
            model = GreedyModel(video_id=memory.video_id, note="and the apple falls " * 200)
            bench = Workbench(memory.store, memory.embedder, memory.library, question.videos)
            outcome = explore(question, bench, model)
            rows.append(
                BenchRow(
                    f"largest of {len(model.sizes)} prompts, {name}",
                    max(model.sizes),
                    "tokens",
                    bar=f"<= {HARD_LIMIT}, aims at {TARGET}",
                    peers={"rounds": outcome.rounds, "of at most": MAX_ROUNDS},
                )
            )
        return rows
