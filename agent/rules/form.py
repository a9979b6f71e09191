"""What a question asks for, read from its form: the words it opens with and the clauses it has."""

import re
from dataclasses import dataclass
from enum import StrEnum


class Form(StrEnum):
    """Kinds of question that are looked up, ordered or answered differently."""

    MOMENT = "moment"
    CAUSE = "cause"
    EFFECT = "effect"
    AFTER = "after"
    BEFORE = "before"
    FIRST = "first"
    LAST = "last"
    COUNT = "count"
    YES_NO = "yes_no"
    OVERVIEW = "overview"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as a search needs it.

    ``statement`` is what would be seen, in the question's own words ("the bunny hides"); for
    questions about what came before or after something it is that something.
    """

    form: Form
    question: str
    statement: str


_AUXILIARY = r"(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would)"
_OPENING = re.compile(
    rf"^\s*(?:(?:at|in|on|to|from|with|for|by|of|during|under|into|onto|against|through)\s+)?"
    rf"(?:when|where|why|how|who|whom|whose|what|which)\b(?:\s+{_AUXILIARY}\b)?",
    re.IGNORECASE,
)
_YES_NO = re.compile(rf"^\s*{_AUXILIARY}\b(?:n't)?\s*", re.IGNORECASE)
_ORDERED = re.compile(
    r"^\s*(?:what|who)\b(?P<main>.*?)\b(?:(?:right|just|immediately|shortly|directly)\s+)?"
    r"(?P<word>after|before|once|following|prior to|as soon as)\s+(?P<anchor>.+)$",
    re.IGNORECASE,
)
_NOTHING_MORE = re.compile(
    r"^[\s,]*(?:(?:do|does|did|has|is|was|will|happen|happens|happened|come|comes|came|going|on|"
    r"take|takes|took|place|occur|occurs|occurred|follow|follows|next)\b[\s,]*)*$",
    re.IGNORECASE,
)
_DOING = re.compile(
    rf"^\s*{_AUXILIARY}\s+(?P<who>.+?)\s+(?:do|does|did|doing|done)\s*$", re.IGNORECASE
)
_CAUSE = re.compile(
    r"^\s*(?:why|how come|for what reason)\b|\b(?:what (?:led to|leads to|caused?s?|makes?|made|"
    r"triggers?|triggered|brings? about)|the (?:cause|reason))\b",
    re.IGNORECASE,
)
_EFFECT = re.compile(
    r"\b(?:what (?:is|was|are) the (?:result|consequence|effect)|what (?:results|follows) from|"
    r"what (?:does|did) .* (?:lead to|result in|cause))\b",
    re.IGNORECASE,
)
_COUNT = re.compile(r"\bhow (?:many times|often)\b", re.IGNORECASE)
_FIRST = re.compile(r"\b(?:first(?: time)?|initially|to begin with)\b", re.IGNORECASE)
_LAST = re.compile(r"\b(?:last(?: time)?|at the (?:very )?end|in the end|finally)\b", re.IGNORECASE)
_OVERVIEW = re.compile(
    r"^\s*(?:summari[sz]e|describe the (?:whole )?(?:film|movie|video|story)|"
    r"what (?:is|was) (?:the|this) (?:film|movie|video|story) (?:all )?about|"
    r"what happens in (?:the|this) (?:film|movie|video|story))\b",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"^\s*(?:please\s+)?(?:describe|tell me(?: about)?|show(?: me)?|find|explain|name|list)\b\s*"
    r"(?:the (?:moment|scene|part)s? (?:when|where|in which|of))?",
    re.IGNORECASE,
)


def read_question(question: str) -> Asked:
    """The form of a question and the statement to look for."""
    bare = question.strip().rstrip("?!. ")
    if _OVERVIEW.match(bare):
        return Asked(Form.OVERVIEW, question, bare)
    ordered = _ORDERED.match(bare)
    if ordered is not None:
        word = ordered["word"].lower()
        form = Form.BEFORE if word in {"before", "prior to"} else Form.AFTER
        main = ordered["main"].strip()
        if _NOTHING_MORE.match(main):
            return Asked(form, question, ordered["anchor"].strip())
        doing = _DOING.match(main)
        who = doing["who"] if doing else _without_opening(f"what {main}")
        return Asked(form, question, f"{who} {ordered['anchor']}".strip())
    return Asked(_form(bare), question, _statement(bare))


def _form(bare: str) -> Form:
    tests = (
        (_COUNT.search, Form.COUNT),
        (_EFFECT.search, Form.EFFECT),
        (_CAUSE.search, Form.CAUSE),
        (_FIRST.search, Form.FIRST),
        (_LAST.search, Form.LAST),
        (_YES_NO.match, Form.YES_NO),
    )
    return next((form for test, form in tests if test(bare)), Form.MOMENT)


def _statement(bare: str) -> str:
    text = _COUNT.sub("", _REQUEST.sub("", bare))
    text = _CAUSE.sub("", text) if not text.lower().startswith("why") else text
    return _without_opening(text) or bare


def _without_opening(text: str) -> str:
    shorter = _OPENING.sub("", text, count=1)
    if shorter == text:
        shorter = _YES_NO.sub("", text, count=1)
    else:
        shorter = re.sub(rf"^\s*{_AUXILIARY}\b", "", shorter, flags=re.IGNORECASE)
    return " ".join(shorter.split()).strip(" ,")
