"""The Celery application: four queues that wake workers.

A message only says *look at this job*: what is to be done, and by whom, the ledger in Neo4j
decides. So a message may come twice (late acknowledgement) and results are not kept here.

Workers fork (the only pool with time limits, and one that outlives a crash in a video decoder).
torch hangs in a child forked after its parent computed with it, so nothing that a worker imports
may load a model; each child loads its own at its first task.
"""

import os
import sys
from typing import Any

from celery import Celery  # type: ignore[import-untyped]  # celery has no types
from celery.signals import (  # type: ignore[import-untyped]  # the same
    setup_logging,
    worker_process_init,
)
from kombu.entity import Exchange, Queue

from runtime.broker import broker_answers, broker_url, is_embedded
from runtime.leash import die_with_parent
from runtime.logs import log_to_stderr
from runtime.settings import Settings, settings

QUEUES = ("media", "perception", "embedding", "questions")
SOFT_LIMIT_S = 600
"""A task may take this long before it is told to give up (SoftTimeLimitExceeded). One task is one
window or about two minutes of work, on a machine that may be five times too busy."""
HARD_LIMIT_S = SOFT_LIMIT_S + 30
"""When a task that did not give up is killed."""
VISIBILITY_S = HARD_LIMIT_S + 30
"""When a message that nobody acknowledged is delivered again. It must exceed the longest task, or
one that still runs would be handed to a second worker."""
_CHILD_KIB = 2 << 20  # a child that has grown past 2 GiB is replaced after its task


def _configuration() -> dict[str, Any]:
    """Celery's settings, made when first needed: importing this module reads no environment."""
    url = broker_url(settings())
    return {
        "broker_url": url,
        "broker_connection_retry_on_startup": True,
        "broker_connection_timeout": 4,
        "broker_transport_options": _transport_options(url),
        # Each with an exchange of its own, or Celery binds all four to the default's.
        "task_queues": [Queue(name, Exchange(name), routing_key=name) for name in QUEUES],  # type: ignore[no-untyped-call]  # no types
        "task_default_queue": "media",
        "task_create_missing_queues": False,
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        "task_ignore_result": True,
        "task_serializer": "json",
        "accept_content": ["json"],
        "task_soft_time_limit": SOFT_LIMIT_S,
        "task_time_limit": HARD_LIMIT_S,
        # The sender waits for a broker that restarts (about 3 s), not for one that is gone.
        "task_publish_retry_policy": {"max_retries": 5, "interval_start": 0.2, "interval_max": 1},
        "worker_prefetch_multiplier": 1,
        "worker_max_memory_per_child": _CHILD_KIB,
        "worker_redirect_stdouts": False,
        # A task goes on when the broker restarts; it is delivered again and the ledger tells.
        "worker_cancel_long_running_tasks_on_connection_loss": False,
        "timezone": "UTC",
    }


def _transport_options(url: str) -> dict[str, Any]:
    """Redis has no acknowledgement of its own: kombu's is told when a message counts as lost, and
    to look for such messages every 3 s."""
    if not url.startswith(("redis", "sentinel")):
        return {}
    return {
        "visibility_timeout": VISIBILITY_S,
        "unacked_restore_interval": 3,
        "unacked_restore_throttle": 1,
    }


app = Celery("longtake")
app.add_defaults(_configuration)
# By name, when a worker starts: no import of the folders above this one.
app.autodiscover_tasks(["ingestion", "agent"], force=False)


def redeliver_unacknowledged(settings: Settings) -> None:
    """Deliver again at once what a dead worker had taken, instead of after ``VISIBILITY_S``.

    Only right while no worker runs: called before the only one of an embedded broker starts; a
    broker of one's own may have others, and is left alone.
    """
    if not is_embedded(settings):
        return
    options = {**app.conf.broker_transport_options, "visibility_timeout": 0}
    with app.connection_for_write(transport_options=options) as connection:
        connection.default_channel.qos.restore_visible(num=10_000)


def worker_names(settings: Settings, timeout_s: float = 1.0) -> list[str]:
    """The workers that answer within that time; none when the broker is away.

    An embedded broker has one worker, so its first answer is the last.
    """
    if not broker_answers(settings, timeout_s):
        return []
    # An application of its own: the replies come over pools that belong to one broker.
    asker = Celery(broker=broker_url(settings), set_as_current=False)
    answers = asker.control.ping(timeout=timeout_s, limit=1 if is_embedded(settings) else None)
    asker.close()
    return sorted(name for answer in answers for name in answer)


@setup_logging.connect  # type: ignore[untyped-decorator]  # celery has no types
def _log(loglevel: int | None = None, **_arguments: Any) -> None:
    """Keep Celery from rearranging our logging."""
    log_to_stderr("INFO")


@worker_process_init.connect  # type: ignore[untyped-decorator]  # celery has no types
def _leash(**_arguments: Any) -> None:
    """A worker's children die with it, even when it is killed."""
    if sys.platform == "linux":
        die_with_parent(os.getppid())
