"""What a run keeps of one asked item."""

from pydantic import BaseModel, ConfigDict, Field


class Prediction(BaseModel):
    """The answer to one item, and what it cost. One line of ``predictions.jsonl``.

    ``error`` says why there is no answer; such an item counts as an error, never as a wrong answer.
    ``choice`` is the index (from 0) of the chosen option, None where there was none to choose or
    nothing was chosen. ``moments_ms`` are the cited moments that were not rejected, best first.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    item_id: str
    choice: int | None = None
    text: str = ""
    error: str | None = None
    answered: bool = True
    moments_ms: tuple[tuple[int, int], ...] = ()
    model: str = ""
    prompt_version: str = ""
    rounds: int = Field(default=0, ge=0)
    prompt_tokens: int = Field(default=0, ge=0)
    completion_tokens: int = Field(default=0, ge=0)
    max_prompt_tokens: int = Field(default=0, ge=0)
    seconds: float = Field(default=0.0, ge=0)
    memory: str = Field(default="", description="Perception key of the video that was asked.")
    run_id: str = ""
    at: str = ""
