"""Which scopes were lately seen to be too large to rank whole.

To decide that, a search gathers up to two thousand nodes: a twentieth of its time, in the scopes
that are searched most. What is remembered is only that a scope is worth the index; a wrong memory
(nodes were deleted since) costs no hit, since the index is asked for more until enough are found.
"""

import time
from collections.abc import Callable

from cypher.store import Store
from retrieval.scope import Scope

_KEPT_S = 60.0
_MOST = 1_000


class LargeScopes:
    """Scopes by database, each remembered for a minute; shared by threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen: dict[tuple[str, Scope, int], float] = {}

    def known(self, store: Store, scope: Scope, limit: int) -> bool:
        """Whether the scope held more than ``limit`` nodes within the last minute."""
        seen = self._seen.get((store.uri, scope, limit))
        return seen is not None and self._clock() - seen < _KEPT_S

    def note(self, store: Store, scope: Scope, limit: int) -> None:
        """Remember that the scope holds more than ``limit`` nodes."""
        if len(self._seen) >= _MOST:
            self._seen.clear()
        self._seen[store.uri, scope, limit] = self._clock()
