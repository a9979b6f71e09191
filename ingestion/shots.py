"""The stage that finds shots and keeps a keyframe of each."""

from ingestion.memory_graph import ShotSeen
from ingestion.work import Outcome, Work


def find_shots(work: Work) -> Outcome:
    """Detect shots once for a video's content, whoever perceives it how often.

    Raises BadMediaError for media that turns out to be unreadable half-way.
    """
    material, artefacts = work.material, work.artefacts
    if material.media is None or artefacts.has_shots():
        work.progress.stage("shots", None)
        return Outcome("skipped")
    from media.probe import probe
    from media.shots import iterate_shots

    work.progress.stage("shots", material.duration_ms)
    shown = 0

    def advance(at_ms: int) -> None:
        nonlocal shown
        work.progress.advance(max(0, at_ms - shown))
        shown = max(shown, at_ms)

    warnings: list[str] = []
    found = iterate_shots(
        material.media,
        probe(material.media),
        on_progress=advance,
        on_warning=warnings.append,
    )
    shots = [
        ShotSeen(
            start_ms=shot.start_ms,
            end_ms=shot.end_ms,
            keyframe_ms=shot.keyframe_ms,
            keyframe=artefacts.put_keyframe(number, shot.keyframe_jpeg),
        )
        for number, shot in enumerate(found, start=1)
    ]
    artefacts.put_shots(shots)
    return Outcome(counts={"shots": len(shots)}, warnings=tuple(warnings))
