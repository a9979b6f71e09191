"""One run of the explore loop: its prompts, its trajectory, its tools and its answer.

One model call a round: the text that the model writes beside its next calls *is* the clue of what
it has just read (see :mod:`agent.clues`). Every prompt is built anew from question, ledger and
newest observation, so its size does not grow with the number of rounds.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from langchain.agents.middleware import AgentState, ModelRequest, ModelResponse
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import BaseTool, StructuredTool
from langgraph.prebuilt.tool_node import ToolCallRequest
from langgraph.types import Command
from pydantic import ValidationError

from agent.answer import TokenUse
from agent.budget import HARD_LIMIT, TARGET, clipped, prompt_tokens, schema_tokens
from agent.draft import AnswerDraft, read_draft
from agent.evidence import Evidence, Observation
from agent.model_calls import called
from agent.prompts import Prompt, render
from agent.question import Question
from agent.reach import QUESTION, TOOLS, OpeningCall
from agent.tools import MIN_OBSERVATION_TOKENS, Workbench, tool_names, toolbox
from agent.trajectory import Call, Caps, Round
from runtime.errors import NotFoundError, UsageError
from runtime.tokens import count_tokens

MAX_CALLS_A_ROUND = 6
_MAX_ERROR_TOKENS = 160
_ANSWER = "answer"

_CAPS = (
    Caps(clue=110, calls=90, observations=1_400),
    Caps(clue=110, calls=60, observations=1_000),
    Caps(clue=60, calls=40, observations=700),
    Caps(clue=40, calls=25, observations=500),
    Caps(clue=25, calls=15, observations=300),
    Caps(clue=12, calls=10, observations=150),
)
"""From roomy to tight: the first that keeps to the target is taken."""


class Loop:
    """One run: bounds its rounds and prompts, keeps the trajectory, and takes the answer."""

    def __init__(
        self,
        question: Question,
        bench: Workbench,
        model: BaseChatModel,
        max_rounds: int,
        observation_tokens: int,
    ) -> None:
        self.evidence = Evidence()
        self.rounds: list[Round] = []
        self.tokens = TokenUse()
        self.draft: AnswerDraft | None = None
        self.system: Prompt = render("explore", rounds=max_rounds)
        self._question = question
        self._bench = bench
        self._model = model
        self._tools = toolbox(bench)
        self._tool_named = {tool.name: tool for tool in self._tools}
        self._answer_tool = _answer_tool()
        self._schema_tokens = schema_tokens([*self._tools, self._answer_tool])
        self._answer_schema_tokens = schema_tokens([self._answer_tool])
        self._max_rounds = max_rounds
        self._observation_tokens = observation_tokens
        self._opened = 0

    def open(self, opening: Sequence[OpeningCall]) -> None:
        """Makes the calls that come before the reasoner is first asked, as a round of their own."""
        if not opening:
            return
        every = replace(self._bench, reach=self._bench.reach.model_copy(update={"tools": TOOLS}))
        every.observation_tokens = self._each(len(opening))
        tools = {tool.name: tool for tool in toolbox(every)}
        asked = self._question.text
        first = Round()
        for place, one in enumerate(opening):
            arguments = {
                name: asked if value == QUESTION else value for name, value in one.arguments.items()
            }
            call = Call(f"opening_{place}", one.tool, arguments)
            given = {"type": "tool_call", "id": call.call_id, "name": one.tool, "args": arguments}
            self._keep(call, tools[one.tool].invoke(given))
            first.calls.append(call)
        self.rounds.append(first)
        self._opened = 1

    @property
    def _is_last_call(self) -> bool:
        return len(self.rounds) - self._opened >= self._max_rounds

    def _each(self, calls: int) -> int:
        return max(MIN_OBSERVATION_TOKENS, self._observation_tokens // calls)

    # -- the prompt ------------------------------------------------------------------------------

    def call_model(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Any]
    ) -> Any:
        """Sends the rebuilt prompt and counts its tokens."""
        last = self._is_last_call
        tools = [] if last else self._tools
        messages, estimate = self._prompt(last)
        sent = request.override(
            model=self._model,
            system_message=SystemMessage(self.system.text),
            messages=messages,
            tools=[*tools, self._answer_tool],
        )
        response: ModelResponse[Any] = called(lambda: handler(sent))
        reply = response.result[-1]
        if isinstance(reply, AIMessage):
            self._count(reply, estimate)
            response = replace(response, result=[_with_call_ids(reply, len(self.rounds))])
        return response

    def _prompt(self, last: bool) -> tuple[list[AnyMessage], int]:
        schemas = self._answer_schema_tokens if last else self._schema_tokens
        system = SystemMessage(self.system.text)
        for caps in _CAPS:
            messages = self._messages(caps, last)
            size = prompt_tokens([system, *messages], schemas)
            if size <= TARGET:
                break
        if size > HARD_LIMIT:
            raise UsageError(
                f"The prompt would have {size} tokens; at most {HARD_LIMIT} are sent.",
                "Shorten the question or its choices.",
            )
        return messages, size

    def _messages(self, caps: Caps, last: bool) -> list[AnyMessage]:
        newest = self.rounds[-1:]
        older = [
            one.ledger_line(number, caps) for number, one in enumerate(self.rounds[:-1], start=1)
        ]
        found = ["Found so far:", *older] if older else []
        number = min(len(self.rounds) - self._opened + 1, self._max_rounds)
        found.append(f"Round {number} of {self._max_rounds}.")
        asked = render("question", question=self._question.rendered(), found="\n".join(found))
        messages: list[AnyMessage] = [HumanMessage(asked.text)]
        for one in newest:
            messages += one.messages(caps)
        if last:
            messages.append(HumanMessage(render("last_call").text))
        return messages

    def _count(self, reply: AIMessage, estimate: int) -> None:
        usage = reply.usage_metadata
        prompt = usage["input_tokens"] if usage and usage["input_tokens"] else estimate
        completion = (
            usage["output_tokens"]
            if usage and usage["output_tokens"]
            else count_tokens(f"{reply.text} {reply.tool_calls or ''}")
        )
        self.tokens = TokenUse(
            prompt=self.tokens.prompt + prompt,
            completion=self.tokens.completion + completion,
            max_prompt=max(self.tokens.max_prompt, prompt),
        )

    # -- the reply -------------------------------------------------------------------------------

    def take_reply(self, state: AgentState[Any]) -> dict[str, Any] | None:
        """Distils what was read, opens a round for what is called, or ends with the answer."""
        reply = state["messages"][-1]
        assert isinstance(reply, AIMessage)
        if self.rounds:
            self.rounds[-1].distil(reply.text if reply.tool_calls else "", self._question.text)
        answers = [call["args"] for call in reply.tool_calls if call["name"] == _ANSWER]
        taken = [fields for fields in answers if self._problem(fields) is None]
        if taken:
            self.draft = AnswerDraft.model_validate(taken[0])
            return {"jump_to": "end"}
        if self._is_last_call:
            self._take_last_prose(reply)
            return {"jump_to": "end"}
        if not reply.tool_calls:
            feedback = self._take_prose(reply)
            if feedback is None:
                return {"jump_to": "end"}
            self.rounds.append(Round(feedback=feedback))
            return {"jump_to": "model"}
        self.rounds.append(
            Round([Call(str(one["id"]), one["name"], one["args"]) for one in reply.tool_calls])
        )
        self._bench.observation_tokens = self._each(len(reply.tool_calls))
        return None

    def _take_prose(self, reply: AIMessage) -> str | None:
        """Takes a reply without calls as the answer, or returns what to tell the model instead."""
        if reply.invalid_tool_calls:
            names = ", ".join(call.get("name") or "?" for call in reply.invalid_tool_calls)
            return f"The arguments of {names} were no JSON and could not be read. Call it again."
        try:
            draft = read_draft(reply.text)
        except ValueError:
            return f"Your reply was empty. Call one of {tool_names(self._tools)}, or {_ANSWER}."
        problem = self._problem(draft.model_dump())
        if problem is None and (len(self.evidence) or self.rounds):
            self.draft = draft
            return None
        return problem or "Nothing was looked up yet. Explore the memory with the tools first."

    def _take_last_prose(self, reply: AIMessage) -> None:
        if reply.tool_calls or not reply.text.strip():
            return
        draft = read_draft(reply.text)
        if self._problem(draft.model_dump()) is None:
            self.draft = draft

    # -- the tools -------------------------------------------------------------------------------

    def call_tool(
        self,
        request: ToolCallRequest,
        handler: Callable[[ToolCallRequest], ToolMessage | Command[Any]],
    ) -> ToolMessage | Command[Any]:
        """Runs a call; what is wrong with it becomes text for the model, and is counted."""
        call = request.tool_call
        name = call["name"]
        entry = self._entry(str(call["id"]))
        if name == _ANSWER:
            return self._refuse(entry, self._problem(call["args"]) or "")
        tool = self._tool_named.get(name)
        if tool is None:
            known = f"{tool_names(self._tools)}, {_ANSWER}"
            return self._refuse(entry, f"There is no tool {clipped(name, 20)!r}. Call: {known}.")
        if self.rounds[-1].calls.index(entry) >= MAX_CALLS_A_ROUND:
            return self._refuse(entry, f"At most {MAX_CALLS_A_ROUND} calls a round are run.")
        try:
            result = handler(request.override(tool=tool))
        except (NotFoundError, UsageError) as error:
            return self._refuse(entry, f"{error.message} {error.hint}".strip())
        assert isinstance(result, ToolMessage)
        if result.status == "error":
            return self._refuse(entry, str(result.content))
        self._keep(entry, result)
        return result

    def _keep(self, entry: Call, result: ToolMessage) -> None:
        entry.observation = str(result.content)
        entry.artifact = result.artifact
        if isinstance(result.artifact, Observation):
            entry.returned = result.artifact.ids
            self.evidence.add(result.artifact.ids)

    def _problem(self, arguments: dict[str, Any]) -> str | None:
        """What keeps these arguments from being an answer to this question."""
        try:
            draft = AnswerDraft.model_validate(arguments)
        except ValidationError as error:
            wrong = "; ".join(f"{_path(one['loc'])}: {one['msg']}" for one in error.errors())
            return f"Not an answer: {wrong}"
        choices = self._question.choices
        if draft.choice is not None and not 0 <= draft.choice < len(choices):
            return (
                f"choice must be from 0 to {len(choices) - 1}."
                if choices
                else "There are no choices; leave choice out."
            )
        return None

    def _entry(self, call_id: str) -> Call:
        return next(call for call in self.rounds[-1].calls if call.call_id == call_id)

    def _refuse(self, call: Call, why: str) -> ToolMessage:
        call.error = clipped(why, _MAX_ERROR_TOKENS)
        return ToolMessage(call.error, tool_call_id=call.call_id, name=call.tool, status="error")


def _path(location: tuple[int | str, ...]) -> str:
    return ".".join(map(str, location)) or "arguments"


@cache
def _answer_tool() -> BaseTool:
    def answer(**_: Any) -> str:
        return "Taken."

    return StructuredTool.from_function(
        answer,
        name=_ANSWER,
        description="Gives the final answer and ends the exploration.",
        args_schema=AnswerDraft,
    )


def _with_call_ids(reply: AIMessage, turn: int) -> AIMessage:
    """The reply with an id of its own for each call: some servers send none, or the same twice."""
    ids = [call["id"] for call in reply.tool_calls]
    if all(ids) and len(set(ids)) == len(ids):
        return reply
    calls = [{**call, "id": f"call_{turn}_{place}"} for place, call in enumerate(reply.tool_calls)]
    return reply.model_copy(update={"tool_calls": calls})
