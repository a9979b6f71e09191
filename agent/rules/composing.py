"""From ranked moments to an answer: at most three that do not overlap, quoted word for word."""

from dataclasses import dataclass

import numpy as np

from agent.answer import NOT_SHOWN
from agent.draft import AnswerDraft, DraftCitation
from agent.propositions import read
from agent.rules.content_words import content_words
from agent.rules.form import Asked, Form
from agent.rules.passages import MAX_GAP_MS, MAX_MOMENT_MS, Moment, Passage
from agent.rules.scoring import Ranking
from graph_schema.time_span import format_span
from language.sentences import split_sentences
from retrieval.views import Occurrences
from runtime.embedder import Embedder

MOST_MOMENTS = 3
_NEAR_TIE = 0.12
"""Moments whose scores differ by less compete on time where the first or last is asked for."""

_SAME_VERB = 0.55
"""Cosine of the verb asked and a word of an action from which on its actor is named."""


@dataclass(frozen=True, slots=True)
class Picked:
    """A moment to cite: the passage quoted, and the neighbour up to which it goes on."""

    passage: Passage
    through: Passage | None = None

    @property
    def span(self) -> str:
        """The moment's time as people read it."""
        others = [self.passage, *([self.through] if self.through else [])]
        return format_span(min(one.start_ms for one in others), max(one.end_ms for one in others))


def pick(asked: Asked, ranking: Ranking, passages: list[Passage]) -> list[Picked]:
    """The best moments that share no passage, best first (or first in time, as asked)."""
    chosen: list[tuple[float, Moment]] = []
    used: set[int] = set()
    for place in np.argsort(-ranking.scores, kind="stable"):
        moment = _aimed(asked, ranking.moments[int(place)], ranking, passages)
        if used.isdisjoint(moment.members):
            chosen.append((float(ranking.scores[int(place)]), moment))
            used.update(moment.members)
        if len(chosen) == MOST_MOMENTS:
            break
    if asked.form in {Form.FIRST, Form.LAST}:
        chosen = _by_time(chosen, last=asked.form is Form.LAST)
    return [_picked(moment, ranking, passages) for _, moment in chosen]


def _aimed(asked: Asked, moment: Moment, ranking: Ranking, passages: list[Passage]) -> Moment:
    """The moment as it is cited: two neighbours where they fit, toward what is asked about."""
    best = max(moment.members, key=lambda place: ranking.passage_scores[place])
    after, before = Moment(best, best + 1), Moment(best - 1, best)
    if asked.form in {Form.AFTER, Form.EFFECT} and _is_moment(after, passages):
        return after
    if asked.form is Form.BEFORE and _is_moment(before, passages):
        return before
    if moment.second is not None:
        return moment
    options = [one for one in (before, after) if _is_moment(one, passages)]
    if not options:
        return moment
    return max(
        options,
        key=lambda one: sum(float(ranking.passage_scores[place]) for place in one.members),
    )


def _is_moment(moment: Moment, passages: list[Passage]) -> bool:
    first, second = moment.members
    if first < 0 or second >= len(passages):
        return False
    one, other = passages[first], passages[second]
    return (
        one.video_id == other.video_id
        and other.start_ms - one.end_ms <= MAX_GAP_MS
        and other.end_ms - one.start_ms <= MAX_MOMENT_MS
    )


def _by_time(chosen: list[tuple[float, Moment]], *, last: bool) -> list[tuple[float, Moment]]:
    if not chosen:
        return chosen
    top = chosen[0][0]
    tied = [one for one in chosen if top - one[0] <= _NEAR_TIE]
    rest = [one for one in chosen if top - one[0] > _NEAR_TIE]
    return sorted(tied, key=lambda one: one[1].first, reverse=last) + rest


def _picked(moment: Moment, ranking: Ranking, passages: list[Passage]) -> Picked:
    best = max(moment.members, key=lambda place: ranking.passage_scores[place])
    other = next((place for place in moment.members if place != best), None)
    return Picked(passages[best], None if other is None else passages[other])


def answer(asked: Asked, picked: list[Picked], embedder: Embedder) -> AnswerDraft:
    """The answer in the words of the memory, each moment with the sentence that fits best."""
    quotes = [_quote(asked, one.passage.text, embedder) for one in picked]
    lead = "Yes: " if asked.form is Form.YES_NO else ""
    lines = [f"{lead}{quotes[0].rstrip('.')} ({picked[0].span})."]
    if len(picked) > 1:
        lines.append("Other moments:")
        lines += [
            f"- {one.span}: {quote}" for one, quote in zip(picked[1:], quotes[1:], strict=True)
        ]
    return AnswerDraft(answer="\n".join(lines), citations=_cited(picked, quotes))


def naming_who(
    asked: Asked, micros: list[Passage], draft: AnswerDraft, embedder: Embedder
) -> AnswerDraft:
    """The draft under the name of who does what is asked, where one of ``micros`` tells it.

    "Who" must do it ("Who throws the nut?"), not have it done to them, and the question must not
    name the actor for something else. The name stands as a heading: the sentences below it are
    what the citations are checked with.
    """
    if "who" not in asked.question.lower():
        return draft
    verbs = [
        one.verb
        for one in read(asked.question).propositions
        if one.subject is not None and one.subject.head == "who"
    ]
    told = set(content_words([asked.question])[0])
    actions = [
        one
        for one in micros
        if one.label
        and told.isdisjoint(word for words in content_words(one.actors) for word in words)
    ]
    if not verbs or not actions:
        return draft
    query = embedder.encode([asked.statement, verbs[0]])
    near = embedder.encode([one.label for one in actions]) @ query[0]
    doing = actions[int(near.argmax())]
    words = content_words([doing.label])[0]
    if not words or float((embedder.encode(words) @ query[1]).max()) < _SAME_VERB:
        return draft
    *others, last = sorted(set(doing.actors))
    name = f"{', '.join(others)} and {last}" if others else last
    heading = f"{name[:1].upper()}{name[1:]}:"
    return draft.model_copy(update={"answer": f"{heading}\n{draft.answer}"})


def counted(
    asked: Asked, found: Occurrences, picked: list[Picked], embedder: Embedder
) -> AnswerDraft:
    """How many times, with moments of :func:`occurring` as evidence."""
    quotes = [_quote(asked, one.passage.text, embedder) for one in picked]
    times = ", ".join(format_span(one.start_ms, one.end_ms) for one in found.occurrences[:8])
    more = f" and {found.count - 8} more" if found.count > 8 else ""
    number = {1: "Once", 2: "Twice"}.get(found.count, f"{found.count} times")
    lines = [f"{number}: {times}{more}."]
    lines += [f"- {one.span}: {quote}" for one, quote in zip(picked, quotes, strict=True)]
    return AnswerDraft(answer="\n".join(lines), citations=_cited(picked, quotes))


def occurring(found: Occurrences, ranking: Ranking, passages: list[Passage]) -> list[Picked]:
    """The counted occurrences that fit best, in order of time, each by the passage that tells it.

    What was counted is cited and nothing else: another moment would belie the times counted.
    """
    told: dict[int, float] = {}
    for one in found.occurrences:
        places = [
            place
            for place, passage in enumerate(passages)
            if passage.video_id == one.video_id
            and passage.start_ms < one.end_ms
            and one.start_ms < passage.end_ms
        ]
        if places:
            best = max(places, key=lambda place: ranking.passage_scores[place])
            told[best] = float(ranking.passage_scores[best])
    most = sorted(told, key=lambda place: -told[place])[:MOST_MOMENTS]
    return [Picked(passages[place]) for place in sorted(most)]


def not_shown(nearest: Picked | None = None) -> AnswerDraft:
    """The honest refusal; it may say what came nearest, which is no evidence and not cited."""
    near = f" Nearest to it ({nearest.span}): {nearest.passage.text}" if nearest else ""
    return AnswerDraft(answer=NOT_SHOWN + near, answered=False)


def _cited(picked: list[Picked], quotes: list[str]) -> tuple[DraftCitation, ...]:
    return tuple(
        DraftCitation(
            id=one.passage.id, quote=quote, through=one.through.id if one.through else None
        )
        for one, quote in zip(picked, quotes, strict=True)
    )


def _quote(asked: Asked, text: str, embedder: Embedder) -> str:
    """The sentence of ``text`` nearest to the question, verbatim."""
    sentences = [text[start:end] for start, end in split_sentences(text)]
    if len(sentences) < 2:
        return text.strip()
    query = embedder.encode([asked.question, asked.statement]).sum(axis=0)
    return sentences[int(np.argmax(embedder.encode(sentences) @ query))]
