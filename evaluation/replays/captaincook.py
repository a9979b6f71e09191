"""CaptainCook4D's task graphs as memories: what must be done before a step, what it makes possible.

Every recipe is a memory of its own; a step is a macro event, one second long, in a topological
order, and an edge is ENABLES. Asked is every step, both ways, by its id, of the agent's own tool
``get_relation_graph`` along causal edges without a limit of hops. An answer is right when the set
of ids is exactly that of all ancestors or all descendants; one that says it was capped is not.

Beside ours stands the encoder, told how many steps to name: words do not hold this order.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Literal

from langchain_core.messages import ToolMessage

from agent.evidence import Observation
from agent.tools import Workbench, toolbox
from evaluation.data_folder import data_folder, needed
from evaluation.replays.report import ReplayReport, Tally
from evaluation.replays.standard_parts import Part, Parts
from evaluation.replays.stored import SourceDocument, StoredMemory, stored
from retrieval.views import RelationGraph
from runtime.errors import BadAnnotationsError
from runtime.progress import Progress, Silent
from runtime.settings import Settings

Way = Literal["in", "out"]
QUESTIONS: Mapping[Way, str] = {
    "in": "What must be done before: {step}",
    "out": "What becomes possible by: {step}",
}

_NO_STEPS = {"START", "END"}
_MOST = 60
"""The most nodes that the tool gives; a recipe has fewer."""


@dataclass(frozen=True, slots=True)
class TaskGraph:
    """A recipe: texts of its steps by number, in a topological order, and who enables whom."""

    name: str
    steps: Mapping[int, str]
    edges: tuple[tuple[int, int], ...]

    def reached(self, step: int, way: Way) -> frozenset[int]:
        """All ancestors (``in``) or descendants (``out``) of a step."""
        beside: dict[int, list[int]] = {}
        for before, after in self.edges:
            start, end = (before, after) if way == "out" else (after, before)
            beside.setdefault(start, []).append(end)
        seen: set[int] = set()
        ahead = [step]
        while ahead:
            for other in beside.get(ahead.pop(), ()):
                if other not in seen:
                    seen.add(other)
                    ahead.append(other)
        return frozenset(seen)

    def document(self) -> SourceDocument:
        """The recipe as annotations: step ``m7`` is the one numbered 7 in its file."""
        events = [
            {
                "key": f"m{step}",
                "label": text,
                "start_ms": 1000 * place,
                "end_ms": 1000 * place + 1000,
            }
            for place, (step, text) in enumerate(self.steps.items())
        ]
        relations = [
            {"source": f"m{before}", "target": f"m{after}", "type": "ENABLES"}
            for before, after in self.edges
        ]
        video = {"title": self.name, "duration_ms": 1000 * len(self.steps)}
        return SourceDocument(
            self.name, {"video": video, "macro_events": events, "relations": relations}
        )


def load(data: Path | None = None) -> list[TaskGraph]:
    """All task graphs, by name. Raises NotFoundError where they are absent, BadAnnotationsError
    for a file that is none."""
    folder = needed(
        data_folder(data) / "captaincook4d" / "task_graphs",
        "CaptainCook4D's task graphs",
        "CaptainCook4D/annotations",
    )
    return [read(path) for path in sorted(folder.glob("*.json"))]


def read(path: Path) -> TaskGraph:
    """One file: ``{"steps": {"1": text}, "edges": [[1, 2]]}``, START and END left out."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        texts = {int(step): str(text) for step, text in document["steps"].items()}
        steps = {step: text for step, text in texts.items() if text not in _NO_STEPS}
        edges = tuple((a, b) for a, b in document["edges"] if a in steps and b in steps)
        order = TopologicalSorter({step: [a for a, b in edges if b == step] for step in steps})
        return TaskGraph(path.stem, {step: steps[step] for step in order.static_order()}, edges)
    except (ValueError, TypeError, KeyError, AttributeError, CycleError) as error:
        raise BadAnnotationsError(
            f"{path} is no task graph: {type(error).__name__}: {error}",
            'Expected is {"steps": {"1": text, …}, "edges": [[1, 2], …]} without cycles.',
        ) from error


def run(
    settings: Settings, *, data: Path | None = None, progress: Progress | None = None
) -> ReplayReport:
    """Store the recipes, ask for every step both ways, and report the share of exact sets."""
    progress = progress or Silent()
    graphs = load(data)
    with stored(
        settings, "captaincook", (graph.document() for graph in graphs), progress
    ) as memory:
        return replay(graphs, memory, progress)


def replay(graphs: list[TaskGraph], memory: StoredMemory, progress: Progress) -> ReplayReport:
    """Ask a memory that holds these recipes."""
    asked = [(graph, step, way) for graph in graphs for step in graph.steps for way in QUESTIONS]
    tool = _Tool(memory)
    progress.stage("ask", len(asked))
    exact, readable, guessed, capped = [], [], [], 0
    guess = _Guess(graphs, memory)
    for graph, step, way in asked:
        ids = memory.ids[graph.name]
        right = {ids[f"m{other}"] for other in graph.reached(step, way)}
        observation, found = tool(ids[f"m{step}"], way)
        named = {node.id for node in found.nodes}
        capped += found.capped
        exact.append(named == right and not found.capped)
        readable.append(exact[-1] and named <= set(observation.ids))
        guessed.append(guess(graph, step, way) == graph.reached(step, way))
        progress.advance()
    progress.finish("done")
    tally = Tally("captaincook")
    tally.queries("all steps, both ways", [graph.name for graph, _, _ in asked])
    tally.add("encoder, told how many", "all steps, both ways: exact sets", guessed)
    tally.add("get_relation_graph", "all steps, both ways: exact sets", exact, ours=True)
    tally.add(
        "get_relation_graph", "all steps, both ways: and all in its text", readable, ours=True
    )
    notes = [f"{capped} answers were capped"] if capped else []
    return tally.report(n=len(asked), notes=notes)


class _Tool:
    """The agent's tool, with a workbench of its own."""

    def __init__(self, memory: StoredMemory) -> None:
        bench = Workbench(memory.store, memory.embedder, memory.library)
        (self._tool,) = (tool for tool in toolbox(bench) if tool.name == "get_relation_graph")

    def __call__(self, node_id: str, way: Way) -> tuple[Observation, RelationGraph]:
        """What it returns for a call as a model makes it."""
        arguments = {"node_id": node_id, "direction": way, "hops": None, "limit": _MOST}
        message = self._tool.invoke(
            {"type": "tool_call", "id": "1", "name": self._tool.name, "args": arguments}
        )
        assert isinstance(message, ToolMessage)
        observation = message.artifact
        assert isinstance(observation, Observation)
        assert isinstance(observation.found, RelationGraph)
        return observation, observation.found


class _Guess:
    """The nearest other steps of the recipe by the encoder, as many as are right."""

    def __init__(self, graphs: list[TaskGraph], memory: StoredMemory) -> None:
        self._parts = {
            graph.name: Parts(list(graph.steps.values()), memory.embedder) for graph in graphs
        }

    def __call__(self, graph: TaskGraph, step: int, way: Way) -> frozenset[int]:
        question = QUESTIONS[way].format(step=graph.steps[step])
        numbers = list(graph.steps)
        order = self._parts[graph.name].best(Part.ENCODER, [question], len(numbers))[0]
        others = [numbers[place] for place in order if numbers[place] != step]
        return frozenset(others[: len(graph.reached(step, way))])
