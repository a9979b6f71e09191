"""Cues as JSON: lists of objects with times and a text, as transcribers and datasets write them."""

import json
import math
from collections.abc import Iterator
from typing import Any

from graph_schema.time_span import parse_time
from ingestion.timed_text.cues import Cue, Track
from ingestion.timed_text.markup import without_tags
from runtime.errors import BadTimedTextError

_LISTS = ("segments", "chunks", "cues", "utterances", "captions", "subtitles", "body", "results")
_TEXTS = ("text", "line", "caption", "content", "sentence", "transcript")
_STARTS = ("start", "from", "begin", "start_time")
_ENDS = ("end", "to", "stop", "end_time")


def read_json_cues(text: str, name: str) -> Track:
    """Cues of a JSON list, or of the list under a usual key (Whisper's ``segments`` and others).

    Times are seconds, clock texts, or whole ms under keys ending in ``_ms``; also a pair under
    ``timestamp``. Items without times or text are left out and counted.

    Raises:
        BadTimedTextError: not JSON, or no list of objects in it.
    """
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadTimedTextError(f"{name!r} is not valid JSON: {error}") from error
    language = content.get("language") if isinstance(content, dict) else None
    if isinstance(content, dict):
        content = next((content[key] for key in _LISTS if key in content), None)
    if not isinstance(content, list):
        raise BadTimedTextError(
            f"{name!r} is JSON but holds no list of cues",
            hint='Give a list of {"start": seconds, "end": seconds, "text": …}.',
        )
    track = Track(language=language if isinstance(language, str) else None)
    left_out = 0
    for item in content:
        cue = _cue(item) if isinstance(item, dict) else None
        if cue is None:
            left_out += 1
        else:
            track.cues.append(cue)
    if left_out:
        track.warnings.append(f"left out: items without times and text ({left_out})")
    return track


def _cue(item: dict[str, Any]) -> Cue | None:
    words = next((item[key] for key in _TEXTS if isinstance(item.get(key), str)), None)
    times = list(_times(item))
    if words is None or len(times) != 2:
        return None
    speaker = item.get("speaker")
    return Cue(
        times[0], times[1], without_tags(words), speaker if isinstance(speaker, str) else None
    )


def _times(item: dict[str, Any]) -> Iterator[int]:
    pair = item.get("timestamp")
    if isinstance(pair, list) and len(pair) == 2:
        values = [(value, 1000) for value in pair]
    else:
        values = [
            (item[key + unit], factor)
            for keys in (_STARTS, _ENDS)
            for unit, factor in (("_ms", 1), ("", 1000))
            for key in keys
            if key + unit in item
        ]
    for value, factor in values:
        if isinstance(value, str):
            try:
                yield parse_time(value)
            except ValueError:
                return
        elif isinstance(value, int | float) and math.isfinite(value):
            yield round(value * factor)
