"""A call of ``longtake`` and how it ended."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Done:
    """How a call of the command ended."""

    code: int
    stdout: str
    stderr: str

    @property
    def document(self) -> dict[str, Any]:
        """The one JSON document on stdout; fails when there is anything else."""
        document: dict[str, Any] = json.loads(self.stdout)
        return document


Call = Callable[..., Done]
