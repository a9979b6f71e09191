"""The stage that builds the upper tiers: macro events into super events, those into the root."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from graph_schema.identity import inner_id
from graph_schema.labels import Label
from graph_schema.nodes import MacroEvent, Provenance, Root, SuperEvent
from graph_schema.perception_document import PerceptionDocument
from graph_schema.relationships import RelationType
from ingestion.chapters import RECIPE, Vectors, cluster, extract, most_central
from ingestion.memory_graph import Ends, MemoryGraph, event_text
from ingestion.persistence import graph_of, write
from ingestion.work import Outcome, Work

PERCEIVER = "aggregation"

_OF_SUPER: Ends = (RelationType.PART_OF, Label.MACRO_EVENT, Label.SUPER_EVENT)
_OF_ROOT: Ends = (RelationType.PART_OF, Label.SUPER_EVENT, Label.ROOT)
_OF_VIDEO: Ends = (RelationType.PART_OF, Label.ROOT, Label.VIDEO)
_LEADS_TO: Ends = (RelationType.LEADS_TO, Label.SUPER_EVENT, Label.SUPER_EVENT)


@dataclass(frozen=True, slots=True)
class Chapter:
    """Macro events (by position) of one super event; named where an annotation names it."""

    members: list[int]
    label: str | None = None
    summary: str = ""
    annotated: bool = False


def aggregate(work: Work) -> Outcome:
    """Write super events and the root. Super events that annotations give are used as given."""
    work.progress.stage("aggregate", None)
    perceived = graph_of(work)
    macros = perceived.macro_events
    texts = [event_text(macro.label, macro.summary) for macro in macros]
    vectors = work.embedder().encode(texts)
    chapters = chaptered(work.artefacts.document(), perceived, vectors)
    graph = _upper_tiers(work, macros, vectors, chapters)
    write(work, graph)
    return Outcome(counts={"super_events": len(chapters)})


def chaptered(
    document: PerceptionDocument, perceived: MemoryGraph, vectors: Vectors
) -> list[Chapter]:
    """Chapters by the time of their first event: those given, and clusters of what is left.

    Events that no given chapter holds are clustered run by run, so that a cluster never reaches
    across a given chapter.
    """
    position = {macro.id: number for number, macro in enumerate(perceived.macro_events)}
    chapters = [
        Chapter(
            sorted(position[perceived.id_of_macro[key]] for key in given.macro_events),
            given.label,
            given.summary,
            annotated=True,
        )
        for given in document.super_events
    ]
    taken = {member for chapter in chapters for member in chapter.members}
    for run in _runs([number for number in range(len(vectors)) if number not in taken]):
        groups = cluster(vectors[run])
        chapters += [Chapter([run[number] for number in group]) for group in groups]
    return sorted(chapters, key=lambda chapter: chapter.members[0])


def _runs(positions: list[int]) -> list[list[int]]:
    runs: list[list[int]] = []
    for position in positions:
        if runs and position == runs[-1][-1] + 1:
            runs[-1].append(position)
        else:
            runs.append([position])
    return runs


def _upper_tiers(
    work: Work, macros: list[MacroEvent], vectors: Vectors, chapters: list[Chapter]
) -> MemoryGraph:
    material = work.material
    graph = MemoryGraph()
    stamp = {"perceiver": PERCEIVER, "source": material.source}
    supers: list[SuperEvent] = []
    middles = []
    root_id = inner_id(material.video_id, Label.ROOT)
    for number, chapter in enumerate(chapters, start=1):
        members = [macros[position] for position in chapter.members]
        own = vectors[chapter.members]
        middles.append(own.mean(axis=0))
        event = SuperEvent(
            id=inner_id(material.video_id, Label.SUPER_EVENT, number),
            library=material.library,
            video_id=material.video_id,
            start_ms=min(member.start_ms for member in members),
            end_ms=max(member.end_ms for member in members),
            label=chapter.label or members[most_central(own)[0]].label,
            summary=chapter.summary
            or extract([one.summary for one in members], own, RECIPE.sentences_of_a_chapter),
            provenance=Provenance(
                perceiver=material.perceiver if chapter.annotated else PERCEIVER,
                source=material.source,
            ),
        )
        supers.append(event)
        graph.add(event, event_text(event.label, event.summary))
        graph.relate(_OF_ROOT, event.id, root_id, stamp)
        for member in members:
            graph.relate(_OF_SUPER, member.id, event.id, stamp)
    for one, next_one in pairwise(supers):
        graph.relate(_LEADS_TO, one.id, next_one.id, stamp)
    root = _root(work, supers, np.stack(middles))
    graph.add(root, event_text(root.label, root.summary))
    graph.relate(_OF_VIDEO, root.id, material.video_id, stamp)
    return graph


def _root(work: Work, supers: list[SuperEvent], middles: Vectors) -> Root:
    material = work.material
    summaries = [event.summary for event in supers]
    return Root(
        id=inner_id(material.video_id, Label.ROOT),
        library=material.library,
        video_id=material.video_id,
        start_ms=0,
        end_ms=material.duration_ms,
        label=material.title,
        summary=extract(summaries, middles, RECIPE.sentences_of_the_whole),
        provenance=Provenance(perceiver=PERCEIVER, source=material.source),
    )
