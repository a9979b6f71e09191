"""False citations planted among true ones: none of the false may be ``confirmed``.

Made from the sample film's memory: true claims restate a node (its own sentence, or what the graph
says of a micro-event), and each false one changes a single thing. Every kind of change is one that
a careless reasoner makes.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from agent.answer import Verdict
from agent.citations import CitedNode, checked
from agent.draft import AnswerDraft, DraftCitation
from agent.evidence import Evidence
from agent.question import Question
from cypher.store import Store
from evaluation.benches.sample_memory import sample_memory
from evaluation.report import BenchRow
from language.models import verb_base
from retrieval.navigation import get_macro_events, get_subgraph
from retrieval.views import MicroEvent
from runtime.embedder import Embedder
from runtime.settings import Settings

OF_EACH_KIND = 10
SEED = 20261201


@dataclass(frozen=True, slots=True)
class Event:
    """A micro-event with the names of one actor and one object."""

    node: CitedNode
    label: str
    actor: str
    object: str

    @property
    def action(self) -> str:
        """The label without its actor."""
        return self.label[len(self.actor) :].strip()

    @property
    def verb(self) -> str:
        """The verb of the label, as it stands there."""
        return self.action.split(" ", 1)[0]


@dataclass(frozen=True, slots=True)
class Planted:
    """One citation: what the answer says, what is cited for it, and whether that is true."""

    kind: str
    claim: str
    cited: DraftCitation
    returned: bool = True

    @property
    def is_true(self) -> bool:
        """Whether it should be confirmed."""
        return self.kind.startswith("true")


def run(settings: Settings) -> list[BenchRow]:
    """How many of the false ones were confirmed, and what share of the true ones."""
    with sample_memory(settings) as memory:
        events = events_of(memory.store, memory.library, memory.video_id)
        return rows(verdicts(planted(events), events, memory.embedder))


def rows(given: Sequence[tuple[Planted, Verdict]]) -> list[BenchRow]:
    """Counts by kind of change, and the two figures that matter."""
    confirmed = Counter(one.kind for one, verdict in given if verdict == "confirmed")
    total = Counter(one.kind for one, _ in given)
    false = [kind for kind in total if not kind.startswith("true")]
    true = [kind for kind in total if kind.startswith("true")]
    by_kind = [
        BenchRow(f"confirmed of {total[kind]}: {kind}", confirmed[kind], "citations")
        for kind in sorted(total)
    ]
    return [
        BenchRow(
            f"false citations confirmed, of {sum(total[kind] for kind in false)}",
            sum(confirmed[kind] for kind in false),
            "citations",
            bar="none",
        ),
        BenchRow(
            f"true citations confirmed, of {sum(total[kind] for kind in true)}",
            sum(confirmed[kind] for kind in true) / max(1, sum(total[kind] for kind in true)),
            "share",
            bar="most",
        ),
        *by_kind,
    ]


def events_of(store: Store, library: str, video_id: str) -> list[Event]:
    """The micro-events of a video that one names one actor and one object of."""
    found = []
    for macro in get_macro_events(store, library, video_id).events:
        inside = get_subgraph(store, library, macro.id)
        names = {seen.id: seen.name for seen in inside.appearances}
        found += [
            event for micro in inside.micro_events if (event := _event(micro, names)) is not None
        ]
    return found


def _event(micro: MicroEvent, names: dict[str, str]) -> Event | None:
    actors = [names[one] for one in micro.subjects if one in names]
    objects = [names[one] for one in micro.objects if one in names]
    if len(actors) != 1 or len(objects) != 1 or "'" in actors[0] + objects[0]:
        return None
    actor, thing = actors[0], objects[0]
    if not micro.label.startswith(f"{actor} ") or not micro.label.endswith(f" {thing}"):
        return None
    node = CitedNode(
        id=micro.id,
        text=micro.text,
        video_id=micro.video_id,
        start_ms=micro.start_ms,
        end_ms=micro.end_ms,
        source="description",
        actors=(actor,),
    )
    event = Event(node, micro.label, actor, thing)
    return event if verb_base(event.verb) else None


def planted(events: Sequence[Event]) -> list[Planted]:
    """``OF_EACH_KIND`` citations of every kind, drawn by a fixed seed."""
    draw = random.Random(SEED)  # noqa: S311 - a repeatable draw
    drawn: list[Planted] = []
    for make in (_sentence, _restated, *_FALSE):
        candidates = list(make(events, draw))
        drawn += draw.sample(candidates, min(OF_EACH_KIND, len(candidates)))
    return drawn


def verdicts(
    citations: Sequence[Planted], events: Sequence[Event], embedder: Embedder
) -> list[tuple[Planted, Verdict]]:
    """Each citation, alone in an answer of its own, with the verdict on it."""
    nodes = {event.node.id: event.node for event in events}
    given: list[tuple[Planted, Verdict]] = []
    for one in citations:
        evidence = Evidence()
        if one.returned:
            evidence.add([one.cited.id])
        draft = AnswerDraft(answer=one.claim, citations=(one.cited,))
        question = Question("What happens?", "bench")
        (citation,) = checked(draft, question, evidence, nodes, embedder)
        given.append((one, citation.verdict))
    return given


Maker = Callable[[Sequence[Event], random.Random], Iterator[Planted]]


def _cited(event: Event) -> DraftCitation:
    return DraftCitation(id=event.node.id, quote=event.node.text)


def _said(label: str) -> str:
    return f"The {label}."


def _sentence(events: Sequence[Event], _: random.Random) -> Iterator[Planted]:
    for event in events:
        yield Planted("true: the node's own sentence", event.node.text, _cited(event))


def _restated(events: Sequence[Event], _: random.Random) -> Iterator[Planted]:
    for event in events:
        said = _said(f"{event.label.removesuffix(event.object)}the {event.object}")
        yield Planted("true: one action of a sentence, restated", said, _cited(event))


def _rest(event: Event) -> str:
    return event.action.split(" ", 1)[1] if " " in event.action else event.object


def _other(events: Sequence[Event], event: Event, draw: random.Random) -> Event | None:
    """An event of other figures, of which nothing stands in this one's text."""
    text = event.node.text.lower()
    others = [
        one
        for one in events
        if one.actor.lower() not in text and one.object.lower() not in text
        and one.verb != event.verb
    ]  # fmt: skip
    return draw.choice(others) if others else None


def _swapped_actor(events: Sequence[Event], draw: random.Random) -> Iterator[Planted]:
    for event in events:
        if (other := _other(events, event, draw)) is not None:
            claim = _said(f"{other.actor} {event.action}")
            yield Planted("false: another actor", claim, _cited(event))


def _exchanged(events: Sequence[Event], _: random.Random) -> Iterator[Planted]:
    for event in events:
        if event.action == f"{event.verb} {event.object}":
            claim = _said(f"{event.object} {event.verb} the {event.actor}")
            yield Planted("false: actor and object exchanged", claim, _cited(event))


def _swapped_object(events: Sequence[Event], draw: random.Random) -> Iterator[Planted]:
    for event in events:
        if (other := _other(events, event, draw)) is not None:
            action = event.action.removesuffix(event.object) + other.object
            claim = _said(f"{event.actor} {action}")
            yield Planted("false: another object", claim, _cited(event))


def _other_action(events: Sequence[Event], draw: random.Random) -> Iterator[Planted]:
    for event in events:
        if (other := _other(events, event, draw)) is not None:
            claim = _said(f"{event.actor} {other.verb} the {event.object}")
            yield Planted("false: another action", claim, _cited(event))


def _negated(events: Sequence[Event], _: random.Random) -> Iterator[Planted]:
    for event in events:
        base = verb_base(event.verb)
        claim = _said(f"{event.actor} does not {base} {_rest(event)}")
        yield Planted("false: denied", claim, _cited(event))


def _wrong_order(events: Sequence[Event], _: random.Random) -> Iterator[Planted]:
    for one, other in pairwise(events):
        if one.node.text == other.node.text and " and " in one.node.text:
            claim = f"The {other.label} before the {one.label}."
            yield Planted("false: the other way round in time", claim, _cited(one))


def _wrong_number(events: Sequence[Event], _: random.Random) -> Iterator[Planted]:
    for event in events:
        base = verb_base(event.verb)
        claim = f"Four {event.actor}s {base} the {_rest(event)}."
        yield Planted("false: another number", claim, _cited(event))


def _quote_of_another(events: Sequence[Event], draw: random.Random) -> Iterator[Planted]:
    for event in events:
        if (other := _other(events, event, draw)) is not None:
            cited = DraftCitation(id=event.node.id, quote=other.node.text)
            yield Planted("false: right id, wrong quote", other.node.text, cited)


def _altered_quote(events: Sequence[Event], draw: random.Random) -> Iterator[Planted]:
    for event in events:
        other = _other(events, event, draw)
        if other is not None and event.object in event.node.text:
            quote = event.node.text.replace(event.object, other.object)
            yield Planted(
                "false: right id, altered quote",
                quote,
                DraftCitation(id=event.node.id, quote=quote),
            )


def _never_returned(events: Sequence[Event], _: random.Random) -> Iterator[Planted]:
    for event in events:
        yield Planted("false: id never returned", event.node.text, _cited(event), returned=False)


_FALSE: tuple[Maker, ...] = (
    _swapped_actor,
    _exchanged,
    _swapped_object,
    _other_action,
    _negated,
    _wrong_order,
    _wrong_number,
    _quote_of_another,
    _altered_quote,
    _never_returned,
)
