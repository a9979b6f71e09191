"""ActivityNet Captions: one person's sentence for the moment that another described.

Stored are the sentences of ``val_1`` with their spans as macro events; asked are those of
``val_2``, which another person wrote about the same videos. A returned span counts at an
intersection over union with the query's own span. Asked twice: of the query's own video, and of a
stream of two hours in which it is one of about sixty.

The memory holds the 79 streams, and the few videos that are in none or share time with the next.
A query of one video is asked of that part of its stream; only where exactly the video's own
sentences lie in it, so that the answer is that of a memory of one video.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from evaluation.replays.activitynet_clips import (
    Clip,
    Sentence,
    bounds,
    load,
    sources,
    streams,
)
from evaluation.replays.report import ReplayReport, Tally
from evaluation.replays.standard_parts import (
    Encoded,
    Part,
    Parts,
    Pool,
    Scores,
    cosines,
    ranking,
)
from evaluation.replays.stored import StoredMemory, stored
from graph_schema.labels import Kind
from retrieval.moments import MOMENTS, MomentRecipe, search_moments
from retrieval.scope import Scope
from runtime.progress import Progress, Silent
from runtime.settings import Settings

THRESHOLDS = (0.3, 0.5, 0.7)
ONE_VIDEO, STREAMS = "one video", "streams"
Spans = Sequence[tuple[float, float]]
"""Start and end in seconds, the best first."""

_WORKERS = 2
_MOST = 5
_SHIPPED = (
    "the figures are of the shipped weights and not cross-fitted: they are set between what the "
    "two halves of these videos chose, which agree to within rounding but for three of them "
    "(union, nearest, likeness). Cross-fitted figures stand beside them in "
    "docs/decisions/0014-moments.md"
)


@dataclass(frozen=True, slots=True)
class Question:
    """A query: which clip it is about, the sentence with its right span, and where it is asked.

    ``scope_ms`` is the part of the source to look in, all of it where None.
    """

    clip: str
    sentence: Sentence
    source: str
    scope_ms: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Room:
    """Questions that are asked of one pool: its sentences, and their positions among all."""

    described: Sequence[Sentence]
    positions: Pool
    questions: Sequence[Question]


def rooms_of_videos(clips: Sequence[Clip]) -> list[Room]:
    """A room for every clip, each asked where its sentences lie apart."""
    positions = _positions(clips)
    place = {piece.clip.id: (source, piece) for source in sources(clips) for piece in source.pieces}
    rooms = []
    for clip in clips:
        source, piece = place[clip.id]
        questions = [
            Question(clip.id, sentence.later(piece.offset_s), source.key, bounds(piece))
            for sentence in clip.asked
        ]
        described = [sentence.later(piece.offset_s) for sentence in clip.described]
        rooms.append(Room(described, positions[clip.id], questions))
    return rooms


def rooms_of_streams(clips: Sequence[Clip]) -> list[Room]:
    """A room for every stream."""
    positions = _positions(clips)
    return [
        Room(
            source.described,
            np.concatenate([positions[piece.clip.id] for piece in source.pieces]),
            [
                Question(piece.clip.id, sentence.later(piece.offset_s), source.key)
                for piece in source.pieces
                for sentence in piece.clip.asked
            ],
        )
        for source in streams(clips)
    ]


def _positions(clips: Sequence[Clip]) -> dict[str, Pool]:
    """Where each clip's sentences stand among those of all."""
    ends = np.cumsum([len(clip.described) for clip in clips])
    return {
        clip.id: np.arange(end - len(clip.described), end)
        for clip, end in zip(clips, ends, strict=True)
    }


def run(
    settings: Settings, *, data: Path | None = None, progress: Progress | None = None
) -> ReplayReport:
    """Store the sentences of the one annotator, ask with the other's, and report."""
    progress = progress or Silent()
    clips = load(data)
    documents = (source.document() for source in sources(clips))
    with stored(settings, "activitynet", documents, progress) as memory:
        return replay(clips, memory, progress)


def replay(
    clips: Sequence[Clip],
    memory: StoredMemory,
    progress: Progress | None = None,
    recipe: MomentRecipe = MOMENTS,
) -> ReplayReport:
    """Ask a memory that holds these clips."""
    progress = progress or Silent()
    parts = Parts([one.text for clip in clips for one in clip.described], memory.embedder)
    tally = Tally("activitynet")
    asked: dict[str, int] = {}
    notes = [f"{recipe.name}: {_SHIPPED}"]
    for group, rooms, most in (
        (ONE_VIDEO, rooms_of_videos(clips), 1),
        (STREAMS, rooms_of_streams(clips), _MOST),
    ):
        questions = [question for room in rooms for question in room.questions]
        asked[group] = len(questions)
        tally.queries(group, [question.clip for question in questions])
        for name, answer in _STANDARD.items():
            answers = [spans for room in rooms for spans in answer(parts, room, most)]
            _count(tally, group, name, questions, answers, most=most)
        progress.stage(f"ask {group}", len(questions))
        began = time.perf_counter()
        answers = _ours(questions, memory, parts, most=most, recipe=recipe, progress=progress)
        seconds = time.perf_counter() - began
        progress.finish("done")
        _count(tally, group, recipe.name, questions, answers, most=most, ours=True)
        notes.append(
            f"{group}: {len(questions)} searches in {seconds:.0f} s, {_WORKERS} at once, their "
            "sentences encoded before"
        )
    return tally.report(n=asked[ONE_VIDEO], notes=notes)


def _count(
    tally: Tally,
    group: str,
    name: str,
    questions: Sequence[Question],
    answers: Sequence[Spans],
    *,
    most: int,
    ours: bool = False,
) -> None:
    """Add what a part's answers score at each number of spans and each threshold."""
    best = np.array(
        [
            np.maximum.accumulate(overlaps(spans, question.sentence, most))
            for spans, question in zip(answers, questions, strict=True)
        ]
    )
    for k in sorted({1, most}):
        for threshold in THRESHOLDS:
            metric = f"{group}: R{k} at {threshold}"
            tally.add(name, metric, best[:, k - 1] >= threshold, ours=ours)


def overlaps(spans: Spans, right: Sentence, most: int) -> Scores:
    """Intersection over union with the right span, of ``most`` spans; 0 where one is missing."""
    found = np.zeros(most)
    for at, (start, end) in enumerate(spans[:most]):
        shared = max(0.0, min(end, right.end_s) - max(start, right.start_s))
        either = (end - start) + (right.end_s - right.start_s) - shared
        found[at] = shared / either if either > 0 else 0.0
    return found


def _by_part(part: Part) -> "_Answer":
    """The spans of the sentences that a standard part ranks first."""

    def answer(parts: Parts, room: Room, most: int) -> list[Spans]:
        spans = [(one.start_s, one.end_s) for one in room.described]
        texts = [question.sentence.text for question in room.questions]
        order = ranking(parts.all_scores(part, texts, room.positions))[:, :most]
        return [[spans[at] for at in row] for row in order]

    return answer


def _by_unions(members: int) -> "_Answer":
    """Spans of one to so many sentences adjacent in time, by cosine with their summed vector."""

    def answer(parts: Parts, room: Room, most: int) -> list[Spans]:
        order = sorted(
            range(len(room.described)),
            key=lambda at: (room.described[at].start_s, room.described[at].end_s),
        )
        vectors = parts.vectors[room.positions[order]].astype(np.float64)
        spans: list[tuple[float, float]] = []
        sums = []
        for length in range(1, members + 1):
            for first in range(len(order) - length + 1):
                held = [room.described[at] for at in order[first : first + length]]
                spans.append((held[0].start_s, max(one.end_s for one in held)))
                sums.append(vectors[first : first + length].sum(axis=0))
        unions = np.array(sums)
        unions /= np.linalg.norm(unions, axis=1, keepdims=True)
        asked = parts.encoded([question.sentence.text for question in room.questions])
        ranked = ranking(cosines(asked, unions))[:, :most]
        return [[spans[at] for at in row] for row in ranked]

    return answer


_Answer = Callable[[Parts, Room, int], list[Spans]]

_STANDARD: Mapping[str, _Answer] = {
    **{str(part): _by_part(part) for part in Part},
    "unions of 1-2": _by_unions(2),
    "unions of 1-3": _by_unions(3),
}


def _ours(
    questions: Sequence[Question],
    memory: StoredMemory,
    parts: Parts,
    *,
    most: int,
    recipe: MomentRecipe,
    progress: Progress,
) -> list[Spans]:
    """What the product's own search over the stored memory returns."""
    embedder = Encoded(memory.embedder, parts)
    parts.encoded([question.sentence.text for question in questions])

    def ask(question: Question) -> Spans:
        start_ms, end_ms = question.scope_ms or (None, None)
        scope = Scope(
            library=memory.library,
            videos=(memory.video_of[question.source],),
            start_ms=start_ms,
            end_ms=end_ms,
            kinds=(Kind.MACRO,),
        )
        found = search_moments(
            memory.store, embedder, question.sentence.text, scope, k=most, recipe=recipe
        )
        progress.advance()
        return [(moment.start_ms / 1000, moment.end_ms / 1000) for moment in found]

    with ThreadPoolExecutor(_WORKERS, "ask") as pool:
        return list(pool.map(ask, questions))
