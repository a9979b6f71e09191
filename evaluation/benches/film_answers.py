"""The rules reasoner asked about the sample film: right moments, refusals, lengths, seconds.

Questions are ``gold/questions_*.jsonl``, one ``{"question", "answerable", "spans_ms"}`` a line.
Those of ``questions_dev.jsonl`` were used for choosing weights and are shown apart; the others
were written from the film itself and never seen by rules, prompts or tuning. A cited moment is
right when it shares time with a gold span. Two floors stand beside: the three cues nearest to the
question by the encoder, and the three nearest unions of two neighbouring cues.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median

import numpy as np

from agent.answer import Answer
from agent.ask import Question, ask
from cypher.store import Store
from evaluation.benches.sample_memory import SampleMemory, sample_memory
from evaluation.report import BenchRow
from graph_schema.labels import Kind
from retrieval.navigation import search_by_time
from retrieval.views import Event
from runtime.embedder import Embedder
from runtime.settings import Settings

GOLD = Path(__file__).parent / "gold"
TUNED_ON = "questions_dev"
CITED = 3
LONGEST_MS = 15_000

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Item:
    """A question with the spans that show its answer; none where the film does not show it."""

    question: str
    spans: tuple[Span, ...]

    def shown_by(self, cited: Sequence[Span]) -> bool:
        """Whether one of the cited spans shares time with a gold span."""
        return any(
            start < gold_end and gold_start < end
            for start, end in cited
            for gold_start, gold_end in self.spans
        )


def run(settings: Settings) -> list[BenchRow]:
    """The rows of every file of questions."""
    with sample_memory(settings) as memory:
        return [
            row for path in sorted(GOLD.glob("questions_*.jsonl")) for row in _file(path, memory)
        ]


def read_items(path: Path) -> list[Item]:
    """The questions of a file."""
    items = []
    for line in path.read_text("utf-8").splitlines():
        if line.strip():
            row = json.loads(line)
            spans = row["spans_ms"] if row["answerable"] else []
            items.append(Item(row["question"], tuple((one[0], one[1]) for one in spans)))
    return items


def _file(path: Path, memory: SampleMemory) -> list[BenchRow]:
    items = read_items(path)
    answers = [
        ask(
            Question(item.question, memory.library, videos=(memory.video_id,)),
            store=memory.store,
            embedder=memory.embedder,
            settings=memory.settings.model_copy(update={"reasoner": "rules"}),
        )
        for item in items
    ]
    cues = cues_of(memory.store, memory.library, memory.video_id)
    return rows(path.stem, items, answers, floors(items, cues, memory.embedder))


def cues_of(store: Store, library: str, video_id: str) -> list[Event]:
    """All cues of the film's track in order of time."""
    found = search_by_time(
        store, library, video_id, 0, 2**40, kinds=(Kind.UTTERANCE,), limit=10_000
    )
    return list(found.events)


def rows(
    name: str, items: Sequence[Item], answers: Sequence[Answer], floor: tuple[float, float]
) -> list[BenchRow]:
    """The figures of one file."""
    shown = [(item, answer) for item, answer in zip(items, answers, strict=True) if item.spans]
    absent = [answer for item, answer in zip(items, answers, strict=True) if not item.spans]
    spans = [_spans(answer) for answer in answers]
    lengths = [end - start for cited in spans for start, end in cited]
    right = [item.shown_by(_spans(answer)) for item, answer in shown]
    label = f"{name} (tuned on)" if name == TUNED_ON else name
    return [
        BenchRow(
            f"{label}: a right moment among {CITED}, of {len(shown)}",
            sum(right) / max(1, len(right)),
            "share",
            floor=floor[1],
            bar=">= .55",
            peers={"encoder alone": floor[0], "unions of two cues": floor[1]},
        ),
        BenchRow(
            f"{label}: refused of {len(absent)} that the film does not show",
            sum(not answer.answered for answer in absent),
            "questions",
            bar=">= 2 of 3",
        ),
        BenchRow(
            f"{label}: refused of {len(shown)} that it shows",
            sum(not answer.answered for _, answer in shown),
            "questions",
            bar="<= 1 of 5",
        ),
        BenchRow(
            f"{label}: cited moment, median",
            median(lengths) / 1_000 if lengths else 0.0,
            "s",
            bar="<= 8",
        ),
        BenchRow(
            f"{label}: cited moment, longest",
            max(lengths, default=0) / 1_000,
            "s",
            bar=f"<= {LONGEST_MS // 1_000}",
        ),
        BenchRow(
            f"{label}: most moments cited", max(map(len, spans), default=0), "moments", bar="<= 3"
        ),
        BenchRow(
            f"{label}: an answer in this process, median",
            median(answer.seconds for answer in answers) if answers else 0.0,
            "s",
            bar="<= 0.5",
        ),
    ]


def floors(items: Sequence[Item], cues: Sequence[Event], embedder: Embedder) -> tuple[float, float]:
    """Right-moment shares of the encoder alone: the 3 nearest cues, the 3 nearest pairs of cues."""
    asked = [item for item in items if item.spans]
    if not asked or len(cues) < 2:
        return 0.0, 0.0
    questions = embedder.encode([item.question for item in asked])
    single = embedder.encode([cue.text for cue in cues])
    pairs = single[:-1] + single[1:]
    pairs /= np.linalg.norm(pairs, axis=1, keepdims=True)
    single_spans = [(cue.start_ms, cue.end_ms) for cue in cues]
    pair_spans = [(one.start_ms, other.end_ms) for one, other in pairwise(cues)]
    shares = []
    for vectors, spans in ((single, single_spans), (pairs, pair_spans)):
        nearest = np.argsort(-(questions @ vectors.T), axis=1, kind="stable")[:, :CITED]
        right = [
            item.shown_by([spans[place] for place in best])
            for item, best in zip(asked, nearest, strict=True)
        ]
        shares.append(sum(right) / len(right))
    return shares[0], shares[1]


def _spans(answer: Answer) -> list[Span]:
    return [
        (one.start_ms, one.end_ms)
        for one in answer.citations
        if one.start_ms is not None and one.end_ms is not None
    ]
