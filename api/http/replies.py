"""What the routes reply, as OpenAPI describes it.

Bodies are validated against these models on their way out, so that the description stays true.
"""

from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict

from agent.answer import Citation, Step, TokenUse
from graph_schema.labels import Kind
from graph_schema.perception_document import PerceptionDocument
from retrieval.views import VideoList, VideoOverview

__all__ = ["Answer", "Hits", "Overview", "PerceptionDocument", "VideoPage"]

VideoPage = VideoList
Overview = VideoOverview


_ANSWER: JsonDict = {
    "answer": "The rabbit gets angry because the butterfly lies crushed.",
    "choice": None,
    "answered": True,
    "citations": [
        {
            "id": "v0123456789abcdef.e41",
            "video_id": "v0123456789abcdef",
            "start_ms": 85_600,
            "end_ms": 88_000,
            "quote": "The rabbit's smile fades because the butterfly lies crushed.",
            "source": "description",
            "verdict": "confirmed",
            "reason": "verbatim, and says what is claimed",
        }
    ],
    "rounds": 3,
    "tokens": {"prompt": 4_210, "completion": 160, "max_prompt": 1_640},
    "seconds": 0.21,
    "run_id": "r0123456789abcdef",
    "trace": [],
}


class Hit(BaseModel):
    """A node that was found. An entity has no video and no times.

    A moment is a hit too: a span of time, with the `id` of its best event and `events`.
    """

    id: str
    kind: Kind
    video_id: str | None
    start_ms: int | None
    end_ms: int | None
    text: str
    score: float = Field(description="Higher is better; comparable within one search.")
    macro_event: str | None
    events: list[str] = Field(
        default=[], description="Of a moment only: its events, in order of time."
    )


class Hits(BaseModel):
    """What was found, best first."""

    hits: list[Hit]


class Answer(BaseModel):
    """An answer and what backs it."""

    model_config = ConfigDict(json_schema_extra={"examples": [_ANSWER]})

    answer: str
    choice: int | None = Field(description="Index of the chosen option, if there were any.")
    answered: bool = Field(description="False where the memory does not show it.")
    citations: list[Citation]
    rounds: int
    tokens: TokenUse
    seconds: float
    run_id: str = Field(description="Empty where the run could not be kept.")
    trace: list[Step]
    warnings: list[str] = Field(default=[], description="Absent where there are none.")
