"""How a question with choices is answered: what is read for it, and the draft of its answer.

A video that is short enough is read whole, in order of time: nothing need be found then, and the
option is weighed against all there is. Of a longer memory the question and each option are
searched for, and what lies around the nearest moments is read too.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from agent.draft import AnswerDraft, DraftCitation
from agent.question import Question
from agent.rules.composing import MOST_MOMENTS
from agent.rules.form import Asked
from agent.rules.options import OptionWeights, option_scores
from agent.rules.passages import Passage
from graph_schema.time_span import format_span
from language.plain_words import plain_words
from language.sentences import split_sentences
from retrieval.evidence import apart, evidence_scores
from retrieval.views import EventList
from retrieval.word_fit import word_fit
from runtime.embedder import Embedder

MOST_READ = 300
"""Events of a video up to which it is read whole: five pages of the tool that lists by time."""
_WHOLE_VIDEO = "99:59:59"
_KINDS = ("utterance", "screen_text", "micro", "macro")
_MOST_SEARCHES = 6
_WIDE = 30

Call = tuple[str, dict[str, Any]]


def page_after(page: EventList | None, video_id: str) -> Call | None:
    """The call for the next page of a video, the first where there is none yet.

    None where all is read, or where the video is too long to be.
    """
    start_ms = 0
    if page is not None:
        if not page.events or page.total <= len(page.events) or page.total > MOST_READ:
            return None
        first, start_ms = page.events[0].start_ms, page.events[-1].start_ms
        if start_ms <= first:  # more at one time than a page holds
            return None
    start = f"{start_ms // 1000}.{start_ms % 1000:03d}s"
    return "search_by_time", {"video_id": video_id, "start": start, "end": _WHOLE_VIDEO}


def is_whole(page: EventList | None) -> bool:
    """Whether the last page read ends the video."""
    return page is not None and page.total <= len(page.events)


def searches(asked: Asked, question: Question) -> list[Call]:
    """The searches for the question and its options; of many options several are one search."""
    shared = -(-len(question.choices) // (_MOST_SEARCHES - 1))
    options = [
        "; ".join(question.choices[at : at + shared])
        for at in range(0, len(question.choices), shared)
    ]
    queries = [asked.question, *(f"{asked.statement} {option}" for option in options)]
    return [
        ("search_nodes", {"query": query, "kinds": list(_KINDS), "k": _WIDE}) for query in queries
    ]


def nearest(question: str, passages: Sequence[Passage], embedder: Embedder) -> list[Passage]:
    """The passages to look around."""
    scores = evidence_scores(question, passages, embedder)
    return [passages[place] for place in apart(scores, passages, MOST_MOMENTS)]


def choice(
    question: Question,
    passages: Sequence[Passage],
    embedder: Embedder,
    weights: OptionWeights | None = None,
) -> AnswerDraft:
    """The option that the passages speak for (the first of equals), with the moments to watch."""
    scores = option_scores(question.text, question.choices, passages, embedder, weights)
    option = int(np.argmax(scores))
    text = question.choices[option]
    stated = f"{question.text} {text}"
    evidence = evidence_scores(question.text, passages, embedder)
    evidence = evidence + evidence_scores(stated, passages, embedder)
    cited = [passages[place] for place in apart(evidence, passages, MOST_MOMENTS)]
    quotes = [_quote(stated, one.text, embedder) for one in cited]
    return AnswerDraft(
        answer="\n".join([f"({option}) {text}", *_lines(cited, quotes)]),
        choice=option,
        citations=tuple(
            DraftCitation(id=one.id, quote=quote) for one, quote in zip(cited, quotes, strict=True)
        ),
    )


def _lines(cited: Sequence[Passage], quotes: Sequence[str]) -> Iterator[str]:
    spans = [format_span(one.start_ms, one.end_ms) for one in cited]
    yield f"{quotes[0].rstrip('.')} ({spans[0]})."
    if len(cited) > 1:
        yield "Other moments:"
        yield from (f"- {span}: {quote}" for span, quote in zip(spans[1:], quotes[1:], strict=True))


def _quote(stated: str, text: str, embedder: Embedder) -> str:
    """The sentence of ``text`` that has most of the words, verbatim."""
    sentences = [text[start:end] for start, end in split_sentences(text)]
    if len(sentences) < 2:
        return text.strip()
    fit = word_fit(plain_words(stated), sentences, embedder)
    return sentences[int(np.argmax(fit.near @ fit.rarity))] if fit.words else sentences[0]
