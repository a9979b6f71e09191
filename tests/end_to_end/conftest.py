"""Running ``longtake`` as a user does, and a small memory to run it on."""

import json
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.cli.main import run
from cypher.store import Store
from ingestion.ingest import ingest
from ingestion.request import IngestRequest
from runtime.settings import Settings
from runtime.settings import settings as read_settings
from tests.conftest import delete_library
from tests.end_to_end.command import Call, Done
from tests.end_to_end.kitchen import kitchen

PROGRAM = Path(sys.executable).with_name("longtake")
LIMIT_S = 180


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


@pytest.fixture(scope="session")
def kitchen_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kitchen as a file."""
    file = tmp_path_factory.mktemp("kitchen") / "kitchen.json"
    file.write_text(json.dumps(kitchen()))
    return file


@pytest.fixture(scope="session")
def kitchen_library(
    kitchen_file: Path, store: Store, settings: Settings
) -> Iterator[tuple[str, str]]:
    """A library that holds the kitchen, and the video's id in it."""
    name = f"test-{uuid.uuid4().hex[:12]}"
    request = IngestRequest(annotations=kitchen_file, library=name)
    report = ingest(request, store=store, settings=settings)
    assert report.status == "done", report
    yield name, report.video_id
    delete_library(store, name)
