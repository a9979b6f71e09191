"""Search recipes: how the parts are fused and how deep they look, as data."""

from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from cypher.search import Fusion


class Context(BaseModel):
    """How much what stands around a candidate says of it (:func:`retrieval.context.in_context`).

    Values are of the scale of a weighted sum, where a perfect match scores 1;
    docs/decisions/0013 has the measurements behind them.
    """

    model_config = ConfigDict(frozen=True)

    sharpness: float = Field(
        default=10.0,
        gt=0,
        description="How far a member may be behind the best of its event and still speak for it: "
        "at 10, one that is 0.1 behind adds a third of what an equal one would.",
    )
    voices: int = Field(
        default=5, gt=0, description="Most members that speak for an event, however many it has."
    )
    repeat_penalty: float = Field(
        default=0.2, ge=0, description="Taken off for each better hit of the same event."
    )
    video_weight: float = Field(
        default=0.75,
        ge=0,
        description="Share taken off of how far a hit's video is behind the best video.",
    )
    depth: int = Field(
        default=50, gt=0, description="Candidates that are ranked in context, or 2 k if more."
    )


class SearchRecipe(BaseModel):
    """One way to search; docs/decisions/0009 has the measurements behind the defaults.

    ``WEIGHTED_SUM`` is ``vector_weight`` × cosine + ``lexical_weight`` × BM25 ÷ the query's best
    BM25; ``RECIPROCAL_RANK`` sums weight ÷ (``rank_constant`` + rank) over both lists. A weight of
    0 leaves that part out. With a ``context``, what was found is ranked anew in it.

    Raises pydantic's ``ValidationError`` for a context of ranks: it weighs scores of a sum.
    """

    model_config = ConfigDict(frozen=True)

    name: str
    fusion: Fusion
    vector_weight: float = Field(ge=0, le=1)
    lexical_weight: float = Field(ge=0, le=1)
    rank_constant: int = Field(default=60, gt=0)
    exact_limit: int = Field(
        default=2_000, ge=0, description="Scopes of at most this many nodes are ranked exactly."
    )
    candidates: int = Field(
        default=100, gt=0, description="What the vector index is first asked for, or 10 k if more."
    )
    survivors: int = Field(
        default=50, gt=0, description="Candidates that must lie in scope, or 5 k if that is more."
    )
    max_candidates: int = Field(
        default=4_000, gt=0, description="Beyond this the scope is scanned instead, however large."
    )
    neighbours: int = Field(default=8, ge=0, description="Most neighbours a hit carries.")
    context: Context | None = None

    @model_validator(mode="after")
    def _sums_have_context(self) -> Self:
        if self.context is not None and self.fusion is not Fusion.WEIGHTED_SUM:
            raise ValueError(f"recipe {self.name!r} has a context, but fuses by {self.fusion}")
        return self


HYBRID = SearchRecipe(
    name="hybrid", fusion=Fusion.WEIGHTED_SUM, vector_weight=0.85, lexical_weight=0.15
)
CONTEXTUAL = HYBRID.model_copy(update={"name": "contextual", "context": Context()})
"""What people search with: several scenes rather than one scene several times."""

VECTOR = SearchRecipe(
    name="vector", fusion=Fusion.WEIGHTED_SUM, vector_weight=1.0, lexical_weight=0.0
)
LEXICAL = SearchRecipe(
    name="lexical", fusion=Fusion.WEIGHTED_SUM, vector_weight=0.0, lexical_weight=1.0
)
RANK_FUSION = SearchRecipe(
    name="rank_fusion", fusion=Fusion.RECIPROCAL_RANK, vector_weight=0.5, lexical_weight=0.5
)
RECIPES: dict[str, SearchRecipe] = {
    recipe.name: recipe for recipe in (CONTEXTUAL, HYBRID, VECTOR, LEXICAL, RANK_FUSION)
}
