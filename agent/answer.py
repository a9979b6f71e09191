"""What an asked question comes back as: the ``ask`` contract (design §6), typed."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from graph_schema.perception_document import Source

NOT_SHOWN = "The memory does not show this."
"""How an answer begins that is none."""

Verdict = Literal["confirmed", "unverified", "rejected"]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class Citation(_Part):
    """A moment that backs the answer, and whether it was found to.

    ``start_ms`` and ``end_ms`` are the moment to watch: the cited node's own span, widened to the
    neighbouring cue where the evidence was read from both. They are null for a node without time
    (an entity) and for an id that no tool of the run returned. ``quote`` is what the reasoner says
    stands there; ``verdict`` is ``confirmed`` only for a verbatim quote that supports the claim,
    and ``reason`` says in words why it is what it is.
    """

    id: str
    video_id: str | None = None
    start_ms: int | None = Field(default=None, ge=0)
    end_ms: int | None = Field(default=None, ge=0)
    quote: str
    source: Source | None = None
    verdict: Verdict = "unverified"
    reason: str = ""


class TokenUse(_Part):
    """Tokens of one run: all prompts, all completions, and the largest single prompt.

    The provider's own counts where it reports them, else those of the encoder's tokenizer; system
    prompt and tool schemas are part of a prompt.
    """

    prompt: int = 0
    completion: int = 0
    max_prompt: int = 0


class Step(_Part):
    """One action of the loop and what was kept of its observation: ``(a_t, c_t)``, MemDreamer 3.2.

    ``error`` is set where the call was refused (unknown tool, malformed arguments, an id that does
    not exist) and says what the reasoner was told.
    """

    round: int = Field(ge=1)
    tool: str
    arguments: dict[str, Any] = Field(default_factory=dict)
    clue: str = ""
    returned: tuple[str, ...] = Field(default=(), description="Ids in the observation.")
    error: str | None = None


class Answer(_Part):
    """A question's answer with the moments that back it.

    ``answered`` is false where the memory does not show it (``text`` says so then) and where the
    reasoner came to no end. ``choice`` is the index (from 0) of the chosen option. ``run_id`` is
    empty, and ``warnings`` says why, where the Run could not be kept.
    """

    text: str
    answered: bool
    choice: int | None = None
    citations: tuple[Citation, ...] = ()
    rounds: int = 0
    tokens: TokenUse = TokenUse()
    seconds: float = 0.0
    run_id: str = ""
    trace: tuple[Step, ...] = ()
    warnings: tuple[str, ...] = ()

    def document(self) -> dict[str, Any]:
        """The JSON of ``longtake ask --json`` and of ``POST /v1/answers``: without ``warnings``
        where there are none."""
        fields = self.model_dump(mode="json", exclude=None if self.warnings else {"warnings"})
        return {"answer": fields.pop("text"), "choice": fields.pop("choice"), **fields}
