"""From the cues of a window to events, entities and links: the whole of reading, in one pass.

Texts are parsed together, frames read from each sentence, then resolved in reading order, so that
``it`` in one cue finds the rabbit of the cue before.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graph_schema.relationships import RelationType
from language.actions import Frame
from language.agreement import REFLEXIVE
from language.causes import CauseReader, Link
from language.clauses import ClauseReader, unrealised
from language.entities import Naming, Referent
from language.events import Event, EventLink, Passage, Sighting, Tie, WindowReading
from language.lexicon import ABSTRACT, BODY_PARTS, CAUSATIVE, CONTRAST, MANNER, word_set
from language.parsing import parse_units
from language.phrases import PERSONAL, Phrase
from language.reference import Discourse
from language.sentences import Unit, split_units
from language.spatial import ties_of
from language.trees import Tree
from language.wording import describe, join_names, label

_CONNECTIVES = word_set("""after afterwards and both but next so that then these this those""")
_TARGETS = frozenset({"at", "for", "about"})
_TOWARDS = frozenset(
    {
        "to",
        "toward",
        "towards",
        "with",
        "from",
        "around",
        "over",
        "past",
        "on",
        "beside",
        "after",
        "against",
        "onto",
    }
)
_TOOL_LINKS = frozenset({"with", "using", "by means of"})


@dataclass(slots=True, eq=False)
class _Read:
    tree: Tree
    reader: ClauseReader
    frames: list[Frame]
    loose: list[Phrase]


def read_passages(passages: Sequence[Passage], first_person: str | None = None) -> WindowReading:
    """Read the passages of one window, in their order.

    ``first_person`` names who *I*, ``#C`` and sentences without a subject mean; none is invented
    without it.
    """
    units = [u for i, p in enumerate(passages) for u in split_units(i, p.text)]
    reads = [_read_tree(tree, first_person) for tree in parse_units(units)]
    frames = [frame for read in reads for frame in read.frames]
    phrases = [phrase for read in reads for phrase in read.reader.book.all_phrases()]
    discourse = Discourse(Naming(phrases, frames), first_person)
    reading = _Reader(passages, reads, discourse, first_person).read()
    reading.terms = [Counter() for _ in passages]
    reading.continues = [False for _ in passages]
    for read in reads:
        cue = read.tree.unit.cue
        if not reading.terms[cue]:
            reading.continues[cue] = _points_back(read.tree)
        reading.terms[cue].update(_content(read.tree))
    return reading


def _content(tree: Tree) -> list[str]:
    return [w.lemma for w in tree.words if w.pos in ("NOUN", "PROPN", "VERB") and w.text.isalpha()]


def _points_back(tree: Tree) -> bool:
    first = tree.words[0].text.lower() if tree.words else ""
    return first in PERSONAL | _CONNECTIVES


def _read_tree(tree: Tree, first_person: str | None) -> _Read:
    reader = ClauseReader(tree, first_person is not None)
    frames = reader.frames()
    loose = []
    if not frames:
        for word in tree.words:
            top = word.pos in ("NOUN", "PROPN") and word.dep not in ("compound", "nmod", "poss")
            if top and word.dep != "amod":
                loose.append(reader.book.phrase(word))
    for verb in tree.words:
        if frames and verb.first("expl") is not None and not reader.is_event(verb):
            loose.extend(reader.book.phrase(thing) for thing in verb.kids("attr"))
    return _Read(tree, reader, frames, loose)


class _Reader:
    def __init__(
        self,
        passages: Sequence[Passage],
        reads: Sequence[_Read],
        discourse: Discourse,
        first_person: str | None,
    ) -> None:
        self._passages = passages
        self._reads = reads
        self._discourse = discourse
        self._first_person = first_person
        self._out = WindowReading()
        self._events: dict[Frame, Event] = {}
        self._before: Frame | None = None

    def read(self) -> WindowReading:
        sentence: tuple[int, int] | None = None
        told: set[int] = set()
        for read in self._reads:
            unit = read.tree.unit
            if (unit.cue, unit.sentence_number) != sentence:
                sentence = (unit.cue, unit.sentence_number)
                self._discourse.begin_sentence()
            self._discourse.speaker = unit.speaker or self._passages[unit.cue].speaker
            if self._read_one(read):
                told.add(unit.cue)
        self._nominal(told)
        self._out.events.sort(key=lambda e: (e.passage, e.frame.start if e.frame else 0))
        self._in_order_of_the_world()
        return self._out

    def _in_order_of_the_world(self) -> None:
        """Inside a passage, what comes first stands first, however it was told.

        *He sleeps after eating* tells the sleep first; times cannot say so, as both have the
        passage's own.
        """
        events = self._out.events
        for link in self._out.links:
            source, target = events.index(link.source), events.index(link.target)
            if source > target and link.source.passage == link.target.passage:
                events.insert(target, events.pop(source))

    def _read_one(self, read: _Read) -> bool:
        self._pointing_subjects(read)
        linked = CauseReader(read.tree, read.frames, read.reader, self._before).read()
        ends = {id(f) for link in linked.links for f in (link.source, link.target)}
        self._discourse.acting(read.frames)
        for phrase in read.loose:
            self._note(read.tree.unit.cue, phrase, self._discourse.mention(phrase))
        for frame in read.frames:
            self._discourse.resolve_frame(frame, self._causer(frame, read))
        kept = [f for f in read.frames if f.verb.index not in linked.dropped]
        kept = [f for f in kept if f.kind != "state" or f.main or id(f) in ends]
        for frame in kept:
            self._add(frame, read)
        self._link(linked.links, read.tree.unit)
        for frame in read.frames:
            self._tie(frame, read.tree.unit)
            if frame.main and frame.kind != "purpose":
                self._before = frame
        return bool(kept)

    def _pointing_subjects(self, read: _Read) -> None:
        """``This puzzles the squirrel``: the subject is what happened before."""
        for frame in read.frames:
            if self._before is None or not frame.main or len(frame.subjects) != 1:
                continue
            pointing = frame.subjects[0].head.text.lower() in ("this", "that")
            if (
                pointing
                and frame.subjects[0].is_pronoun
                and frame.objects + frame.verb.kids("ccomp")
            ):
                frame.subjects = list(self._before.subjects)
                frame.clausal_subject = frame.points_back = True

    def _causer(self, frame: Frame, read: _Read) -> list[Phrase]:
        """In *which makes it drop*, *it* is not who made it."""
        outer = frame.lead[0] if frame.lead else frame.verb
        head = outer.head
        if head is None or head.lemma not in CAUSATIVE or outer.dep not in ("ccomp", "xcomp"):
            return []
        governing = next((f for f in read.frames if f.verb is head), None)
        return governing.subjects if governing is not None else []

    # -- events ---------------------------------------------------------------------------------

    def _add(self, frame: Frame, read: _Read) -> None:
        unit = read.tree.unit
        actors = self._actors(frame)
        objects = self._objects(frame)
        tools, place = self._tools(frame), self._place(frame)
        names, plural = self._shown_subjects(frame)
        shown = label(frame, names, plural, lambda p: self._shown(p, actors), read.reader.is_event)
        event = Event(
            unit.cue,
            shown,
            unit.sentence,
            subjects=tuple(dict.fromkeys(actors)),
            objects=tuple(dict.fromkeys(r for r in objects if r not in actors)),
            tools=tuple(dict.fromkeys(tools)),
            place=place,
            confidence=_confidence(frame),
            frame=frame,
        )
        self._events[frame] = event
        self._out.events.append(event)
        for phrase in frame.phrases:
            self._note(unit.cue, phrase, self._discourse.meant(phrase))

    def _actors(self, frame: Frame) -> list[Referent]:
        found = [r for phrase in frame.subjects for r in self._discourse.meant(phrase)]
        if not found and frame.first_person and self._first_person:
            found = [self._discourse.person(self._first_person)]
        bodily = [r.owner for r in found if r.owner is not None and _inseparable(r)]
        return [*bodily, *found]

    def _objects(self, frame: Frame) -> list[Referent]:
        things = [*frame.recipients, *frame.objects]
        found = [r for phrase in things for r in self._discourse.meant(phrase)]
        for adjunct in frame.adjuncts:
            last = adjunct.preposition.split()[-1]
            meant = self._discourse.meant(adjunct.phrase)
            if adjunct.phrase.lemma in ABSTRACT | MANNER:
                continue
            aimed = last in _TARGETS and not any(r.type == "Location" for r in meant)
            if aimed or (last in _TOWARDS and any(r.animate for r in meant)):
                found.extend(meant)
        return found

    def _tools(self, frame: Frame) -> list[Referent]:
        return [
            r
            for adjunct in frame.adjuncts
            if adjunct.preposition in _TOOL_LINKS and adjunct.phrase.lemma not in MANNER | ABSTRACT
            for r in self._discourse.meant(adjunct.phrase)
            if not r.animate
        ]

    def _place(self, frame: Frame) -> Referent | None:
        locative: list[Referent] = []
        for adjunct in frame.adjuncts:
            if not adjunct.locative or adjunct.phrase.lemma in MANNER | ABSTRACT:
                continue
            for referent in self._discourse.meant(adjunct.phrase):
                if referent.type == "Location":
                    return referent
                if referent.type == "Object" and not _part_of_body(referent):
                    locative.append(referent)
        return locative[0] if locative else None

    def _shown_subjects(self, frame: Frame) -> tuple[list[str], bool]:
        phrases = frame.subjects or ((frame.recipients or frame.objects) if frame.passive else [])
        names = [self._shown(phrase, ()) for phrase in phrases]
        names = [name for name in names if name]
        if not names and frame.first_person and self._first_person:
            return [self._first_person], False
        meant = [r for p in phrases for r in self._discourse.meant(p)]
        many = len(set(meant)) > 1 or any(r.plural for r in meant)
        many = many and not (len(phrases) == 1 and phrases[0].outer.text.lower() in ("one", "each"))
        many = many or any(r.name.split()[-1] in ("people", "police") for r in meant)
        return names, many

    def _shown(self, phrase: Phrase, actors: Iterable[Referent]) -> str:
        meant = self._discourse.meant(phrase)
        if not meant:
            return "" if phrase.is_pronoun else describe(phrase, phrase.noun)
        if phrase.is_pronoun and phrase.head.text.lower() in REFLEXIVE:
            return ""
        if phrase.is_pronoun:
            share = f"{phrase.outer.text.lower()} of " if phrase.outer is not phrase.head else ""
            return share + join_names([r.name for r in meant])
        referent = meant[0]
        own = referent.name
        if referent.owner is not None and _part_of_body(referent) and referent.owner in actors:
            own = phrase.noun
        if referent.animate and not referent.plural:
            introduced = own.split()[0] in CONTRAST and not phrase.introduces
            return own.split(" ", 1)[1] if introduced else own
        if phrase.noun.split()[-1] not in own:
            own = phrase.noun
        name = describe(phrase, own) if "'s " not in own else own
        return self._with_complement(phrase, name, actors)

    def _with_complement(self, phrase: Phrase, name: str, actors: Iterable[Referent]) -> str:
        if phrase.complement is None or " of " in name:
            return name
        return f"{name} of {self._shown(phrase.complement, actors)}"

    def _note(self, passage: int, phrase: Phrase, meant: tuple[Referent, ...]) -> None:
        """Remember that these were seen in this passage, and in which words."""
        for referent in meant:
            sighting = self._see(passage, referent)
            if not phrase.is_pronoun and len(meant) == 1:
                sighting.surfaces.add(describe(phrase, phrase.noun))
                sighting.modifiers.update(phrase.modifiers)
            if referent.owner is not None:
                kind = "part of" if _part_of_body(referent) else "belongs to"
                self._relate(passage, referent, referent.owner, kind)
            for member in referent.members:
                self._relate(passage, member, referent, "member of")
        if phrase.complement is not None:
            self._note(passage, phrase.complement, self._discourse.meant(phrase.complement))

    def _see(self, passage: int, referent: Referent) -> Sighting:
        key = (passage, referent.name)
        if key not in self._out.sightings:
            self._out.sightings[key] = Sighting(passage, referent)
        return self._out.sightings[key]

    def _relate(self, passage: int, source: Referent, target: Referent, how: str) -> None:
        self._see(passage, source)
        self._see(passage, target)
        self._out.ties.append(Tie(passage, source, target, RelationType.RELATED_TO, how, ""))

    def _nominal(self, told: set[int]) -> None:
        """A passage without a verb is still an event: that what it names is seen."""
        loose: dict[int, list[Phrase]] = {}
        units: dict[int, Unit] = {}
        for read in self._reads:
            cue = read.tree.unit.cue
            units.setdefault(cue, read.tree.unit)
            loose.setdefault(cue, []).extend(read.loose)
        for cue, passage in enumerate(self._passages):
            if cue in told or not passage.text.strip():
                continue
            names = [describe(p, p.noun) for p in loose.get(cue, [])]
            meant = [r for p in loose.get(cue, []) for r in self._discourse.meant(p)]
            if passage.text.isupper():
                names = []
            shown = join_names(names[:5]) or " ".join(passage.text.split()[:12])
            place = next((r for r in meant if r.type == "Location"), None)
            things = tuple(dict.fromkeys(r for r in meant if r is not place))
            self._out.events.append(
                Event(cue, shown, passage.text, objects=things, place=place, confidence=0.5)
            )

    # -- relations ------------------------------------------------------------------------------

    def _link(self, links: Iterable[Link], unit: Unit) -> None:
        for link in links:
            source, target = self._events.get(link.source), self._events.get(link.target)
            if source is not None and target is not None:
                self._out.links.append(
                    EventLink(source, target, link.type, unit.sentence, link.marker)
                )

    def _tie(self, frame: Frame, unit: Unit) -> None:
        if frame.negation or frame.kind in ("prevented", "purpose") or unrealised(frame):
            return
        for source, target, kind in ties_of(frame, self._discourse.meant):
            self._see(unit.cue, source)
            self._see(unit.cue, target)
            self._out.ties.append(Tie(unit.cue, source, target, kind, "", unit.sentence))


def _part_of_body(referent: Referent) -> bool:
    last = referent.noun.split()[-1]
    return last in BODY_PARTS or last.rstrip("s") in BODY_PARTS


def _inseparable(referent: Referent) -> bool:
    """A body part, or a smile: what it does, its owner does."""
    return _part_of_body(referent) or referent.noun.split()[-1] in MANNER


def _confidence(frame: Frame) -> float:
    if frame.kind in ("purpose", "prevented") or unrealised(frame):
        return 0.6
    return 0.7 if frame.kind == "state" or not frame.subjects else 0.9
