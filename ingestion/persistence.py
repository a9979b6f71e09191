"""The stage that writes what was perceived into the graph.

Everything is merged by id and compared by counts, so it may be run again after any interruption.
Where the graph holds a memory of the same video that was perceived otherwise, the stage first
deletes that one (design §3, "again with other eyes"); the ledger remembers which of the two steps
it is in.
"""

from cypher.statements import merge_nodes, merge_relationships
from ingestion import replace
from ingestion.deletion import DELETING
from ingestion.memory_graph import MemoryGraph, build
from ingestion.work import Outcome, Work


def persist(work: Work) -> Outcome:
    """Write macro and micro-events, appearances, relations, shots and utterances."""
    graph = graph_of(work)
    total = sum(map(len, graph.nodes.values())) + sum(map(len, graph.relationships.values()))
    work.progress.stage("persist", total)
    key = work.material.perception_key
    if work.phase is None and work.stored_key not in (None, key):
        if work.stored_key != DELETING:
            replace.remember_decisions(work)
        work.enter("clearing", {"perception_key": key, "status": "new"})
    if work.phase == "clearing" or work.stored_key not in (None, key):
        replace.clear(work)
    video = work.video(perception_key=key).properties()
    work.enter("writing", video)
    write(work, graph)
    return Outcome(counts={"rows": total})


def graph_of(work: Work) -> MemoryGraph:
    """The rows of this job's document: always the same, whoever asks."""
    material, artefacts = work.material, work.artefacts
    return build(artefacts.document(), material.stamp, artefacts.shots(), artefacts.cues())


def write(work: Work, graph: MemoryGraph) -> None:
    """Write all rows of a graph; raises WriteShortfallError when any is lost."""
    for label, rows in graph.nodes.items():
        work.progress.advance(work.store.write_rows(merge_nodes(label), rows))
    for ends, related in graph.relationships.items():
        rows = list(related.values())
        work.progress.advance(work.store.write_rows(merge_relationships(*ends), rows))
