"""Gold in what stands around a question: prompt files, tool descriptions, the memory itself.

A memory may well say what the right answer is; that is what it is for. What it must not hold is
the data set's own file: a question of it, or a gold text that no track of the video says.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool

from agent import prompts
from cypher.store import Store
from cypher.texts import TEXTS_OF_VIDEO
from evaluation.item import Item
from evaluation.leak_guard.finding import Finding, LeakError
from evaluation.leak_guard.labels import right_choice, texts
from evaluation.leak_guard.phrases import Phrases, telling
from graph_schema.perception_document import Source

_OWN_QUESTION_WORDS = 5
READ_FROM_VIDEO: frozenset[Source] = frozenset({"speech", "subtitle", "screen_text"})
"""Sources that say what the video itself says: they may hold any sentence. Only where no annotation
document is part of the memory, since such a document may call its own sentences by any of them."""
_OF_A_DOCUMENT = frozenset({"annotations", "annotation"})
"""The perceiver, or else the source, of nodes that come from an annotation document: at least its
scenes and the root have one of them, whatever its sentences are called."""


def prompt_texts(folder: Path | None = None) -> dict[str, str]:
    """Every prompt file by name."""
    where = folder or Path(prompts.__file__).parent
    return {path.name: path.read_text("utf-8") for path in sorted(where.glob("*.md"))}


def tool_texts(tools: Iterable[BaseTool]) -> dict[str, str]:
    """Every tool as a model is told of it, by name."""
    return {f"tool {tool.name}": json.dumps(convert_to_openai_tool(tool)) for tool in tools}


def check_texts(said: Mapping[str, str], items: Sequence[Item]) -> None:
    """Raises :class:`LeakError` where a question or a gold text of the data set stands in what
    every question is asked with (:func:`prompt_texts`, :func:`tool_texts`).
    """
    phrases = Phrases((*_questions(items), *_gold_texts(items, options=True)))
    findings = [
        Finding(where, f"holds the {what}")
        for where, text in said.items()
        for what in dict.fromkeys(phrases.found_in(text))
    ]
    if findings:
        raise LeakError(findings)


def check_memory(
    store: Store, library: str, videos: Mapping[str, str], items: Sequence[Item]
) -> None:
    """Raises :class:`LeakError` where the memory of a video (the data set's id to ours) holds a
    question about it, or a gold text of one, that was not read from the video.

    What a document of annotations calls speech was not: nothing in the memory of such a video is
    taken for what the video says, its own subtitles included.
    """
    by_video: dict[str, list[Item]] = {}
    for item in items:
        by_video.setdefault(item.video, []).append(item)
    findings = []
    for theirs, ours in videos.items():
        about = by_video.get(theirs, [])
        phrases = Phrases((*_questions(about), *_gold_texts(about, options=False)))
        if not phrases:
            continue
        rows = store.read(TEXTS_OF_VIDEO, library=library, video_id=ours)
        annotated = any(_OF_A_DOCUMENT & {row["perceiver"], row["source"]} for row in rows)
        for row in rows:
            if annotated or row["source"] not in READ_FROM_VIDEO:
                found = (what for text in row["texts"] for what in phrases.found_in(text))
                findings += [
                    Finding(f"node {row['id']}", f"holds the {what}")
                    for what in dict.fromkeys(found)
                ]
    if findings:
        raise LeakError(findings)


def _questions(items: Iterable[Item]) -> Iterator[tuple[str, str]]:
    for item in items:
        if len(item.question.split()) >= _OWN_QUESTION_WORDS:
            yield f"question of item {item.id}", item.question


def _gold_texts(items: Iterable[Item], *, options: bool) -> Iterator[tuple[str, str]]:
    """Free gold texts; right options only where asked for, since memories say such things."""
    for item in items:
        right = right_choice(item)
        for text in texts(item):
            if telling(text) and (options or right is None or text != item.choices[right]):
                yield f"gold text of item {item.id}", text
