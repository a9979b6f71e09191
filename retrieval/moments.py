"""Search for a span of time: which moment of the videos does a sentence describe?"""

from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from cypher.store import Store
from retrieval.scope import Scope
from runtime.embedder import Embedder


class MomentRecipe(BaseModel):
    """How spans are formed, weighed and chosen; docs/decisions/0014 has the measurements."""

    model_config = ConfigDict(frozen=True)

    name: str = "moments"
    members: int = Field(default=3, gt=0, description="Most neighbouring events in one span.")


MOMENTS = MomentRecipe()


@dataclass(frozen=True, slots=True)
class Moment:
    """A span of one video, told by one event or by several neighbours in time."""

    video_id: str
    start_ms: int
    end_ms: int
    events: tuple[str, ...]
    text: str
    score: float


def search_moments(
    store: Store,
    embedder: Embedder,
    query: str,
    scope: Scope,
    *,
    k: int = 5,
    recipe: MomentRecipe = MOMENTS,
) -> list[Moment]:
    """The ``k`` spans of ``scope`` that most likely are what ``query`` describes, best first."""
    raise NotImplementedError
