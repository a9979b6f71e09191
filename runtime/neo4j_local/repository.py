"""Where jars come from: Maven's central repository, or the mirror of it that Maven's own
``settings.xml`` names. Proxies are those of the environment (``HTTPS_PROXY``)."""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from jgo.constants import MAVEN_CENTRAL_URL


@dataclass(frozen=True, slots=True)
class Repository:
    """The root URL of a repository of Maven's layout, and how to sign in."""

    url: str
    auth: tuple[str, str] | None = None


def repository(settings_xml: Path | None = None) -> Repository:
    """Maven's central repository, or its mirror by ``settings_xml`` (default: the user's own).

    A mirror counts when its ``mirrorOf`` covers ``central``; sign-in is the ``server`` of the same
    id, unless its password is encrypted. A ``settings.xml`` that cannot be parsed counts as absent,
    as it says nothing we could follow.
    """
    path = settings_xml or Path.home() / ".m2" / "settings.xml"
    try:
        # The user's own file, which Maven trusts just the same.
        root = ElementTree.fromstring(path.read_text())  # noqa: S314
    except (OSError, ElementTree.ParseError, UnicodeDecodeError):
        return Repository(MAVEN_CENTRAL_URL)
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]  # with or without Maven's namespace
    for mirror in root.iterfind("mirrors/mirror"):
        if (url := _text(mirror, "url")) and _covers_central(_text(mirror, "mirrorOf")):
            return Repository(url.rstrip("/"), _sign_in(root, _text(mirror, "id")))
    return Repository(MAVEN_CENTRAL_URL)


def _covers_central(mirror_of: str) -> bool:
    patterns = [pattern.strip() for pattern in mirror_of.split(",")]
    if "!central" in patterns:
        return False
    return any(pattern in ("*", "central", "external:*") for pattern in patterns)


def _sign_in(root: ElementTree.Element, server_id: str) -> tuple[str, str] | None:
    for server in root.iterfind("servers/server"):
        user, password = _text(server, "username"), _text(server, "password")
        encrypted = password.startswith("{") and password.endswith("}")
        if _text(server, "id") == server_id and user and not encrypted:
            return user, password
    return None


def _text(parent: ElementTree.Element, name: str) -> str:
    """A child's text with Maven's ``${env.NAME}`` filled in."""
    text = (parent.findtext(name) or "").strip()
    return re.sub(r"\$\{env\.(\w+)\}", lambda found: os.environ.get(found[1], ""), text)
