"""Search recipes: which parts look, how their results are fused, and how deep, as data."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field


class Fusion(StrEnum):
    """How the vector's and the full-text index's opinion of a node become one score."""

    RECIPROCAL_RANK = "reciprocal_rank"
    WEIGHTED_SUM = "weighted_sum"


class SearchRecipe(BaseModel):
    """One way to search.

    ``WEIGHTED_SUM`` is ``vector_weight`` × cosine + ``lexical_weight`` × BM25 ÷ the query's best
    BM25; ``RECIPROCAL_RANK`` sums weight ÷ (``rank_constant`` + rank) over both lists. A weight of
    0 leaves that part out.
    """

    model_config = ConfigDict(frozen=True)

    name: str
    fusion: Fusion
    vector_weight: float = Field(ge=0, le=1)
    lexical_weight: float = Field(ge=0, le=1)
    rank_constant: int = Field(default=60, gt=0)


HYBRID = SearchRecipe(
    name="hybrid", fusion=Fusion.WEIGHTED_SUM, vector_weight=0.7, lexical_weight=0.3
)
VECTOR = SearchRecipe(
    name="vector", fusion=Fusion.WEIGHTED_SUM, vector_weight=1.0, lexical_weight=0.0
)
LEXICAL = SearchRecipe(
    name="lexical", fusion=Fusion.WEIGHTED_SUM, vector_weight=0.0, lexical_weight=1.0
)
RECIPES = {recipe.name: recipe for recipe in (HYBRID, VECTOR, LEXICAL)}
