"""The file store on a folder and on another file system: the same contract."""

import threading
import uuid
from pathlib import Path

import pytest

from runtime.errors import DependencyError, NotFoundError, UsageError
from runtime.files import FileStore, file_store
from runtime.settings import Settings


@pytest.fixture(params=["folder", "memory"])
def files(request: pytest.FixtureRequest, tmp_path: Path) -> FileStore:
    if request.param == "folder":
        return FileStore(str(tmp_path / "files"))
    return FileStore(f"memory://{uuid.uuid4().hex}/files")


def test_what_is_put_is_got(files: FileStore) -> None:
    assert files.put("v1/keyframes/1.jpg", b"one") == "v1/keyframes/1.jpg"
    files.put("v1/keyframes/1.jpg", b"another")
    assert files.get("v1/keyframes/1.jpg") == b"another"
    assert files.exists("v1/keyframes/1.jpg")
    assert not files.exists("v1/keyframes")


def test_listing_and_deleting_stay_inside_a_prefix(files: FileStore) -> None:
    for key in ("v1/a", "v1/b/c", "v10/a", "w"):
        files.put(key, b"x")
    assert files.list() == ["v1/a", "v1/b/c", "v10/a", "w"]
    assert files.list("v1") == ["v1/a", "v1/b/c"]
    assert files.delete_prefix("v1") == 2
    assert files.list() == ["v10/a", "w"]
    assert files.delete_prefix("v1") == 0
    assert files.list("nothing") == []


def test_what_is_not_there_is_not_found(files: FileStore) -> None:
    with pytest.raises(NotFoundError, match="no file v1/a"):
        files.get("v1/a")


@pytest.mark.parametrize("key", ["", "/etc/passwd", "../out", "v1/../../out", "a\\b", "."])
def test_a_key_cannot_leave_the_store(files: FileStore, key: str) -> None:
    for call in (files.get, files.exists, files.local_path, lambda key: files.put(key, b"")):
        with pytest.raises(UsageError):
            call(key)
    assert files.list() == []


def test_only_a_folder_has_local_paths(tmp_path: Path) -> None:
    folder = FileStore(str(tmp_path))
    folder.put("v1/a", b"x")
    assert folder.local_path("v1/a") == tmp_path / "v1/a"
    assert folder.local_path("v1/b") is None
    memory = FileStore(f"memory://{uuid.uuid4().hex}")
    memory.put("v1/a", b"x")
    assert memory.local_path("v1/a") is None


def test_a_reader_never_sees_half_a_file(tmp_path: Path) -> None:
    files = FileStore(str(tmp_path))
    contents = (b"a" * 300_000, b"b" * 300_000)
    files.put("key", contents[0])
    done = threading.Event()

    def write() -> None:
        for number in range(60):
            files.put("key", contents[number % 2])
        done.set()

    writer = threading.Thread(target=write)
    writer.start()
    while not done.is_set():
        assert files.get("key") in contents
    writer.join()
    assert files.list() == ["key"], "nothing is left beside it"


def test_a_failed_write_leaves_the_old_file_and_no_rest(tmp_path: Path) -> None:
    files = FileStore(str(tmp_path))
    files.put("key", b"old")
    with pytest.raises(DependencyError, match="cannot write key"):
        files.put("key", "no bytes")  # type: ignore[arg-type]
    assert files.get("key") == b"old"
    assert files.list() == ["key"]


def test_a_place_that_cannot_be_used_names_the_setting(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    for files in (FileStore(str(tmp_path / "file")), FileStore("nosuch://bucket")):
        with pytest.raises(DependencyError) as raised:
            files.put("v1/a", b"x")
        assert "LONGTAKE_FILES_URL" in raised.value.hint


def test_the_installation_keeps_files_in_its_home_unless_told(tmp_path: Path) -> None:
    assert file_store(Settings(home=tmp_path)).put("a", b"x")
    assert (tmp_path / "files" / "a").read_bytes() == b"x"
    elsewhere = Settings(home=tmp_path, files_url="memory://bucket")
    assert file_store(elsewhere).url == "memory://bucket"
