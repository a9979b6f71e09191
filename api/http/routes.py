"""The routes under ``/v1``: each parses, calls one operation, and returns its document."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from api import operations
from api.http import replies
from api.http.dependencies import TheLibrary, TheMemory
from api.http.problems import responses
from api.requests import AnswerRequest, SearchRequest
from runtime.errors import (
    DatabaseUnreachableError,
    ModelUnavailableError,
    NotFoundError,
    UsageError,
)

router = APIRouter(prefix="/v1")

VideoId = Annotated[str, Path(description="A video's id.", examples=["v0123456789abcdef"])]


@router.post(
    "/search",
    tags=["questions"],
    summary="Search the memory",
    response_model=replies.Hits,
    response_model_exclude_unset=True,
    responses=responses(UsageError, NotFoundError, DatabaseUnreachableError),
)
def search(request: SearchRequest, memory: TheMemory, library: TheLibrary) -> dict[str, Any]:
    """Events, spoken and shown text and entities that match a query, best first.

    With `moments`, spans of time instead: one event, or several neighbours that together are what
    the query describes.
    """
    return operations.find(memory, library, request)


@router.post(
    "/answers",
    tags=["questions"],
    summary="Answer a question",
    response_model=replies.Answer,
    response_model_exclude_unset=True,
    responses=responses(UsageError, NotFoundError, DatabaseUnreachableError, ModelUnavailableError),
)
def answer(request: AnswerRequest, memory: TheMemory, library: TheLibrary) -> dict[str, Any]:
    """An answer with the moments that back it, each with a verdict.

    `answered` is false where the memory does not show it.
    """
    return operations.answer(memory, library, request)


@router.get(
    "/videos",
    tags=["videos"],
    summary="List videos",
    response_model=replies.VideoPage,
    responses=responses(UsageError, DatabaseUnreachableError),
)
def list_videos(
    memory: TheMemory,
    library: TheLibrary,
    cursor: Annotated[
        str | None, Query(max_length=500, description="`next_cursor` of the page before.")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=500, description="Videos a page.")] = 100,
) -> dict[str, Any]:
    """The library's videos, by title."""
    return operations.list_videos(memory, library, after=cursor, limit=limit)


@router.get(
    "/videos/{video_id}",
    tags=["videos"],
    summary="Show a video",
    response_model=replies.Overview,
    responses=responses(UsageError, NotFoundError, DatabaseUnreachableError),
)
def show_video(video_id: VideoId, memory: TheMemory, library: TheLibrary) -> dict[str, Any]:
    """A video with its counts and its outline."""
    return operations.show_video(memory, library, video_id)


@router.get(
    "/videos/{video_id}/document",
    tags=["videos"],
    summary="Export a video",
    response_model=replies.PerceptionDocument,
    responses=responses(UsageError, NotFoundError, DatabaseUnreachableError),
)
def export_video(video_id: VideoId, memory: TheMemory, library: TheLibrary) -> dict[str, Any]:
    """The perception document of what the memory holds, which can be ingested elsewhere."""
    return operations.export_video(memory, library, video_id)
