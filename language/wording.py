"""Labels: a frame as a short clause with full names, ``flying squirrel lifts stone``."""

from collections.abc import Callable, Sequence

from language.actions import WAYS, Adjunct, Frame
from language.lexicon import CAUSATIVE, ENABLING, PERCEIVING, word_set
from language.phrases import Phrase
from language.trees import Word
from language.verb_forms import particle_of

NameOf = Callable[[Phrase], str]

_MAX_ADJUNCTS = 2
_MAX_WORDS = 16
_VOWELS = "aeiou"
_SHOWN_NUMBERS = word_set("""all both eight five four nine seven several six ten three two""")


def third_person(base: str) -> str:
    """``carry`` → ``carries``."""
    irregular = {"be": "is", "have": "has", "do": "does", "go": "goes"}
    if base in irregular:
        return irregular[base]
    if base.endswith(("s", "sh", "ch", "x", "z", "o")):
        return base + "es"
    if base.endswith("y") and base[-2:-1] not in _VOWELS:
        return base[:-1] + "ies"
    return base + "s"


def gerund(base: str) -> str:
    """``hit`` → ``hitting``."""
    if base == "be":
        return "being"
    if base.endswith("ie"):
        return base[:-2] + "ying"
    if base.endswith("e") and not base.endswith(("ee", "oe", "ye")):
        return base[:-1] + "ing"
    short = len(base) <= 4 and base[-1] not in "wxy" and base[-1] not in _VOWELS
    if short and base[-2:-1] in _VOWELS and base[-3:-2] not in _VOWELS and len(base) > 2:
        return base + base[-1] + "ing"
    return base + "ing"


def conjugate(base: str, plural: bool) -> str:
    """Present tense for one or several."""
    if plural:
        return "are" if base == "be" else base
    return third_person(base)


def join_names(names: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    kept = list(dict.fromkeys(name for name in names if name))
    if len(kept) < 2:
        return "".join(kept)
    return f"{', '.join(kept[:-1])} and {kept[-1]}"


def label(
    frame: Frame,
    subjects: Sequence[str],
    plural: bool,
    name_of: NameOf,
    is_event: Callable[[Word], bool],
) -> str:
    """The frame in words; ``subjects`` are the names of who acts, ``plural`` whether many do."""
    objects = [] if frame.passive else [name_of(phrase) for phrase in frame.objects]
    recipients = [] if frame.passive else [name_of(phrase) for phrase in frame.recipients]
    before, after = _adjuncts(frame, name_of, subjects)
    trailing = _trailing_particle(frame)
    parts = [
        join_names(subjects),
        _predicate(frame, plural),
        "" if trailing else frame.particle,
        join_names(recipients),
        join_names(objects),
        frame.particle if trailing else "",
        *(_complements(frame, name_of)),
        *_ways(frame),
        *after,
        *before,
        _told(frame, is_event),
    ]
    words = " ".join(part for part in parts if part).split()
    return " ".join(words[:_MAX_WORDS])


def _trailing_particle(frame: Frame) -> bool:
    """``gives two thumbs up``: after a long object the particle stands last."""
    particle, things = frame.verb.first("prt"), frame.verb.kids("dobj")
    return particle is not None and any(
        t.pos != "PRON" and t.index < particle.index for t in things
    )


def _predicate(frame: Frame, plural: bool) -> str:
    chain = [*frame.lead, frame.verb]
    bases = [word.lemma for word in frame.lead] + [frame.lemma]
    if frame.kind == "prevented":
        return f"being {frame.verb.text.lower()}" if frame.passive else gerund(frame.lemma)
    words: list[str] = []
    for position, (word, base) in enumerate(zip(chain, bases, strict=True)):
        final = position == len(chain) - 1
        if final and frame.passive:
            auxiliary = _finite(frame, "be", plural) if position == 0 else "be"
            words.extend([auxiliary, word.text.lower()])
        elif position == 0:
            words.append(_finite(frame, base, plural))
        elif any(child.tag == "TO" for child in word.children):
            words.append(f"to {base}")
        else:
            words.append(gerund(base) if word.tag == "VBG" else base)
        particle = next((c.text.lower() for c in word.kids("prt")), "") if not final else ""
        if particle:
            words.append(particle)
    return " ".join(words)


def _finite(frame: Frame, base: str, plural: bool) -> str:
    denial = frame.negation
    if frame.modal:
        shown = "cannot" if (frame.modal, denial) == ("can", "not") else f"{frame.modal} {denial}"
        return f"{shown.strip()} {base}"
    if not denial:
        return conjugate(base, plural)
    if base == "be":
        return f"{conjugate(base, plural)} {denial}"
    if denial in ("never", "no longer", "hardly"):
        return f"{denial} {conjugate(base, plural)}"
    return f"{conjugate('do', plural)} not {base}"


def _adjuncts(
    frame: Frame, name_of: NameOf, subjects: Sequence[str]
) -> tuple[list[str], list[str]]:
    before: list[str] = []
    after: list[str] = []
    grouped: list[tuple[Adjunct, list[str]]] = []
    for adjunct in frame.adjuncts:
        name = name_of(adjunct.phrase)
        if not name:
            continue
        if grouped and grouped[-1][0].index == adjunct.index:
            grouped[-1][1].append(name)
        else:
            grouped.append((adjunct, [name]))
    for adjunct, names in grouped:
        text = f"{adjunct.preposition} {join_names(names)}"
        (before if adjunct.index < frame.verb.index else after).append(text)
    kept = after[:_MAX_ADJUNCTS]
    return before[: max(0, _MAX_ADJUNCTS - len(kept))], kept


def _ways(frame: Frame) -> list[str]:
    return [
        child.text.lower()
        for child in frame.verb.kids("advmod", "npadvmod")
        if child.text.lower() in WAYS
        and child.index > frame.verb.index
        and not child.kids("prep")
        and child.text.lower() != frame.particle
    ]


def _complements(frame: Frame, name_of: NameOf) -> list[str]:
    shown = []
    for word in frame.complement:
        words = [w for w in sorted(word.subtree(), key=lambda w: w.index) if w.dep != "punct"]
        below = {
            w.index
            for c in word.kids("relcl", "acl", "advcl", "xcomp", "ccomp", "conj")
            for w in c.subtree()
        }
        kept = [w.text for w in words if w.index not in below and w.tag not in ("DT", "CC")]
        shown.append(" ".join(kept[:5]).lower())
    return shown


def _told(frame: Frame, is_event: Callable[[Word], bool]) -> str:
    """What is said, seen or thought, where it is no event of its own: ``sees what hit it``."""
    for child in frame.verb.kids("ccomp", "xcomp"):
        if child.index < frame.verb.index:
            continue
        if is_event(child):
            if frame.lemma in CAUSATIVE | ENABLING:
                return f"{child.lemma} {particle_of(child)}".strip()
            continue
        words = sorted(child.subtree(), key=lambda w: w.index)
        if any(is_event(w) for w in words if w.is_verb) and frame.lemma in PERCEIVING:
            continue
        text = [w.text for w in words if w.text.strip() and w.dep != "punct"][:8]
        return " ".join(text)
    return ""


def describe(phrase: Phrase, own_name: str) -> str:
    """A thing as a label shows it: its adjectives, not its article: ``big white flowers``."""
    number = [
        c.text.lower()
        for c in phrase.head.kids("nummod", "det", "predet")
        if c.text.lower() in _SHOWN_NUMBERS or c.text.isdecimal()
    ]
    adjectives = [m for m in phrase.modifiers if m not in own_name.split()][:2]
    taken = set(own_name.split())
    return " ".join([*(n for n in number if n not in taken), *adjectives, own_name])
