"""NExT-QA: five-way questions about short videos, answered by the rules reasoner, and grounded.

Each question goes through ``ask`` with its options over the memory of its video: the option chosen
counts for Acc, and the first cited moment is the window of Acc@GQA (right option, and half of the
window inside a span that people marked). hit@k is the search under it: whether the middle of one
of the ``k`` seconds it returns lies in a marked span.

The weights of the options' signals were fitted on halves of these videos, so every question is
asked with those of the half that its video is not in.
:func:`evaluation.replays.nextqa_weights.refit` fits them again.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agent.answer import Answer
from agent.ask import Question, ask
from agent.rules.options import fitted_weights
from agent.rules.reasoner import RulesReasoner
from cypher.moments import events_of_scope
from evaluation.gold import Scorer, sealed
from evaluation.replays.halves import half_of
from evaluation.replays.nextqa_parts import Given, OptionPart, StandardParts
from evaluation.replays.nextqa_videos import SECOND_MS, Film, FiveWay, Seconds, load
from evaluation.replays.report import ReplayReport, Tally
from evaluation.replays.stored import StoredMemory, stored
from graph_schema.labels import Kind, Label
from retrieval.evidence import EVIDENCE, search_evidence
from retrieval.scope import Scope
from runtime.embedder import Embedder
from runtime.progress import Progress, Silent
from runtime.settings import Settings

ALL, GROUNDED = "five-way", "grounded"
HITS = (1, 3, 5)
_APART_S = EVIDENCE.apart_ms / 1000
OURS = "rules reasoner"

CHOICES = (
    "Acc is cross-fitted: each question is answered by the weights that the half of the videos "
    "without it chose",
    f"hit@k and the window of Acc@GQA are of shipped values and not cross-fitted: place weight "
    f"{EVIDENCE.place:g} (of .3, .5, .8 and 1.2 the halves chose .8 and 1.2), {_APART_S:g} s "
    "between two of the seconds shown, and a window of one passage; docs/decisions/0015 has more",
)
"""What a reader of the figures must know of how values were chosen."""

_SCORER = Scorer("replay nextqa")
_SLACK_S = 0.5
_LEAST_INSIDE = 0.5
_WORKERS = 2
_MOST_EVENTS = 10_000


def run(
    settings: Settings, *, data: Path | None = None, progress: Progress | None = None
) -> ReplayReport:
    """Store the captions, ask the questions, and report."""
    progress = progress or Silent()
    films, questions = load(data)
    with stored(settings, "nextqa", (film.document() for film in films), progress) as memory:
        return replay(films, questions, memory, progress)


def replay(
    films: Sequence[Film],
    questions: Sequence[FiveWay],
    memory: StoredMemory,
    progress: Progress | None = None,
) -> ReplayReport:
    """Ask a memory that holds these films."""
    progress = progress or Silent()
    embedder = StoredVectors(memory)
    parts = StandardParts(films, questions, embedder)
    tally = Tally("nextqa")
    tally.queries(ALL, [one.film for one in questions])
    tally.queries(GROUNDED, [one.film for one in questions if one.shown is not None])
    for name, floor in _FLOORS.items():
        tally.add(f"floor: {name}", f"{ALL}: Acc", floor(questions))
    for part in OptionPart:
        _count(tally, str(part), questions, [parts.given(part, one) for one in questions])
    progress.stage("ask", len(questions))
    began = time.perf_counter()
    answers = _asked(questions, memory, embedder, progress)
    seconds = time.perf_counter() - began
    progress.finish("done")
    _count(tally, OURS, questions, answers, ours=True)
    return tally.report(
        n=len(questions),
        notes=[
            f"{len(questions)} questions in {seconds:.0f} s, {len(questions) / seconds:.1f} a "
            f"second, {_WORKERS} at once, captions encoded before",
            *CHOICES,
            *_kinds(questions, answers),
        ],
    )


# -- scoring -----------------------------------------------------------------------------------


def _count(
    tally: Tally,
    name: str,
    questions: Sequence[FiveWay],
    given: Sequence[Given],
    *,
    ours: bool = False,
) -> None:
    right = [
        one.right.reveal(_SCORER) == answer.choice
        for one, answer in zip(questions, given, strict=True)
    ]
    tally.add(name, f"{ALL}: Acc", right, ours=ours)
    grounded = [
        (is_right, one.shown.reveal(_SCORER), answer)
        for is_right, one, answer in zip(right, questions, given, strict=True)
        if one.shown is not None
    ]
    tally.add(
        name,
        f"{GROUNDED}: Acc@GQA",
        [
            is_right and answer.window is not None and inside(answer.window, spans) >= _LEAST_INSIDE
            for is_right, spans, answer in grounded
        ],
        ours=ours,
    )
    for k in HITS:
        hit = [any(_hits(at, spans) for at in answer.seconds[:k]) for _, spans, answer in grounded]
        tally.add(name, f"{GROUNDED}: hit@{k}", hit, ours=ours)


def inside(window: Seconds, spans: Sequence[Seconds]) -> float:
    """The largest part of the window that one span covers: intersection over prediction."""
    start, end = window
    shared = max(min(end, one[1]) - max(start, one[0]) for one in spans)
    return max(0.0, shared) / max(end - start, 1e-9)


def _hits(at: float, spans: Sequence[Seconds]) -> bool:
    return any(start - _SLACK_S <= at <= end + _SLACK_S for start, end in spans)


def _random(questions: Sequence[FiveWay]) -> list[float]:
    return [1 / len(one.options) for one in questions]


def _longest(questions: Sequence[FiveWay]) -> list[bool]:
    return [
        max(range(len(one.options)), key=lambda at: len(one.options[at]))
        == one.right.reveal(_SCORER)
        for one in questions
    ]


def _best_letter(questions: Sequence[FiveWay]) -> list[bool]:
    right = [one.right.reveal(_SCORER) for one in questions]
    best = max(set(right), key=right.count)
    return [one == best for one in right]


_FLOORS: Mapping[str, Callable[[Sequence[FiveWay]], Sequence[float]]] = {
    "random": _random,
    "longest option": _longest,
    "best constant letter": _best_letter,
}


def _kinds(questions: Sequence[FiveWay], given: Sequence[Given]) -> Iterator[str]:
    """Acc by the data set's own type of question, as information."""
    for kind in sorted({one.kind for one in questions}):
        of_kind = [
            answer.choice == one.right.reveal(_SCORER)
            for one, answer in zip(questions, given, strict=True)
            if one.kind == kind
        ]
        yield f"{kind}: Acc {100 * float(np.mean(of_kind)):.1f} of {len(of_kind)}"


# -- asking ------------------------------------------------------------------------------------


class StoredVectors:
    """The memory's encoder, which takes the vectors of stored texts from the graph."""

    def __init__(self, memory: StoredMemory) -> None:
        self._embedder = memory.embedder
        self.model = self._embedder.model
        self.dimensions = self._embedder.dimensions
        self._known: dict[str, NDArray[np.float32]] = {}
        for video in memory.video_of.values():
            (found,) = memory.store.read(
                events_of_scope(frozenset({Label.MACRO_EVENT}), of_videos=True),
                library=memory.library,
                videos=[video],
                start_ms=0,
                end_ms=2**40,
                limit=_MOST_EVENTS,
            )
            self._known |= {
                event["text"]: np.array(event["embedding"], dtype=np.float32)
                for event in found["events"]
            }

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors in the order of ``texts``."""
        unseen = [text for text in dict.fromkeys(texts) if text not in self._known]
        new = dict(zip(unseen, self._embedder.encode(unseen), strict=True)) if unseen else {}
        vectors = [self._known[text] if text in self._known else new[text] for text in texts]
        return np.stack(vectors) if vectors else np.zeros((0, self.dimensions), np.float32)


def _asked(
    questions: Sequence[FiveWay], memory: StoredMemory, embedder: Embedder, progress: Progress
) -> list[Given]:
    weights = fitted_weights()

    def one(question: FiveWay) -> Given:
        video = memory.video_of[question.film]
        asked = Question(question.text, memory.library, (video,), question.options)
        reasoner = RulesReasoner(
            question=asked,
            embedder=embedder,
            option_weights=weights[1 - half_of(question.film)],
        )
        seconds: list[float] = []
        with sealed():
            answer = ask(
                asked,
                store=memory.store,
                embedder=embedder,
                settings=memory.settings,
                model=reasoner,
            )
            if question.shown is not None:
                scope = Scope(library=memory.library, videos=(video,), kinds=(Kind.MACRO,))
                found = search_evidence(memory.store, embedder, question.text, scope, k=max(HITS))
                seconds = [((hit.start_ms or 0) + SECOND_MS / 2) / 1000 for hit in found]
        progress.advance()
        return Given(answer.choice, _window(answer), seconds)

    with ThreadPoolExecutor(_WORKERS, "ask") as pool:
        return list(pool.map(one, questions))


def _window(answer: Answer) -> Seconds | None:
    for cited in answer.citations:
        if cited.start_ms is not None and cited.end_ms is not None:
            return cited.start_ms / 1000, cited.end_ms / 1000
    return None
