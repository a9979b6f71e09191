"""The queue on a real embedded broker: what was queued or begun is done, whoever dies."""

import os
import signal
from collections.abc import Mapping
from pathlib import Path

import pytest

from runtime.broker import broker_url, socket_path
from runtime.queue import QUEUES, app
from runtime.settings import Settings
from tests.end_to_end.supervised import await_state, await_value, process_ids, supervisor

BROKER = "[s for s in services(chosen) if s.name == 'broker']"
BOTH = (
    "[Service(s.name, [*s.command, *(['--include', 'queue_tasks'] if s.name == 'worker' else [])])"
    " for s in services(chosen) if s.name in ('broker', 'worker')]"
)


@pytest.fixture
def environment(tmp_path: Path) -> Mapping[str, str]:
    here = str(Path(__file__).parent)
    home = str(tmp_path / "home")
    return {
        **os.environ,
        "LONGTAKE_HOME": home,
        "LONGTAKE_WORKER_PROCESSES": "2",
        "PYTHONPATH": here,
    }


def send(home: Path, task: str, path: Path) -> None:
    queue = {"write": "embedding", "hang_the_first_time": "media"}[task]
    with app.connection_for_write(url=broker_url(Settings(home=home))) as connection:
        app.send_task(f"queue_tasks.{task}", [str(path)], queue=queue, connection=connection)


def test_queued_and_begun_work_survives_broker_and_worker(
    tmp_path: Path, environment: Mapping[str, str]
) -> None:
    home = tmp_path / "home"
    queued, begun = tmp_path / "queued", tmp_path / "begun"
    with supervisor(home, BROKER, environment):
        first = process_ids(await_state(home, lambda s: bool(process_ids(s))))["broker"]
        await_value(socket_path(home).exists, "the broker's socket")
        send(home, "write", queued)
        send(home, "hang_the_first_time", begun)
        os.kill(first, signal.SIGKILL)
        await_state(home, lambda s: process_ids(s).get("broker") not in (None, first))
    with supervisor(home, BOTH, environment):
        await_value(queued.exists, "the task queued before the broker was killed")
        await_value(begun.exists, "the start of the task that hangs")
        worker = process_ids(await_state(home, lambda s: "worker" in process_ids(s)))["worker"]
        os.kill(worker, signal.SIGKILL)
        await_value(lambda: begun.read_text() == "tried\ntried\n", "a second try")
        assert queued.read_text() == "done\n"


def test_a_home_too_deep_for_a_socket_gets_one_elsewhere(tmp_path: Path) -> None:
    shallow, deep = tmp_path, tmp_path / ("x" * 100)
    assert socket_path(shallow) == shallow / "run" / "broker.sock"
    assert len(os.fsencode(socket_path(deep))) <= 100
    assert socket_path(deep) != socket_path(deep / "other")


def test_a_redis_of_one_s_own_is_used_as_it_is() -> None:
    assert broker_url(Settings(broker_url="redis://me:secret@box/3")) == "redis://me:secret@box/3"


def test_a_message_goes_to_its_own_queue_alone() -> None:
    addresses = {(queue.exchange.name, queue.routing_key) for queue in app.conf.task_queues}
    assert len(addresses) == len(QUEUES)


def test_messages_are_acknowledged_late_and_one_at_a_time() -> None:
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost
    assert app.conf.worker_prefetch_multiplier == 1
    assert app.conf.accept_content == ["json"]
    assert {queue.name for queue in app.conf.task_queues} == set(QUEUES)
    visible = app.conf.broker_transport_options["visibility_timeout"]
    assert visible > app.conf.task_time_limit > app.conf.task_soft_time_limit
