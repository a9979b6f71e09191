"""Fetching the sample film: what goes wrong is said, and never leaves a film that is not ours."""

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from runtime import sample_film
from runtime.sample_film import FilmUnavailableError
from runtime.settings import Settings


def _archive(folder: Path, film: bytes | None) -> Path:
    """A source distribution as the package's, holding ``film`` in its inner zip."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as inner:
        inner.writestr("moviepy_10_minutes/trailer.py", "")
        if film is not None:
            inner.writestr(sample_film._FILM, film)
    path = folder / sample_film._ARCHIVE
    with tarfile.open(path, "w:gz") as tar:
        member = tarfile.TarInfo(sample_film._ZIP)
        member.size = len(packed.getvalue())
        tar.addfile(member, io.BytesIO(packed.getvalue()))
    return path


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home", cache=tmp_path / "cache")


def _left(settings: Settings) -> list[str]:
    return [path.name for path in (settings.cache / "films").iterdir() if path.suffix != ".lock"]


@pytest.mark.parametrize(
    ("film", "said"), [(b"another film", "SHA-256"), (None, "cannot take the film out")]
)
def test_another_archive_is_refused(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, film: bytes | None, said: str
) -> None:
    monkeypatch.setattr(sample_film, "_download", lambda folder, _: _archive(folder, film))
    with pytest.raises(FilmUnavailableError, match=said):
        sample_film.sample_film(settings)
    assert _left(settings) == []


def test_a_truncated_archive_is_refused(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def truncated(folder: Path, _: object) -> Path:
        path = _archive(folder, b"a film" * 10_000)
        path.write_bytes(path.read_bytes()[:-40])
        return path

    monkeypatch.setattr(sample_film, "_download", truncated)
    with pytest.raises(FilmUnavailableError):
        sample_film.sample_film(settings)
    assert _left(settings) == []


def test_an_index_without_it_is_an_error_of_the_package_client(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "index").mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "index"))
    with pytest.raises(FilmUnavailableError, match="No matching distribution") as caught:
        sample_film.sample_film(settings)
    assert caught.value.exit_code == 4
    assert caught.value.hint
    assert _left(settings) == []


def test_a_film_in_the_cache_is_not_fetched_again(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    film = b"the film, for this test"
    monkeypatch.setattr(sample_film, "DIGEST", sample_film.hashlib.sha256(film).hexdigest())
    monkeypatch.setattr(sample_film, "_download", lambda folder, _: _archive(folder, film))
    first = sample_film.sample_film(settings)
    assert first.media.read_bytes() == film
    monkeypatch.setattr(sample_film, "_download", lambda *_: pytest.fail("fetched again"))
    assert sample_film.sample_film(settings) == first


def test_our_descriptions_lie_beside_the_code(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sample_film, "DIGEST", sample_film.hashlib.sha256(b"x").hexdigest())
    monkeypatch.setattr(sample_film, "_download", lambda folder, _: _archive(folder, b"x"))
    text = sample_film.sample_film(settings).descriptions.read_text(encoding="utf-8")
    assert text.startswith("WEBVTT")
    assert text.count("-->") == 169
