"""GoalStep: a phrase that people worded apart, for the step or substep it tells of.

Asked twice: of the phrase's own video, and of one store that holds all of them.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from evaluation.replays import goalstep_memory
from evaluation.replays.goalstep_recordings import Phrase, Recording, load
from evaluation.replays.halves import half_of
from evaluation.replays.report import ReplayReport, Tally
from evaluation.replays.standard_parts import Encoded, Part, Parts, Pool
from evaluation.replays.stored import StoredMemory, stored
from graph_schema.labels import Kind
from retrieval.context import in_context
from retrieval.hits import Hit
from retrieval.recipes import CONTEXTUAL, Context
from retrieval.scope import Scope
from retrieval.search import candidates, search
from runtime.embedder import Embedder
from runtime.progress import Progress, Silent
from runtime.settings import Settings

OWN_VIDEO, STORE = "own video", "store"
DEPTHS = (1, 5, 10)
KINDS = (Kind.MACRO, Kind.MICRO)

CHOSEN_BY_HALF = (
    Context(sharpness=10.0, voices=3, repeat_penalty=0.2, video_weight=1.0),
    Context(sharpness=10.0, voices=5, repeat_penalty=0.4, video_weight=0.75),
)
"""What :mod:`evaluation.replays.goalstep_choice` chose on each half of the videos. The product
has one for both; the cross-fitted row asks each half's phrases by the other half's choice."""

NOWHERE = 10**6
"""A place that no depth reaches."""

_WORKERS = 2
WITHOUT_CONTEXT, CROSS_FITTED = "without context", "contextual, cross-fitted"

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Asked:
    """A phrase, the recording it is about, and the nodes that are right."""

    phrase: Phrase
    recording: Recording
    right: frozenset[str]


@dataclass(frozen=True)
class Room:
    """A memory that holds the recordings, and what is asked of it."""

    memory: StoredMemory
    recordings: Sequence[Recording]
    parts: Parts
    asked: Sequence[Asked]

    @classmethod
    def of(cls, recordings: Sequence[Recording], memory: StoredMemory) -> "Room":
        """Encodes every description and phrase once."""
        parts = Parts([step.text for one in recordings for step in one.steps], memory.embedder)
        asked = []
        for one in recordings:
            ids = _ids(one, memory)
            for phrase in one.phrases:
                steps = zip(ids, one.steps, strict=True)
                right = frozenset(id_ for id_, step in steps if phrase.holds(step))
                asked.append(Asked(phrase, one, right))
        parts.encoded([each.phrase.text for each in asked])
        return cls(memory, recordings, parts, asked)

    @property
    def embedder(self) -> Embedder:
        """The memory's encoder, which has encoded every phrase before."""
        return Encoded(self.memory.embedder, self.parts)

    def scope(self, asked: Asked, group: str) -> Scope:
        """Where a phrase is asked."""
        own = (self.memory.video_of[asked.recording.uid],) if group == OWN_VIDEO else ()
        return Scope(self.memory.library, videos=own, kinds=KINDS)


def run(
    settings: Settings, *, data: Path | None = None, progress: Progress | None = None
) -> ReplayReport:
    """Store steps and substeps where they are not there yet, ask for them, and report."""
    progress = progress or Silent()
    recordings = load(data)
    documents = map(goalstep_memory.document, recordings)
    with stored(settings, "goalstep", documents, progress) as memory:
        return replay(recordings, memory, progress)


def replay(
    recordings: Sequence[Recording], memory: StoredMemory, progress: Progress | None = None
) -> ReplayReport:
    """Ask a memory that holds these recordings."""
    progress = progress or Silent()
    room = Room.of(recordings, memory)
    tally = Tally("goalstep")
    notes = []
    for group in (OWN_VIDEO, STORE):
        tally.queries(group, [each.recording.uid for each in room.asked])
        for part in Part:
            _count(tally, group, str(part), _standard(room, part, group))
        ranked = _in_contexts(room, group, progress)
        _count(tally, group, WITHOUT_CONTEXT, ranked[WITHOUT_CONTEXT], ours=True)
        began = time.perf_counter()
        _count(tally, group, CONTEXTUAL.name, _searched(room, group, progress), ours=True)
        seconds = time.perf_counter() - began
        # The last of our rows stands for us: the one whose values its own videos did not choose.
        _count(tally, group, CROSS_FITTED, ranked[CROSS_FITTED], ours=True)
        each_ms = 1000 * _WORKERS * seconds / max(len(room.asked), 1)
        notes.append(
            f"{group}: {each_ms:.1f} ms a search, {_WORKERS} at once, phrases encoded before"
        )
    return tally.report(n=len(room.asked), notes=[_CHOICE, *notes])


_CHOICE = (
    f"{CROSS_FITTED!r} asks each half of the videos by what the other half chose: "
    + "; ".join(f"half {half} chose {chosen!r}" for half, chosen in enumerate(CHOSEN_BY_HALF))
    + f". It is the row to quote; the product's own is {CONTEXTUAL.name!r}, which has "
    f"{CONTEXTUAL.context!r} for all videos"
)


def _searched(room: Room, group: str, progress: Progress) -> list[int]:
    """The place of the first right hit of each phrase's search, from 0."""
    embedder = room.embedder

    def ask(asked: Asked) -> int:
        hits = search(
            room.memory.store,
            embedder,
            asked.phrase.text,
            room.scope(asked, group),
            k=max(DEPTHS),
            recipe=CONTEXTUAL,
            neighbourhood=False,
        )
        return first_right(hits, asked.right)

    return each_asked(room, f"ask {group}", ask, progress)


def _in_contexts(room: Room, group: str, progress: Progress) -> dict[str, list[int]]:
    """The same without context, and in the context that the other half of the videos chose."""
    found = found_for(room, group, progress)
    crossed = [CHOSEN_BY_HALF[1 - half_of(each.recording.uid)] for each in room.asked]
    return {
        WITHOUT_CONTEXT: [
            first_right(hits, each.right) for hits, each in zip(found, room.asked, strict=True)
        ],
        CROSS_FITTED: [
            first_right(in_context(hits, context), each.right)
            for hits, context, each in zip(found, crossed, room.asked, strict=True)
        ],
    }


def found_for(room: Room, group: str, progress: Progress) -> list[list[Hit]]:
    """What a search of each phrase ranks in context."""
    embedder = room.embedder

    def ask(asked: Asked) -> list[Hit]:
        scope = room.scope(asked, group)
        return candidates(
            room.memory.store, embedder, asked.phrase.text, scope, k=max(DEPTHS), recipe=CONTEXTUAL
        )

    return each_asked(room, f"find candidates, {group}", ask, progress)


def each_asked(
    room: Room, stage: str, ask: Callable[[Asked], Answer], progress: Progress
) -> list[Answer]:
    """The answers to all phrases, in their order."""
    progress.stage(stage, len(room.asked))

    def counted(asked: Asked) -> Answer:
        answer = ask(asked)
        progress.advance()
        return answer

    with ThreadPoolExecutor(_WORKERS, "ask") as pool:
        answers = list(pool.map(counted, room.asked))
    progress.finish("done")
    return answers


def _standard(room: Room, part: Part, group: str) -> list[int]:
    """The same by a standard part, over the descriptions in the order of the file."""
    ids = np.array([id_ for one in room.recordings for id_ in _ids(one, room.memory)])
    places: list[int] = []
    for pool, asked in _pools(room, group):
        if asked:
            texts = [each.phrase.text for each in asked]
            best = ids[room.parts.best(part, texts, max(DEPTHS), pool)]
            pairs = zip(best, asked, strict=True)
            places += [_first_right(row.tolist(), each.right) for row, each in pairs]
    return places


def _pools(room: Room, group: str) -> list[tuple[Pool | None, Sequence[Asked]]]:
    """The documents that phrases are asked of, with those phrases, which stay in order."""
    if group == STORE:
        return [(None, room.asked)]
    ends = np.cumsum([len(one.steps) for one in room.recordings])
    return [
        (
            np.arange(end - len(one.steps), end),
            [each for each in room.asked if each.recording is one],
        )
        for one, end in zip(room.recordings, ends, strict=True)
    ]


def first_right(hits: Sequence[Hit], right: frozenset[str]) -> int:
    """The place of the first right hit, from 0; where none is right, :data:`NOWHERE`."""
    return _first_right([hit.id for hit in hits], right)


def _first_right(ids: Sequence[str], right: frozenset[str]) -> int:
    return next((place for place, id_ in enumerate(ids) if id_ in right), NOWHERE)


def _count(
    tally: Tally, group: str, name: str, places: Sequence[int], *, ours: bool = False
) -> None:
    found: NDArray[np.intp] = np.asarray(places)
    for depth in DEPTHS:
        tally.add(name, f"{group}: R@{depth}", found < depth, ours=ours)


def _ids(recording: Recording, memory: StoredMemory) -> list[str]:
    """The nodes of the recording's steps, in the order of the file."""
    of_key = memory.ids[recording.uid]
    return [of_key[key] for key in goalstep_memory.keys(recording)]
