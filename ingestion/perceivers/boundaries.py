"""Where one macro event ends and the next begins, from the words of the cues and the shots.

From the start of an event its end is chosen among the cue gaps that make it neither too short nor
too long: where the words change most (TextTiling, Hearst 1997), a pause or a cut helps, and a cue
that points back (*It …*, *Then …*) hinders. The choice looks only from the event's start to a
fixed distance ahead, so the same start gives the same end in any window that shows that far.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from graph_schema.time_span import TimeSpan


@dataclass(frozen=True, slots=True)
class BoundaryRecipe:
    """Lengths in ms and weights of what speaks for a boundary.

    Source: block comparison and depth after TextTiling (Hearst 1997, section 5); lengths after the
    macro events of MemDreamer (section 3.1), which are scenes of tens of seconds; weights ours,
    chosen by hand and not fitted to any data.
    """

    shortest_ms: int = 15_000
    usual_ms: int = 30_000
    longest_ms: int = 60_000
    ahead_ms: int = 20_000
    silence_ms: int = 60_000
    block_cues: int = 4
    pause_weight: float = 0.15
    cut_weight: float = 0.05
    pointing_weight: float = 0.5
    length_weight: float = 0.35

    def for_window(self, window_ms: int) -> "BoundaryRecipe":
        """The same where a window shows enough; shorter events in very short windows."""
        if self.longest_ms + self.ahead_ms <= window_ms:
            return self
        longest = max(1, window_ms // 2)
        return replace(
            self,
            shortest_ms=min(self.shortest_ms, longest // 4),
            usual_ms=min(self.usual_ms, longest // 2),
            longest_ms=longest,
            ahead_ms=window_ms // 4,
        )


RECIPE = BoundaryRecipe()


@dataclass(frozen=True, slots=True)
class Block:
    """One cue as boundaries see it."""

    start_ms: int
    end_ms: int
    terms: Counter[str]
    points_back: bool = False


def macro_spans(
    window: TimeSpan,
    blocks: Sequence[Block],
    shots: Sequence[TimeSpan],
    *,
    is_last: bool,
    recipe: BoundaryRecipe = RECIPE,
) -> list[TimeSpan]:
    """The complete macro events of a window, back to back from its start.

    ``blocks`` begin inside the window, in order of time. Without ``is_last`` the stretch whose end
    cannot be told yet is left out; with it the last event ends with the window.
    """
    if not blocks:
        return []
    return list(_Cutter(window, blocks, shots, is_last, recipe).spans())


class _Cutter:
    def __init__(
        self,
        window: TimeSpan,
        blocks: Sequence[Block],
        shots: Sequence[TimeSpan],
        is_last: bool,
        recipe: BoundaryRecipe,
    ) -> None:
        self._window = window
        self._blocks = blocks
        self._cuts = sorted({shot.start_ms for shot in shots})
        self._is_last = is_last
        self._recipe = recipe

    def spans(self) -> Iterator[TimeSpan]:
        """Events until the window's end, or until one is still open."""
        start = self._window.start_ms
        first = 0
        while start < self._window.end_ms:
            end = self._end(start, first)
            if end is None:
                if self._is_last:
                    yield TimeSpan(start, self._window.end_ms)
                return
            yield TimeSpan(start, end)
            start = end
            while first < len(self._blocks) and self._blocks[first].start_ms < end:
                first += 1

    def _end(self, start: int, first: int) -> int | None:
        """Where the event from ``start`` ends; None when it is open, or lasts to the end."""
        recipe = self._recipe
        seen_to = start + recipe.longest_ms + recipe.ahead_ms
        near_end = self._window.end_ms < seen_to
        if near_end and not self._is_last:
            return None
        upcoming = self._blocks[first].start_ms if first < len(self._blocks) else None
        if upcoming is None or upcoming - start >= recipe.silence_ms:
            return upcoming
        silence = self._silence_from(first, min(seen_to, self._window.end_ms))
        if silence is not None and silence - start <= recipe.usual_ms + recipe.shortest_ms:
            return silence if start < silence < self._window.end_ms else None
        latest = start + recipe.longest_ms
        if near_end:
            if self._window.end_ms - start <= recipe.usual_ms + recipe.shortest_ms:
                return None
            latest = min(latest, self._window.end_ms - recipe.shortest_ms)
        earliest = start + recipe.shortest_ms
        fitting = [g for g in self._gaps(start, first) if earliest <= self._time(g) <= latest]
        if fitting:
            best = max(fitting, key=lambda g: (self._score(start, first, g), -g))
            return self._time(best)
        return None if near_end else self._told_to(first, latest)

    def _silence_from(self, first: int, seen_to: int) -> int | None:
        """Where a long silence begins, as far as ``seen_to`` shows."""
        told_to = self._blocks[first].end_ms
        for block in (*self._blocks[first + 1 :], None):
            quiet_to = seen_to if block is None else min(block.start_ms, seen_to)
            quiet = quiet_to - told_to
            if quiet >= self._recipe.silence_ms or (
                quiet_to == seen_to and quiet >= self._recipe.usual_ms
            ):
                return told_to
            if block is None or block.start_ms >= seen_to:
                return None
            told_to = max(told_to, block.end_ms)
        return None

    def _told_to(self, first: int, latest: int) -> int | None:
        """Where the cues that begin by ``latest`` end."""
        ends = [block.end_ms for block in self._blocks[first:] if block.start_ms <= latest]
        told_to = max(ends)
        return told_to if told_to < self._window.end_ms else None

    def _gaps(self, start: int, first: int) -> Iterator[int]:
        """Indexes of blocks before which an event may end."""
        told_to = 0
        for index in range(first, len(self._blocks)):
            block = self._blocks[index]
            if index > first and block.start_ms > start and block.start_ms >= told_to - 500:
                yield index
            told_to = max(told_to, block.end_ms)

    def _time(self, gap: int) -> int:
        """When the boundary before block ``gap`` stands: at a cut in the pause, else at the cue."""
        before, after = self._blocks[gap - 1].end_ms, self._blocks[gap].start_ms
        cuts = [cut for cut in self._cuts if before <= cut <= after]
        return cuts[-1] if cuts else after

    def _score(self, start: int, first: int, gap: int) -> float:
        recipe = self._recipe
        left = self._blocks[max(first, gap - recipe.block_cues) : gap]
        horizon = self._time(gap) + recipe.ahead_ms
        right = [
            block
            for block in self._blocks[gap : gap + recipe.block_cues]
            if block.start_ms <= horizon
        ]
        score = 1.0 - _cosine(_total(left), _total(right))
        pause_s = max(0, self._blocks[gap].start_ms - self._blocks[gap - 1].end_ms) / 1000
        score += recipe.pause_weight * min(3.0, pause_s)
        here = self._blocks[gap].start_ms
        score += recipe.cut_weight * any(abs(cut - here) <= 300 for cut in self._cuts)
        score -= recipe.pointing_weight * self._blocks[gap].points_back
        length = self._time(gap) - start
        return score - recipe.length_weight * abs(math.log(length / recipe.usual_ms))


def _total(blocks: Sequence[Block]) -> Counter[str]:
    total: Counter[str] = Counter()
    for block in blocks:
        total.update(block.terms)
    return total


def _cosine(left: Counter[str], right: Counter[str]) -> float:
    """Over damped counts, so that a name in every cue does not drown the rest."""
    a = {term: math.log1p(count) for term, count in left.items()}
    b = {term: math.log1p(count) for term, count in right.items()}
    dot = sum(weight * b.get(term, 0.0) for term, weight in a.items())
    norm = math.sqrt(sum(w * w for w in a.values()) * sum(w * w for w in b.values()))
    return dot / norm if norm else 0.0
