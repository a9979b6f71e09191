"""``up``, ``status``, ``down``: the service of one machine, as processes, on a real database."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from runtime import service
from runtime.errors import LocalServiceError
from runtime.neo4j_local.server import free_port
from runtime.service import child_environment
from runtime.settings import Settings
from runtime.supervisor import read_supervisor
from tests.end_to_end.supervised import await_value, gone, process_ids

UP = "from runtime import service; from runtime.settings import settings; service.up(settings())"


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory, settings: Settings) -> Iterator[Settings]:
    """An installation of its own on the run's database; whatever runs is stopped at the end."""
    home = tmp_path_factory.mktemp("machine")
    own = settings.model_copy(update={"home": home, "api_port": free_port()})
    yield own
    service.down(own)


@pytest.fixture(scope="module")
def running(machine: Settings) -> Settings:
    """The same, after two ``up`` at once."""
    command = [sys.executable, "-c", UP]
    environment = child_environment(machine)
    both = [
        subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    told = [process.communicate(timeout=300)[1] for process in both]
    assert [process.returncode for process in both] == [0, 0], told
    return machine


def processes(machine: Settings) -> dict[str, int]:
    state = read_supervisor(machine.home)
    return {} if state is None else {"supervisor": state.pid, **process_ids(state)}


def test_before_up_nothing_runs(machine: Settings) -> None:
    status = service.status(machine)
    assert status["api"] == {"running": False, "url": None}
    assert status["broker"] is None
    assert status["workers"] == []
    assert service.service_url(machine) is None


def test_two_ups_at_once_start_one_service(running: Settings) -> None:
    found = processes(running)
    assert set(found) == {"supervisor", "api", "broker", "worker", "beat"}
    started = (running.home / "logs" / "supervisor.log").read_text().count("api started")
    assert started == 1


def test_status_is_the_document_others_script_against(running: Settings) -> None:
    status = service.status(running)
    assert status["neo4j"] == {
        "running": True,
        "uri": running.neo4j_uri,
        "user": running.neo4j_user,
        "password_file": None,
        "browser_url": None,
        "version": None,
    }
    assert status["api"] == {"running": True, "url": f"http://127.0.0.1:{running.api_port}"}
    assert status["broker"].startswith("redis+socket://")
    assert len(status["workers"]) == 1
    assert status["jobs"] == {}
    assert set(status) == {"neo4j", "api", "broker", "workers", "jobs"}
    json.dumps(status)


def test_status_asks_the_database_where_it_may(running: Settings) -> None:
    status = service.status(
        running, server_version=lambda _: "5.26.31", jobs=lambda _: {"running": 2}
    )
    assert status["neo4j"]["version"] == "5.26.31"
    assert status["jobs"] == {"running": 2}


def test_a_third_up_changes_nothing(running: Settings) -> None:
    before = processes(running)
    service.up(running)
    assert processes(running) == before


def test_a_taken_service_port_is_named(running: Settings, tmp_path: Path) -> None:
    other = running.model_copy(update={"home": tmp_path})
    with pytest.raises(LocalServiceError, match=str(running.api_port)) as caught:
        service.up(other)
    assert "LONGTAKE_API_PORT" in caught.value.hint
    assert processes(other) == {}


def test_the_service_comes_back_after_a_kill(running: Settings) -> None:
    api = processes(running)["api"]
    os.kill(api, signal.SIGKILL)
    await_value(lambda: processes(running).get("api") not in (None, api), "a new process")
    await_value(lambda: service.service_url(running), "its answer")


def test_doctor_finds_a_running_machine_well(running: Settings) -> None:
    checks = {check.name: check for check in service.doctor(running)}
    assert [check for check in checks.values() if not check.ok] == []
    assert {
        "python",
        "disk space",
        "service port",
        "neo4j",
        "broker",
        "encoder",
        "reasoner",
    } <= set(checks)
    assert "java" not in checks  # the database is a server of one's own


def test_doctor_says_how_to_mend(running: Settings, tmp_path: Path) -> None:
    ill = running.model_copy(
        update={
            "home": tmp_path,
            "neo4j_uri": "bolt://localhost:9",
            "broker_url": "redis://localhost:9/0",
            "reasoner": "nobody:model",
        }
    )
    checks = {check.name: check for check in service.doctor(ill)}
    for name in ("neo4j", "broker", "reasoner", "service port"):
        assert not checks[name].ok, name
        assert checks[name].mend, name


def test_down_leaves_nothing_behind(running: Settings) -> None:
    before = processes(running)
    assert before
    service.down(running)
    assert all(map(gone, before.values()))
    assert processes(running) == {}
    service.down(running)  # a second one has nothing to do


def test_a_service_that_will_not_stay_up_is_told_with_its_last_words(
    machine: Settings, tmp_path: Path
) -> None:
    broken = machine.model_copy(update={"home": tmp_path, "api_port": free_port()})
    package = tmp_path / "broken" / "uvicorn"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "__main__.py").write_text("raise SystemExit('no such wheel')")
    environment = child_environment(broken) | {"PYTHONPATH": str(package.parent)}
    told = subprocess.run(
        [sys.executable, "-c", UP], env=environment, capture_output=True, text=True, check=False
    )
    assert told.returncode
    assert "api ends at once with code 1 (no such wheel)" in told.stderr
    assert processes(broken) == {}


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"home": Path("/x/y"), "api_port": 9001, "worker_processes": 3},
        {"neo4j_uri": "bolt://box:7687", "neo4j_password": "secret", "api_hosts": ("a", "b")},
    ],
)
def test_a_child_process_reads_the_settings_it_was_given(
    given: Mapping[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    meant = Settings.model_validate(given)
    monkeypatch.setenv("NEO4J_URI", "bolt://left-over:7687")
    monkeypatch.setenv("LONGTAKE_API_PORT", "1")
    environment = child_environment(meant)
    for name in ("NEO4J_URI", "LONGTAKE_API_PORT"):
        monkeypatch.delenv(name)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert Settings() == meant
