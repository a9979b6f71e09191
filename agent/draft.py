"""The answer as the reasoner drafts it, before its citations are checked."""

import json
import re
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agent.evidence import ID_PATTERN

MAX_CITATIONS = 8


class DraftCitation(BaseModel):
    """A moment that shows the answer."""

    model_config = ConfigDict(frozen=True)

    id: str = Field(description="Id of a node that a tool returned.")
    quote: str = Field(default="", description="Copied word for word from that node's text.")
    through: str | None = Field(
        default=None, description="Id of the neighbour in time up to which the moment goes on."
    )


class AnswerDraft(BaseModel):
    """The arguments of the tool ``answer``."""

    model_config = ConfigDict(frozen=True)

    answer: str = Field(min_length=1, description="The answer in one to three sentences.")
    answered: bool = Field(default=True, description="False if the memory does not show it.")
    choice: int | None = Field(default=None, description="Index of the chosen option.")
    citations: tuple[DraftCitation, ...] = Field(default=(), description="At most 8.")


def read_draft(text: str) -> AnswerDraft:
    """A draft from a reply that called no tool: JSON with our fields, or prose with ids in it.

    Ids found in prose become citations without a quote (the node's own text is quoted then).
    Raises ``ValueError`` for an empty reply.
    """
    if not text.strip():
        raise ValueError("the reply is empty")
    for candidate in _objects(text):
        fields = {"answer": candidate.get("text"), **candidate}
        try:
            return AnswerDraft.model_validate(fields)
        except ValidationError:
            continue
    ids = dict.fromkeys(ID_PATTERN.findall(text))
    cited = tuple(DraftCitation(id=one) for one in ids)[:MAX_CITATIONS]
    return AnswerDraft(answer=without_ids(text), citations=cited)


def without_ids(text: str) -> str:
    """Prose with bracketed ids taken out, for people."""
    bare = re.sub(rf"\s*[\[(](?:(?:{ID_PATTERN.pattern})[,;\s]*)+[\])]", "", text)
    lines = (" ".join(line.split()) for line in bare.splitlines())
    return "\n".join(line for line in lines if line) or text.strip()


def _objects(text: str) -> list[dict[str, Any]]:
    """JSON objects in a text, fenced or bare; models wrap them in prose."""
    found: list[dict[str, Any]] = []
    decoder = json.JSONDecoder()
    at = text.find("{")
    while at != -1 and len(found) < 5:
        try:
            value, end = decoder.raw_decode(text, at)
        except ValueError:
            at = text.find("{", at + 1)
            continue
        if isinstance(value, dict):
            found.append(value)
        at = text.find("{", end)
    return found
