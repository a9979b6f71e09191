"""What can be done with a memory: a request in, the contract's JSON document out (design §6).

The command line and the HTTP service both call these, so that they cannot differ. What an
operation stands on is imported when it runs: listing videos must not wait for LangChain.
"""

from typing import Any

from api.memory import Memory
from api.requests import AnswerRequest, SearchRequest
from retrieval import videos

Document = dict[str, Any]


def find(memory: Memory, library: str, request: SearchRequest) -> Document:
    """``{"hits": [...]}``, best first: nodes, or spans of time where ``moments`` are asked for.

    Raises UsageError, NotFoundError (a video or entity of the scope).
    """
    from retrieval.moments import search_moments
    from retrieval.scope import Scope
    from retrieval.search import search

    scope = Scope(
        library=library,
        videos=request.videos,
        start_ms=request.from_ms,
        end_ms=request.to_ms,
        kinds=request.kinds,
        entity=request.entity,
    )
    if request.moments:
        moments = search_moments(memory.store, memory.embedder, request.query, scope, k=request.k)
        return {"hits": [moment.document() for moment in moments]}
    hits = search(
        memory.store, memory.embedder, request.query, scope, k=request.k, neighbourhood=False
    )
    return {"hits": [hit.document() for hit in hits]}


def answer(memory: Memory, library: str, request: AnswerRequest) -> Document:
    """The answer's document. Raises UsageError, NotFoundError, ModelUnavailableError."""
    from agent.ask import Question, ask

    question = Question(
        text=request.question,
        library=library,
        videos=request.videos,
        choices=request.choices,
        mode=request.mode,
    )
    return ask(
        question, store=memory.store, embedder=memory.embedder, settings=memory.settings
    ).document()


def list_videos(
    memory: Memory, library: str, *, after: str | None = None, limit: int = 100
) -> Document:
    """A page ``{"videos": [...], "next_cursor": text or null}``."""
    return videos.list_videos(memory.store, library, after=after, limit=limit).model_dump(
        mode="json"
    )


def all_videos(memory: Memory, library: str) -> Document:
    """``{"videos": [...]}``: every video of the library."""
    listed: list[Document] = []
    page = list_videos(memory, library)
    listed += page["videos"]
    while page["next_cursor"]:
        page = list_videos(memory, library, after=page["next_cursor"])
        listed += page["videos"]
    return {"videos": listed}


def show_video(memory: Memory, library: str, video_id: str) -> Document:
    """One video with counts and outline. Raises NotFoundError."""
    return videos.show_video(memory.store, library, video_id).model_dump(mode="json")


def export_video(memory: Memory, library: str, video_id: str) -> Document:
    """The perception document of what is stored. Raises NotFoundError."""
    from retrieval import export

    return export.export_document(memory.store, library, video_id).model_dump(mode="json")


def delete_video(memory: Memory, library: str, video_id: str) -> Document:
    """Forget a video; ``deleted`` is its id, ``nodes`` how many nodes that were.

    Raises NotFoundError.
    """
    from ingestion import deletion

    nodes = deletion.delete_video(memory.store, memory.settings, library, video_id)
    return {"deleted": video_id, "nodes": nodes}
