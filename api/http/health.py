"""``/healthz`` and ``/readyz``: async, and never waiting for anything."""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import BaseModel

from api.http.dependencies import TheService
from api.http.problems import MEDIA_TYPE, problem
from runtime.errors import LocalServiceError

router = APIRouter(tags=["health"])


class Health(BaseModel):
    """That the process lives, or that it is ready."""

    status: str


@router.get("/healthz", summary="Whether the process lives", response_model=Health)
async def healthz() -> Health:
    """Answers as long as the process does; says nothing of database and models."""
    return Health(status="ok")


@router.get(
    "/readyz",
    summary="Whether requests will be answered at once",
    response_model=Health,
    responses={503: {"description": "Still warming up, or the database is away."}},
)
async def readyz(service: TheService) -> Health | JSONResponse:
    """Ready once the database was reached and the models are warm; checked every few seconds."""
    if service.waiting_for is None:
        return Health(status="ready")
    waiting = problem(LocalServiceError.type, 503, f"waiting for {service.waiting_for}")
    return JSONResponse(
        waiting.model_dump(),
        status_code=503,
        media_type=MEDIA_TYPE,
        headers={"Retry-After": "1"},
    )
