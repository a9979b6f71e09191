"""Gold labels in a box that cannot be rendered: only scoring code opens it.

A label that can be put into a string will one day stand in a prompt. So a :class:`Gold` has no
text, no length, no truth, no equality and no copy; it goes into no JSON, pickle or pydantic model;
and whoever wants the value says in which capacity, with a :class:`Scorer`. tests/unit/test_gold.py
walks the source: ``Scorer(…)`` and ``.reveal(…)`` stand in scoring code alone. While a question is
being answered (:func:`sealed`) nothing in that thread, nor in the threads its tools run in, can
open any box, scorer or not.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Generic, NoReturn, TypeVar

from runtime.errors import LongtakeError

T_co = TypeVar("T_co", covariant=True)

_SHOWN = "<gold>"
_answering: ContextVar[bool] = ContextVar("longtake_answering", default=False)


class GoldRenderedError(LongtakeError):
    """Something tried to turn a gold label into text or data, or to open it while answering."""

    type = "gold_rendered"


@dataclass(frozen=True, slots=True)
class Scorer:
    """Who opens gold labels: made by scoring code, never handed to what answers."""

    name: str


class Gold(Generic[T_co]):
    """One gold value. :meth:`reveal` is the only way to it.

    ``repr`` is a constant, so that debuggers, pytest and logs of the thing around it still work;
    every other rendering raises :class:`GoldRenderedError`, or ``TypeError`` where Python's own
    protocol has no method to refuse with (``json.dumps``, ``vars``).
    """

    __slots__ = ("_boxed",)

    def __init__(self, value: T_co) -> None:
        # A closure, not an attribute: what dumps slots and attributes finds a function there.
        self._boxed: Callable[[], T_co] = lambda: value

    def reveal(self, to: Scorer) -> T_co:
        """The value, for scoring. Raises :class:`GoldRenderedError` while answering."""
        if not isinstance(to, Scorer):
            raise GoldRenderedError(
                f"{type(to).__name__} may not read a gold label",
                "Only scoring code does, with a Scorer of its own.",
            )
        if _answering.get():
            raise GoldRenderedError(
                f"{to.name} wanted a gold label while a question was being answered",
                "Score after the run, from its stored predictions.",
            )
        return self._boxed()

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise GoldRenderedError(
            "a gold label was about to be rendered, compared or copied",
            "Hand on the public fields of the item; scoring code opens gold with .reveal().",
        )

    def __repr__(self) -> str:
        return _SHOWN

    __str__ = __format__ = __bytes__ = _refuse
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __hash__ = _refuse
    __bool__ = __int__ = __float__ = __index__ = __len__ = _refuse
    __iter__ = __contains__ = __getitem__ = _refuse
    __copy__ = __deepcopy__ = __reduce__ = __reduce_ex__ = __getstate__ = _refuse
    __get_pydantic_core_schema__ = _refuse


@contextmanager
def sealed() -> Iterator[None]:
    """While inside, no gold label can be opened by this thread or by what it starts."""
    token = _answering.set(True)
    try:
        yield
    finally:
        _answering.reset(token)
