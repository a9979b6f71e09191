"""Each way in which items, prompts and tools can give gold away is planted, and must be refused."""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from langchain_core.language_models import FakeListChatModel
from langchain_core.tools import StructuredTool

from agent.reach import TOOLS
from agent.tools import Workbench, toolbox
from evaluation.data_folder import data_folder
from evaluation.datasets.registry import DATASETS, Dataset
from evaluation.datasets.right_answer import RightAnswer
from evaluation.gold import Gold
from evaluation.item import Item
from evaluation.leak_guard.fields import check_items
from evaluation.leak_guard.finding import LeakError
from evaluation.leak_guard.labels import right_choice
from evaluation.leak_guard.phrases import Phrases, telling
from evaluation.leak_guard.surroundings import check_texts, prompt_texts, tool_texts
from evaluation.leak_guard.watch import Watch, secrets_of, watching
from evaluation.twin_files import GOLD_FIELDS, check_loader
from graph_schema.time_span import TimeSpan

OPTIONS = (
    "he opens the red door",
    "she pours a cup of tea",
    "they leave the old house",
    "it rains on the garden",
)


def _items(number: int = 24) -> list[Item]:
    draw = random.Random(1)
    return [
        Item(
            id=str(place),
            dataset="made",
            video=f"v{place % 3}",
            question="What happens after the bell rings?",
            choices=OPTIONS,
            gold=Gold(RightAnswer(choice=draw.randrange(4))),
            group=f"task {place % 2}",
            extra=MappingProxyType({"minutes": place % 5}),
        )
        for place in range(number)
    ]


def _right(item: Item) -> int:
    right = right_choice(item)
    assert right is not None
    return right


def _with_extra(item: Item, **more: Any) -> Item:
    return replace(item, extra={**item.extra, **more})


Planted = Callable[[Item], Item]


def test_clean_items_pass() -> None:
    check_items(_items())


@pytest.mark.parametrize(
    ("plant", "told"),
    [
        (
            lambda one: replace(one, question=f"{one.question} {OPTIONS[_right(one)]}, or what?"),
            "the question holds its gold text",
        ),
        (
            lambda one: replace(one, question=f"Who? The answer is {'ABCD'[_right(one)]}."),
            "the question says what the answer is",
        ),
        (
            lambda one: replace(one, question=f"{one.question} (correct option: {_right(one)})"),
            "the question says what the answer is",
        ),
        (lambda one: replace(one, group=OPTIONS[_right(one)]), "the group holds its gold text"),
        (lambda one: _with_extra(one, answer="hidden"), "'answer' is named like a gold label"),
        (lambda one: _with_extra(one, correct_choice=9), "'correct_choice' is named like"),
        (lambda one: _with_extra(one, meta={"GT": 1}), "'GT' is named like a gold label"),
        (lambda one: _with_extra(one, time_reference="1:00-2:00"), "'time_reference' is named"),
        (lambda one: _with_extra(one, note=OPTIONS[_right(one)]), "'note' holds its gold text"),
        (
            lambda one: _with_extra(one, deep={"list": [OPTIONS[_right(one)]]}),
            "'deep.list' holds its gold text",
        ),
        (lambda one: _with_extra(one, code=_right(one)), "'code': is the number of the right"),
        (lambda one: _with_extra(one, code=_right(one) + 1), "is the number from 1 of the right"),
        (lambda one: _with_extra(one, code="abcd"[_right(one)]), "is the letter of the right"),
        (lambda one: _with_extra(one, code=str(_right(one))), "is the number of the right"),
        (
            lambda one: replace(
                one,
                choices=tuple(
                    f"{option}." if place == _right(one) else option
                    for place, option in enumerate(OPTIONS)
                ),
            ),
            "the right option ends as no other does",
        ),
        (
            lambda one: replace(
                one,
                choices=(OPTIONS[_right(one)], *(o for o in OPTIONS if o != OPTIONS[_right(one)])),
                gold=Gold(RightAnswer(choice=0)),
            ),
            "option 0 is right in 24 of 24",
        ),
        (
            lambda one: replace(
                one,
                choices=(),
                gold=Gold("The butler did it."),
                question="Who did it? Surely the butler did it!",
            ),
            "the question holds its gold text",
        ),
        (
            lambda one: replace(one, choices=(), gold=Gold(["a cat sleeps", "he runs away"]),
                                extra={"hint": "He runs away"}),
            "'hint' holds its gold text",
        ),
    ],
)  # fmt: skip
def test_planted_in_the_items(plant: Planted, told: str) -> None:
    with pytest.raises(LeakError) as refused:
        check_items([plant(item) for item in _items()])
    assert any(told in str(finding) for finding in refused.value.findings), refused.value.findings


def test_one_planted_item_among_many_is_enough() -> None:
    first, *rest = _items()
    leaky = replace(first, question=f"Is it that {OPTIONS[_right(first)]}?")
    with pytest.raises(LeakError, match="item 0: the question holds its gold text"):
        check_items([*rest, leaky])


@pytest.mark.parametrize("window", [(12_000, 15_500), [12, 15.5]])
def test_where_the_answer_is_seen_may_not_stand_in_an_extra_field(window: Any) -> None:
    gold = Gold(RightAnswer(choice=0, evidence=TimeSpan(12_000, 15_500)))
    item = replace(_items()[0], gold=gold)
    check_items([_with_extra(item, lasts_s=12)])
    with pytest.raises(LeakError, match="name the times of its gold label"):
        check_items([_with_extra(item, clip={"window": window})])


def test_a_refusal_does_not_repeat_the_label() -> None:
    first, *rest = _items()
    leaky = replace(first, question=f"Is it that {OPTIONS[_right(first)]}?")
    with pytest.raises(LeakError) as refused:
        check_items([*rest, leaky])
    assert OPTIONS[_right(first)] not in f"{refused.value} {refused.value.document()}"


def test_a_question_may_name_all_of_its_options() -> None:
    item = replace(_items()[0], question=f"Which is it: {', '.join(OPTIONS)}?")
    check_items([item])


def test_short_right_options_stand_in_questions_by_chance() -> None:
    item = replace(_items()[0], question="Is it red?", choices=("red", "blue"), gold=Gold(0))
    check_items([item])


def test_yes_no_questions_may_all_be_answered_yes() -> None:
    items = [replace(one, choices=("Yes", "No"), gold=Gold(0)) for one in _items()]
    check_items(items)


# -- prompts and tools -----------------------------------------------------------------------------


def _tools() -> dict[str, str]:
    bench = Workbench(None, None, "none")  # type: ignore[arg-type]  # described, not called
    return tool_texts(toolbox(bench))


def test_our_prompts_and_tools_hold_nothing_of_a_data_set() -> None:
    assert len(prompt_texts()) >= 3
    assert set(_tools()) == {f"tool {name}" for name in TOOLS}
    check_texts({**prompt_texts(), **_tools()}, _items())


@pytest.mark.parametrize(
    "planted", ["What happens after the bell rings?", "For example: she pours a CUP of tea!"]
)
def test_planted_in_a_prompt_file(tmp_path: Path, planted: str) -> None:
    (tmp_path / "explore.v9.md").write_text(f"You answer questions.\n{planted}\n")
    with pytest.raises(LeakError, match=r"explore\.v9\.md: holds the"):
        check_texts(prompt_texts(tmp_path), _items())


def test_planted_in_a_tools_description() -> None:
    tool = StructuredTool.from_function(
        lambda: "", name="find", description=f"Finds things. Usually {OPTIONS[1]}."
    )
    with pytest.raises(LeakError, match="tool find: holds the gold text of item"):
        check_texts(tool_texts([tool]), _items())


# -- while it runs ---------------------------------------------------------------------------------


def _secret_item() -> Item:
    return replace(_items()[0], choices=(), gold=Gold("the butler did it in the library"))


def test_a_secret_in_a_prompt_stops_the_run() -> None:
    watch = Watch(secrets=secrets_of(_secret_item()))
    with watching(watch), pytest.raises(LeakError, match="prompt: holds the gold text of item 0"):
        FakeListChatModel(responses=["?"]).invoke("Hint: The butler did it, in the library.")


def test_what_the_memory_showed_before_may_stand_in_a_prompt() -> None:
    watch = Watch(secrets=secrets_of(_secret_item()))
    said = "The butler did it in the library, says the cook."
    tool = StructuredTool.from_function(lambda: said, name="look", description="Looks.")
    model = FakeListChatModel(responses=["?"])
    with watching(watch):
        tool.invoke({})
        assert model.invoke(f"Found so far: {said}").content == "?"


def test_a_mark_stops_the_run_wherever_it_passes() -> None:
    tool = StructuredTool.from_function(
        lambda word: f"found {word}", name="look", description="Looks."
    )
    model = FakeListChatModel(responses=["canary77 is in this reply"])
    for passing in (
        lambda: tool.invoke({"word": "canary77"}),
        lambda: model.invoke("canary77"),
        lambda: model.invoke("anything"),
    ):
        with watching(Watch(marks=["canary77"])), pytest.raises(LeakError):
            passing()
    model.invoke("canary77 without a watch")


# -- phrases ---------------------------------------------------------------------------------------


def test_phrases_are_found_by_words() -> None:
    phrases = Phrases([("one", "He opens the red door"), ("two", "tea"), ("three", "猫が寝ている")])
    assert set(phrases.found_in("when he OPENS\nthe red-door, tea!")) == {"one", "two"}
    assert list(phrases.found_in("he opens the red doors; teapot")) == []
    assert list(phrases.found_in("そこで猫が寝ている。")) == ["three"]
    assert telling("a red door")
    assert not telling("red door")
    assert telling("猫が寝ている")
    assert not telling("猫")


# -- loaders ---------------------------------------------------------------------------------------


def _written(folder: Path, leak: Callable[[Mapping[str, Any]], str]) -> Dataset:
    """A data set of LVBench's form whose loader lets something through."""

    class Leaky(Dataset):
        def load(self, folder: Path) -> Any:
            rows = json.loads((folder / "questions.json").read_text())
            return [
                Item(str(n), "made", "v", leak(row), OPTIONS, Gold("ABCD".index(row["answer"])))
                for n, row in enumerate(rows)
            ]

    rows = [{"question": "What?", "answer": letter} for letter in "ABCDABCD"]
    (folder / "questions.json").write_text(json.dumps(rows))
    return Leaky("made", "questions.json", "nowhere", "ours", "lvbench")


def test_a_loader_that_lets_gold_through_is_found(tmp_path: Path) -> None:
    clean = _written(tmp_path, lambda row: row["question"])
    assert check_loader(clean, tmp_path) == 8
    leaky = _written(tmp_path, lambda row: f"{row['question']} {ord(row['answer']) * 7}")
    with pytest.raises(LeakError, match="item 0: its question depends on its gold label"):
        check_loader(leaky, tmp_path)


def test_every_loader_says_which_fields_are_gold() -> None:
    assert {chosen.module for chosen in DATASETS.values()} == set(GOLD_FIELDS)


@pytest.mark.parametrize("name", ["lvbench", "ovobench", "streamingbench"])
def test_official_files_give_nothing_away(name: str) -> None:
    folder = data_folder(None) / name
    if not folder.is_dir():
        pytest.skip(f"others' data is not here: {name} (LONGTAKE_DATA)")
    items: Sequence[Item] = DATASETS[name].load(folder)
    check_items(items)
    assert check_loader(DATASETS[name], folder) == len(items)
