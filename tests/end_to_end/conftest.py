"""Running ``longtake`` as a user does, and a small memory to run it on."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from api.cli.main import run
from cypher.store import Store
from runtime.settings import settings as read_settings
from tests.conftest import delete_library

PROGRAM = Path(sys.executable).with_name("longtake")
LIMIT_S = 180


@dataclass(frozen=True)
class Done:
    """How a call of the command ended."""

    code: int
    stdout: str
    stderr: str

    @property
    def document(self) -> dict[str, Any]:
        """The one JSON document on stdout; fails when there is anything else."""
        document: dict[str, Any] = json.loads(self.stdout)
        return document


Call = Callable[..., Done]


@pytest.fixture(scope="session")
def longtake(process_environment: dict[str, str], store: Store) -> Call:
    """The installed command, in a process of its own."""

    def call(*arguments: str | Path, **environment: str) -> Done:
        done = subprocess.run(
            [PROGRAM, *map(str, arguments)],
            env=process_environment | environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            check=False,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    return call


@pytest.fixture
def longtake_here(
    process_environment: dict[str, str],
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Iterator[Call]:
    """The same command inside this process: a second sooner, for tables of many calls."""

    def call(*arguments: str | Path, **environment: str) -> Done:
        for name, value in (process_environment | environment).items():
            monkeypatch.setenv(name, value)
        read_settings.cache_clear()
        capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return Done(code, said.out, said.err)

    yield call
    read_settings.cache_clear()


def kitchen(**changes: Any) -> dict[str, Any]:
    """A perception document of ninety seconds in a kitchen, with a cause in it."""
    document: dict[str, Any] = {
        "video": {"title": "Kitchen", "duration_ms": 90_000, "source_id": "kitchen-1"},
        "macro_events": [
            {
                "key": "m1",
                "label": "Making the dough",
                "summary": "Maria kneads a dough of flour and water.",
                "start_ms": 0,
                "end_ms": 45_000,
                "entities": [
                    {"key": "a1", "name": "Maria", "type": "Person"},
                    {"key": "a2", "name": "dough", "type": "Object"},
                    {"key": "a3", "name": "kitchen", "type": "Location"},
                ],
                "micro_events": [
                    {
                        "key": "e1",
                        "label": "Maria pours water",
                        "description": "Maria pours water into the flour.",
                        "start_ms": 2_000,
                        "end_ms": 9_000,
                        "subjects": ["a1"],
                        "place": "a3",
                    },
                    {
                        "key": "e2",
                        "label": "Maria kneads dough",
                        "description": "Maria kneads the dough until it is smooth.",
                        "start_ms": 10_000,
                        "end_ms": 40_000,
                        "subjects": ["a1"],
                        "objects": ["a2"],
                    },
                ],
                "relations": [
                    {"source": "e1", "target": "e2", "type": "ENABLES", "reason": "needs water"}
                ],
            },
            {
                "key": "m2",
                "label": "The dog steals the dough",
                "summary": "A brown dog jumps up and eats the dough.",
                "start_ms": 45_000,
                "end_ms": 90_000,
                "entities": [
                    {"key": "a1", "name": "dog", "type": "Object"},
                    {"key": "a2", "name": "dough", "type": "Object"},
                    {"key": "a3", "name": "Maria", "type": "Person"},
                ],
                "micro_events": [
                    {
                        "key": "e1",
                        "label": "dog eats dough",
                        "description": "The brown dog jumps onto the table and eats the dough.",
                        "start_ms": 50_000,
                        "end_ms": 58_000,
                        "subjects": ["a1"],
                        "objects": ["a2"],
                    },
                    {
                        "key": "e2",
                        "label": "Maria shouts",
                        "description": "Maria shouts at the dog because it ate the dough.",
                        "start_ms": 60_000,
                        "end_ms": 66_000,
                        "subjects": ["a3"],
                        "objects": ["a1"],
                    },
                ],
                "relations": [
                    {"source": "e1", "target": "e2", "type": "CAUSES", "reason": "it ate the dough"}
                ],
            },
        ],
    }
    return document | changes


@pytest.fixture(scope="module")
def kitchen_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kitchen as a file."""
    file = tmp_path_factory.mktemp("kitchen") / "kitchen.json"
    file.write_text(json.dumps(kitchen()))
    return file


@pytest.fixture(scope="module")
def kitchen_library(longtake: Call, kitchen_file: Path, store: Store) -> Iterator[tuple[str, str]]:
    """A library that holds the kitchen, and the video's id in it."""
    name = f"test-{kitchen_file.parent.name}-{id(store):x}"
    done = longtake("ingest", "--annotations", kitchen_file, "--library", name, "--json")
    assert done.code == 0, done.stderr + done.stdout
    yield name, done.document["video_id"]
    delete_library(store, name)
