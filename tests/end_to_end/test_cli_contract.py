"""The documents of design §6, command by command, as a script sees them."""

import json
from pathlib import Path

import pytest

from cypher.store import Store
from tests.end_to_end.command import Call

Kitchen = tuple[str, str]

CITATION = {"id", "video_id", "start_ms", "end_ms", "quote", "source", "verdict", "reason"}
ANSWER = {
    "answer", "choice", "answered", "citations", "rounds", "tokens", "seconds", "run_id", "trace",
}  # fmt: skip
HIT = {"id", "kind", "video_id", "start_ms", "end_ms", "text", "score", "macro_event"}
COUNTS = {
    "shots", "utterances", "macro_events", "super_events", "micro_events", "appearances",
    "entities", "relations",
}  # fmt: skip


def test_ingest(longtake_here: Call, kitchen_library: Kitchen, kitchen_file: Path) -> None:
    library, video = kitchen_library
    again = longtake_here("ingest", "--annotations", kitchen_file, "--library", library, "--json")
    assert again.code == 0, again.stderr
    document = again.document
    assert document["video_id"] == video
    assert set(document) >= {"video_id", "job_id", "status", "counts", "stages", "warnings"}
    assert set(document["counts"]) >= COUNTS
    assert document["status"] == "done"
    assert document["counts"]["macro_events"] == 2
    assert document["counts"]["micro_events"] == 4
    assert document["counts"]["relations"]["CAUSES"] == 1
    assert all(set(stage) >= {"name", "status", "seconds"} for stage in document["stages"])


def test_videos(longtake_here: Call, kitchen_library: Kitchen) -> None:
    library, video = kitchen_library
    listed = longtake_here("videos", "list", "--library", library, "--json")
    assert listed.code == 0
    assert listed.document == {
        "videos": [
            {
                "video_id": video,
                "title": "Kitchen",
                "kind": "annotation",
                "duration_ms": 90_000,
                "status": "done",
            }
        ]
    }
    shown = longtake_here("videos", "show", video, "--library", library, "--json").document
    assert set(shown["counts"]) >= COUNTS
    labels = [event["label"] for part in shown["outline"] for event in part["macro_events"]]
    assert labels == ["Making the dough", "The dog steals the dough"]


def test_people_see_no_json(longtake_here: Call, kitchen_library: Kitchen) -> None:
    library, video = kitchen_library
    shown = longtake_here("videos", "show", video, "--library", library)
    assert shown.code == 0
    assert "The dog steals the dough" in shown.stdout
    assert "0:45-1:30" in shown.stdout
    assert "{" not in shown.stdout


def test_moments(longtake_here: Call, kitchen_library: Kitchen) -> None:
    library, video = kitchen_library
    call = ("search", "the dog steals the dough and eats it", "--moments", "--library", library)
    found = longtake_here(*call, "-k", "3", "--json")
    assert found.code == 0, found.stderr
    moments = found.document["hits"]
    assert 1 <= len(moments) <= 3
    for moment in moments:
        assert set(moment) == HIT | {"events"}
        assert moment["video_id"] == video
        assert moment["id"] in moment["events"]
    assert moments[0]["start_ms"] >= 40_000
    assert "0:4" in longtake_here(*call, "-k", "1").stdout


def test_search_and_ask(longtake_here: Call, kitchen_library: Kitchen) -> None:
    library, _video = kitchen_library
    found = longtake_here("search", "dog eats", "--library", library, "--kind", "micro", "--json")
    assert found.code == 0, found.stderr
    best = found.document["hits"][0]
    assert set(best) == HIT
    assert (best["kind"], best["start_ms"], best["end_ms"]) == ("micro", 50_000, 58_000)

    asked = longtake_here("ask", "Why does Maria shout?", "--library", library, "--json")
    assert asked.code == 0, asked.stderr
    answer = asked.document
    assert set(answer) == ANSWER
    assert answer["answered"] is True
    assert answer["choice"] is None
    assert all(set(citation) == CITATION for citation in answer["citations"])
    assert any(citation["start_ms"] in {50_000, 60_000} for citation in answer["citations"])
    assert set(answer["tokens"]) == {"prompt", "completion", "max_prompt"}


def test_a_file_of_questions(longtake: Call, kitchen_library: Kitchen, tmp_path: Path) -> None:
    library, _ = kitchen_library
    questions = tmp_path / "questions.jsonl"
    items = [
        {"id": "q1", "question": "Who kneads the dough?"},
        {"id": "q2", "question": " "},
        "When does the dog eat?",
    ]
    questions.write_text("\n".join(map(json.dumps, items)) + "\n")
    done = longtake("ask", "--file", questions, "--library", library, "--json")
    first, second, third = map(json.loads, done.stdout.splitlines())
    assert done.code == 3, "one of three could not be answered"
    assert (first["id"], second["id"], "id" in third) == ("q1", "q2", False)
    assert set(first) == ANSWER | {"id"}
    assert second["error"]["type"] == "usage"
    assert set(third) == ANSWER


def test_export_can_be_ingested_again(
    longtake_here: Call, kitchen_library: Kitchen, tmp_path: Path, library: str
) -> None:
    of_kitchen, video = kitchen_library
    exported = longtake_here("export", video, "--library", of_kitchen)
    assert exported.code == 0
    file = tmp_path / "exported.json"
    file.write_text(exported.stdout)
    copied = longtake_here("ingest", "--annotations", file, "--library", library, "--json")
    assert copied.code == 0, copied.stderr
    counts = longtake_here("videos", "show", video, "--library", of_kitchen, "--json").document
    assert copied.document["counts"]["micro_events"] == counts["counts"]["micro_events"]
    assert copied.document["counts"]["relations"] == counts["counts"]["relations"]


def test_export_to_a_file_that_cannot_be_written(
    longtake_here: Call, kitchen_library: Kitchen, tmp_path: Path
) -> None:
    library, video = kitchen_library
    out = tmp_path / "nosuch" / "film.json"
    done = longtake_here("export", video, "--out", out, "--library", library, "--json")
    assert (done.code, done.document["error"]["type"]) == (2, "usage")
    assert done.document["error"]["hint"]


def test_status_counts_the_jobs_of_the_library_named(
    longtake_here: Call, kitchen_library: Kitchen
) -> None:
    library, _ = kitchen_library
    assert longtake_here("status", "--library", library, "--json").document["jobs"] == {"done": 1}


def test_delete(longtake_here: Call, kitchen_file: Path, store: Store, library: str) -> None:
    ingested = longtake_here(
        "ingest", "--annotations", kitchen_file, "--library", library, "--json"
    )
    video = ingested.document["video_id"]
    deleted = longtake_here("videos", "delete", video, "--library", library, "--json")
    assert deleted.code == 0
    assert deleted.document["deleted"] == video
    shown = longtake_here("videos", "show", video, "--library", library, "--json")
    assert shown.code == 2
    assert shown.document["error"]["type"] == "not_found"


def test_several_sources(longtake_here: Call, tmp_path: Path, library: str) -> None:
    missing = [tmp_path / "one.mp4", tmp_path / "two.mp4"]
    done = longtake_here("ingest", *missing, "--library", library, "--json")
    assert done.code == 1
    assert done.document["status"] == "failed"
    assert [video["error"]["type"] for video in done.document["videos"]] == ["not_found"] * 2


def test_status_and_doctor(longtake_here: Call) -> None:
    status = longtake_here("status", "--json")
    assert status.code == 0
    assert set(status.document) == {"neo4j", "api", "broker", "workers", "jobs"}
    assert status.document["neo4j"]["running"] is True
    assert set(status.document["api"]) == {"running", "url"}
    doctor = longtake_here("doctor", "--json")
    assert doctor.code in {0, 4}
    assert doctor.document["checks"]
    assert all(
        set(check) == {"name", "ok", "detail", "mend"} for check in doctor.document["checks"]
    )


def test_eval_list(longtake_here: Call) -> None:
    names = [
        each["name"] for each in longtake_here("eval", "list", "--json").document["evaluations"]
    ]
    assert "latency" in names


@pytest.mark.parametrize(
    "command",
    [
        "up", "down", "status", "doctor", "ingest", "search", "ask", "export", "reembed", "bench",
        "videos list", "videos show", "videos delete", "eval list", "eval replay", "eval budget",
        "eval score", "eval run", "eval canary", "eval ablations",
    ],
)  # fmt: skip
def test_every_command_has_help_with_examples(longtake_here: Call, command: str) -> None:
    done = longtake_here(*command.split(), "--help")
    assert done.code == 0
    assert f"longtake {command}" in done.stdout.partition("Examples")[2].replace("\n ", "")
    assert "--library" in done.stdout
    assert "--json" in done.stdout
