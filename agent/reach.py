"""What of a memory an exploration may use, as data: tools, rounds, hits, kinds, edges, time."""

from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from graph_schema.labels import Kind
from graph_schema.relationships import Family
from retrieval.recipes import HYBRID, SearchRecipe

ToolName = Literal[
    "get_summary",
    "get_super_events",
    "get_macro_events",
    "get_subgraph",
    "search_nodes",
    "search_text",
    "search_by_time",
    "get_relation_graph",
    "find_entity",
    "count_occurrences",
]
TOOLS: tuple[ToolName, ...] = get_args(ToolName)

MAX_ROUNDS = 12
"""T_max (MemDreamer, Table 9)."""

QUESTION = "$question"
"""Stands in the arguments of an opening call for the question."""


class OpeningCall(BaseModel):
    """A call that is made before the reasoner is first asked; it reads what came of it.

    ``$question`` as an argument is the question's text. The tool need not be among those offered.
    """

    model_config = ConfigDict(frozen=True)

    tool: ToolName
    arguments: dict[str, Any] = Field(default_factory=dict)


class Reach(BaseModel):
    """How much of the memory one exploration reaches. The default reaches all of it.

    Whatever a tool finds is cut to this before anybody reads it (:func:`agent.reached.within`).
    """

    model_config = ConfigDict(frozen=True)

    tools: tuple[ToolName, ...] = Field(default=TOOLS, description="Tools that are offered.")
    rounds: int = Field(default=MAX_ROUNDS, ge=1, description="Beside the opening calls.")
    k: int | None = Field(
        default=None, ge=1, description="Hits of every search; None: as many as are asked for."
    )
    listed: int = Field(default=60, ge=1, description="Events that a span of time lists.")
    recipe: SearchRecipe = HYBRID
    kinds: tuple[Kind, ...] = Field(default=(), description="Kinds of node; none: every kind.")
    families: tuple[Family, ...] = Field(default=tuple(Family), description="Edges shown.")
    until_ms: int | None = Field(
        default=None, gt=0, description="Media time after which nothing may be seen."
    )
    opening: tuple[OpeningCall, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether nothing that a tool finds has to be cut away."""
        return not self.kinds and self.until_ms is None and set(self.families) == set(Family)


EVERYTHING = Reach()
