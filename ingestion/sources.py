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
from graph_schema.time_span import format_time
from ingestion.documents import ReadDocument, read_document
from ingestion.perceivers.annotations import AnnotationsPerceiver
from ingestion.perceivers.window import Perceiver
from ingestion.request import IngestRequest
from runtime.errors import NotFoundError, NothingToPerceiveError, UsageError
from runtime.progress import Progress
from runtime.settings import Settings

if TYPE_CHECKING:
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


@dataclass(frozen=True, slots=True)
class Sources:
    """The material, with what was read from its tracks and annotations."""

    material: Material
    cues: tuple[UtteranceSeen, ...]
    annotations: PerceptionDocument | None


@dataclass(frozen=True, slots=True)
class _Tracks:
    cues: tuple[UtteranceSeen, ...] = ()
    digests: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Given:
    request: IngestRequest
    info: "MediaInfo | None"
    annotated: ReadDocument | None
    tracks: _Tracks
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
        tracks = _within(tracks, duration_ms)
        if choice == "text" and not tracks.cues:
            raise NothingToPerceiveError("there is no text to perceive events from", _TEXT_HINT)
    perceiver = perceiver_named(choice, annotated.document if annotated else None)
    given = _Given(request, info, annotated, tracks, duration_ms)
    material = _material(given, settings, perceiver)
    return Sources(material, tracks.cues, annotated.document if annotated else None)


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


def _tracks(request: IngestRequest, info: "MediaInfo | None") -> _Tracks:
    """Sidecars win over subtitles inside the file: they are usually the better copy of them."""
    from ingestion.timed_text import read_embedded_subtitles, read_timed_text

    sidecars: list[tuple[Path, Source]] = []
    if request.descriptions:
        sidecars.append((request.descriptions, "description"))
    if request.subtitles:
        sidecars.append((request.subtitles, "subtitle"))
    tracks = _Tracks()
    for path, source in sidecars:
        data = _bytes(path)
        text = read_timed_text(path, source)
        tracks = _Tracks(
            (*tracks.cues, *text.cues),
            (*tracks.digests, f"{source}:{hashlib.sha256(data).hexdigest()}"),
            tracks.left_out,
            (*tracks.notes, *(f"{path.name}: {warning}" for warning in text.warnings)),
        )
    if info and info.subtitle_tracks and not request.subtitles:
        assert request.media is not None
        text = read_embedded_subtitles(request.media, info)
        tracks = _Tracks(
            (*tracks.cues, *text.cues),
            (*tracks.digests, "embedded"),
            tracks.left_out,
            (*tracks.notes, *text.warnings),
        )
    return tracks


def _duration_without_media(annotated: ReadDocument | None, tracks: _Tracks) -> int:
    if annotated is not None:
        return annotated.duration_ms
    if not tracks.cues:
        raise NothingToPerceiveError("the tracks hold no cue", _TEXT_HINT)
    return max(cue.end_ms for cue in tracks.cues)


def _within(tracks: _Tracks, duration_ms: int) -> _Tracks:
    """Cues by time, ended with the media; those that start after its end are left out."""
    inside = [
        cue.model_copy(update={"end_ms": min(cue.end_ms, duration_ms)})
        for cue in tracks.cues
        if cue.start_ms < duration_ms
    ]
    inside.sort(key=lambda cue: (cue.start_ms, cue.end_ms, cue.source))
    lost = len(tracks.cues) - len(inside)
    left_out = tracks.left_out
    if lost:
        end = format_time(duration_ms)
        left_out = (*left_out, f"{lost} cues start after the media's end ({end}); left out")
    return _Tracks(tuple(inside), tracks.digests, left_out, tracks.notes)


def _material(given: _Given, settings: Settings, perceiver: AnyPerceiver) -> Material:
    request, info, tracks = given.request, given.info, given.tracks
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
        source=_usual_source(perceiver.name, tracks),
        perception_key=_perception_key(request, settings, perceiver, tracks),
        left_out=(*(given.annotated.left_out if given.annotated else ()), *tracks.left_out),
        notes=(
            *(info.warnings if info else ()),
            *(given.annotated.notes if given.annotated else ()),
            *tracks.notes,
        ),
    )


def _source_and_digest(given: _Given) -> tuple[str, str]:
    """The identity of what has no media: the document's own id for it, else what it says."""
    if given.annotated is None:
        digest = digest_of("tracks", *given.tracks.digests)
        return digest, digest
    video = given.annotated.document.video
    if video and video.source_id:
        return video.source_id, digest_of("source", video.source_id)
    assert given.request.annotations is not None
    digest = hashlib.sha256(_bytes(given.request.annotations)).hexdigest()
    return digest, digest


def _usual_source(perceiver: str, tracks: _Tracks) -> Source:
    if perceiver == "annotations":
        return "annotation"
    if perceiver == "vlm":
        return "model"
    sources: list[Source] = [cue.source for cue in tracks.cues]
    return max(sources, key=sources.count) if len(set(sources)) > 1 else sources[0]


def _perception_key(
    request: IngestRequest,
    settings: Settings,
    perceiver: AnyPerceiver,
    tracks: _Tracks,
) -> str:
    """Hash of (tracks, perceiver, model, prompt, settings): the same key, the same memory."""
    parts = [perceiver.name, perceiver.model or "", perceiver.prompt or "", *tracks.digests]
    if request.annotations is not None:
        parts.append(hashlib.sha256(_bytes(request.annotations)).hexdigest())
    else:
        parts += [str(settings.window_s), settings.first_person or ""]
    return digest_of(*parts)[:16]
