"""Where keyframes, raw perceptions and other artefacts lie: a folder, or any fsspec URL."""

import os
import tempfile
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any

from fsspec.core import url_to_fs  # type: ignore[import-untyped]  # no py.typed
from fsspec.implementations.local import LocalFileSystem  # type: ignore[import-untyped]

from runtime.errors import DependencyError, NotFoundError, UsageError
from runtime.settings import Settings

_HINT = "Check LONGTAKE_FILES_URL and the space and rights there."


class FileStore:
    """Bytes by key. A key is a relative path with ``/``, such as ``v0123/keyframes/12.jpg``.

    ``url`` is a folder or anything fsspec knows (``s3://bucket/prefix``). A reader never sees half
    a file: on a local disk a file is written beside its place and renamed, object stores replace
    whole objects. Raises :class:`~runtime.errors.DependencyError` when the place cannot be used.
    """

    def __init__(self, url: str) -> None:
        self.url = url

    def put(self, key: str, data: bytes) -> str:
        """Store or replace, and return ``key``."""
        path = self._path(key)
        try:
            if self._is_local:
                _put_local(Path(path), data)
            else:
                self._fs.pipe_file(path, data)
        except Exception as error:
            raise self._unusable(f"cannot write {key}", error) from error
        return key

    def get(self, key: str) -> bytes:
        """The bytes; raises :class:`~runtime.errors.NotFoundError` when there are none."""
        path = self._path(key)
        try:
            return bytes(self._fs.cat_file(path))
        except (FileNotFoundError, IsADirectoryError) as error:
            raise NotFoundError(f"no file {key} in {self.url}") from error
        except Exception as error:
            raise self._unusable(f"cannot read {key}", error) from error

    def exists(self, key: str) -> bool:
        """Whether something is stored under ``key``."""
        return bool(self._fs.isfile(self._path(key)))

    def list(self, prefix: str = "") -> list[str]:
        """Keys below a folder (``""``: all), sorted."""
        path = self._path(prefix) if prefix else self._root
        try:
            found = self._fs.find(path)
        except FileNotFoundError:
            return []
        except Exception as error:
            raise self._unusable(f"cannot list {prefix!r}", error) from error
        return sorted(item.removeprefix(self._root).lstrip("/") for item in found)

    def delete_prefix(self, prefix: str) -> int:
        """Delete everything below a folder and return how many files that were."""
        keys = self.list(prefix)
        try:
            if keys:
                self._fs.rm(self._path(prefix), recursive=True)
        except Exception as error:
            raise self._unusable(f"cannot delete {prefix!r}", error) from error
        return len(keys)

    def local_path(self, key: str) -> Path | None:
        """The file itself where files lie on this machine's disk, else None."""
        path = Path(self._path(key))
        return path if self._is_local and path.is_file() else None

    @cached_property
    def _place(self) -> tuple[Any, str]:
        try:
            filesystem, root = url_to_fs(self.url)
        except (ImportError, ValueError) as error:
            raise self._unusable("cannot use this address", error) from error
        return filesystem, str(root).rstrip("/")

    @property
    def _fs(self) -> Any:
        return self._place[0]

    @property
    def _root(self) -> str:
        return self._place[1]

    @property
    def _is_local(self) -> bool:
        return isinstance(self._fs, LocalFileSystem)

    def _path(self, key: str) -> str:
        parts = PurePosixPath(key).parts
        if not parts or key.startswith("/") or ".." in parts or "\\" in key:
            raise UsageError(f"{key!r} is not a file key", "A key is a relative path without '..'.")
        return "/".join((self._root, *parts))

    def _unusable(self, what: str, error: Exception) -> DependencyError:
        detail = (str(error) or type(error).__name__).splitlines()[0]
        return DependencyError(f"file store {self.url}: {what}: {detail}", _HINT)


def file_store(settings: Settings) -> FileStore:
    """The file store of this installation: ``LONGTAKE_FILES_URL``, else ``<home>/files``."""
    return FileStore(settings.files_url or str(settings.home.expanduser().absolute() / "files"))


def _put_local(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(beside).replace(path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
