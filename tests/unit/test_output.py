"""What people read of answers, counts and errors."""

import io
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from api.cli import ask, output
from api.cli.ask import show_answer
from runtime.errors import LongtakeError, NotFoundError, UsageError


def _citation(quote: str, verdict: str = "confirmed", reason: str = "") -> dict[str, Any]:
    return {
        "id": "v0123456789abcdef.u3",
        "start_ms": 61_000,
        "end_ms": 64_500,
        "quote": quote,
        "source": "description",
        "verdict": verdict,
        "reason": reason,
    }


def _shown(document: dict[str, Any]) -> str:
    file = io.StringIO()
    show_answer(Console(file=file, width=100), document)
    return file.getvalue()


def test_a_citation_shows_time_verdict_source_and_quote() -> None:
    shown = _shown({"answer": "A [red] apple.", "citations": [_citation("An apple falls.")]})
    assert shown.splitlines() == [
        "A [red] apple.",
        "  1:01-1:04.5  ✓ confirmed  v0123456789abcdef.u3, description",
        "    “An apple falls.”",
    ]


def test_a_doubtful_citation_says_why() -> None:
    doubtful = _citation("A pear.", "rejected", "the quote is not verbatim")
    assert "the quote is not verbatim" in _shown({"answer": "A pear.", "citations": [doubtful]})


def test_what_citations_say_is_not_said_twice() -> None:
    answer = "An apple falls.\nOther moments:\n- 1:01-1:04.5: A pear falls."
    cited = [_citation("An apple falls."), _citation("A pear falls.")]
    lines = _shown({"answer": answer, "citations": cited}).splitlines()
    assert [line.strip() for line in lines if "v0123" not in line] == [
        "An apple falls.",
        "“An apple falls.”",
        "Other moments:",
        "“A pear falls.”",
    ]


@pytest.mark.parametrize(
    ("error", "code", "kind"),
    [
        (NotFoundError("no such file: x.mp4", "look again"), 2, "not_found"),
        (LongtakeError("it failed"), 1, "failed"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (ZeroDivisionError("oh"), 1, "internal"),
    ],
)
def test_errors_are_told_in_one_place(
    error: BaseException, code: int, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with output.stdout_for_documents(as_json=True):
        assert output.report(error, as_json=True) == code
    said = capsys.readouterr()
    assert f'"type": "{kind}"' in said.out
    assert said.err == ""


def test_json_mode_keeps_stdout_for_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    with output.stdout_for_documents(as_json=True):
        print("a library talks")
        output.print_json({"done": True})
    said = capsys.readouterr()
    assert said.out == '{"done": true}\n'
    assert said.err == "a library talks\n"


def test_counts_read_as_people_count() -> None:
    counts = {"shots": 1, "super_events": 2, "entities": 1, "relations": {"CAUSES": 3}}
    assert output.counted(counts) == "1 shot, 2 super events, 1 entity"


@pytest.mark.parametrize("line", ['{"question": "Who?", "video": "v0"}', '{"question": 1}', "[]"])
def test_a_line_that_would_be_half_read_is_refused(line: str, tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text(f'{{"question": "When?"}}\n{line}\n')
    with pytest.raises(UsageError, match="line 2"):
        list(ask._lines(file))
