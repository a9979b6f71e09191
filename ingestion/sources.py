"""Reading everything that was given, and refusing what is bad, before anything is written."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from graph_schema.identity import digest_of, video_id
from graph_schema.nodes import VideoKind
from graph_schema.perception_document import PerceptionDocument, Source, UtteranceSeen
from ingestion.documents import ReadDocument, read_document
from ingestion.memory_graph import Stamp
from ingestion.perceivers.annotations import AnnotationsPerceiver
from ingestion.perceivers.window import Perceiver
from ingestion.request import IngestRequest
from runtime.errors import NotFoundError, NothingToPerceiveError, UsageError
from runtime.progress import Progress
from runtime.settings import Settings

if TYPE_CHECKING:
    from ingestion.timed_text import TimedText
    from media.probe import MediaInfo

AnyPerceiver = Perceiver | AnnotationsPerceiver

_TEXT_HINT = (
    "Give --descriptions or --subtitles (WebVTT or SRT), or --annotations; "
    "there are no subtitles inside the file that could be read."
)


class Material(BaseModel):
    """What a job works on: plain data that any process can read again.

    ``digest`` is that of the media's bytes, or of the source's id where there is no media.
    ``left_out`` makes the memory *partial*; ``notes`` are only worth telling.
    """

    model_config = ConfigDict(frozen=True)

    video_id: str
    library: str
    title: str
    kind: VideoKind
    uri: str | None
    digest: str
    duration_ms: int
    width: int | None = None
    height: int | None = None
    recorded_at: str | None = None
    media: Path | None = None
    perceiver: str
    model: str | None
    prompt: str | None
    source: Source
    perception_key: str
    left_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def stamp(self) -> Stamp:
        """What every row of the memory says of where it comes from."""
        return Stamp(
            video_id=self.video_id,
            library=self.library,
            perceiver=self.perceiver,
            model=self.model,
            prompt=self.prompt,
            source=self.source,
        )


@dataclass(frozen=True, slots=True)
class Sources:
    """The material, with what was read from its tracks and annotations."""

    material: Material
    cues: tuple[UtteranceSeen, ...]
    annotations: PerceptionDocument | None


@dataclass(frozen=True, slots=True)
class _Track:
    name: str
    digest: str
    text: "TimedText"


@dataclass(frozen=True, slots=True)
class _Heard:
    """All tracks together."""

    cues: tuple[UtteranceSeen, ...]
    digests: tuple[str, ...]
    left_out: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Given:
    request: IngestRequest
    info: "MediaInfo | None"
    annotated: ReadDocument | None
    heard: _Heard
    duration_ms: int


def read_sources(request: IngestRequest, settings: Settings, progress: Progress) -> Sources:
    """Read media, tracks and annotations; nothing is written anywhere.

    Raises UsageError, NotFoundError, BadMediaError, BadTimedTextError, BadAnnotationsError, or
    NothingToPerceiveError where the text perceiver would have nothing to read.
    """
    request = request.checked()
    choice = _choice(request, settings)
    with _stage(progress, "probe", needed=request.media is not None):
        info = _probed(request.media) if request.media else None
    with _stage(progress, "timed_text"):
        annotated = _annotated(request, info)
        tracks = _tracks(request, info)
        duration_ms = info.duration_ms if info else _duration_without_media(annotated, tracks)
        heard = _heard(tracks, duration_ms)
        if choice == "text" and not heard.cues:
            raise NothingToPerceiveError("there is no text to perceive events from", _TEXT_HINT)
    perceiver = perceiver_named(choice, annotated.document if annotated else None)
    given = _Given(request, info, annotated, heard, duration_ms)
    material = _material(given, settings, perceiver)
    return Sources(material, heard.cues, annotated.document if annotated else None)


@contextmanager
def _stage(progress: Progress, name: str, *, needed: bool = True) -> Iterator[None]:
    progress.stage(name, None)
    try:
        yield
    except BaseException:
        progress.finish("failed")
        raise
    progress.finish("done" if needed else "skipped")


def perceiver_named(name: str, annotations: PerceptionDocument | None) -> AnyPerceiver:
    """The perceiver of a name. Raises UsageError for one that this version does not have."""
    if name == "annotations":
        assert annotations is not None
        return AnnotationsPerceiver(annotations)
    if name == "text":
        from ingestion.perceivers.text import TextPerceiver

        return TextPerceiver()
    raise UsageError(
        f"the {name} perceiver is not part of this version",
        "Use --perceiver text with a descriptions or subtitles track, or --annotations.",
    )


def _choice(request: IngestRequest, settings: Settings) -> str:
    if request.perceiver != "auto":
        choice: str = request.perceiver
    elif request.annotations is not None:
        choice = "annotations"
    else:
        choice = "vlm" if settings.perception and request.media else "text"
    if choice == "vlm":
        perceiver_named(choice, None)
    return choice


def _probed(media: Path) -> "MediaInfo":
    from media.probe import probe

    return probe(media)


def _annotated(request: IngestRequest, info: "MediaInfo | None") -> ReadDocument | None:
    if request.annotations is None:
        return None
    data = _bytes(request.annotations)
    duration_ms = info.duration_ms if info else None
    return read_document(data, media_duration_ms=duration_ms, title=request.title)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise NotFoundError(f"no such file: {path}") from None
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from error


def _tracks(request: IngestRequest, info: "MediaInfo | None") -> list[_Track]:
    """Sidecars win over subtitles inside the file: they are usually the better copy of them."""
    if not (request.descriptions or request.subtitles or (info and info.subtitle_tracks)):
        return []
    from ingestion.timed_text import read_embedded_subtitles, read_timed_text

    sidecars: tuple[tuple[Path | None, Source], ...] = (
        (request.descriptions, "description"),
        (request.subtitles, "subtitle"),
    )
    tracks = []
    for path, source in sidecars:
        if path is not None:
            text = read_timed_text(path, source)
            digest = hashlib.sha256(_bytes(path)).hexdigest()
            tracks.append(_Track(path.name, f"{source}:{digest}", text))
    if info and info.subtitle_tracks and not request.subtitles:
        assert request.media is not None
        text = read_embedded_subtitles(request.media, info)
        tracks.append(_Track(request.media.name, "embedded", text))
    return tracks


def _duration_without_media(annotated: ReadDocument | None, tracks: list[_Track]) -> int:
    if annotated is not None:
        return annotated.duration_ms
    return max(cue.end_ms for track in tracks for cue in track.text.cues)


def _heard(tracks: list[_Track], duration_ms: int) -> _Heard:
    """The cues of all tracks by time, none outside the media."""
    if not tracks:
        return _Heard((), (), (), ())
    from ingestion.timed_text import fit_to_media

    cues: list[UtteranceSeen] = []
    left_out: list[str] = []
    notes: list[str] = []
    for track in tracks:
        fitted = fit_to_media(track.text, duration_ms)
        cues += fitted.cues
        told = [f"{track.name}: {warning}" for warning in fitted.warnings]
        read = len(track.text.warnings)
        lost = len(fitted.cues) < len(track.text.cues)
        notes += told[:read] if lost else told
        left_out += told[read:] if lost else []
    cues.sort(key=lambda cue: (cue.start_ms, cue.end_ms, cue.source))
    digests = tuple(track.digest for track in tracks)
    return _Heard(tuple(cues), digests, tuple(left_out), tuple(notes))


def _material(given: _Given, settings: Settings, perceiver: AnyPerceiver) -> Material:
    request, info, heard = given.request, given.info, given.heard
    video = given.annotated.document.video if given.annotated else None
    source, digest = (info.digest, info.digest) if info else _source_and_digest(given)
    path = request.media or request.annotations or request.descriptions or request.subtitles
    assert path is not None
    return Material(
        video_id=video_id(request.library, source),
        library=request.library,
        title=request.title or (video.title if video else path.stem.strip() or path.name),
        kind="file" if info else "annotation",
        uri=str(path),
        digest=digest,
        duration_ms=given.duration_ms,
        width=info.width if info else None,
        height=info.height if info else None,
        recorded_at=(info.recorded_at if info else None) or (video.recorded_at if video else None),
        media=request.media,
        perceiver=perceiver.name,
        model=perceiver.model,
        prompt=perceiver.prompt,
        source=_usual_source(perceiver.name, heard),
        perception_key=_perception_key(request, settings, perceiver, heard),
        left_out=(*(given.annotated.left_out if given.annotated else ()), *heard.left_out),
        notes=(
            *(info.warnings if info else ()),
            *(given.annotated.notes if given.annotated else ()),
            *heard.notes,
        ),
    )


def _source_and_digest(given: _Given) -> tuple[str, str]:
    """The identity of what has no media: the document's own id for it, else what it says."""
    if given.annotated is None:
        digest = digest_of("tracks", *given.heard.digests)
        return digest, digest
    video = given.annotated.document.video
    if video and video.source_id:
        return video.source_id, digest_of("source", video.source_id)
    assert given.request.annotations is not None
    digest = hashlib.sha256(_bytes(given.request.annotations)).hexdigest()
    return digest, digest


def _usual_source(perceiver: str, heard: _Heard) -> Source:
    if perceiver == "annotations":
        return "annotation"
    if perceiver == "vlm":
        return "model"
    sources: list[Source] = [cue.source for cue in heard.cues]
    return max(sources, key=sources.count) if len(set(sources)) > 1 else sources[0]


def _perception_key(
    request: IngestRequest,
    settings: Settings,
    perceiver: AnyPerceiver,
    heard: _Heard,
) -> str:
    """Hash of (tracks, perceiver, model, prompt, settings): the same key, the same memory."""
    parts = [perceiver.name, perceiver.model or "", perceiver.prompt or "", *heard.digests]
    if request.annotations is not None:
        parts.append(hashlib.sha256(_bytes(request.annotations)).hexdigest())
    else:
        parts += [str(settings.window_s), settings.first_person or ""]
    return digest_of(*parts)[:16]
