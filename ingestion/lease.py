"""The lease of a video: only its holder writes that video's memory.

A lease runs out after :data:`LEASE_MS` unless it is renewed, which a thread does. One that a dead
process of this machine holds is taken over at once; of other machines' holders only the database's
clock decides.
"""

import os
import platform
import threading
import time
import uuid
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import psutil

from cypher import ledger
from cypher.store import Store
from graph_schema.nodes import Video
from runtime.errors import BusyError, IdentityMismatchError, LongtakeError
from runtime.progress import Progress

LEASE_MS = 30_000
BEAT_S = 5.0
_POLL_S = 0.3
_CLOCK_SLACK_S = 10.0
_ended: set[str] = set()
"""Leases of this process that ended, whether or not the database heard of it."""


def is_gone(owner: str) -> bool:
    """Whether a lease's owner was a process of this machine that no longer runs."""
    if owner in _ended:
        return True
    where, _, rest = owner.partition("/")
    if where != machine():
        return False
    pid, _, created = rest.partition("/")[0].partition("@")
    try:
        return abs(_created(int(pid)) - float(created)) > _CLOCK_SLACK_S
    except (ValueError, psutil.NoSuchProcess):
        return True
    except psutil.AccessDenied:
        return False


@cache
def machine() -> str:
    """A name for this boot of this machine (and, on Linux, this space of process numbers)."""
    parts = [platform.node(), _boot(), _process_space()]
    return ".".join(part for part in parts if part).replace("/", "-")


def _boot() -> str:
    path = Path("/proc/sys/kernel/random/boot_id")
    return path.read_text().strip() if path.exists() else f"{psutil.boot_time():.0f}"


def _process_space() -> str:
    path = Path("/proc/self/ns/pid")
    return str(path.stat().st_ino) if path.exists() else ""


def _created(pid: int) -> float:
    process = psutil.Process(pid)
    if process.status() == psutil.STATUS_ZOMBIE:
        raise psutil.NoSuchProcess(pid)
    return process.create_time()


def _new_owner() -> str:
    pid = os.getpid()
    return f"{machine()}/{pid}@{_created(pid):.2f}/{uuid.uuid4().hex}"


@dataclass(frozen=True, slots=True)
class VideoState:
    """What the graph said of a video when its lease was claimed."""

    status: str
    perception_key: str | None


@dataclass(slots=True)
class _OpenStage:
    id: str | None = None
    progress: int = 0
    total: int | None = None


@dataclass
class Lease:
    """Hold ``video``'s lease within a ``with`` statement, creating the node where there is none.

    Claiming waits while another process works on the video, for as long as that one lives; with
    ``wait=False`` it raises :class:`BusyError` instead. Raises :class:`IdentityMismatchError` when
    the id belongs to other content.
    """

    store: Store
    video: Video
    progress: Progress
    wait: bool = True
    owner: str = field(default_factory=_new_owner)
    state: VideoState = field(init=False, default=VideoState("new", None))
    _stage: _OpenStage = field(init=False, default_factory=_OpenStage)
    _lost: bool = field(init=False, default=False)
    _stop: threading.Event = field(init=False, default_factory=threading.Event)

    def __enter__(self) -> Self:
        self.claim()
        threading.Thread(target=self._beat, name="lease", daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop.set()
        _ended.add(self.owner)
        try:
            self.store.write(ledger.RELEASE, **self._ids(), owner=self.owner)
        except LongtakeError:
            if error is None:  # else that error is the one to tell; the lease runs out by itself
                raise

    def claim(self) -> None:
        """Claim, or claim again after the database was away."""
        told = False
        while (holder := self._try_to_claim()) != self.owner:
            if not self.wait:
                raise BusyError(
                    f"another process is working on video {self.video.id}", "Try again later."
                )
            if not told:
                self.progress.note("another process is ingesting this video; waiting for it")
                told = True
            self._await_release(holder)
        self._lost = False

    def check(self) -> None:
        """Raise BusyError when another process has taken the lease over meanwhile."""
        if self._lost:
            raise BusyError(
                f"this process lost its lease of video {self.video.id} to another one",
                "Run the same command again: it waits for the other process.",
            )

    def begin(self, stage_id: str) -> None:
        """Renewals report on this stage from now on."""
        self._stage = _OpenStage(stage_id)

    def expect(self, total: int | None) -> None:
        """How much work the open stage is."""
        self._stage.total = total

    def advance(self, done: int) -> None:
        """So much more of the open stage is done."""
        self.check()
        self._stage.progress += done

    def _try_to_claim(self) -> str:
        ours = [self.owner]
        while True:
            row = self.store.write(
                ledger.CLAIM_VIDEO,
                video_id=self.video.id,
                properties=self.video.properties(),
                owner=self.owner,
                ours=ours,
                lease_ms=LEASE_MS,
            )[0]
            holder = str(row["owner"])
            if holder not in ours and is_gone(holder):
                ours.append(holder)
                continue
            if row["digest"] != self.video.digest or row["library"] != self.video.library:
                raise IdentityMismatchError(
                    f"video id {self.video.id} belongs to other content "
                    f"(digest {row['digest'][:16]}…, here {self.video.digest[:16]}…)"
                )
            self.state = VideoState(row["status"], row["perception_key"])
            return holder

    def _await_release(self, holder: str) -> None:
        while True:
            time.sleep(_POLL_S)
            rows = self.store.read(ledger.VIDEO_STATE, **self._ids())
            if not rows or not rows[0]["leased"] or is_gone(holder):
                return

    def _beat(self) -> None:
        while not self._stop.wait(BEAT_S):
            stage = self._stage
            try:
                held = self.store.write(
                    ledger.RENEW,
                    **self._ids(),
                    owner=self.owner,
                    lease_ms=LEASE_MS,
                    stage_id=stage.id,
                    progress=stage.progress,
                    total=stage.total,
                )
            except LongtakeError:
                continue  # the work itself will notice that the database is away
            if not held and not self._stop.is_set():
                self._lost = True

    def _ids(self) -> dict[str, Any]:
        return {"video_id": self.video.id, "library": self.video.library}


@dataclass
class LeasedProgress:
    """Progress that also reaches the ledger, and stops work whose lease was lost."""

    lease: Lease
    shown: Progress

    def stage(self, name: str, total: int | None) -> None:
        """Show a stage."""
        self.lease.expect(total)
        self.shown.stage(name, total)

    def advance(self, done: int = 1) -> None:
        """Show, and remember for the next renewal. Raises BusyError once the lease is lost."""
        self.lease.advance(done)
        self.shown.advance(done)

    def finish(self, status: str) -> None:
        """Show the end of a stage."""
        self.shown.finish(status)

    def note(self, text: str) -> None:
        """Show a note."""
        self.shown.note(text)
