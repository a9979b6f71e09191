"""Watching a run as it happens: every prompt, tool call and observation passes by here.

The watch is a LangChain callback that is put into the context of the thread, so neither the loop
nor a tool knows of it and none can be forgotten: whatever model or tool LangChain runs reports to
it. It reads the models behind an observation too, since a reasoner may.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Literal

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import BaseMessage
from langchain_core.outputs import LLMResult
from langchain_core.tracers.context import register_configure_hook

from agent.evidence import Observation
from evaluation.item import Item
from evaluation.leak_guard.finding import Finding, LeakError
from evaluation.leak_guard.labels import right_choice, texts
from evaluation.leak_guard.phrases import Phrases, telling

Passage = Literal["prompt", "tools", "call", "observation", "reply"]

_watching: ContextVar["Watch | None"] = ContextVar("longtake_watching", default=None)
register_configure_hook(_watching, inheritable=True)


@dataclass(frozen=True, slots=True)
class Passed:
    """Something that went to or came from the model or a tool."""

    what: Passage
    text: str


class Watch(BaseCallbackHandler):
    """Stops the run (:class:`LeakError`) when a secret passes by.

    ``marks`` are refused wherever they stand. ``secrets`` (the gold texts of the question being
    asked) are refused in a prompt, unless an observation or the model itself said them before:
    a memory may show the answer, and a model may find it. With ``keep``, all that passed is kept.
    """

    raise_error = True
    run_inline = True

    def __init__(
        self, *, marks: Sequence[str] = (), secrets: Phrases | None = None, keep: bool = False
    ) -> None:
        self.passed: list[Passed] = []
        self._marks = tuple(marks)
        self._secrets = secrets or Phrases(())
        self._known: set[str] = set()
        self._keep = keep
        # Without gold texts (a right option is one among others) there is nothing to compare.
        self._idle = not (self._marks or self._secrets or keep)

    @property
    def ignore_chat_model(self) -> bool:
        """Told to LangChain: no model needs to report."""
        return self._idle

    @property
    def ignore_llm(self) -> bool:
        """Told to LangChain: no reply needs to be reported."""
        return self._idle

    @property
    def ignore_agent(self) -> bool:
        """Told to LangChain: no tool needs to report."""
        return self._idle

    def on_chat_model_start(
        self, serialized: dict[str, Any], messages: list[list[BaseMessage]], **kwargs: Any
    ) -> None:
        """A prompt, and the tools that go with it."""
        for message in (one for batch in messages for one in batch):
            self._pass("prompt", f"{message.text}\n{_calls(message)}")
            if isinstance(artifact := getattr(message, "artifact", None), Observation):
                self._pass("observation", repr(artifact.found))
        parameters = kwargs.get("invocation_params") or {}
        if tools := parameters.get("tools") or parameters.get("functions"):
            self._pass("tools", json.dumps(tools, default=str, ensure_ascii=False))

    def on_llm_end(self, response: LLMResult, **kwargs: Any) -> None:
        """What the model said."""
        for generation in (one for batch in response.generations for one in batch):
            message = getattr(generation, "message", None)
            said = generation.text if message is None else f"{message.text}\n{_calls(message)}"
            self._pass("reply", said)

    def on_tool_start(self, serialized: dict[str, Any], input_str: str, **kwargs: Any) -> None:
        """A tool and its arguments."""
        self._pass("tools", json.dumps(serialized, default=str, ensure_ascii=False))
        self._pass("call", input_str)

    def on_tool_end(self, output: Any, **kwargs: Any) -> None:
        """What a tool returned, as text and as models."""
        self._pass("observation", str(getattr(output, "content", output)))
        if isinstance(artifact := getattr(output, "artifact", None), Observation):
            self._pass("observation", repr(artifact.found))

    def _pass(self, what: Passage, text: str) -> None:
        if self._keep:
            self.passed.append(Passed(what, text))
        if any(mark in text for mark in self._marks):
            raise LeakError([Finding(what, "a mark of the canary stands in it")])
        found = set(self._secrets.found_in(text))
        if what in ("prompt", "tools"):
            if leaked := sorted(found - self._known):
                raise LeakError([Finding(what, f"holds the {one}") for one in leaked])
        else:
            self._known |= found


@contextmanager
def watching(watch: Watch) -> Iterator[Watch]:
    """While inside, all models and tools run by this thread report to ``watch``."""
    token = _watching.set(watch)
    try:
        yield watch
    finally:
        _watching.reset(token)


def secrets_of(item: Item) -> Phrases:
    """The gold texts of an item that may not stand in its prompts before it is answered.

    A right option does stand there, among the others.
    """
    right = right_choice(item)
    return Phrases(
        (f"gold text of item {item.id}", text)
        for text in texts(item)
        if telling(text)
        and (right is None or text != item.choices[right])
        and text.casefold() not in item.question.casefold()
    )


def _calls(message: BaseMessage) -> str:
    calls = getattr(message, "tool_calls", None)
    return json.dumps(calls, default=str, ensure_ascii=False) if calls else ""
