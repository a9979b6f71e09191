"""The documentation agrees with the code, and its links lead somewhere."""

import json
import re
import shlex
from pathlib import Path

import pytest
import typer

from api import reference
from api.cli.main import app
from graph_schema.perception_document import PerceptionDocument

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


def _blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("name", reference.pages())
def test_generated_pages_are_what_the_code_says(name: str) -> None:
    committed = (ROOT / "docs" / "reference" / name).read_text(encoding="utf-8")
    assert committed == reference.pages()[name], "run `make docs`"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    local = [link for link in links if not link.startswith(("http://", "https://"))]
    assert [link for link in local if not (page.parent / link).exists()] == []


def _commands(page: Path) -> list[list[str]]:
    """The ``longtake`` calls in a page's shell blocks, without pipes and redirections."""
    calls = []
    for block in _blocks(page, "sh"):
        for line in block.replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True)
            while words and re.fullmatch(r"\w+=.*", words[0]):
                words = words[1:]
            if words[:1] == ["longtake"]:
                end = next((i for i, word in enumerate(words) if word in {"|", ">"}), len(words))
                calls.append(words[1:end])
    return calls


CALLS = [(page.name, call) for page in PAGES for call in _commands(page)]


@pytest.mark.parametrize(("page", "call"), CALLS, ids=[f"{p}: {shlex.join(c)}" for p, c in CALLS])
def test_commands_exist_with_their_options(page: str, call: list[str]) -> None:
    command = typer.main.get_command(app)
    words = list(call)
    while hasattr(command, "commands"):
        assert words, f"{page}: longtake {shlex.join(call)} names no command"
        command = command.commands[words.pop(0)]
    known = {name for parameter in command.params for name in parameter.opts}
    used = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)}
    assert used <= known, f"{page}: {used - known}"


def test_there_are_commands() -> None:
    assert len(CALLS) > 20


def test_the_annotations_example_is_a_perception_document() -> None:
    (example,) = _blocks(ROOT / "docs" / "how-to" / "ingest.md", "json")
    document = PerceptionDocument.model_validate(json.loads(example))
    assert document.macro_events[0].micro_events[0].subjects == ("a1",)


def test_the_questions_example_is_jsonl() -> None:
    (example,) = _blocks(ROOT / "docs" / "how-to" / "ask.md", "json")
    assert all("question" in json.loads(line) for line in example.splitlines())
