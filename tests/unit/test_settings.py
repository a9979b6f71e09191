"""Where settings come from, and the ports that the demo settles on."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.demo.ports import settle_ports
from runtime.errors import UsageError
from runtime.settings import SETTINGS_FILE, settings


@pytest.fixture
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("LONGTAKE_HOME", str(tmp_path))
    settings.cache_clear()
    yield tmp_path
    settings.cache_clear()


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody listens on."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield listening.getsockname()[1]


def test_the_environment_wins_over_the_file(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (own_home / SETTINGS_FILE).write_text("LONGTAKE_LIBRARY=films\nLONGTAKE_API_PORT=9001\n")
    monkeypatch.setenv("LONGTAKE_API_PORT", "9002")
    assert (settings().library, settings().api_port) == ("films", 9002)


def test_the_file_cannot_move_the_home(own_home: Path) -> None:
    (own_home / SETTINGS_FILE).write_text("LONGTAKE_HOME=/elsewhere\n")
    assert settings().home == own_home


@pytest.mark.parametrize(
    ("variable", "value"), [("LONGTAKE_WINDOW_S", "1"), ("LONGTAKE_BOLT_PORT", "bolt")]
)
def test_an_unusable_value_is_named(
    own_home: Path, monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(UsageError, match=f"{variable}='{value}'"):
        settings()


def test_the_demo_moves_from_a_taken_port_and_remembers(
    own_home: Path, monkeypatch: pytest.MonkeyPatch, taken: int
) -> None:
    (own_home / SETTINGS_FILE).write_text(f"LONGTAKE_LIBRARY=films\nLONGTAKE_API_PORT={taken}\n")
    moved, said = settle_ports(settings(), neo4j=False)
    assert moved.api_port != taken
    assert said == [f"port {taken} is taken, using {moved.api_port} instead"]
    settings.cache_clear()
    assert (settings().api_port, settings().library) == (moved.api_port, "films")


def test_free_ports_are_left_alone(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setenv("LONGTAKE_API_PORT", str(port))
    same, said = settle_ports(settings(), neo4j=False)
    assert (same.api_port, said) == (port, [])
    assert not (own_home / SETTINGS_FILE).exists()
