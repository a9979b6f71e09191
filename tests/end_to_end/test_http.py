"""The REST service: documents, problem documents, health and its description."""

import threading
import time
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from api.http.app import create_app
from api.http.state import Service
from runtime.errors import LocalServiceError
from runtime.settings import Settings
from tests.end_to_end.test_cli_contract import ANSWER, HIT

Kitchen = tuple[str, str]
BASE = "http://127.0.0.1"
WARM_LIMIT_S = 120


@pytest.fixture(scope="module")
def client(settings: Settings, kitchen_library: Kitchen) -> Iterator[TestClient]:
    """The service, warm, on the kitchen's library."""
    library, _ = kitchen_library
    app = create_app(settings)
    headers = {"Longtake-Library": library}
    with TestClient(app, base_url=BASE, headers=headers, raise_server_exceptions=False) as client:
        deadline = time.monotonic() + WARM_LIMIT_S
        while client.get("/readyz").status_code != 200:
            assert time.monotonic() < deadline, client.get("/readyz").text
            time.sleep(0.1)
        yield client


def problem(response: object) -> dict[str, object]:
    """The problem document of a response, checked for the five members."""
    headers = response.headers  # type: ignore[attr-defined]
    assert headers["content-type"] == "application/problem+json"
    document: dict[str, object] = response.json()  # type: ignore[attr-defined]
    assert set(document) == {"type", "title", "status", "detail", "hint"}
    assert document["status"] == response.status_code  # type: ignore[attr-defined]
    return document


def test_search(client: TestClient) -> None:
    response = client.post("/v1/search", json={"query": "dog eats dough", "kinds": ["micro"]})
    assert response.status_code == 200, response.text
    best = response.json()["hits"][0]
    assert set(best) == HIT
    assert (best["start_ms"], best["end_ms"]) == (50_000, 58_000)


def test_moments(client: TestClient) -> None:
    asked = {"query": "dog eats dough", "moments": True, "k": 1}
    response = client.post("/v1/search", json=asked)
    assert response.status_code == 200
    (moment,) = response.json()["hits"]
    assert moment["id"] in moment["events"]
    assert moment["start_ms"] < moment["end_ms"]
    plain = client.post("/v1/search", json={**asked, "moments": False}).json()["hits"]
    assert "events" not in plain[0]
    entities = client.post("/v1/search", json={**asked, "kinds": ["entity"]})
    assert problem(entities)["type"] == "usage"


def test_answers(client: TestClient) -> None:
    response = client.post("/v1/answers", json={"question": "Who kneads the dough?"})
    assert response.status_code == 200, response.text
    assert set(response.json()) == ANSWER
    assert response.json()["answered"] is True
    assert "Maria" in response.json()["answer"]


def test_videos(client: TestClient, kitchen_library: Kitchen) -> None:
    _, video = kitchen_library
    listed = client.get("/v1/videos").json()
    assert [entry["video_id"] for entry in listed["videos"]] == [video]
    assert listed["next_cursor"] is None
    shown = client.get(f"/v1/videos/{video}").json()
    assert shown["counts"]["micro_events"] == 4
    document = client.get(f"/v1/videos/{video}/document").json()
    assert len(document["macro_events"]) == 2


def test_a_librarys_name_may_be_of_any_script(client: TestClient) -> None:
    headers = [(b"Longtake-Library", "映画".encode())]
    found = client.get("/v1/videos/v0123456789abcdef", headers=headers)
    assert "'映画'" in str(problem(found)["detail"])


def test_another_library_sees_nothing(client: TestClient, kitchen_library: Kitchen) -> None:
    _, video = kitchen_library
    other = {"Longtake-Library": "test-other"}
    assert client.get("/v1/videos", headers=other).json()["videos"] == []
    response = client.get(f"/v1/videos/{video}", headers=other)
    assert response.status_code == 404
    assert problem(response)["type"] == "not_found"


@pytest.mark.parametrize(
    ("path", "body", "named"),
    [
        ("/v1/search", {}, "query"),
        ("/v1/search", {"query": "  "}, "query"),
        ("/v1/search", {"query": "x", "k": 0}, "k"),
        ("/v1/search", {"query": "x", "kinds": ["sound"]}, "kinds"),
        ("/v1/search", {"query": "x", "from_ms": 5, "to_ms": 5}, "to_ms"),
        ("/v1/search", {"query": "x", "nosuch": 1}, "nosuch"),
        ("/v1/answers", {"question": ""}, "question"),
        ("/v1/answers", {"question": "Who?", "choices": ["me"]}, "choice"),
        ("/v1/answers", {"question": "why " * 3_000}, "tokens"),
        ("/v1/answers", [], "dict"),
    ],
)
def test_invalid_bodies(client: TestClient, path: str, body: object, named: str) -> None:
    response = client.post(path, json=body)
    assert response.status_code == 422, response.text
    found = problem(response)
    assert found["type"] == "usage"
    assert named in str(found["detail"])


def test_bodies_that_are_no_json(client: TestClient) -> None:
    headers = {"Content-Type": "application/json"}
    response = client.post("/v1/search", content=b"{'query'", headers=headers)
    assert response.status_code == 422
    assert problem(response)["type"] == "usage"


def test_unknown_videos_and_paths(client: TestClient) -> None:
    asked = client.post("/v1/answers", json={"question": "Who?", "videos": ["v0123456789abcdef"]})
    assert problem(asked)["type"] == "not_found"
    found = client.post("/v1/search", json={"query": "x", "videos": ["v0123456789abcdef"]})
    assert problem(found)["type"] == "not_found"
    assert problem(client.get("/v1/nothing"))["status"] == 404
    assert problem(client.put("/v1/search"))["status"] == 405


def test_names_of_other_hosts_are_refused(client: TestClient) -> None:
    assert client.get("/v1/videos", headers={"Host": "rebound.example"}).status_code == 400


def test_openapi_describes_every_route(client: TestClient) -> None:
    schema = client.get("/openapi.json").json()
    assert {"/v1/search", "/v1/answers", "/v1/videos", "/healthz", "/readyz"} <= set(
        schema["paths"]
    )
    for path, methods in schema["paths"].items():
        for method, route in methods.items():
            assert route["summary"], (path, method)
            for status, response in route["responses"].items():
                if path.startswith("/v1") and status >= "400":
                    assert "application/problem+json" in response["content"]
    assert "Problem" in schema["components"]["schemas"]
    assert schema["components"]["schemas"]["AnswerRequest"]["examples"]


def test_health_waits_for_nothing(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    opening = threading.Event()

    def never_opens(_: Settings) -> None:
        opening.wait(30)
        raise LocalServiceError("the database has not started yet")

    monkeypatch.setattr("api.http.state.open_memory", never_opens)
    app = create_app(settings)
    try:
        with TestClient(app, base_url=BASE) as cold:
            assert cold.get("/healthz").json() == {"status": "ok"}
            response = cold.get("/readyz")
            assert response.status_code == 503
            assert "database" in str(problem(response)["detail"])
            opening.set()
    finally:
        opening.set()


def test_an_early_request_says_what_it_waits_for(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.http.state._PATIENCE_S", 0.01)
    service = Service(settings)  # never started
    app = create_app(settings)
    app.state.service = service
    client = TestClient(app, base_url=BASE)  # without its lifespan
    response = client.get("/v1/videos")
    assert response.status_code == 503
    assert problem(response)["type"] == "local_service"


def test_unexpected_faults_become_problem_documents(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr("api.operations.find", broken)
    response = client.post("/v1/search", json={"query": "x"})
    assert response.status_code == 500
    found = problem(response)
    assert found["type"] == "internal"
    assert "secret detail" not in response.text
