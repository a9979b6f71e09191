"""Which memory is that of a data set's video."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from cypher.ledger import VIDEO_STATES
from cypher.store import Store
from graph_schema.identity import video_id
from retrieval.videos import list_videos
from runtime.errors import UsageError

_READY = ("done", "partial")
_PAGE = 1_000


@dataclass(frozen=True, slots=True)
class Memory:
    """A video of ours, and the key of what was perceived of it."""

    video_id: str
    perception_key: str


def memories(store: Store, library: str, videos: Iterable[str]) -> dict[str, Memory]:
    """The memories of a library for a data set's videos, by the data set's id; without those that
    the library does not hold or has not finished.

    A video is the one whose source id is that of the data set, else the one with that title: the
    id as it stands, or without folders and ending (a file's name is its title by default). Raises
    :class:`UsageError` when two have that title.
    """
    states = {row["id"]: row for row in store.read(VIDEO_STATES, library=library)}
    ready = {id_: row for id_, row in states.items() if row["status"] in _READY}
    titled: defaultdict[str, list[str]] = defaultdict(list)
    for title, id_ in _titles(store, library):
        if id_ in ready:
            titled[title].append(id_)
    found: dict[str, Memory] = {}
    for theirs in dict.fromkeys(videos):
        by_source = video_id(library, theirs)
        ours = by_source if by_source in ready else _by_title(theirs, titled, library)
        if ours is not None:
            found[theirs] = Memory(ours, ready[ours]["perception_key"] or "")
    return found


def _by_title(theirs: str, titled: Mapping[str, list[str]], library: str) -> str | None:
    path = PurePosixPath(theirs.replace("\\", "/"))
    for title in dict.fromkeys((theirs, path.name, path.stem)):
        match titled.get(title, []):
            case [one]:
                return one
            case [_, _, *_]:
                raise UsageError(
                    f"library {library!r} holds several videos called {title!r}",
                    "Give one of them another title, or use a library of its own.",
                )
    return None


def _titles(store: Store, library: str) -> Iterator[tuple[str, str]]:
    after = None
    while True:
        page = list_videos(store, library, after=after, limit=_PAGE)
        yield from ((entry.title, entry.video_id) for entry in page.videos)
        if page.next_cursor is None:
            return
        after = page.next_cursor
