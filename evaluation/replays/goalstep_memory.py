"""GoalStep's recordings as annotations: step = macro event, substep = micro-event in it.

Label and summary are the step's description; what people wrote in a ``summary`` never enters.
"""

from typing import Any

from evaluation.replays.goalstep_recordings import Recording
from evaluation.replays.stored import SourceDocument
from graph_schema.labels import Label


def document(recording: Recording) -> SourceDocument:
    """The recording as a perception document; its items have the keys of :func:`keys`."""
    events: list[dict[str, Any]] = []
    for step, key in zip(recording.steps, keys(recording), strict=True):
        timed = {
            "key": key.rpartition("/")[2],
            "label": step.text,
            "start_ms": step.start_ms,
            "end_ms": step.end_ms,
        }
        if step.label is Label.MACRO_EVENT:
            events.append({**timed, "summary": step.text, "micro_events": []})
        else:
            events[-1]["micro_events"].append({**timed, "description": step.text})
    last = max(step.end_ms for step in recording.steps)
    video = {"duration_ms": max(recording.duration_ms, last)}
    return SourceDocument(recording.uid, {"video": video, "macro_events": events})


def keys(recording: Recording) -> list[str]:
    """The key of each (sub)step in its document, in the order of the file: ``m3``, ``m3/e2``."""
    found = []
    macro = micro = 0
    for step in recording.steps:
        if step.label is Label.MACRO_EVENT:
            macro, micro = macro + 1, 0
            found.append(f"m{macro}")
        else:
            micro += 1
            found.append(f"m{macro}/e{micro}")
    return found
