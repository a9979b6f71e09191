"""The explore loop (MemDreamer 3.2) on LangChain's ``create_agent``.

``a_t = R(Q, H)``, observe ``o_t``, ``c_t = R(o_t, Q)``, ``H ∪ {(a_t, c_t)}``, at most 12 rounds.
The graph is built once a process, which takes longer than a run through it: what belongs to a run
(its question, tools, model and trajectory: :class:`~agent.loop.Loop`) travels as its context.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from langchain.agents import create_agent
from langchain.agents.middleware import AgentMiddleware, AgentState, ModelRequest
from langchain.agents.middleware.types import hook_config
from langchain_core.language_models import BaseChatModel, FakeListChatModel
from langchain_core.messages import HumanMessage, ToolMessage
from langgraph.prebuilt.tool_node import ToolCallRequest
from langgraph.runtime import Runtime
from langgraph.types import Command

from agent.answer import Step, TokenUse
from agent.draft import AnswerDraft
from agent.evidence import Evidence
from agent.loop import Loop
from agent.question import Question
from agent.reach import MAX_ROUNDS
from agent.tools import MAX_OBSERVATION_TOKENS, Workbench
from agent.trajectory import steps_of

__all__ = ["MAX_ROUNDS", "Outcome", "explore"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an exploration came to; ``draft`` is None when the model never gave an answer."""

    draft: AnswerDraft | None
    steps: tuple[Step, ...]
    rounds: int
    tokens: TokenUse
    evidence: Evidence
    prompt_version: str


def explore(
    question: Question,
    bench: Workbench,
    model: BaseChatModel,
    *,
    max_rounds: int | None = None,
    observation_tokens: int = MAX_OBSERVATION_TOKENS,
) -> Outcome:
    """Lets ``model`` explore the memory until it answers or the rounds are used up.

    Tools, opening calls and rounds are those of ``bench.reach``, unless ``max_rounds`` says how
    many rounds. ``observation_tokens`` bounds what the tools of one round return; more than a
    prompt can show is of use only to a reasoner that reads the artifacts.

    Raises :class:`~runtime.errors.ModelUnavailableError` when the model stays away, and the
    database's errors; what the model itself does wrong is told to it and costs it a round.
    """
    rounds = bench.reach.rounds if max_rounds is None else max_rounds
    loop = Loop(question, bench, model, rounds, observation_tokens)
    loop.open(bench.reach.opening)
    _agent().invoke({"messages": [HumanMessage(question.rendered())]}, context=_Run(loop))
    return Outcome(
        draft=loop.draft,
        steps=steps_of(loop.rounds),
        rounds=len(loop.rounds),
        tokens=loop.tokens,
        evidence=loop.evidence,
        prompt_version=loop.system.version,
    )


@dataclass(frozen=True, slots=True)
class _Run:
    """What an invocation of the graph carries."""

    loop: Loop


class _OfTheRun(AgentMiddleware[AgentState[Any], _Run, Any]):
    """Hands every hook to the loop of the run it is called in."""

    def wrap_model_call(
        self, request: ModelRequest[_Run], handler: Callable[[ModelRequest[_Run]], Any]
    ) -> Any:
        """The run's own model, prompt and tools."""
        return request.runtime.context.loop.call_model(request, handler)

    @hook_config(can_jump_to=["model", "end"])
    def after_model(self, state: AgentState[Any], runtime: Runtime[_Run]) -> dict[str, Any] | None:
        """Goes on with the calls of the reply, asks again, or ends."""
        return runtime.context.loop.take_reply(state)

    def wrap_tool_call(
        self,
        request: ToolCallRequest,
        handler: Callable[[ToolCallRequest], ToolMessage | Command[Any]],
    ) -> ToolMessage | Command[Any]:
        """The run's own tool of that name."""
        run: Any = request.runtime.context
        loop: Loop = run.loop
        return loop.call_tool(request, handler)


@cache
def _agent() -> Any:
    never_asked = FakeListChatModel(responses=[])  # every run brings its own model and tools
    return create_agent(never_asked, middleware=[_OfTheRun()], context_schema=_Run)
