"""The stage that turns a video's appearances into entities."""

from graph_schema.labels import Label
from graph_schema.relationships import RelationType
from ingestion.entities import Decided, Resolved, resolve
from ingestion.memory_graph import Ends, MemoryGraph
from ingestion.persistence import graph_of, write
from ingestion.replace import Carried, carry_over
from ingestion.work import Outcome, Work

_IS: Ends = (RelationType.IS, Label.APPEARANCE, Label.ENTITY)
_ABOUT: Ends = (RelationType.ABOUT, Label.DECISION, Label.APPEARANCE)


def resolve_entities(work: Work) -> Outcome:
    """Write entities, ``IS`` edges and the decisions behind them.

    Decisions that people made about a memory that this one replaces are carried over first.
    """
    perceived = graph_of(work)
    carried, lost = carry_over(work, perceived)
    decided = [Decided(one.decision.kind == "same", frozenset(one.appearances)) for one in carried]
    resolved = resolve(perceived.appearances, decided)
    graph = _rows(work, perceived, resolved, carried)
    work.progress.stage("resolve", sum(map(len, graph.nodes.values())))
    write(work, graph)
    counts = {"entities": len(resolved.entities), "decisions": len(resolved.decisions)}
    return Outcome(counts=counts, warnings=tuple(lost))


def _rows(
    work: Work, perceived: MemoryGraph, resolved: Resolved, carried: list[Carried]
) -> MemoryGraph:
    graph = MemoryGraph()
    for entity in resolved.entities:
        graph.add(entity, resolved.texts[entity.id])
    for decision in resolved.decisions:
        graph.add(decision)
    for decision_id, appearance_id in resolved.about:
        graph.relate(_ABOUT, decision_id, appearance_id, {})
    for one in carried:
        graph.add(one.decision)
        for appearance_id in one.appearances:
            graph.relate(_ABOUT, one.decision.id, appearance_id, {})
    for appearance in perceived.appearances:
        properties = {"perceiver": "resolution", "source": appearance.provenance.source}
        graph.relate(_IS, appearance.id, resolved.entity_of[appearance.id], properties)
    return graph
