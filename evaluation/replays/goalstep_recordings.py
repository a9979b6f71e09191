"""Ego4D GoalStep's validation set as memories: steps are macro events, substeps micro-events.

Read from a folder of others' data, never copied. Only step and substep descriptions are stored;
the summary phrases, which people worded apart from them, are the queries.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluation.data_folder import data_folder, needed
from graph_schema.identity import inner_id, video_id
from graph_schema.labels import Label

_SLACK_MS = 500


@dataclass(frozen=True, slots=True)
class Step:
    """A step or substep."""

    label: Label
    start_ms: int
    end_ms: int
    text: str


@dataclass(frozen=True, slots=True)
class Phrase:
    """A query: what somebody else wrote about the step that spans these times."""

    text: str
    start_ms: int
    end_ms: int

    def holds(self, step: Step) -> bool:
        """Whether the (sub)step lies inside the phrase's step, half a second forgiven."""
        return step.start_ms >= self.start_ms - _SLACK_MS and step.end_ms <= self.end_ms + _SLACK_MS


@dataclass(frozen=True, slots=True)
class Recording:
    """One video: what is stored, in the order of the file, and what is asked."""

    uid: str
    duration_ms: int
    steps: tuple[Step, ...]
    phrases: tuple[Phrase, ...]


def load(data: Path | None = None) -> list[Recording]:
    """All recordings, in the order of the file; ``data`` is the folder of all data sets.

    Raises ``NotFoundError`` where it is absent.
    """
    path = needed(
        data_folder(data) / "goalstep" / "goalstep_valid.json",
        "GoalStep's annotations",
        "facebookresearch/ego4d-goalstep",
    )
    return [_recording(video) for video in json.loads(path.read_text())["videos"]]


def _recording(video: dict[str, Any]) -> Recording:
    steps: list[Step] = []
    phrases: list[Phrase] = []
    for segment in video["segments"]:
        step = _step(Label.MACRO_EVENT, segment)
        steps += [step, *(_step(Label.MICRO_EVENT, inner) for inner in segment["segments"])]
        phrases += [Phrase(text, step.start_ms, step.end_ms) for text in segment["summary"]]
    return Recording(video["video_uid"], _ms(video["end_time"]), tuple(steps), tuple(phrases))


def _step(label: Label, segment: dict[str, Any]) -> Step:
    start = _ms(segment["start_time"])
    return Step(label, start, max(start + 1, _ms(segment["end_time"])), segment["step_description"])


def _ms(seconds: float) -> int:
    return round(seconds * 1000)


def node_ids(library: str, recording: Recording) -> list[str]:
    """The ids of the recording's steps in this library, in their order."""
    video = video_id(library, recording.uid)
    numbers = dict.fromkeys((Label.MACRO_EVENT, Label.MICRO_EVENT), 0)
    ids = []
    for step in recording.steps:
        numbers[step.label] += 1
        ids.append(inner_id(video, step.label, numbers[step.label]))
    return ids
