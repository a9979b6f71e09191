"""The rules reasoner as a LangChain chat model: it calls tools and answers as any model would."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from pydantic import ConfigDict, PrivateAttr

from agent.draft import AnswerDraft, DraftCitation
from agent.evidence import Observation
from agent.question import Question
from agent.remembering import remembering
from agent.rules import choosing, composing
from agent.rules.form import Asked, Form, read_question
from agent.rules.options import OptionWeights
from agent.rules.passages import Gathered, Passage
from agent.rules.refusal import is_shown
from agent.rules.scoring import Ranking, rank
from retrieval.views import EventList, Occurrences, Summary
from runtime.embedder import Embedder

_WIDE = 30
"""Hits asked of each search: recall first, the ranking is done here."""
WIDE_OBSERVATION_TOKENS = 30_000
"""Reading costs it nothing, so a round of its calls may return more than a prompt can show."""
_LOOKED_AROUND = 4
_AROUND_MS = 7_000


class RulesReasoner(BaseChatModel):
    """Answers one question without a language model.

    An instance belongs to one question and to one run: it gathers what the tools return, since
    the loop keeps only clues of it. It reads the tools' artifacts where a model reads their text.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    question: Question
    embedder: Any
    option_weights: OptionWeights | None = None
    """Those shipped, where None; a measurement weighs with those of the other half."""
    _turn: int = PrivateAttr(default=0)
    _may_call: bool = PrivateAttr(default=True)
    _gathered: Gathered = PrivateAttr(default_factory=Gathered)
    _counted: Occurrences | None = PrivateAttr(default=None)
    _summary: Summary | None = PrivateAttr(default=None)
    _page: EventList | None = PrivateAttr(default=None)
    _plan: Iterator[AIMessage] | None = PrivateAttr(default=None)

    @property
    def _llm_type(self) -> str:
        return "rules"

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Itself: it knows the tools by name, and heeds only whether one is left to call."""
        self._may_call = any(getattr(tool, "name", None) != "answer" for tool in tools)
        return self

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        for message in messages:
            if isinstance(message, ToolMessage) and isinstance(message.artifact, Observation):
                self._take(message.artifact)
        self._turn += 1
        reply = self._reply()
        return ChatResult(generations=[ChatGeneration(message=reply)])

    def _take(self, observation: Observation) -> None:
        found = observation.found
        if isinstance(found, Occurrences):
            self._counted = found
        elif isinstance(found, Summary):
            self._summary = found
        else:
            if isinstance(found, EventList):
                self._page = found
            self._gathered.add(found)

    def _reply(self) -> AIMessage:  # noqa: PLR0911 - one for each way to go on
        asked = read_question(self.question.text)
        if self.question.choices:
            if not self._may_call:
                return _answered(self._chosen())
            if self._plan is None:
                self._plan = self._choosing(asked)
            return next(self._plan)
        if asked.form is Form.OVERVIEW:
            return self._overview()
        if self._turn == 1 and self._may_call:
            self._encoder.encode([asked.question, asked.statement])  # once for all searches
            return self._called(self._searches(asked), "")
        passages = self._gathered.passages(_WIDE)
        if not passages:
            return _answered(composing.not_shown())
        ranking = self._ranked(asked)
        if self._turn == 2 and self._may_call:
            picked = composing.pick(asked, ranking, passages)
            around = [self._around(one.passage) for one in picked[:_LOOKED_AROUND]]
            note = "; ".join(f"{one.passage.id} {one.passage.text}" for one in picked)
            return self._called(around, f"Nearest so far: {note}")
        picked = composing.pick(asked, ranking, passages)
        if not is_shown(ranking.signals):
            return _answered(composing.not_shown(picked[0]))
        if asked.form is Form.COUNT and self._counted is not None:
            counted = composing.occurring(self._counted, ranking, passages)
            if counted:
                draft = composing.counted(asked, self._counted, counted, self._encoder)
                return _answered(draft)
        draft = composing.answer(asked, picked, self._encoder)
        doing = self._gathered.within(picked[0].passage)
        return _answered(composing.naming_who(asked, doing, draft, self._encoder))

    @property
    def _encoder(self) -> Embedder:
        return remembering(self.embedder)

    def _ranked(self, asked: Asked) -> Ranking:
        passages = self._gathered.passages(_WIDE)
        return rank(asked, passages, self._gathered.clauses(passages), self._encoder)

    def _searches(self, asked: Asked) -> list[tuple[str, dict[str, Any]]]:
        calls: list[tuple[str, dict[str, Any]]] = [
            ("search_text", {"query": asked.question, "k": _WIDE}),
            ("search_text", {"query": asked.statement, "k": _WIDE}),
            ("search_nodes", {"query": asked.statement, "kinds": ["micro"], "k": _WIDE}),
        ]
        if asked.form is Form.COUNT:
            calls.append(("count_occurrences", {"action": asked.statement}))
        return calls

    def _around(self, passage: Passage) -> tuple[str, dict[str, Any]]:
        return "search_by_time", {
            "video_id": passage.video_id,
            "start": _seconds(max(0, passage.start_ms - _AROUND_MS)),
            "end": _seconds(passage.end_ms + _AROUND_MS),
        }

    def _choosing(self, asked: Asked) -> Iterator[AIMessage]:
        """Every message of a question with choices, in turn."""
        whole = False
        if len(self.question.videos) == 1:
            video = self.question.videos[0]
            asked_before: choosing.Call | None = None
            while (call := choosing.page_after(self._page, video)) is not None:
                if call == asked_before:  # as much goes on at that moment as a page holds
                    break
                asked_before, self._page = call, None
                yield self._called([call], "")
                if self._page is None:  # refused: this run has no such tool
                    break
            whole = choosing.is_whole(self._page)
        if not whole:
            yield self._called(choosing.searches(asked, self.question), "")
            passages = self._gathered.passages(_WIDE)
            if passages:
                near = choosing.nearest(self.question.text, passages, self._encoder)
                note = "; ".join(f"{one.id} {one.text}" for one in near)
                yield self._called([self._around(one) for one in near], f"Nearest so far: {note}")
        draft = self._chosen()
        while True:
            yield _answered(draft)

    def _chosen(self) -> AnswerDraft:
        """The option that what was read so far speaks for."""
        passages = self._gathered.passages(_WIDE)
        if not passages:
            return composing.not_shown()
        return choosing.choice(self.question, passages, self._encoder, self.option_weights)

    def _overview(self) -> AIMessage:
        if self._turn == 1 and self._may_call:
            return self._called([("get_summary", {})], "")
        videos = self._summary.videos if self._summary else ()
        told = [video for video in videos if video.summary]
        if not told:
            return _answered(composing.not_shown())
        text = " ".join(f"{video.title}: {video.summary}" for video in told[:3])
        cited = tuple(
            DraftCitation(id=f"{video.video_id}.root", quote=video.summary) for video in told[:3]
        )
        return _answered(AnswerDraft(answer=text, citations=cited))

    def _called(self, calls: list[tuple[str, dict[str, Any]]], note: str) -> AIMessage:
        return AIMessage(
            note,
            tool_calls=[
                {"name": name, "args": arguments, "id": f"rules_{self._turn}_{place}"}
                for place, (name, arguments) in enumerate(calls)
            ],
        )


def _answered(draft: AnswerDraft) -> AIMessage:
    return AIMessage(
        draft.answer,
        tool_calls=[{"name": "answer", "args": draft.model_dump(), "id": "rules_answer"}],
    )


def _seconds(ms: int) -> str:
    return f"{ms // 1000}.{ms % 1000:03d}s"
