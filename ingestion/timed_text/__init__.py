"""Reading subtitle, caption and description tracks as found in the wild into timed utterances.

Each format has a reader of its own that yields :class:`~ingestion.timed_text.cues.Cue`; what is
wrong with cues of any format (order, times, repeats, encodings) is mended in one place, and every
mending is said in a warning. Nothing here knows of the graph.
"""

from ingestion.timed_text.cues import TimedText
from ingestion.timed_text.embedded import read_embedded_subtitles
from ingestion.timed_text.mending import fit_to_media
from ingestion.timed_text.reading import read_timed_text

__all__ = ["TimedText", "fit_to_media", "read_embedded_subtitles", "read_timed_text"]
