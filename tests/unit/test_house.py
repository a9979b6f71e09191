"""The house rules that no linter knows (docs/decisions/0001-house.md)."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = (
    "agent", "api", "cypher", "evaluation", "graph_schema", "ingestion", "language", "media",
    "migrations", "retrieval", "runtime",
)  # fmt: skip
HEAVY = {"torch", "sentence_transformers", "spacy", "cv2", "av", "langchain", "neo4j", "celery"}
EVADING_NAMES = {"utils", "util", "helpers", "helper", "common", "misc", "manager", "base"}


def _committed() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True
    )
    return [ROOT / name for name in listed.stdout.split("\0") if name]


COMMITTED = [path for path in _committed() if path.exists()]
PYTHON = [path for path in COMMITTED if path.suffix == ".py"]
PACKAGES = sorted({path.parent for path in PYTHON if path.relative_to(ROOT).parts[0] in FOLDERS})


def _named(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("package", PACKAGES, ids=_named)
def test_each_package_says_in_a_paragraph_what_it_is(package: Path) -> None:
    source = (package / "__init__.py").read_text(encoding="utf-8")
    docstring = ast.get_docstring(ast.parse(source)) or ""
    assert len(docstring.split()) >= 8, f"{_named(package)}/__init__.py says nothing of itself"


def test_files_are_short_enough_to_read_in_one_sitting() -> None:
    lengths = {_named(path): len(path.read_text(encoding="utf-8").splitlines()) for path in PYTHON}
    assert {name: lines for name, lines in lengths.items() if lines > 400} == {}


def test_no_module_is_named_for_nothing() -> None:
    assert [_named(path) for path in PYTHON if path.stem in EVADING_NAMES] == []


def test_no_committed_file_names_a_registry_or_this_machine() -> None:
    # The words are put together here so that this file does not name them either.
    hosts = [
        "pypi" + ".org",
        "python" + "hosted.org",
        "maven" + ".org",
        "maven2" + "/",
        "huggingface" + ".co",
    ]
    paths = ["/work" + "/main", "/work" + "/shared", "/work" + "/.library", "/root" + "/"]
    forbidden = re.compile("|".join(map(re.escape, hosts + paths)))
    found = {}
    for path in COMMITTED:
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        if match := forbidden.search(text):
            found[_named(path)] = match.group()
    assert found == {}


def test_help_imports_nothing_heavy() -> None:
    script = (
        "import sys, json\n"
        "from api.cli.main import run\n"
        "code = run(['--help'])\n"
        "print('\\n' + json.dumps([code, sorted(sys.modules)]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, check=True, text=True
    )
    code, modules = json.loads(done.stdout.splitlines()[-1])
    assert code == 0
    assert HEAVY & set(modules) == set()


def test_docstrings_refer_only_to_what_exists() -> None:
    known: set[str] = set()
    mentioned: dict[str, str] = {}
    for path in PYTHON:
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                known.add(node.name)
            elif isinstance(node, ast.ImportFrom):
                known |= {alias.name for alias in node.names}
        for reference in re.findall(r":(?:func|class|meth):`~?([\w.]+)`", source):
            mentioned[reference.rpartition(".")[2]] = _named(path)
    assert {name: where for name, where in mentioned.items() if name not in known} == {}
