"""The ablations as data: which table, which row, and what of the memory it reaches."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from agent.reach import MAX_ROUNDS, QUESTION, TOOLS, OpeningCall, Reach, ToolName
from graph_schema.labels import Kind
from graph_schema.relationships import Family

Table = Literal["memory", "retrieval", "tools", "rounds", "k", "perceiver"]

TITLES: dict[Table, str] = {
    "memory": "Memory: flat, hierarchy, hierarchy and edges",
    "retrieval": "Retrieval: the whole memory, similarity only, agentic",
    "tools": "Tool families, one left out at a time",
    "rounds": "Rounds at most",
    "k": "Hits of each search",
    "perceiver": "Perceiver: the same words, read or only cut into scenes",
}

SEARCHING: tuple[ToolName, ...] = ("search_nodes", "search_text", "search_by_time")
FAMILIES: dict[str, tuple[ToolName, ...]] = {
    "search": ("search_nodes", "search_text"),
    "time": ("search_by_time",),
    "navigation": ("get_summary", "get_super_events", "get_macro_events", "get_subgraph"),
    "graph": ("get_relation_graph",),
    "entities": ("find_entity", "count_occurrences"),
}
"""The ten tools by what they look along."""

_NO_TOOL_ROUNDS = 3
"""Without tools there is nothing to explore; the rules reasoner answers on its third turn."""
_END = "99:59:59"
_LEAVES = (Kind.UTTERANCE, Kind.SCREEN_TEXT, Kind.MICRO)


@dataclass(frozen=True, slots=True)
class Ablation:
    """One row: the product with ``reach`` instead of everything, over one of the memories."""

    table: Table
    name: str
    reach: Reach = field(default_factory=Reach)
    perceiver: Literal["text", "annotations"] = "text"

    @property
    def is_product(self) -> bool:
        """Whether nothing is changed."""
        return self.reach == Reach() and self.perceiver == "text"


def _without(names: Iterable[ToolName]) -> tuple[ToolName, ...]:
    return tuple(tool for tool in TOOLS if tool not in set(names))


def _opened(tool: ToolName, **arguments: object) -> Reach:
    """No exploring: the reasoner reads what one call returned, and answers."""
    call = OpeningCall(tool=tool, arguments=arguments)
    return Reach(tools=(), rounds=_NO_TOOL_ROUNDS, opening=(call,), listed=10_000)


ABLATIONS: Sequence[Ablation] = (
    Ablation("memory", "flat", Reach(tools=SEARCHING, kinds=_LEAVES, families=())),
    Ablation(
        "memory",
        "hierarchy",
        Reach(tools=_without(("get_relation_graph",)), families=(Family.HIERARCHICAL,)),
    ),
    Ablation("memory", "hierarchy + edges"),
    Ablation("retrieval", "full memory", _opened("search_by_time", start="0s", end=_END)),
    Ablation("retrieval", "similarity only", _opened("search_nodes", query=QUESTION)),
    Ablation("retrieval", "agentic"),
    Ablation("tools", "all ten"),
    *(
        Ablation("tools", f"without {family}", Reach(tools=_without(tools)))
        for family, tools in FAMILIES.items()
    ),
    *(Ablation("rounds", str(rounds), Reach(rounds=rounds)) for rounds in range(1, MAX_ROUNDS + 1)),
    *(Ablation("k", str(k), Reach(k=k)) for k in (1, 2, 3, 5, 8, 10, 15, 20)),
    Ablation("k", "as the reasoner asks"),
    Ablation("perceiver", "text"),
    Ablation("perceiver", "annotations", perceiver="annotations"),
)
"""Every row of every table; the product itself stands in each for comparison."""
