"""The supervisor keeps services alive, and none of them outlives it."""

import os
import signal
from pathlib import Path

import pytest

from runtime import supervisor as module
from runtime.supervisor import Child, Service, read_supervisor
from tests.end_to_end.supervised import (
    SLEEP,
    await_state,
    await_value,
    gone,
    process_ids,
    supervisor,
)

TWO = f"[Service('one', {SLEEP}), Service('two', {SLEEP})]"


def test_a_service_that_dies_is_started_again(tmp_path: Path) -> None:
    with supervisor(tmp_path, TWO):
        before = process_ids(await_state(tmp_path, lambda s: len(process_ids(s)) == 2))
        os.kill(before["one"], signal.SIGKILL)
        state = await_state(
            tmp_path, lambda s: process_ids(s).get("one") not in (None, before["one"])
        )
        assert state.children["one"].starts == 2
        assert state.children["one"].last_exit == -signal.SIGKILL
        assert process_ids(state)["two"] == before["two"]


def test_nothing_outlives_a_supervisor_that_is_killed(tmp_path: Path) -> None:
    with supervisor(tmp_path, TWO) as process:
        pids = process_ids(await_state(tmp_path, lambda s: len(process_ids(s)) == 2))
        process.kill()
        await_value(lambda: all(map(gone, pids.values())), "the end of the services")
        assert read_supervisor(tmp_path) is None
    with supervisor(tmp_path, TWO):  # and what it left behind is no hindrance
        await_state(tmp_path, lambda s: len(process_ids(s)) == 2)


def test_a_supervisor_that_is_asked_to_end_ends_its_services(tmp_path: Path) -> None:
    with supervisor(tmp_path, TWO) as process:
        pids = process_ids(await_state(tmp_path, lambda s: len(process_ids(s)) == 2))
        process.terminate()
        assert process.wait(60) == 0
        assert all(map(gone, pids.values()))
        assert not (tmp_path / "service.json").exists()


def test_a_home_has_one_supervisor(tmp_path: Path) -> None:
    with supervisor(tmp_path, TWO) as first:
        await_state(tmp_path, lambda s: len(process_ids(s)) == 2)
        with supervisor(tmp_path, TWO) as second:
            assert second.wait(60) != 0
        found = read_supervisor(tmp_path)
        assert found is not None
        assert found.pid == first.pid


def test_a_service_that_dies_young_waits_longer_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr(module.time, "monotonic", lambda: now)
    child = Child(Service("young", ["false"]), tmp_path)
    waits = []
    for _ in range(8):
        assert child.watch()
        await_value(child.watch, "its death")
        start = now
        while not child._not_before <= now:
            assert not child.watch()
            now += 0.25
        waits.append(now - start)
    assert waits == [0.5, 1, 2, 4, 8, 16, 30, 30]
    assert child.state.starts == 8
    assert child.state.last_exit == 1
