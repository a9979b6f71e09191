"""Reading the memory from the top down (MemDreamer 3.2): library, video, chapters, scenes, inside."""

from cypher.store import Store
from graph_schema.labels import Kind
from retrieval.views import EventList, Subgraph, Summary


def get_summary(store: Store, library: str, video_id: str | None = None) -> Summary:
    """The video's summary with its chapters; of the whole library when no video is given."""
    raise NotImplementedError


def get_super_events(store: Store, library: str, video_id: str) -> EventList:
    """The chapters of a video in order of time."""
    raise NotImplementedError


def get_macro_events(store: Store, library: str, parent_id: str, *, limit: int = 200) -> EventList:
    """The macro events of a super event or of a whole video, in order of time."""
    raise NotImplementedError


def get_subgraph(store: Store, library: str, macro_event_id: str) -> Subgraph:
    """A macro event from inside; the id of one of its micro-events or appearances does too."""
    raise NotImplementedError


def search_by_time(
    store: Store,
    library: str,
    video_id: str,
    start_ms: int,
    end_ms: int,
    *,
    kinds: tuple[Kind, ...] = (),
    limit: int = 60,
) -> EventList:
    """What the memory holds between two times of a video, in order of time."""
    raise NotImplementedError
