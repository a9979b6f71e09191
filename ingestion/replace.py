"""Again with other eyes: taking the place of a memory that was perceived otherwise (design §3)."""

from typing import Any

from pydantic import BaseModel, ConfigDict

from cypher import decisions as queries
from graph_schema.nodes import Appearance, Decision
from graph_schema.time_span import TimeSpan, format_time
from ingestion.deletion import delete_memory
from ingestion.entities import name_key
from ingestion.memory_graph import MemoryGraph
from ingestion.work import Work
from runtime.errors import NotFoundError

_ARTEFACT = "decisions_to_carry"


class RememberedAppearance(BaseModel):
    """An appearance of the old memory, as far as it is needed to find it again in the new one."""

    model_config = ConfigDict(frozen=True)

    name: str
    type: str
    seen_at_ms: int
    start_ms: int
    end_ms: int


class RememberedDecision(BaseModel):
    """A decision that people made about the old memory."""

    model_config = ConfigDict(frozen=True)

    decision: dict[str, Any]
    appearances: tuple[RememberedAppearance, ...]


class RememberedDecisions(BaseModel):
    """All of them, kept in the file store while the graph holds neither memory."""

    model_config = ConfigDict(frozen=True)

    decisions: tuple[RememberedDecision, ...] = ()


class Carried(BaseModel):
    """A decision that stands in the new memory too, with the appearances it is now about."""

    decision: Decision
    appearances: tuple[str, ...]


def remember_decisions(work: Work) -> None:
    """Keep what people decided; rules decide again by themselves."""
    rows = work.store.read(queries.MADE_BY_PEOPLE, **work.scope)
    remembered = RememberedDecisions.model_validate({"decisions": rows})
    work.artefacts.put(_ARTEFACT, remembered)


def clear(work: Work) -> None:
    """Delete the old memory. Entities that other videos share stay; Runs lose CITES."""
    work.progress.note("deleting the memory that was perceived otherwise")
    delete_memory(work.store, work.material.library, work.material.video_id)


def carry_over(work: Work, perceived: MemoryGraph) -> tuple[list[Carried], list[str]]:
    """The remembered decisions found again by name, type and time, and warnings about the rest."""
    try:
        remembered = work.artefacts.get(_ARTEFACT, RememberedDecisions)
    except NotFoundError:
        return [], []
    spans = {macro.id: TimeSpan(macro.start_ms, macro.end_ms) for macro in perceived.macro_events}
    carried, lost = [], []
    for one in remembered.decisions:
        found = [_again(old, perceived.appearances, spans) for old in one.appearances]
        known = [appearance for appearance in found if appearance is not None]
        if len(set(known)) == len(one.appearances):
            decision = Decision.model_validate(one.decision)
            carried.append(Carried(decision=decision, appearances=tuple(known)))
        else:
            lost.append(_lost(one))
    return carried, lost


def _again(
    old: RememberedAppearance, appearances: list[Appearance], spans: dict[str, TimeSpan]
) -> str | None:
    then = TimeSpan(old.start_ms, old.end_ms)
    candidates = [
        new
        for new in appearances
        if name_key(new.name) == name_key(old.name)
        and new.type == old.type
        and spans[new.macro_event].overlaps(then)
    ]
    if not candidates:
        return None
    return min(candidates, key=lambda new: abs(new.seen_at_ms - old.seen_at_ms)).id


def _lost(one: RememberedDecision) -> str:
    about = ", ".join(f"{old.name!r} at {format_time(old.seen_at_ms)}" for old in one.appearances)
    return (
        f"decision {one.decision['id']} ({one.decision['kind']}: {about}) could not be carried "
        "over: not all of them are in the new memory"
    )
