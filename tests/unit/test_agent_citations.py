"""Verdicts on citations: what is not shown by its quote is never confirmed."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from agent.answer import Verdict
from agent.citations import CitedNode, checked
from agent.draft import AnswerDraft, DraftCitation
from agent.evidence import Evidence
from agent.question import Question
from language.normalise import search_text

VIDEO = "v0123456789abcdef"
NUT = "The red squirrel grins and throws the green acorn at the rabbit."
CRUSH = "A red apple drops from above and crushes the butterfly on its flower."
SING = "A round purple bird spreads its wings and opens its beak as if to sing."
EAT = "The rabbit takes a bite of the apple and wanders off to the left."
WHY = "The rabbit hides because burrs come flying after it."
THREE = "Three rodents march along a forest path."
TOLD = "A sign says that the moon is made of cheese and that the farmer sells the barn."
TRAY = "The woman puts a tray of rolls into the oven."
VINE = "The rabbit looks up, grabs a hanging vine and yanks it down."
OPEN = "The rabbit's smile fades because the butterfly lies still. It bends to the apple."
MISS = "The rabbit never finds the key."

NODES = {
    f"{VIDEO}.u{number}": CitedNode(
        f"{VIDEO}.u{number}", text, VIDEO, number * 10_000, number * 10_000 + 5_000, "description"
    )
    for number, text in enumerate(
        (NUT, CRUSH, SING, EAT, WHY, THREE, MISS, TOLD, OPEN, VINE, TRAY), start=1
    )
}


class SharedWords:
    """An encoder whose cosine is the share of common stems."""

    model = "shared-words"
    dimensions = 4_096

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in enumerate(texts):
            for word in search_text(text).split():
                vectors[row, sum(map(ord, word)) * 31 % self.dimensions] = 1
        return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)


def verdict(
    claim: str, quote: str, *, node: str | None = None, question: str = "What happens?"
) -> tuple[Verdict, str]:
    cited = next(one for one in NODES.values() if one.text == (node or quote))
    evidence = Evidence()
    evidence.add([cited.id])
    draft = AnswerDraft(answer=claim, citations=(DraftCitation(id=cited.id, quote=quote),))
    (found,) = checked(draft, Question(question, "main"), evidence, NODES, SharedWords())
    return found.verdict, found.reason


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        (CRUSH, CRUSH),
        ("The butterfly is crushed by a red apple.", CRUSH),
        ("An apple crushes the butterfly.", CRUSH),
        ("A red apple drops from above (0:20-0:25).", CRUSH),
        ("At 0:20 an apple crushes the butterfly.", CRUSH),
        ("The red squirrel throws an acorn at the rabbit.", NUT),
        ("The squirrel threw the green acorn.", NUT),
        ("The rabbit never finds the key.", MISS),
        ("The rabbit did not find the key.", MISS),
        ("Three rodents march along a path.", THREE),
        ("The rabbit hides because burrs come flying after it.", WHY),
    ],
)
def test_a_claim_that_the_quote_makes_is_confirmed(claim: str, quote: str) -> None:
    assert verdict(claim, quote)[0] == "confirmed"


@pytest.mark.parametrize(
    ("question", "answer", "quote"),
    [
        ("What crushes the butterfly?", "A red apple.", CRUSH),
        ("Who throws the acorn at the rabbit?", "The red squirrel.", NUT),
        ("Does an apple crush the butterfly?", "Yes.", CRUSH),
        ("When does an apple crush the butterfly?", "At 0:20.", CRUSH),
    ],
)
def test_a_bare_answer_is_read_into_its_question(question: str, answer: str, quote: str) -> None:
    assert verdict(answer, quote, question=question)[0] == "confirmed"


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The chinchilla throws the green acorn at the rabbit.", NUT),
        ("The flying squirrel throws the green acorn at the rabbit.", NUT),
        ("The rabbit throws the green acorn at the red squirrel.", NUT),
        ("The red squirrel throws a stone at the rabbit.", NUT),
        ("The red squirrel throws the red acorn at the rabbit.", NUT),
        ("The red squirrel eats the green acorn.", NUT),
        ("The red squirrel drops the green acorn.", NUT),
        ("The red squirrel does not throw the green acorn.", NUT),
        ("The red squirrel never throws the acorn.", NUT),
        ("Two red squirrels throw the green acorn.", NUT),
        ("The red squirrel throws the green acorn at the chinchilla.", NUT),
        ("The red squirrel throws the green acorn twice.", NUT),
        ("The red squirrel tries to throw the acorn.", NUT),
        ("The red squirrel throws the acorn because it is angry.", NUT),
        ("The butterfly bends to the apple.", OPEN),
        ("The smile bends to the apple.", OPEN),
        ("The moon is made of cheese.", TOLD),
        ("The farmer sells the barn.", TOLD),
        ("The butterfly crushes the apple.", CRUSH),
        ("The apple is crushed by the butterfly.", CRUSH),
        ("A green apple crushes the butterfly.", CRUSH),
        ("A red apple crushes the butterfly and the bee.", CRUSH),
        ("A red apple crushes the butterfly at 5:00.", CRUSH),
        ("A red apple crushes the butterfly before it drops from above.", CRUSH),
        ("The bird sings.", SING),
        ("The bird closes its beak.", SING),
        ("The rabbit wanders off before it takes a bite of the apple.", EAT),
        ("The rabbit wanders off to the right.", EAT),
        ("The rabbit takes a bite of the apple after it wanders off.", EAT),
        ("Burrs come flying because the rabbit hides.", WHY),
        ("Five rodents march along a forest path.", THREE),
        ("The rabbit finds the key.", MISS),
        ("Nobody marches along a forest path.", THREE),
        (  # the parser takes "chestnut" for no noun here
            "The rabbit grabs hanging chestnut.",
            VINE,
        ),
    ],
)
def test_a_claim_that_differs_in_one_thing_is_not_confirmed(claim: str, quote: str) -> None:
    found, reason = verdict(claim, quote)
    assert found != "confirmed"
    assert reason


@pytest.mark.parametrize(
    ("claim", "found"),
    [
        ("The woman puts rolls into the oven.", "unverified"),
        ("The woman puts a tray into the oven.", "confirmed"),
        ("The woman puts a chicken into the oven.", "rejected"),
    ],
)
def test_a_tray_of_rolls_does_not_contradict_rolls(claim: str, found: Verdict) -> None:
    assert verdict(claim, TRAY)[0] == found


@pytest.mark.parametrize(
    ("question", "answer", "quote"),
    [
        ("What crushes the butterfly?", "A stone.", CRUSH),
        ("Who throws the acorn at the rabbit?", "The chinchilla.", NUT),
        ("Does an apple crush the butterfly?", "No.", CRUSH),
        ("When does an apple crush the butterfly?", "At 9:20.", CRUSH),
        ("Why does the rabbit hide?", "Hunger.", WHY),
    ],
)
def test_a_wrong_bare_answer_is_not_confirmed(question: str, answer: str, quote: str) -> None:
    assert verdict(answer, quote, question=question)[0] != "confirmed"


@pytest.mark.parametrize(
    "quote",
    [
        CRUSH,
        NUT.replace("green", "red"),
        NUT.replace("The red squirrel grins and ", ""),
        NUT.upper(),
        "…",
        NUT + " It laughs.",
    ],
)
def test_a_quote_that_does_not_stand_there_is_rejected(quote: str) -> None:
    altered = quote if quote != NUT.replace("The red squirrel grins and ", "") else "grins throws"
    found, reason = verdict(NUT, altered, node=NUT)
    assert (found, "word for word" in reason) == ("rejected", True)


def test_white_space_does_not_make_a_quote_another() -> None:
    assert verdict(NUT, NUT.replace(" and ", "\n  and\t"), node=NUT)[0] == "confirmed"


def test_an_id_that_was_not_returned_is_rejected_even_if_it_is_true() -> None:
    draft = AnswerDraft(answer=NUT, citations=(DraftCitation(id=f"{VIDEO}.u1", quote=NUT),))
    (found,) = checked(draft, Question("What?", "main"), Evidence(), NODES, SharedWords())
    assert found.verdict == "rejected"
    assert (found.start_ms, found.source) == (None, None)


def test_a_moment_of_a_video_that_was_not_asked_about_is_rejected() -> None:
    evidence = Evidence()
    evidence.add(NODES)
    draft = AnswerDraft(answer=NUT, citations=(DraftCitation(id=f"{VIDEO}.u1", quote=NUT),))
    for videos, wanted in (((VIDEO,), "confirmed"), (("v" + "f" * 16,), "rejected")):
        question = Question("What?", "main", videos)
        (found,) = checked(draft, question, evidence, NODES, SharedWords())
        assert found.verdict == wanted


def test_each_citation_is_judged_by_the_sentence_it_bears_on() -> None:
    evidence = Evidence()
    evidence.add(NODES)
    cited = tuple(DraftCitation(id=one.id, quote=one.text) for one in list(NODES.values())[:2])
    answer = "An apple crushes the butterfly. Then the chinchilla throws the acorn at the rabbit."
    draft = AnswerDraft(answer=answer, citations=cited)
    nut, crush = checked(draft, Question("What?", "main"), evidence, NODES, SharedWords())
    assert crush.verdict == "confirmed"
    assert nut.verdict == "rejected"
    assert "'squirrel', not 'chinchilla'" in nut.reason


def test_two_quotes_show_an_order_by_their_times() -> None:
    evidence = Evidence()
    evidence.add(NODES)
    cited = tuple(DraftCitation(id=one.id, quote=one.text) for one in list(NODES.values())[:2])

    def verdicts(answer: str) -> set[str]:
        draft = AnswerDraft(answer=answer, citations=cited)
        found = checked(draft, Question("What?", "main"), evidence, NODES, SharedWords())
        return {one.verdict for one in found}

    before = "The squirrel throws the acorn before the apple crushes the butterfly."
    after = "The apple crushes the butterfly before the squirrel throws the acorn."
    assert verdicts(before) == {"confirmed"}
    assert "confirmed" not in verdicts(after)


def test_a_moment_goes_on_to_a_neighbour_that_was_returned() -> None:
    evidence = Evidence()
    evidence.add([f"{VIDEO}.u1", f"{VIDEO}.u2"])
    for through, end in ((f"{VIDEO}.u2", 25_000), (f"{VIDEO}.u3", 15_000), ("nonsense", 15_000)):
        cited = DraftCitation(id=f"{VIDEO}.u1", quote=NUT, through=through)
        draft = AnswerDraft(answer=NUT, citations=(cited,))
        (found,) = checked(draft, Question("What?", "main"), evidence, NODES, SharedWords())
        assert (found.start_ms, found.end_ms) == (10_000, end)


def test_the_graphs_actor_stands_in_for_a_pronoun() -> None:
    text = "It squeezes out of the burrow."
    node = CitedNode(f"{VIDEO}.e1", text, VIDEO, 0, 1_000, "description", ("rabbit",))
    evidence = Evidence()
    evidence.add([node.id])
    for claim, wanted in (
        ("The rabbit squeezes out of the burrow.", "confirmed"),
        ("The fox squeezes out of the burrow.", "rejected"),
    ):
        draft = AnswerDraft(answer=claim, citations=(DraftCitation(id=node.id, quote=text),))
        nodes = {node.id: node}
        (found,) = checked(draft, Question("What?", "main"), evidence, nodes, SharedWords())
        assert found.verdict == wanted
