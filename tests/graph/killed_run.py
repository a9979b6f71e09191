"""A run as a process of its own, for a test to kill: ``killed_run.py LIBRARY FOLDER ITEMS``."""

import sys
import time
from pathlib import Path
from typing import Any

from langchain_core.outputs import ChatResult
from scripted_reasoner import Scripted, made_items

from evaluation.runs.run import Options, run
from runtime.settings import settings


class Slow(Scripted):
    """Takes its time, so that a kill comes in the middle; writes down what it is asked."""

    log: Path

    def _generate(self, messages: list[Any], *args: Any, **kwargs: Any) -> ChatResult:
        asked = len(self.asked)
        reply = super()._generate(messages, *args, **kwargs)
        if len(self.asked) > asked:
            with self.log.open("a") as file:
                file.write(f"{self.asked[-1]}\n")
        time.sleep(0.1)
        return reply


def main(library: str, folder: str, number: int) -> None:
    options = Options(library=library, folder=Path(folder), workers=2)
    model = Slow(log=Path(folder).parent / "asked.txt")
    run("orchard", made_items(number), settings(), options, model=model)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
