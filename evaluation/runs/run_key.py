"""What a run's predictions depend on: only those that agree in all of it belong together.

Gold is no part of it: predictions cannot depend on it.
"""

import hashlib
import inspect
import json
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

import agent
import cypher
import graph_schema
import language
import retrieval
import runtime
from agent import prompts
from agent.prompts import render
from agent.reach import Reach
from evaluation.item import Item
from runtime.chat_models import RULES
from runtime.settings import Settings

PROMPT = "explore"
ASKING = (
    *(
        folder
        for package in (agent, retrieval, cypher, language, graph_schema, runtime)
        for folder in package.__path__
    ),
    str(Path(__file__).with_name("asking.py")),
)
"""What asks and looks up: packages, and the file that puts an item to them."""


class RunKey(BaseModel):
    """Everything that a prediction of a run depends on, in readable parts.

    ``items`` is a digest of the public fields of the whole data set, so that every subset of it
    goes into one folder; ``wording`` names the function that puts them, with a digest of its own
    lines; ``prompts`` and ``code`` are digests of the files that ask and look up (weights,
    encoders and token counting included).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    dataset: str
    items: str
    library: str
    mode: str = "explore"
    model: str
    base_url: str | None = None
    embedding: str
    prompt_version: str
    prompts: str
    code: str
    reach: Reach
    wording: str

    @property
    def short(self) -> str:
        """A name for a folder."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:10]

    def differs_from(self, other: "RunKey") -> list[str]:
        """The parts in which two keys differ, in words."""
        mine, theirs = self.model_dump(mode="json"), other.model_dump(mode="json")
        return [name for name, value in mine.items() if value != theirs[name]]


def run_key(
    name: str,
    items: Sequence[Item],
    settings: Settings,
    library: str,
    reach: Reach,
    *,
    wording: Callable[..., str],
    model: str | None = None,
) -> RunKey:
    """The key of a run over these items (all of the data set's) with these settings.

    ``model`` names one that was given instead of the reasoner of the settings.
    """
    used = model or settings.reasoner
    of_settings = model is None and used != RULES
    return RunKey(
        dataset=name,
        items=_digest(
            json.dumps(item.public().document(), sort_keys=True, default=str) for item in items
        ),
        library=library,
        model=used,
        base_url=settings.reasoner_base_url if of_settings else None,
        embedding=settings.embedding,
        prompt_version=render(PROMPT, rounds=reach.rounds).version,
        prompts=files_digest(tuple(prompts.__path__), ".md"),
        code=files_digest(ASKING, ".py", ".json"),
        reach=reach,
        wording=worded(wording),
    )


def worded(wording: Callable[..., str]) -> str:
    """The name of a wording and a digest of its lines; what it calls elsewhere is not in it."""
    try:
        body = inspect.getsource(wording)
    except OSError:  # typed in, not in a file
        body = repr((wording.__code__.co_code, wording.__code__.co_consts))
    return f"{wording.__module__}.{wording.__qualname__}@{_digest([body])}"


@cache
def files_digest(places: tuple[str, ...], *endings: str) -> str:
    """A digest of files and of all in folders that have one of these endings.

    Once a process: it runs what it loaded, whatever is written since.
    """
    paths = sorted(
        path
        for place in map(Path, places)
        for path in ([place] if place.is_file() else place.rglob("*"))
        if path.suffix in endings
    )
    return _digest(f"{path.name}\n{path.read_text('utf-8')}" for path in paths)


def _digest(parts: Iterable[str]) -> str:
    hashed = hashlib.sha256()
    for part in parts:
        hashed.update(part.encode())
        hashed.update(b"\0")
    return hashed.hexdigest()[:16]
