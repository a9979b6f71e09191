"""Stated causes: which event brings about which, and how."""

import pytest

from tests.unit.language.conftest import labels_of, links_of

CAUSES = [
    (
        ["The boat sinks because the captain hits a rock."],
        ("captain hits rock", "CAUSES", "boat sinks"),
    ),
    (
        ["Because the log is hollow, the mouse escapes."],
        ("log is hollow", "CAUSES", "mouse escapes"),
    ),
    (
        ["The door is locked, so the man breaks the window."],
        ("door is locked", "CAUSES", "man breaks window"),
    ),
    (
        ["The rain stops. So the children go outside."],
        ("rain stops", "CAUSES", "children go outside"),
    ),
    (["The wind blows so hard that the tree falls."], ("wind blows", "CAUSES", "tree falls")),
    (["The girl ducks so that the ball misses her."], ("girl ducks", "CAUSES", "ball misses girl")),
    (["The dog barks at the cat, which makes it run."], ("dog barks at cat", "CAUSES", "cat runs")),
    (
        ["A stone hits the vase, which breaks it."],
        ("stone hits vase", "CAUSES", "stone breaks vase"),
    ),
    (["The noise makes the baby cry."], ("noise makes baby cry", "CAUSES", "baby cries")),
    (
        ["The water boils over, causing the flame to go out."],
        ("water boils over", "CAUSES", "flame goes out"),
    ),
    (
        ["The clown slips.", "This amuses the crowd."],
        ("clown slips", "CAUSES", "clown amuses crowd"),
    ),
    (["The man bends the stick until it breaks."], ("man bends stick", "CAUSES", "stick breaks")),
    (
        ["The bridge collapses. As a result the train stops."],
        ("bridge collapses", "CAUSES", "train stops"),
    ),
    (
        ["The boy climbs the tree to reach the nest."],
        ("boy climbs tree", "ENABLES", "boy reaches nest"),
    ),
    (["In order to see the stage, she stands up."], ("stands up", "ENABLES", "sees stage")),
    (["He opens the safe by turning the dial."], ("turns dial", "ENABLES", "opens safe")),
    (
        ["The guard lets the man enter the hall."],
        ("guard lets man enter", "ENABLES", "man enters hall"),
    ),
    (
        ["The man searches the drawer until he finds the key."],
        ("man searches drawer", "ENABLES", "man finds key"),
    ),
    (
        ["The guard stops the man from entering the bank."],
        ("guard stops man", "PREVENTS", "man entering bank"),
    ),
    (
        ["The boy hides so that his mother cannot see him."],
        ("boy hides", "PREVENTS", "mother seeing boy"),
    ),
    (["After eating the apple, the boy sleeps."], ("boy eats apple", "BEFORE", "boy sleeps")),
    (["The man washes his hands before he eats."], ("man washes hands", "BEFORE", "man eats")),
]


@pytest.mark.parametrize(("cues", "link"), CAUSES, ids=[" ".join(cues) for cues, _ in CAUSES])
def test_stated_causes(read, cues, link):
    assert link in links_of(read(*cues))


NO_CAUSE = [
    "The man opens the door and enters.",
    "The girl looks as if she had seen a ghost.",
    "The boy drops the ball, which rolls away.",
    "The dog tries to catch the stick.",
    "The girl sings while the boy dances.",
    "The woman wants to leave.",
]


@pytest.mark.parametrize("text", NO_CAUSE)
def test_no_cause_is_made_up(read, text):
    assert links_of(read(text)) == []


def test_the_sentence_is_the_reason(read):
    text = "The sky is dark. The boat sinks because a rock hits it. It is gone."
    link = read(text).links[0]
    assert link.sentence == "The boat sinks because a rock hits it."
    assert link.marker == "because"


def test_both_of_two_reasons(read):
    reading = read("The nest falls because the branch breaks and the wind shakes the tree.")
    assert links_of(reading) == [
        ("branch breaks", "CAUSES", "nest falls"),
        ("wind shakes tree", "CAUSES", "nest falls"),
    ]


def test_a_verb_that_only_tells_the_cause_is_no_event(read):
    labels = labels_of(read("The dog barks at the cat, which makes it run."))
    assert labels == ["dog barks at cat", "cat runs"]


@pytest.mark.parametrize(
    "text", ["The boy sleeps after eating the pie.", "The boy sleeps because he eats the pie."]
)
def test_what_comes_first_stands_first(read, text):
    assert labels_of(read(text)) == ["boy eats pie", "boy sleeps"]
