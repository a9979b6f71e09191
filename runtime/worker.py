"""The worker of one machine: ``python -m runtime.worker``, run by the supervisor.

With a broker of one's own, any number of plain Celery workers do as well:
``celery --app runtime.queue worker``.
"""

import sys
import time
from collections.abc import Sequence

from runtime.broker import broker_answers
from runtime.queue import app, redeliver_unacknowledged
from runtime.settings import settings

_WATCH_S = 0.2


def main(more: Sequence[str] = ()) -> None:
    """Wait for the broker, take back what a worker before this one left, and work.

    ``more``: further arguments of Celery's ``worker`` command.
    """
    chosen = settings()
    while not broker_answers(chosen):
        time.sleep(_WATCH_S)
    redeliver_unacknowledged(chosen)
    app.worker_main(
        [
            *("worker", "--pool", "prefork", "--concurrency", str(chosen.worker_processes)),
            *("--hostname", "longtake@%h", "--without-gossip", "--without-mingle"),
            *("--loglevel", "INFO", *more),
        ]
    )


if __name__ == "__main__":
    main(sys.argv[1:])
