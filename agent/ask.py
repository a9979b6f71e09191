"""Asking a question of the memory: the one entry point of the command line and the service."""

import json
import logging
import time
import uuid
from datetime import UTC, datetime
from typing import Any

from langchain_core.language_models import BaseChatModel

from agent.answer import NOT_SHOWN, Answer, Citation, TokenUse
from agent.citations import CitedNode, checked
from agent.draft import MAX_CITATIONS, AnswerDraft
from agent.explore import Outcome, explore
from agent.question import Question
from agent.reach import EVERYTHING, Reach
from agent.remembering import remembering
from agent.rules.reasoner import WIDE_OBSERVATION_TOKENS, RulesReasoner
from agent.tools import MAX_OBSERVATION_TOKENS, Workbench
from cypher.runs import read_cited, unknown_videos, write_run
from cypher.store import Store
from graph_schema.identity import derived_id
from graph_schema.labels import Label
from runtime.chat_models import RULES, chat_model
from runtime.embedder import Embedder
from runtime.errors import LongtakeError, NotFoundError
from runtime.settings import Settings

__all__ = ["Answer", "Citation", "Question", "TokenUse", "ask"]

NOT_KEPT = "This answer stands, but its Run could not be kept:"
NO_END = "No answer was reached in {rounds} rounds; the memory may still hold it."


_log = logging.getLogger(__name__)


def ask(
    question: Question,
    *,
    store: Store,
    embedder: Embedder,
    settings: Settings,
    model: BaseChatModel | None = None,
    reach: Reach = EVERYTHING,
) -> Answer:
    """Explores the memory until the question is answered, checks the citations, keeps the Run.

    An answer whose Run cannot be written is returned all the same, with a warning. ``model``
    stands in for the reasoner of the settings; nothing outside ``reach`` is seen.
    Several questions may be asked at once from several threads. Raises
    :class:`~runtime.errors.NotFoundError` for a video that the library does not hold and
    :class:`~runtime.errors.ModelUnavailableError` when the model stays away.
    """
    began = time.monotonic()
    embedder = remembering(embedder)
    unknown = unknown_videos(store, question.library, question.videos)
    if unknown:
        raise NotFoundError(
            f"The library {question.library!r} holds no video {unknown[0]!r}.",
            "`longtake videos list` shows those it holds.",
        )
    reasoner, name = (model, _name(model)) if model else _reasoner(settings, question, embedder)
    bench = Workbench(store, embedder, question.library, question.videos, reach=reach)
    outcome = explore(
        question,
        bench,
        reasoner,
        observation_tokens=WIDE_OBSERVATION_TOKENS if name == RULES else MAX_OBSERVATION_TOKENS,
    )
    answer = _answer(question, outcome, store, embedder)
    answer = answer.model_copy(
        update={
            "run_id": derived_id(Label.RUN, question.library, uuid.uuid4().hex),
            "seconds": round(time.monotonic() - began, 3),
        }
    )
    try:
        _keep(question, answer, name, outcome.prompt_version, store)
    except LongtakeError as error:
        _log.warning("the run of %r could not be kept: %s", question.text, error.message)
        warning = f"{NOT_KEPT} {error.message}"
        answer = answer.model_copy(update={"run_id": "", "warnings": (warning,)})
    return answer


def _reasoner(
    settings: Settings, question: Question, embedder: Embedder
) -> tuple[BaseChatModel, str]:
    if settings.reasoner == RULES:
        return RulesReasoner(question=question, embedder=embedder), RULES
    return chat_model("reasoner", settings), settings.reasoner


def _name(model: BaseChatModel) -> str:
    return str(getattr(model, "model_name", None) or getattr(model, "model", model._llm_type))


def _answer(question: Question, outcome: Outcome, store: Store, embedder: Embedder) -> Answer:
    draft = outcome.draft
    told: dict[str, Any] = {
        "rounds": outcome.rounds,
        "tokens": outcome.tokens,
        "trace": outcome.steps,
    }
    if draft is None:
        return Answer(text=NO_END.format(rounds=outcome.rounds), answered=False, **told)
    citations = _checked(draft, question, outcome, store, embedder)
    standing = [one for one in citations if one.verdict != "rejected"]
    answered = draft.answered and bool(standing)
    text = draft.answer
    if draft.answered and not answered:
        text = f"{NOT_SHOWN} Said without support: {draft.answer}"
    return Answer(
        text=text,
        answered=answered,
        choice=draft.choice,
        citations=citations,
        **told,
    )


def _checked(
    draft: AnswerDraft, question: Question, outcome: Outcome, store: Store, embedder: Embedder
) -> tuple[Citation, ...]:
    draft = draft.model_copy(update={"citations": draft.citations[:MAX_CITATIONS]})
    named = [one for cited in draft.citations for one in (cited.id, cited.through) if one]
    returned = [one for one in named if one in outcome.evidence]
    nodes = {
        key: CitedNode(**{**row, "actors": tuple(row["actors"])})
        for key, row in read_cited(store, question.library, returned).items()
    }
    return checked(draft, question, outcome.evidence, nodes, embedder)


def _keep(
    question: Question, answer: Answer, model: str, prompt_version: str, store: Store
) -> None:
    """Write the Run. Refused citations stay in its JSON and get no CITES."""
    kept = {
        "id": answer.run_id,
        "library": question.library,
        "question": question.text,
        "choices": list(question.choices),
        "videos": list(question.videos),
        "answer": answer.text,
        "answered": answer.answered,
        "choice": answer.choice,
        "mode": question.mode,
        "model": model,
        "prompt": prompt_version,
        "rounds": answer.rounds,
        "prompt_tokens": answer.tokens.prompt,
        "completion_tokens": answer.tokens.completion,
        "max_prompt_tokens": answer.tokens.max_prompt,
        "seconds": answer.seconds,
        "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "citations": json.dumps([one.model_dump(mode="json") for one in answer.citations]),
        "steps": json.dumps([one.model_dump(mode="json") for one in answer.trace]),
    }
    cites: dict[str, dict[str, Any]] = {}
    for one in answer.citations:
        if one.verdict != "rejected":
            cites.setdefault(one.id, {"end": one.id, "properties": _cite(one)})
    properties = {key: value for key, value in kept.items() if value is not None}
    write_run(store, answer.run_id, properties, list(cites.values()))


def _cite(citation: Citation) -> dict[str, Any]:
    fields = citation.model_dump(include={"quote", "start_ms", "end_ms", "verdict", "reason"})
    return {key: value for key, value in fields.items() if value is not None}
