"""Tasks for the tests of the queue, loaded by a worker that the tests start."""

import time
from pathlib import Path

from runtime.queue import app


@app.task(queue="embedding")  # type: ignore[untyped-decorator]
def write(path: str) -> None:
    """Say that this task ran, once more each time."""
    with Path(path).open("a") as file:
        file.write("done\n")


@app.task(queue="media")  # type: ignore[untyped-decorator]
def hang_the_first_time(path: str) -> None:
    """Hang where nobody has tried before; later tries end at once."""
    tried = Path(path).exists()
    with Path(path).open("a") as file:
        file.write("tried\n")
    if not tried:
        time.sleep(600)
