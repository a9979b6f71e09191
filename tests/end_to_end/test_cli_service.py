"""``search`` and ``ask`` through the running service: the same documents, the same errors."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.command import Call

Kitchen = tuple[str, str]


@pytest.fixture(scope="module")
def served(longtake: Call, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Environment of a home whose service runs, on the database of this run."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    home = tmp_path_factory.mktemp("served")
    environment = {
        "LONGTAKE_HOME": str(home),
        "LONGTAKE_API_PORT": str(port),
        "LONGTAKE_WORKER_PROCESSES": "0",
    }
    started = longtake("up", "--json", **environment)
    try:
        assert started.code == 0, started.stdout + started.stderr + _logs(home)
        assert started.document["api"] == {"running": True, "url": f"http://127.0.0.1:{port}"}
        yield environment
    finally:
        stopped = longtake("down", "--json", **environment)
    assert stopped.document["api"]["running"] is False


def _logs(home: Path) -> str:
    return "\n".join(log.read_text() for log in home.glob("logs/*.log"))


def test_search_is_the_same_as_in_process(
    longtake: Call, longtake_here: Call, served: dict[str, str], kitchen_library: Kitchen
) -> None:
    library, _ = kitchen_library
    call = ("search", "dog eats dough", "--library", library, "--from", "0:30", "--json")
    by_service = longtake(*call, **served)
    assert by_service.code == 0, by_service.stdout
    assert by_service.document == longtake_here(*call).document


def test_an_answer_is_the_same_as_in_process(
    longtake: Call, longtake_here: Call, served: dict[str, str], kitchen_library: Kitchen
) -> None:
    library, _ = kitchen_library
    call = ("ask", "Who kneads the dough?", "--library", library, "--json")
    by_service, here = longtake(*call, **served).document, longtake_here(*call).document
    for varying in ("seconds", "run_id"):
        assert by_service.pop(varying)
        assert here.pop(varying)
    assert by_service == here


@pytest.mark.parametrize(
    ("call", "code", "kind"),
    [
        (("ask", "Who?", "--video", "v0123456789abcdef"), 2, "not_found"),
        (("search", "x", "--video", "v0123456789abcdef"), 2, "not_found"),
        (("ask", "why " * 3_000), 2, "usage"),
    ],
)
def test_errors_keep_their_type_and_exit_code(
    longtake_here: Call, served: dict[str, str], call: tuple[str, ...], code: int, kind: str
) -> None:
    done = longtake_here(*call, "--json", **served)
    assert (done.code, done.document["error"]["type"]) == (code, kind)


def test_a_second_up_finds_the_first(longtake: Call, served: dict[str, str]) -> None:
    again = longtake("up", "--json", **served)
    assert again.code == 0
    assert again.document["api"]["url"].endswith(served["LONGTAKE_API_PORT"])


def test_moving_to_another_encoder_waits_for_the_service_to_stop(
    longtake_here: Call, served: dict[str, str]
) -> None:
    done = longtake_here("reembed", "--json", **served)
    assert done.code == 1
    assert done.document["error"]["type"] == "busy"
    assert "longtake down" in done.document["error"]["hint"]
