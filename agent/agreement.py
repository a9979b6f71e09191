"""Whether one proposition says what another says: agreed, contradicted, or undecided."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from agent.propositions import Mention, Proposition, Reading, mention_of
from agent.words import IDLE_ADVERBS, opposite, same_noun, same_verb


class Agreement(IntEnum):
    """How a quote stands to a claim; a higher one wins."""

    UNDECIDED = 0
    CONTRADICTED = 1
    AGREED = 2


@dataclass(frozen=True, slots=True)
class Finding:
    """How a quote stands to one proposition of a claim, why, and by which of its own."""

    agreement: Agreement
    reason: str
    by: int | None = None


def find(claim: Proposition, quote: Reading, actors: Sequence[str] = ()) -> Finding:
    """The quote's best word on the claim.

    ``actors`` are the names of those who perform the cited micro-event according to the graph;
    they stand in where the quote says only "it".
    """
    best = Finding(Agreement.UNDECIDED, f"the quote says nothing of {claim.verb!r}")
    for index, said in enumerate(quote.propositions):
        finding = _compare(claim, said, _actor(actors))
        if finding is not None and (finding.agreement > best.agreement or best.by is None):
            best = Finding(finding.agreement, finding.reason, index)
    return best


def _actor(actors: Sequence[str]) -> Mention | None:
    return mention_of(actors[0]) if len(actors) == 1 else None


def _compare(  # noqa: PLR0911 - one return for each way to differ
    claim: Proposition, said: Proposition, actor: Mention | None
) -> Finding | None:
    """None when the two are about different actions."""
    subject = said.subject
    if actor is not None and (subject is None or subject.is_pronoun):
        subject = actor
    roles = [
        _actor_of(claim, subject),
        *(_any_mention("object", mention, said.objects) for mention in claim.objects),
    ]
    others = [
        *(_place(preposition, mention, said) for preposition, mention in claim.places),
        _adverbs(claim.adverbs, said),
    ]
    if not same_verb(claim.verb, said.verb):
        same_roles = all(role.agreement is Agreement.AGREED for role in roles)
        if opposite(claim.verb, said.verb) and same_roles:
            return Finding(
                Agreement.CONTRADICTED, f"the quote says {said.verb!r}, not {claim.verb!r}"
            )
        return None
    if _swapped(claim, said):
        return Finding(Agreement.CONTRADICTED, "the quote has actor and object the other way round")
    opposed = [role for role in roles if role.agreement is Agreement.CONTRADICTED]
    shared = [
        one for one in (*roles, *others[:-1]) if one.agreement is Agreement.AGREED and one.reason
    ]
    if opposed and not shared:  # "the apple drops" does not contradict "the squirrel drops"
        return Finding(Agreement.UNDECIDED, "the quote is about another event")
    if claim.negated != said.negated:
        if opposed:
            return Finding(Agreement.UNDECIDED, "the quote is about another event")
        return Finding(Agreement.CONTRADICTED, "claim and quote differ in polarity")
    if claim.particle != said.particle and not {claim.particle, said.particle} <= {
        "", *said.adverbs, *claim.adverbs,
    }:  # fmt: skip
        return Finding(
            Agreement.CONTRADICTED
            if opposite(claim.particle, said.particle)
            else Agreement.UNDECIDED,
            f"{claim.verb} {claim.particle} is not {said.verb} {said.particle}".replace("  ", " "),
        )
    if said.asked:
        return Finding(Agreement.UNDECIDED, "the quote only asks it")
    if claim.unreal != said.unreal:
        return Finding(Agreement.UNDECIDED, "one of the two is only wanted, tried or compared")
    return _worst([*roles, *others])


def _worst(findings: Iterable[Finding]) -> Finding:
    agreed = Finding(Agreement.AGREED, "the quote says so")
    order = (Agreement.CONTRADICTED, Agreement.UNDECIDED)
    listed = list(findings)
    return next((one for wanted in order for one in listed if one.agreement is wanted), agreed)


_AGREED = Finding(Agreement.AGREED, "the same")
_NOTHING_ASKED = Finding(Agreement.AGREED, "")


def _actor_of(claim: Proposition, offered: Mention | None) -> Finding:
    if claim.subject is None and not claim.passive:
        return Finding(Agreement.UNDECIDED, f"the claim does not say who does {claim.verb!r}")
    return _mention("actor", claim.subject, offered)


def _any_mention(role: str, wanted: Mention, offered: Sequence[Mention]) -> Finding:
    findings = [_mention(role, wanted, one) for one in offered] or [_mention(role, wanted, None)]
    return max(findings, key=lambda one: one.agreement)


def _mention(  # noqa: PLR0911 - one return for each way to differ
    role: str, wanted: Mention | None, offered: Mention | None
) -> Finding:
    """How the thing that the quote names fits the one that the claim names."""
    if wanted is None:
        return _NOTHING_ASKED
    if offered is None:
        return Finding(Agreement.UNDECIDED, f"the quote names no {role} for {wanted.head!r}")
    if wanted.is_pronoun or offered.is_pronoun:
        return Finding(Agreement.UNDECIDED, f"who or what {role} is stays open")
    if not same_noun(wanted.head, offered.head):
        if _holds(wanted, offered) or _holds(offered, wanted):
            return Finding(
                Agreement.UNDECIDED, f"{offered.head!r} and {wanted.head!r} may be one {role}"
            )
        return Finding(
            Agreement.CONTRADICTED, f"the {role} in the quote is {offered.head!r}, "
            f"not {wanted.head!r}",
        )  # fmt: skip
    if wanted.numbers and offered.numbers and wanted.numbers != offered.numbers:
        return Finding(Agreement.CONTRADICTED, f"another number of {wanted.head!r}")
    extra = wanted.modifiers - offered.modifiers
    if any(opposite(one, other) for one in extra for other in offered.modifiers):
        return Finding(Agreement.CONTRADICTED, f"another {wanted.head!r}")
    if extra and offered.modifiers - wanted.modifiers:
        return Finding(Agreement.CONTRADICTED, f"another {wanted.head!r}: {_listed(extra)}")
    if extra or wanted.numbers - offered.numbers:
        missing = _listed(extra | (wanted.numbers - offered.numbers))
        return Finding(Agreement.UNDECIDED, f"the quote does not call {wanted.head!r} {missing}")
    if wanted.plural != offered.plural:
        return Finding(Agreement.UNDECIDED, f"one or several: {wanted.head!r}")
    if wanted.owner and wanted.owner != offered.owner and not _pronominal(wanted.owner):
        return Finding(Agreement.UNDECIDED, f"whose {wanted.head!r} it is stays open")
    return _AGREED


def _holds(one: Mention, other: Mention) -> bool:
    """Whether one is a measure, vessel or part of the other, as a tray of rolls is of rolls."""
    return one.of is not None and same_noun(one.of, other.head)


def _pronominal(owner: str) -> bool:
    return owner in {"its", "his", "her", "their", "it", "he", "she", "they"}


_LIKE_PREPOSITIONS = (
    {"on", "onto", "upon"},
    {"in", "into", "inside"},
    {"at", "by", "beside", "near", "next"},
    {"under", "below", "beneath"},
    {"over", "above"},
    {"to", "toward", "towards"},
    {"from", "out", "off"},
    {"through", "along"},
)


def _place(preposition: str, wanted: Mention, said: Proposition) -> Finding:
    for other, offered in said.places:
        if not same_noun(wanted.head, offered.head):
            continue
        if opposite(preposition, other):
            return Finding(
                Agreement.CONTRADICTED, f"{other!r} {wanted.head!r}, not {preposition!r}"
            )
        alike = preposition == other or any(
            {preposition, other} <= group for group in _LIKE_PREPOSITIONS
        )
        if alike:
            return _mention("place", wanted, offered)
    return Finding(
        Agreement.UNDECIDED, f"the quote does not say {preposition!r} {wanted.head!r} of this"
    )


def _adverbs(wanted: frozenset[str], said: Proposition) -> Finding:
    offered = said.adverbs | {said.particle}
    extra = wanted - offered - IDLE_ADVERBS
    if any(opposite(one, other) for one in extra for other in offered):
        return Finding(Agreement.CONTRADICTED, f"the quote says the opposite of {_listed(extra)}")
    if extra:
        return Finding(Agreement.UNDECIDED, f"the quote does not say {_listed(extra)}")
    return _AGREED


def _swapped(claim: Proposition, said: Proposition) -> bool:
    if claim.subject is None or said.subject is None or not claim.objects:
        return False
    if same_noun(claim.subject.head, said.subject.head):
        return False
    forth = any(same_noun(claim.subject.head, one.head) for one in said.objects)
    back = any(same_noun(said.subject.head, one.head) for one in claim.objects)
    return forth and back


def _listed(words: Iterable[str]) -> str:
    return ", ".join(repr(word) for word in sorted(words))
