"""The rows every benchmark returns, and the machine they were measured on."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

import psutil


@dataclass(frozen=True, slots=True)
class BenchRow:
    """One figure beside its floor.

    ``ratio`` is ours / floor where both are given; ``peers`` are other parts measured in the same
    run, by name; ``bar`` says in words what must hold.
    """

    name: str
    ours: float
    unit: str
    floor: float | None = None
    bar: str = ""
    peers: Mapping[str, float] = field(default_factory=dict)

    @property
    def ratio(self) -> float | None:
        """Ours over the floor, or None without one."""
        return self.ours / self.floor if self.floor else None


def machine() -> str:
    """Cores and load of this machine, to print beside absolute figures."""
    return f"{psutil.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
