"""What stages hand to each other, in the file store.

Everything between media and graph lies here, by video and perception key: a stage that runs again
or on another machine finds it, and a perceiver's raw answers can be read again at no cost.
"""

from collections.abc import Iterable
from typing import TypeVar

from pydantic import BaseModel, TypeAdapter

from graph_schema.perception_document import PerceptionDocument, UtteranceSeen
from ingestion.memory_graph import ShotSeen
from ingestion.segmentation import PerceivedWindow
from runtime.files import FileStore

Part = TypeVar("Part", bound=BaseModel)

_CUES = TypeAdapter(tuple[UtteranceSeen, ...])
_SHOTS = TypeAdapter(tuple[ShotSeen, ...])
_WINDOW = TypeAdapter(PerceivedWindow)


class Artefacts:
    """The files of one video under one perception key. Reading what is not there raises
    :class:`~runtime.errors.NotFoundError`."""

    def __init__(self, files: FileStore, video_id: str, perception_key: str) -> None:
        self._files = files
        self._video = video_id
        self._folder = f"{video_id}/{perception_key}"

    def put_keyframe(self, number: int, jpeg: bytes) -> str:
        """Keep the keyframe of the ``number``-th shot; returns its key."""
        return self._files.put(f"{self._video}/keyframes/sh{number}.jpg", jpeg)

    def put_shots(self, shots: Iterable[ShotSeen]) -> None:
        """Shots belong to the media, whoever perceives it."""
        self._files.put(f"{self._video}/shots.json", _SHOTS.dump_json(tuple(shots)))

    def shots(self) -> tuple[ShotSeen, ...]:
        """The shots, none for a video without media."""
        key = f"{self._video}/shots.json"
        return _SHOTS.validate_json(self._files.get(key)) if self._files.exists(key) else ()

    def has_shots(self) -> bool:
        """Whether shots were detected."""
        return self._files.exists(f"{self._video}/shots.json")

    def put_cues(self, cues: Iterable[UtteranceSeen]) -> None:
        """The cues of all tracks, by time."""
        self._files.put(f"{self._folder}/cues.json", _CUES.dump_json(tuple(cues)))

    def cues(self) -> tuple[UtteranceSeen, ...]:
        """The cues of all tracks."""
        return _CUES.validate_json(self._files.get(f"{self._folder}/cues.json"))

    def put_window(self, number: int, window: PerceivedWindow) -> None:
        """Keep a perceiver's answer to a window."""
        self._files.put(self._window_key(number), _WINDOW.dump_json(window))

    def window(self, number: int, start_ms: int) -> PerceivedWindow | None:
        """The ``number``-th window where it was perceived and began at ``start_ms``."""
        key = self._window_key(number)
        if not self._files.exists(key):
            return None
        window = _WINDOW.validate_json(self._files.get(key))
        return window if window.span.start_ms == start_ms else None

    def put(self, name: str, part: BaseModel) -> None:
        """Keep a model under a name."""
        self._files.put(f"{self._folder}/{name}.json", part.model_dump_json().encode())

    def get(self, name: str, model: type[Part]) -> Part:
        """Read it again."""
        return model.model_validate_json(self._files.get(f"{self._folder}/{name}.json"))

    def put_annotations(self, document: PerceptionDocument) -> None:
        """Annotations as they were read at the door."""
        self.put("annotations", document)

    def annotations(self) -> PerceptionDocument:
        """The annotations."""
        return self.get("annotations", PerceptionDocument)

    def put_document(self, document: PerceptionDocument) -> None:
        """The whole document, once perception is complete."""
        self.put("document", document)

    def document(self) -> PerceptionDocument:
        """The whole document."""
        return self.get("document", PerceptionDocument)

    def has_document(self) -> bool:
        """Whether perception is complete."""
        return self._files.exists(f"{self._folder}/document.json")

    def _window_key(self, number: int) -> str:
        return f"{self._folder}/windows/{number:05d}.json"
