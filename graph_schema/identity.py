"""Ids that are derived from content, so that re-runs find what they wrote before.

Inside a video ids are joined by a dot (``v0123456789abcdef.m12``); every other id is a letter and
16 hex digits of a SHA-256. The letter tells the label, so a node is found by its own constraint.
"""

import hashlib
import re

from graph_schema.labels import ID_LETTERS, OF_A_VIDEO, Label

_LABEL_OF_LETTER = {letter: label for label, letter in ID_LETTERS.items()}
_VIDEO_LETTERS = {ID_LETTERS[label]: label for label in OF_A_VIDEO if label is not Label.ROOT}
_TOP = re.compile(r"(?P<letter>[a-z])(?P<digest>[0-9a-f]{16})")
_INNER = re.compile(
    r"(?P<video>v[0-9a-f]{16})\.(?:(?P<root>root)|(?P<letter>[a-z]+)(?P<number>\d+))"
)


def digest_of(*parts: str) -> str:
    """SHA-256 in hex over the parts, each prefixed by its length so that no two lists collide."""
    hashed = hashlib.sha256()
    for part in parts:
        data = part.encode()
        hashed.update(f"{len(data)}:".encode())
        hashed.update(data)
    return hashed.hexdigest()


def derived_id(label: Label, *parts: str) -> str:
    """The id of a node that stands outside any video's own numbering (Video, Entity, Run …)."""
    return ID_LETTERS[label] + digest_of(*parts)[:16]


def video_id(library: str, source: str) -> str:
    """``source``: the content digest of a file, a document's source id, or stream and start."""
    return derived_id(Label.VIDEO, library, source)


def inner_id(video: str, label: Label, number: int = 0) -> str:
    """The id of the ``number``-th (from 1) node of ``label`` in ``video``; the root has none."""
    letter = ID_LETTERS[label]
    return f"{video}.{letter}" if label is Label.ROOT else f"{video}.{letter}{number}"


def entity_id(earliest_appearance_id: str) -> str:
    """An entity's id, from the id of its earliest appearance."""
    return derived_id(Label.ENTITY, earliest_appearance_id)


def label_of(node_id: str) -> Label | None:
    """The label that an id stands for, or None where it is no id of ours."""
    inner = _INNER.fullmatch(node_id)
    if inner is not None:
        return Label.ROOT if inner["root"] else _VIDEO_LETTERS.get(inner["letter"])
    top = _TOP.fullmatch(node_id)
    return _LABEL_OF_LETTER.get(top["letter"]) if top else None


def video_of(node_id: str) -> str | None:
    """The video an id belongs to (itself for a video), or None for entities and the rest."""
    inner = _INNER.fullmatch(node_id)
    if inner is not None:
        return inner["video"]
    return node_id if label_of(node_id) is Label.VIDEO else None
