"""The stage that has a video perceived, window by window, into one document."""

from graph_schema.time_span import TimeSpan
from ingestion.perceivers.annotations import AnnotationsPerceiver
from ingestion.segmentation import Footage, PerceivedWindow, joined, next_start_ms, perceive_windows
from ingestion.sources import perceiver_named
from ingestion.work import Outcome, Work


def perceive(work: Work) -> Outcome:
    """Perceive the windows that are not in the file store yet, then put the document together.

    Stops between windows when ``work.is_over``; what was perceived is kept.
    """
    material, artefacts = work.material, work.artefacts
    annotations = artefacts.annotations() if material.perceiver == "annotations" else None
    perceiver = perceiver_named(material.perceiver, annotations)
    if isinstance(perceiver, AnnotationsPerceiver):
        work.progress.stage("perceive", None)
        document = perceiver.whole()
        artefacts.put_document(document)
        return Outcome(counts={"macro_events": len(document.macro_events)})
    footage = Footage(
        material.duration_ms,
        tuple(TimeSpan(shot.start_ms, shot.end_ms) for shot in artefacts.shots()),
        artefacts.cues(),
    )
    work.progress.stage("perceive", material.duration_ms)
    windows: list[PerceivedWindow] = []
    for window in perceive_windows(perceiver, footage, work.settings, artefacts.window):
        artefacts.put_window(len(windows), window)
        windows.append(window)
        reached_ms = next_start_ms(window)
        work.progress.advance(reached_ms - window.span.start_ms)
        if work.is_over() and reached_ms < material.duration_ms:
            return Outcome(again=True)
    document = joined(windows)
    artefacts.put_document(document)
    warnings = tuple(warning for window in windows for warning in window.warnings)
    counts = {"windows": len(windows), "macro_events": len(document.macro_events)}
    return Outcome(counts=counts, warnings=warnings)
