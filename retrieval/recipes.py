"""Search recipes: how the parts are fused and how deep they look, as data."""

from pydantic import BaseModel, ConfigDict, Field

from cypher.search import Fusion


class SearchRecipe(BaseModel):
    """One way to search; docs/decisions/0009 has the measurements behind the defaults.

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


HYBRID = SearchRecipe(
    name="hybrid", fusion=Fusion.WEIGHTED_SUM, vector_weight=0.85, lexical_weight=0.15
)
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
    recipe.name: recipe for recipe in (HYBRID, VECTOR, LEXICAL, RANK_FUSION)
}
