"""The HTTP service: ``uvicorn api.http.app:create_app --factory``."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

import anyio.to_thread
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.middleware.trustedhost import TrustedHostMiddleware

from api.http import health, problems, routes
from api.http.state import Service
from runtime.logs import log_to_stderr
from runtime.settings import Settings
from runtime.settings import settings as read_settings

_THREADS = 200
"""Requests that are worked on at once; routes are plain functions and mostly wait."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application; models are warmed in the background once it has started."""
    if settings is None:
        log_to_stderr("INFO")
    used = settings or read_settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = _THREADS
        service: Service = app.state.service
        service.start()
        yield
        await anyio.to_thread.run_sync(service.stop)

    app = FastAPI(
        title="Longtake",
        summary="A memory for long video: ask what happened, and get moments you can check.",
        version=version("longtake"),
        lifespan=lifespan,
    )
    app.state.service = Service(used)
    # A page of another site must not reach us by pointing its own name at this machine.
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(used.api_hosts))
    problems.install(app)
    app.include_router(health.router)
    app.include_router(routes.router)
    _describe_problems(app)
    return app


def _describe_problems(app: FastAPI) -> None:
    """Put the problem document's schema, which routes refer to by name, into OpenAPI."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = get_openapi(
                title=app.title, summary=app.summary, version=app.version, routes=app.routes
            )
            schemas = schema.setdefault("components", {}).setdefault("schemas", {})
            schemas["Problem"] = problems.Problem.model_json_schema()
            app.openapi_schema = schema
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # FastAPI's documented way to extend it
