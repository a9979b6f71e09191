"""Wrong calls and unusable files: one typed error, its exit code, and nothing left behind."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cypher.query import Query
from cypher.store import Store
from tests.end_to_end.command import Call
from tests.end_to_end.kitchen import kitchen

UNKNOWN = "v0123456789abcdef"

USAGE: dict[str, tuple[list[str], str]] = {
    "unknown command": (["serch"], "usage"),
    "unknown option": (["search", "x", "--nosuch"], "usage"),
    "missing argument": (["search"], "usage"),
    "missing command": (["videos"], "usage"),
    "no time": (["search", "x", "--from", "soon"], "usage"),
    "seconds above 59": (["search", "x", "--from", "1:75"], "usage"),
    "reversed times": (["search", "x", "--from", "2:00", "--to", "1:00"], "usage"),
    "unknown kind": (["search", "x", "--kind", "sound"], "usage"),
    "k of nothing": (["search", "x", "-k", "0"], "usage"),
    "k no number": (["search", "x", "-k", "many"], "usage"),
    "empty query": (["search", "  "], "usage"),
    "empty question": (["ask", "  "], "usage"),
    "no question": (["ask"], "usage"),
    "one choice": (["ask", "Who?", "--choice", "me"], "usage"),
    "unknown mode": (["ask", "Who?", "--mode", "guess"], "usage"),
    "question file missing": (["ask", "--file", "nosuch.jsonl"], "not_found"),
    "nothing to ingest": (["ingest"], "usage"),
    "unknown perceiver": (["ingest", "x.mp4", "--perceiver", "eyes"], "usage"),
    "one title for two": (["ingest", "a.mp4", "b.mp4", "--title", "T"], "usage"),
    "unknown benchmark": (["bench", "nosuch"], "not_found"),
    "unknown video": (["videos", "show", UNKNOWN], "not_found"),
    "unknown video to delete": (["videos", "delete", UNKNOWN], "not_found"),
    "unknown video to export": (["export", UNKNOWN], "not_found"),
    "no id at all": (["videos", "show", "../../etc/passwd"], "not_found"),
}


@pytest.mark.parametrize(("arguments", "kind"), USAGE.values(), ids=USAGE)
def test_a_wrong_call(longtake_here: Call, library: str, arguments: list[str], kind: str) -> None:
    takes_library = arguments[0] not in {"serch", "videos"} or len(arguments) > 1
    extra = ["--library", library] if takes_library else []
    done = longtake_here(*arguments, *extra, "--json")
    assert done.code == 2, done.stdout
    assert done.document["error"]["type"] == kind
    assert done.document["error"]["message"]
    for_people = longtake_here(*arguments, *extra)
    assert for_people.code == 2
    assert for_people.stdout == ""
    assert for_people.stderr.startswith("Error: ")


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Files that are not what they are given as."""
    (tmp_path / "empty.mp4").touch()
    (tmp_path / "page.mp4").write_text("<!doctype html><title>Not found</title>" * 50)
    (tmp_path / "broken.vtt").write_bytes(b"\x00\xff\xfe\x00WEB\x00VTT" * 20)
    (tmp_path / "prose.vtt").write_text("Dear reader, this is a letter.\n")
    (tmp_path / "not.json").write_text("{ 'macro_events': ")
    (tmp_path / "list.json").write_text("[1, 2, 3]")
    (tmp_path / "empty.json").write_text(json.dumps(kitchen(macro_events=[])))
    reversed_event = {"key": "m1", "label": "x", "start_ms": 9_000, "end_ms": 1_000}
    (tmp_path / "reversed.json").write_text(json.dumps(kitchen(macro_events=[reversed_event])))
    return tmp_path


FILES: dict[str, tuple[list[str], str, int]] = {
    "no such media": (["nosuch.mp4"], "not_found", 2),
    "a folder": (["."], "bad_media", 1),
    "empty media": (["empty.mp4"], "bad_media", 1),
    "an HTML page": (["page.mp4"], "bad_media", 1),
    "no such annotations": (["--annotations", "nosuch.json"], "not_found", 2),
    "annotations that are no JSON": (["--annotations", "not.json"], "bad_annotations", 1),
    "annotations of another shape": (["--annotations", "list.json"], "bad_annotations", 1),
    "annotations without an event": (["--annotations", "empty.json"], "bad_annotations", 1),
    "no valid event": (["--annotations", "reversed.json"], "bad_annotations", 1),
    "unreadable subtitles": (["--subtitles", "broken.vtt"], "bad_timed_text", 1),
    "subtitles without a cue": (["--subtitles", "prose.vtt"], "bad_timed_text", 1),
    "no such subtitles": (["--subtitles", "nosuch.vtt"], "not_found", 2),
}

NODES = Query(
    "MATCH (n {library: $library}) WHERE NOT n:Job AND NOT n:StageRun RETURN count(n) AS nodes",
    "Nodes of a library that are no ledger. In: library. Out: nodes.",
)


@pytest.mark.parametrize(("arguments", "kind", "code"), FILES.values(), ids=FILES)
def test_an_unusable_file_leaves_nothing(
    longtake_here: Call,
    store: Store,
    library: str,
    files: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    kind: str,
    code: int,
) -> None:
    monkeypatch.chdir(files)
    done = longtake_here("ingest", *arguments, "--library", library, "--json")
    assert (done.document["error"]["type"], done.code) == (kind, code), done.document
    assert store.read(NODES, library=library)[0]["nodes"] == 0


def test_single_bad_items_make_it_partial(
    longtake_here: Call, library: str, tmp_path: Path
) -> None:
    document = kitchen()
    document["macro_events"][0]["micro_events"][0]["subjects"] = ["nobody"]
    file = tmp_path / "partly.json"
    file.write_text(json.dumps(document))
    done = longtake_here("ingest", "--annotations", file, "--library", library, "--json")
    assert done.code == 3
    assert done.document["status"] == "partial"
    assert any("nobody" in warning for warning in done.document["warnings"])


@pytest.fixture
def nowhere() -> Iterator[dict[str, str]]:
    """Settings of a server that is not there."""
    return {"NEO4J_URI": "bolt://127.0.0.1:9", "NEO4J_USER": "neo4j", "NEO4J_PASSWORD": "x"}


@pytest.mark.parametrize("command", [["videos", "list"], ["search", "x"], ["ask", "Who?"]])
def test_no_database(longtake_here: Call, nowhere: dict[str, str], command: list[str]) -> None:
    done = longtake_here(*command, "--json", **nowhere)
    assert done.code == 4
    assert done.document["error"]["type"] == "database_unreachable"
    assert "127.0.0.1:9" in done.document["error"]["message"]


def test_wrong_password(longtake_here: Call) -> None:
    done = longtake_here("videos", "list", "--json", NEO4J_PASSWORD="not-this-one")
    assert done.code == 4
    assert "not-this-one" not in done.stdout + done.stderr


def test_unusable_settings(longtake_here: Call) -> None:
    done = longtake_here("status", "--json", LONGTAKE_API_PORT="eight")
    assert done.code == 2
    assert "LONGTAKE_API_PORT" in done.document["error"]["message"]
