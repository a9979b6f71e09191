"""Errors as RFC 9457 problem documents: the one place where the HTTP service translates them."""

import logging
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from api.requests import wrong_fields
from runtime.errors import LongtakeError, NotFoundError, UsageError

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
_RETRY_AFTER_S = "2"


class Problem(BaseModel):
    """A problem document. ``type`` is the word that ``longtake --json`` puts into its errors."""

    type: str = Field(examples=["not_found"])
    title: str = Field(description="The HTTP status in words.", examples=["Not Found"])
    status: int = Field(examples=[404])
    detail: str = Field(
        description="What is wrong, for people.",
        examples=["there is no video 'v0123456789abcdef' in library 'main'"],
    )
    hint: str = Field(default="", description="What to do about it.")


def problem(kind: str, status: int, detail: str, hint: str = "") -> Problem:
    """A problem document with the title of its status."""
    return Problem(
        type=kind, title=HTTPStatus(status).phrase, status=status, detail=detail, hint=hint
    )


def of_error(error: LongtakeError) -> Problem:
    """The problem document of one of our own errors."""
    return problem(error.type, error.http_status, error.message, error.hint)


def _response(content: Problem, *, retryable: bool = False) -> JSONResponse:
    headers = {"Retry-After": _RETRY_AFTER_S} if retryable else None
    return JSONResponse(
        content.model_dump(), status_code=content.status, media_type=MEDIA_TYPE, headers=headers
    )


def _ours(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, LongtakeError)
    return _response(of_error(error), retryable=error.retryable)


def _invalid(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    detail = wrong_fields(error.errors())
    return _response(problem(UsageError.type, UsageError.http_status, detail, "see /docs"))


def _framework(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    kind = NotFoundError.type if error.status_code == HTTPStatus.NOT_FOUND else UsageError.type
    return _response(problem(kind, error.status_code, str(error.detail), "see /docs"))


def _unexpected(request: Request, error: Exception) -> JSONResponse:
    logger.error("%s %s failed", request.method, request.url.path, exc_info=error)
    detail = f"{type(error).__name__} while answering {request.method} {request.url.path}"
    return _response(problem("internal", 500, detail, "the service's log has the details"))


def install(app: FastAPI) -> None:
    """Let every error of ``app`` leave as a problem document."""
    app.add_exception_handler(LongtakeError, _ours)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _framework)
    app.add_exception_handler(Exception, _unexpected)


def responses(*errors: type[LongtakeError]) -> dict[int | str, dict[str, Any]]:
    """What OpenAPI says of the problems a route may answer with."""
    described: dict[int | str, list[str]] = {}
    for error in errors:
        described.setdefault(error.http_status, []).append(f"`{error.type}`: {error.__doc__}")
    return {
        status: {
            "description": "\n\n".join(lines),
            "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
        for status, lines in described.items()
    }
