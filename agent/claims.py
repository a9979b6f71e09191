"""What an answer claims, sentence by sentence, so that its citations can be checked against it."""

import re
from dataclasses import dataclass, replace
from functools import cached_property

from agent.draft import without_ids
from agent.propositions import Mention, Proposition, Reading, mention_of, read
from agent.question import Question
from graph_schema.time_span import parse_time
from language.sentences import split_sentences

_CLOCK = re.compile(r"\b\d{1,3}:\d{2}(?::\d{2})?(?:[.,]\d+)?\b")
_TIME_PHRASE = re.compile(
    rf"[\[(]?\s*(?:\b(?:at|from|around|about|between|by)\s+)?{_CLOCK.pattern}"
    rf"(?:\s*(?:-|–|—|to|and|until)\s*{_CLOCK.pattern})?\s*[\])]?\s*[:,]?\s*",
    re.IGNORECASE,
)
_FOLLOWS = re.compile(
    r"^\s*(?:then|next|after that|afterwards?|later|subsequently|finally)\b[\s,:]*", re.IGNORECASE
)
_YES_NO = re.compile(r"^\s*(?P<word>yes|no)\b[\s,.:;!–—-]*", re.IGNORECASE)
_ASKED = frozenset({"who", "whom", "what", "which", "whose"})


@dataclass(frozen=True)
class Claim:
    """One sentence of an answer.

    ``times_ms`` are the clock times it names, taken out of ``text``; ``follows`` says that it puts
    itself after the sentence before. ``yes`` is set where it only answers a yes-no question.
    """

    text: str
    question: str
    times_ms: tuple[int, ...] = ()
    follows: bool = False
    yes: bool | None = None

    @cached_property
    def reading(self) -> Reading:
        """What it says, the question filled in where it says too little; parsed when asked for."""
        if self.yes is not None:
            return _answered(self.question, negated=not self.yes)
        if not self.text:
            return _stated(self.question)
        own = read(self.text)
        return own if own.propositions else _filled(self.question, self.text)

    @property
    def full_text(self) -> str:
        """The sentence, with the question where it says too little by itself."""
        bare = not self.text or not read(self.text).propositions
        return f"{self.question} {self.text}".strip() if bare else self.text


def claims_of(answer: str, question: Question) -> tuple[Claim, ...]:
    """The claims of an answer; headings ("Other moments:") are none."""
    lines = [line for line in without_ids(answer).splitlines() if not line.rstrip().endswith(":")]
    sentences = [line[start:end] for line in lines for start, end in split_sentences(line)]
    claims = [_claim(sentence, question.text) for sentence in sentences]
    return tuple(claim for claim in claims if claim is not None)


def _claim(sentence: str, question: str) -> Claim | None:
    times = tuple(_times(sentence))
    readable = len(times) == len(_CLOCK.findall(sentence))
    text = _TIME_PHRASE.sub(" ", sentence) if readable else sentence
    follows = bool(_FOLLOWS.match(text))
    text = _FOLLOWS.sub("", text)
    answered = _YES_NO.match(text)
    text = " ".join(_YES_NO.sub("", text).split()).strip(" -–—:;,")
    if any(map(str.isalnum, text)):
        return Claim(text, question, times, follows)
    if answered is not None:
        return Claim("", question, times, follows, yes=answered["word"].lower() == "yes")
    return Claim("", question, times, follows) if times else None


def _times(sentence: str) -> list[int]:
    found: list[int] = []
    for match in _CLOCK.finditer(sentence):
        try:
            found.append(parse_time(match[0]))
        except ValueError:
            continue
    return found


def _stated(question: str) -> Reading:
    """A when-question as the statement that its answer dates."""
    reading = read(question)
    kept = tuple(
        replace(one, adverbs=one.adverbs - {"when", "where", "why", "how"})
        for one in reading.propositions
    )
    return replace(reading, propositions=kept)


def _answered(question: str, *, negated: bool) -> Reading:
    """A yes-no question as the statement that was answered."""
    reading = _stated(question)
    if not negated:
        return reading
    turned = tuple(replace(one, negated=not one.negated) for one in reading.propositions)
    return replace(reading, propositions=turned)


def _filled(question: str, phrase: str) -> Reading:
    """The question with ``phrase`` where it asks; empty where that cannot be told."""
    filler = mention_of(phrase)
    reading = _stated(question)
    if filler is None:
        return Reading(())
    filled: list[Proposition] = []
    put_in = False
    for one in reading.propositions:
        changed = one
        if _asks(one.subject):
            changed, put_in = replace(changed, subject=filler), True
        objects = tuple(filler if _asks(mention) else mention for mention in one.objects)
        if objects != one.objects:
            changed, put_in = replace(changed, objects=objects), True
        places = tuple(
            (preposition, filler if _asks(mention) else mention)
            for preposition, mention in one.places
        )
        if places != one.places:
            changed, put_in = replace(changed, places=places), True
        filled.append(changed)
    return replace(reading, propositions=tuple(filled)) if put_in else Reading(())


def _asks(mention: Mention | None) -> bool:
    return mention is not None and (mention.head in _ASKED or mention.asked)
