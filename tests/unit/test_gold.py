"""A gold label cannot be rendered, compared or copied; only scoring code can open it."""

import ast
import copy
import dataclasses
import gc
import json
import logging
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, TypeAdapter
from pydantic_core import PydanticSerializationError, to_json

from evaluation.gold import Gold, GoldRenderedError, Scorer, sealed
from evaluation.item import Item, PublicItem

ROOT = Path(__file__).parents[2]
SECRET = "xyzzy-the-right-answer"
SCORER = Scorer("test")


def _item(gold: Any = SECRET) -> Item:
    return Item("1", "set", "video", "What?", ("a", "b"), Gold(gold))


@pytest.mark.parametrize(
    "render",
    [
        str,
        lambda gold: f"{gold}",
        lambda gold: f"{gold:>20}",
        "{}".format,
        lambda gold: "%s" % gold,  # noqa: UP031
        lambda gold: "".join([gold]),
        print,
        bytes,
        pickle.dumps,
        copy.copy,
        copy.deepcopy,
        json.dumps,
        lambda gold: json.dumps(gold, default=str),
        lambda gold: json.dumps(gold, default=vars),
        lambda gold: json.dumps({gold: 1}),
        to_json,
        lambda gold: to_json(gold, fallback=str),
        vars,
        list,
        tuple,
        dict,
        len,
        bool,
        int,
        hash,
        iter,
        lambda gold: gold == SECRET,
        lambda gold: gold != SECRET,
        lambda gold: gold == Gold(SECRET),
        lambda gold: gold < gold,
        lambda gold: SECRET in gold,
        lambda gold: gold in [SECRET],
        lambda gold: gold[0],
        lambda gold: {gold},
        lambda gold: range(3)[gold],
        lambda gold: dataclasses.asdict(_item()),
        lambda gold: dataclasses.astuple(_item()),
        lambda gold: pickle.dumps(_item()),
        lambda gold: copy.deepcopy(_item()),
        lambda gold: json.dumps([_item()], default=dataclasses.asdict),
        lambda gold: TypeAdapter(Gold[str]),
        lambda gold: _holder()(gold=gold).model_dump_json(),
    ],
)
def test_no_rendering_lets_the_value_out(render: Callable[[Any], Any]) -> None:
    with pytest.raises((GoldRenderedError, TypeError, PydanticSerializationError)) as refused:
        render(Gold(SECRET))
    assert SECRET not in str(refused.value)


def _holder() -> type[BaseModel]:
    class Holder(BaseModel):
        model_config = ConfigDict(arbitrary_types_allowed=True)

        gold: Any

    return Holder


def test_what_debuggers_and_logs_show_is_a_constant(caplog: pytest.LogCaptureFixture) -> None:
    item = _item()
    logging.getLogger("test").warning("asking %r", item)
    shown = [repr(item), str(item), f"{item}", caplog.text, repr(Gold(SECRET)), str(dir(item.gold))]
    assert all(SECRET not in text for text in shown)
    assert repr(Gold(1)) == repr(Gold(2)) == "<gold>"


def test_what_dumps_attributes_finds_no_value() -> None:
    gold = Gold(SECRET)
    assert not hasattr(gold, "__dict__")
    held = [getattr(gold, name) for name in Gold.__slots__]
    assert [type(one) for one in held] == [FunctionType]
    assert SECRET not in repr(held)
    assert SECRET not in repr(gc.get_referents(gold))


def test_items_are_compared_and_hashed_by_what_is_public() -> None:
    assert _item("one") == _item("another")
    assert hash(_item("one")) == hash(_item("another"))


def test_the_public_part_of_an_item_holds_no_gold() -> None:
    public = _item().public()
    names = {field.name for field in dataclasses.fields(PublicItem)}
    assert names == {field.name for field in dataclasses.fields(Item)} - {"gold"}
    assert json.loads(json.dumps(public.document()))["question"] == "What?"


def test_a_scorer_opens_it_and_nothing_else_does() -> None:
    assert Gold(SECRET).reveal(SCORER) == SECRET
    with pytest.raises(GoldRenderedError, match="str may not read"):
        Gold(SECRET).reveal("test")  # type: ignore[arg-type]


def test_nobody_opens_it_while_a_question_is_being_answered() -> None:
    gold = Gold(SECRET)
    with sealed(), pytest.raises(GoldRenderedError, match="being answered"):
        gold.reveal(SCORER)
    assert gold.reveal(SCORER) == SECRET


def test_nor_do_the_threads_that_tools_run_in() -> None:
    """LangChain hands the context of the caller to the threads of tools."""
    gold = Gold(SECRET)
    with ThreadPoolExecutor(1) as pool:
        with sealed():
            inside = copy_context()
        with pytest.raises(GoldRenderedError, match="being answered"):
            pool.submit(inside.run, gold.reveal, SCORER).result()
        assert pool.submit(gold.reveal, SCORER).result() == SECRET


OPENERS = (
    "evaluation/scorers/",
    "evaluation/replays/",
    "evaluation/floors.py",
    "evaluation/leak_guard/labels.py",
    "evaluation/canary.py",
    "evaluation/ablations/scoring.py",
    "tests/",
)
"""Where gold may be opened. What builds questions, and what answers them, is not among them."""


def test_only_scoring_code_opens_gold_in_the_whole_source() -> None:
    found = []
    for path in sorted(ROOT.glob("*/**/*.py")):
        name = path.relative_to(ROOT).as_posix()
        if name.startswith((".", *OPENERS)) or name == "evaluation/gold.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Attribute(attr="reveal" | "_boxed"):
                    found.append(f"{name}:{node.lineno}")
                case ast.Call(func=ast.Name(id="Scorer")):
                    found.append(f"{name}:{node.lineno}")
    assert found == []
