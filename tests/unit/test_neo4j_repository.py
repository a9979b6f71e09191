"""Maven's settings.xml: which mirrors stand for the central repository, and how to sign in."""

from pathlib import Path

import pytest
from jgo.constants import MAVEN_CENTRAL_URL

from runtime.neo4j_local.repository import Repository, repository

MIRROR = "http://mirror.internal/maven"


def settings_xml(folder: Path, mirror_of: str, *, password: str = "", namespace: str = "") -> Path:
    path = folder / "settings.xml"
    path.write_text(
        f"""<settings{namespace}>
          <mirrors><mirror><id>inside</id><mirrorOf>{mirror_of}</mirrorOf>
            <url>{MIRROR}/</url></mirror></mirrors>
          <servers><server><id>inside</id><username>me</username>
            <password>{password}</password></server></servers>
        </settings>"""
    )
    return path


def test_without_settings_it_is_central(tmp_path: Path) -> None:
    assert repository(tmp_path / "none.xml") == Repository(MAVEN_CENTRAL_URL)


@pytest.mark.parametrize("mirror_of", ["*", "central", "external:*", "*,!other"])
def test_a_mirror_of_central_is_used(tmp_path: Path, mirror_of: str) -> None:
    assert repository(settings_xml(tmp_path, mirror_of)).url == MIRROR


@pytest.mark.parametrize("mirror_of", ["other", "*,!central"])
def test_a_mirror_of_something_else_is_not(tmp_path: Path, mirror_of: str) -> None:
    assert repository(settings_xml(tmp_path, mirror_of)).url == MAVEN_CENTRAL_URL


def test_maven_s_namespace_makes_no_difference(tmp_path: Path) -> None:
    namespace = ' xmlns="urn:maven:settings"'
    assert repository(settings_xml(tmp_path, "*", namespace=namespace)).url == MIRROR


def test_the_server_of_the_same_id_signs_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MIRROR_PASSWORD", "secret")
    path = settings_xml(tmp_path, "*", password="${env.MIRROR_PASSWORD}")
    assert repository(path).auth == ("me", "secret")


def test_an_encrypted_password_is_not_sent(tmp_path: Path) -> None:
    assert repository(settings_xml(tmp_path, "*", password="{c2VjcmV0}")).auth is None


def test_a_broken_file_counts_as_none(tmp_path: Path) -> None:
    path = tmp_path / "settings.xml"
    path.write_text("<settings><mirrors>")
    assert repository(path) == Repository(MAVEN_CENTRAL_URL)
