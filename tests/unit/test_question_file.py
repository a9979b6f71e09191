"""Reading ``ask --file``: one question a line, whatever a question holds."""

from pathlib import Path

from api.cli.ask import _lines


def test_only_a_line_feed_ends_a_line(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    text = '{"question": "Who\u2028falls?"}\r\n\n"What\u0085next?"\n'
    file.write_text(text, encoding="utf-8", newline="")
    assert [item["question"] for item in _lines(file)] == ["Who\u2028falls?", "What\u0085next?"]
