"""Celery's clock for one machine: ``python -m runtime.beat``, run by the supervisor.

It sends tasks by name, so it imports none of them: 60 MB instead of 125. What is due when is
``beat_schedule`` in :mod:`runtime.queue`.
"""

from celery.apps.beat import Beat  # type: ignore[import-untyped]  # celery has no types

from runtime.queue import app
from runtime.settings import settings


class _Clock(Beat):  # type: ignore[misc]  # celery has no types
    def init_loader(self) -> None:
        """Unlike a worker's, without importing the tasks."""
        self.app.finalize()


if __name__ == "__main__":
    schedule = settings().home / "run" / "beat-schedule"
    _Clock(app=app, schedule=str(schedule), loglevel="INFO").run()
