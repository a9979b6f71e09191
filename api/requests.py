"""What can be asked for, validated once, whichever way it comes in.

The command line builds the same models that the HTTP service parses, so that both accept and
refuse the same calls. Times are integer milliseconds of media time.
"""

from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    model_validator,
)

from graph_schema.labels import Kind
from runtime.errors import UsageError

VideoId = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]


class _Request(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SearchRequest(_Request):
    """A search of the memory, limited to videos, a stretch of time, kinds or one entity."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"query": "apple falls", "k": 5},
                {
                    "query": "who throws nuts",
                    "kinds": ["micro"],
                    "from_ms": 150_000,
                    "to_ms": 190_000,
                },
                {"query": "the chase after the butterfly", "moments": True, "k": 3},
            ]
        }
    )

    query: str = Field(min_length=1, max_length=8_000, description="What to look for, in words.")
    videos: tuple[VideoId, ...] = Field(
        default=(), max_length=1_000, description="Only these videos; all of the library if empty."
    )
    from_ms: int | None = Field(default=None, ge=0, description="Only what ends after this time.")
    to_ms: int | None = Field(default=None, gt=0, description="Only what starts before this time.")
    kinds: tuple[Kind, ...] = Field(default=(), description="Only nodes of these kinds.")
    entity: str | None = Field(default=None, description="Only where this entity (id) takes part.")
    k: int = Field(default=10, ge=1, le=200, description="How many hits at most.")
    moments: bool = Field(
        default=False,
        description="Answer with spans of time, of one event or several neighbours, not with "
        "nodes.",
    )

    @model_validator(mode="after")
    def _right_way_round(self) -> "SearchRequest":
        if not self.query.strip():
            raise ValueError("query is empty")
        if self.from_ms is not None and self.to_ms is not None and self.to_ms <= self.from_ms:
            raise ValueError(f"to_ms ({self.to_ms}) must come after from_ms ({self.from_ms})")
        return self


class AnswerRequest(_Request):
    """A question to be answered from the memory, with moments that back the answer."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"question": "Why does the rabbit get angry?"},
                {
                    "question": "Who ends up tied to a kite string?",
                    "choices": ["the rabbit", "the flying squirrel", "the bird"],
                },
            ]
        }
    )

    question: str = Field(description="The question, in words.")
    videos: tuple[VideoId, ...] = Field(
        default=(), max_length=1_000, description="Only these videos; all of the library if empty."
    )
    choices: tuple[str, ...] = Field(
        default=(), max_length=100, description="Options of which one is to be chosen."
    )
    mode: Literal["explore"] = Field(default="explore", description="How the memory is explored.")

    @model_validator(mode="after")
    def _asks_something(self) -> "AnswerRequest":
        if not self.question.strip():
            raise ValueError("question is empty")
        return self


def search_request(**fields: Any) -> SearchRequest:
    """A search from loose fields. Raises UsageError that names what is wrong."""
    try:
        return SearchRequest(**fields)
    except ValidationError as error:
        raise UsageError(wrong_fields(error.errors()), "see longtake search --help") from None


def answer_request(**fields: Any) -> AnswerRequest:
    """A question from loose fields. Raises UsageError that names what is wrong."""
    try:
        return AnswerRequest(**fields)
    except ValidationError as error:
        raise UsageError(wrong_fields(error.errors()), "see longtake ask --help") from None


def wrong_fields(errors: Any) -> str:
    """Pydantic's findings as one sentence each: ``k: Input should be …``."""
    sentences = []
    for error in errors:
        place = ".".join(str(part) for part in error["loc"] if part != "body")
        text = error["msg"].removeprefix("Value error, ")
        sentences.append(f"{place}: {text}" if place else text)
    return "; ".join(sentences)
