"""Whether a cited moment shows what the answer says: the verdict on every citation (design §5).

``confirmed`` needs three things: a tool of this run returned the node, the quote stands word for
word in the node's text, and actor, action, object, place, number, time and polarity of the claim
agree with it. Anything undecided is ``unverified``: a check that says yes too easily is worse than
none. Claims are read literally (:mod:`agent.propositions`); nearness to the encoder is needed too,
and never enough.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from agent.agreement import Agreement, Finding, find
from agent.answer import Citation, Verdict
from agent.claims import Claim, claims_of
from agent.draft import AnswerDraft, DraftCitation
from agent.evidence import Evidence
from agent.propositions import read
from agent.question import Question
from graph_schema.perception_document import Source
from language.normalise import search_text
from language.sentences import split_sentences
from runtime.embedder import Embedder

NEAR_ENOUGH = 0.35
"""Least cosine of claim and quote; below it, agreement of single words is taken for chance."""
_TIME_SLACK_MS = 2_000
_CAUSE_WORDS = re.compile(
    r"\b(?:because|so that|since|due to|as a result|therefore|which makes|causes?|leads? to)\b",
    re.IGNORECASE,
)
_ORDER_WORDS = re.compile(
    r"\b(?:before|after|until|till|once|then|first|later|earlier|previously|finally|followed)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class CitedNode:
    """What the graph holds at a cited id; ``actors`` perform it, where it is a micro-event."""

    id: str
    text: str
    video_id: str | None = None
    start_ms: int | None = None
    end_ms: int | None = None
    source: Source | None = None
    actors: tuple[str, ...] = ()


def checked(
    draft: AnswerDraft,
    question: Question,
    evidence: Evidence,
    nodes: Mapping[str, CitedNode],
    embedder: Embedder,
) -> tuple[Citation, ...]:
    """The draft's citations with their verdicts, in its order; what stands twice is kept once."""
    unique = {(one.id, one.quote): one for one in draft.citations}.values()
    quotes = [_quote(one, question, evidence, nodes) for one in unique]
    standing = [one for one in quotes if not one.problem]
    _Weighing(claims_of(draft.answer, question), standing, embedder).decide()
    return tuple(one.citation() for one in quotes)


@dataclass(slots=True)
class _Quote:
    """A citation on its way to a verdict; ``problem`` is set where it does not even stand."""

    draft: DraftCitation
    text: str
    node: CitedNode | None = None
    whole: str = ""
    """The node's sentences in which the quote stands: a cut quote says what they say."""
    start_ms: int | None = None
    end_ms: int | None = None
    problem: str = ""
    verdict: Verdict = "rejected"
    reason: str = ""

    def citation(self) -> Citation:
        node = self.node
        return Citation(
            id=self.draft.id,
            video_id=node.video_id if node else None,
            start_ms=self.start_ms,
            end_ms=self.end_ms,
            quote=self.text,
            source=node.source if node else None,
            verdict=self.verdict,
            reason=self.problem or self.reason,
        )


def _quote(
    one: DraftCitation, question: Question, evidence: Evidence, nodes: Mapping[str, CitedNode]
) -> _Quote:
    if one.id not in evidence:
        return _Quote(one, one.quote, problem="no tool of this run returned this id")
    node = nodes.get(one.id)
    if node is None:
        return _Quote(one, one.quote, problem="this node is not in the memory any more")
    if question.videos and node.video_id is not None and node.video_id not in question.videos:
        return _Quote(one, one.quote, problem="it lies outside the videos that were asked about")
    text = one.quote.strip() or node.text
    stands = _spaced(text) in _spaced(node.text) and any(map(str.isalnum, text))
    start, end = _moment(one, node, evidence, nodes)
    problem = "" if stands else "the quote does not stand word for word in the node's text"
    return _Quote(one, text, node, _whole_sentences(text, node.text), start, end, problem)


def _whole_sentences(quote: str, text: str) -> str:
    """The sentences of ``text`` that the quote stands in, or reaches into."""
    text, quote = _spaced(text), _spaced(quote)
    begin = text.find(quote)
    end = begin + len(quote)
    touched = [span for span in split_sentences(text) if span[0] < end and begin < span[1]]
    return text[touched[0][0] : touched[-1][1]] if begin >= 0 and touched else quote


def _moment(
    one: DraftCitation, node: CitedNode, evidence: Evidence, nodes: Mapping[str, CitedNode]
) -> tuple[int | None, int | None]:
    """The node's span, up to the neighbour named in ``through`` if that was returned too."""
    other = nodes.get(one.through or "")
    if other is None or other.id not in evidence or other.video_id != node.video_id:
        return node.start_ms, node.end_ms
    starts = [at for at in (node.start_ms, other.start_ms) if at is not None]
    ends = [at for at in (node.end_ms, other.end_ms) if at is not None]
    return min(starts, default=None), max(ends, default=None)


def _spaced(text: str) -> str:
    return " ".join(text.split())


class _Weighing:
    """All claims of an answer against all its standing quotes."""

    def __init__(
        self, claims: Sequence[Claim], quotes: Sequence[_Quote], embedder: Embedder
    ) -> None:
        self._claims = claims
        self._quotes = quotes
        self._verbatim = [
            [self._is_verbatim(claim, place) for place in range(len(quotes))] for claim in claims
        ]
        self._findings: list[list[list[Finding]]] = [
            [self._findings_of(claim, place) for place in range(len(quotes))]
            if not any(self._verbatim[row])
            else [[] for _ in quotes]
            for row, claim in enumerate(claims)
        ]
        unsaid = [claim for row, claim in enumerate(claims) if not any(self._verbatim[row])]
        near = iter(_nearness(unsaid, quotes, embedder))
        self._near = [[1.0] * len(quotes) if any(said) else next(near) for said in self._verbatim]

    def decide(self) -> None:
        """Set verdict and reason of every quote."""
        for place, quote in enumerate(self._quotes):
            quote.verdict, quote.reason = self._verdict(place)

    def _findings_of(self, claim: Claim, place: int) -> list[Finding]:
        quote = self._quotes[place]
        assert quote.node is not None
        actors = quote.node.actors
        said = read(quote.whole)
        return [find(one, said, actors) for one in claim.reading.propositions]

    def _verdict(self, place: int) -> tuple[Verdict, str]:
        contradiction = ""
        undecided = "the answer makes no claim that this quote could decide"
        confirmed = ""
        for row, claim in enumerate(self._claims):
            if self._verbatim[row][place]:
                if problem := self._out_of_turn(row):
                    undecided = problem
                else:
                    confirmed = confirmed or "the quote says it in the same words"
                continue
            findings = self._findings[row][place]
            mistimed = self._mistimed(claim, place)
            against = next((f for f in findings if f.agreement is Agreement.CONTRADICTED), None)
            shown = [f for f in findings if f.agreement is Agreement.AGREED]
            problem = self._unsupported(row)
            if mistimed and shown:
                contradiction = contradiction or mistimed
            elif against is not None and problem:
                contradiction = contradiction or against.reason
            elif shown and not problem and self._near[row][place] >= NEAR_ENOUGH:
                confirmed = confirmed or "the quote says it: " + _what(claim, findings)
            elif problem:
                undecided = problem
        if contradiction:
            return "rejected", f"contradicted: {contradiction}"
        if confirmed:
            return "confirmed", confirmed
        return "unverified", undecided

    def _is_verbatim(self, claim: Claim, place: int) -> bool:
        """Whether the claim is a whole sentence of the quote, which is itself whole in its node."""
        if self._mistimed(claim, place):
            return False
        node = self._quotes[place].node
        assert node is not None
        return _bare(claim.text) in _sentences(self._quotes[place].text) & _sentences(node.text)

    def _unsupported(self, row: int) -> str:
        """Why the quotes together do not support a claim; empty if they do."""
        claim = self._claims[row]
        columns = self._findings[row]
        if any(self._verbatim[row]):
            return ""
        if not claim.reading.propositions:
            return "the claim could not be read as who does what"
        for part in range(len(claim.reading.propositions)):
            said = [findings[part] for findings in columns]
            if not any(finding.agreement is Agreement.AGREED for finding in said):
                return max(said, key=lambda finding: finding.agreement).reason
        if claim.reading.stray:
            noun = min(claim.reading.stray)
            return f"what the claim says of {noun!r} could not be read"
        if unread := self._unread(claim):
            return f"what the claim says of {min(unread)!r} could not be read"
        return self._unreasoned(row) or self._out_of_order(row)

    def _unread(self, claim: Claim) -> set[str]:
        """Stems of the claim that no proposition took in, whatever the parser took them for, and
        that stand in no quote: part of what it says would go unchecked."""
        known = set(claim.reading.words).union(*(read(one.whole).lemmas for one in self._quotes))
        unread = _stems(claim.reading.lemmas) - _stems(known)
        return {stem for stem in unread if stem.isalpha()}

    def _unreasoned(self, row: int) -> str:
        """A claim that gives a cause needs one quote that links the same two in the same way."""
        claim = self._claims[row]
        link = _CAUSE_WORDS.search(claim.text)
        if link is None:
            return ""
        for place, quote in enumerate(self._quotes):
            said = [finding.by for finding in self._findings[row][place]]
            agreed = all(
                finding.agreement is Agreement.AGREED for finding in self._findings[row][place]
            )
            in_turn = said == sorted(said, key=lambda by: -1 if by is None else by)
            same_link = link[0].lower() in quote.text.lower()
            if agreed and in_turn and same_link and len(said) > 1:
                return ""
        return "the quotes do not show that one is the cause of the other"

    def _out_of_order(self, row: int) -> str:
        claim = self._claims[row]
        if _ORDER_WORDS.search(claim.text) and not claim.reading.order:
            return "the order that the claim gives could not be read"
        for earlier, later in sorted(claim.reading.order):
            if not self._ordered((row, earlier), (row, later)):
                return "the quotes do not show this order"
        return self._out_of_turn(row)

    def _out_of_turn(self, row: int) -> str:
        """A claim that puts itself after the one before ("Then …") needs quotes that do too."""
        if not self._claims[row].follows or row == 0:
            return ""
        before = [(row - 1, part) for part in range(self._size(row - 1))]
        after = [(row, part) for part in range(self._size(row))]
        if any(self._ordered(one, other) for one, other in product(before, after)):
            return ""
        return "the quotes do not show this order"

    def _size(self, row: int) -> int:
        """Parts of a claim that can be put in order; one that is said verbatim is one part."""
        return 1 if any(self._verbatim[row]) else len(self._claims[row].reading.propositions)

    def _shown(self, row: int, part: int) -> list[tuple[int, int | None]]:
        """The quotes that show a part of a claim, each with its proposition that does."""
        if any(self._verbatim[row]):
            return [(place, None) for place, said in enumerate(self._verbatim[row]) if said]
        return [
            (place, findings[part].by)
            for place, findings in enumerate(self._findings[row])
            if findings[part].agreement is Agreement.AGREED
        ]

    def _ordered(self, earlier: tuple[int, int], later: tuple[int, int]) -> bool:
        """Whether one quote tells the two in this order, or two quotes lie so in time."""
        for (one, first), (other, second) in product(self._shown(*earlier), self._shown(*later)):
            if one == other:
                if first is None and second is None and self._told_in_turn(one, earlier, later):
                    return True
                if (first, second) in read(self._quotes[one].whole).order:
                    return True
                continue
            end, start = self._quotes[one].end_ms, self._quotes[other].start_ms
            if end is not None and start is not None and end <= start:
                return True
        return False

    def _told_in_turn(self, place: int, earlier: tuple[int, int], later: tuple[int, int]) -> bool:
        """Whether a quote has two claims, word for word, in this order."""
        sentences = _in_order(self._quotes[place].text)
        first, second = (_bare(self._claims[row].text) for row, _ in (earlier, later))
        return second in sentences[sentences.index(first) + 1 :]

    def _mistimed(self, claim: Claim, place: int) -> str:
        quote = self._quotes[place]
        if not claim.times_ms or quote.start_ms is None or quote.end_ms is None:
            return ""
        start, end = quote.start_ms - _TIME_SLACK_MS, quote.end_ms + _TIME_SLACK_MS
        inside = any(start <= at <= end for at in claim.times_ms)
        around = min(claim.times_ms) <= start and end <= max(claim.times_ms)
        return "" if inside or around else "the claim names another time than the quote's"


def _nearness(
    claims: Sequence[Claim], quotes: Sequence[_Quote], embedder: Embedder
) -> list[list[float]]:
    if not claims or not quotes:
        return [[] for _ in claims]
    vectors = embedder.encode([*(one.full_text for one in claims), *(one.text for one in quotes)])
    return (vectors[: len(claims)] @ vectors[len(claims) :].T).tolist()  # type: ignore[no-any-return]  # numpy types it Any


def _stems(words: Iterable[str]) -> set[str]:
    return set(search_text(" ".join(words)).split())


def _sentences(text: str) -> set[str]:
    return set(_in_order(text))


def _in_order(text: str) -> list[str]:
    return [_bare(text[start:end]) for start, end in split_sentences(text)]


def _bare(text: str) -> str:
    return " ".join(text.lower().split()).strip(" .!\"'“”‘’")  # what is asked is not said


def _what(claim: Claim, findings: Sequence[Finding]) -> str:
    said = [
        one
        for one, finding in zip(claim.reading.propositions, findings, strict=True)
        if finding.agreement is Agreement.AGREED
    ]
    return "; ".join(
        " ".join(
            part
            for part in (
                one.subject.head if one.subject else "",
                "not" if one.negated else "",
                one.verb,
                one.particle,
                *(mention.head for mention in one.objects),
            )
            if part
        )
        for one in said
    )
