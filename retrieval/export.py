"""A stored video as a perception document, which can be imported again."""

from cypher.store import Store
from graph_schema.perception_document import PerceptionDocument


def export_document(store: Store, library: str, video_id: str) -> PerceptionDocument:
    """What the memory holds of a video. Raises ``NotFoundError``."""
    raise NotImplementedError
