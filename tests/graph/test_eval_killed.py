"""A run killed in the middle goes on where it stopped: nothing is lost and nothing asked twice."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from orchard import ingested

from cypher.store import Store
from runtime.settings import Settings

HERE = Path(__file__).parent
ITEMS = 16


def test_a_killed_run_goes_on(
    store: Store, settings: Settings, process_environment: dict[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    path, log = folder / "predictions.jsonl", tmp_path / "asked.txt"
    with ingested(store, settings, tmp_path) as orchard:
        command = [sys.executable, str(HERE / "killed_run.py"), orchard.library, str(folder)]
        environment = {**process_environment, "PYTHONPATH": os.pathsep.join(
            [str(HERE.parents[1]), str(HERE)]
        )}  # fmt: skip
        first = subprocess.Popen([*command, str(ITEMS)], env=environment)
        deadline = time.monotonic() + 300
        while not (path.exists() and len(path.read_bytes().splitlines()) >= 4):
            assert first.poll() is None, "the run ended before it was killed"
            assert time.monotonic() < deadline
            time.sleep(0.02)
        first.send_signal(signal.SIGKILL)
        first.wait()
        kept = _ids(path)
        begun = _asked(log)
        assert 4 <= len(kept) < ITEMS

        subprocess.run([*command, str(ITEMS)], env=environment, check=True, timeout=300)

    assert sorted(_ids(path)) == sorted(f"q{place}" for place in range(ITEMS))
    assert _ids(path)[: len(kept)] == kept
    again = Counter(_asked(log)) - Counter(begun)
    assert not any(f"What hits the fox, number {one[1:]}?" in again for one in kept)
    assert sum(again.values()) == ITEMS - len(kept)


def _ids(path: Path) -> list[str]:
    """The items answered so far, on whole lines."""
    lines = path.read_text().split("\n")[:-1]
    return [json.loads(line)["item_id"] for line in lines]


def _asked(log: Path) -> list[str]:
    return log.read_text().splitlines()
