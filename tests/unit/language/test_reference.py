"""Who is meant, across the cues of a window."""

import pytest

from tests.unit.language.conftest import labels_of, names_of

STORIES = {
    "subject before object": (
        ["The rabbit eats a carrot.", "It hops away."],
        ["rabbit eats carrot", "rabbit hops away"],
    ),
    "what is thrown is the thing": (
        ["The monkey picks a nut.", "It throws it."],
        ["monkey picks nut", "monkey throws nut"],
    ),
    "never the doer itself": (
        ["The lion sleeps.", "A fly lands on it."],
        ["lion sleeps", "fly lands on lion"],
    ),
    "gender": (
        ["A boy and a girl meet.", "She waves at him."],
        ["boy and girl meet", "girl waves at boy"],
    ),
    "learned gender": (
        ["ALEX opens the door. She smiles.", "A man enters. He greets her."],
        ["Alex opens door", "Alex smiles", "man enters", "man greets Alex"],
    ),
    "plural": (
        ["The boys see a dog.", "They run after it."],
        ["boys see dog", "boys run after dog"],
    ),
    "two together": (
        ["The cat and the mouse dance.", "They fall asleep."],
        ["cat and mouse dance", "cat and mouse fall asleep"],
    ),
    "owner of the subject": (
        ["The bear's face lights up.", "It claps."],
        ["bear's face lights up", "bear claps"],
    ),
    "only a creature raises its head": (
        ["The stone misses the wolf.", "It raises its head."],
        ["stone misses wolf", "wolf raises head"],
    ),
    "cause of a change": (
        ["The wolf bends a branch until it breaks."],
        ["wolf bends branch", "branch breaks"],
    ),
    "the other two": (
        ["The fox, the hen and the pig sit.", "The fox sings while the other two listen."],
        ["fox, hen and pig sit", "fox sings", "hen and pig listen"],
    ),
    "all three": (
        ["The three bears eat.", "A girl enters.", "All three look up."],
        ["three bears eat", "girl enters", "three bears look up"],
    ),
    "one of them": (
        ["Two men enter.", "One of them sits down."],
        ["two men enter", "one of two men sits down"],
    ),
    "what happened": (
        ["The clown falls into the pool.", "This amuses the children."],
        ["clown falls into pool", "clown amuses children"],
    ),
    "not what has just acted": (
        ["The crow dropped the ring, and the boy climbed down to get it."],
        ["crow drops ring", "boy climbs down", "boy gets ring"],
    ),
    "what can be eaten": (
        ["When the bear saw the honey, he climbed the tree and ate it."],
        ["bear sees honey", "bear climbs tree", "bear eats honey"],
    ),
    "a witch is no he": (
        ["The witch gave the prince an apple, after which he fell asleep."],
        ["witch gives prince apple", "prince falls asleep"],
    ),
    "nobody known": (["He leaves."], ["leaves"]),
}


@pytest.mark.parametrize(("cues", "labels"), STORIES.values(), ids=STORIES)
def test_who_is_meant(read, cues, labels):
    assert labels_of(read(*cues)) == labels


def test_the_speaker_is_i():
    from language.events import Passage
    from language.reading import read_passages

    event = read_passages([Passage("I open the gate.", speaker="Anna")]).events[0]
    assert [r.name for r in event.subjects] == ["Anna"]
    named = read_passages([Passage("ANNA: I open the gate.")]).events[0]
    assert [r.name for r in named.subjects] == ["Anna"]


NAMES = {
    "article, adjective, possessive": (
        ["A big brown bear wakes.", "The bear yawns.", "The sleepy bear leaves its cave."],
        {"bear": "Person", "cave": "Location"},
    ),
    "told apart by their kind": (
        [
            "The flying squirrel jumps and the red squirrel laughs.",
            "The red squirrel follows the flying squirrel.",
            "The tired flying squirrel sleeps.",
        ],
        {"flying squirrel": "Person", "red squirrel": "Person"},
    ),
    "told apart by clothes": (
        ["Man in red jacket enters lobby.", "Man in blue coat leaves lobby."],
        {"man in red jacket": "Person", "man in blue coat": "Person", "lobby": "Location"},
    ),
    "told apart by colour": (
        ["The boy fills the green cup.", "He empties the blue cup."],
        {"boy": "Person", "green cup": "Object", "blue cup": "Object"},
    ),
    "groups": (
        ["The crowd cheers.", "Three women dance."],
        {"crowd": "Group", "three women": "Group"},
    ),
    "food is no person": (["Adds the chicken to the pan."], {"chicken": "Object", "pan": "Object"}),
    "a guard at rest": (
        ["The guard sleeps.", "The striker scores."],
        {"guard": "Person", "striker": "Person"},
    ),
    "plants are no persons": (
        ["Branch snaps.", "The branch smiles, waves, laughs, dances and sings."],
        {"branch": "Object"},
    ),
    "named in capitals": (
        ["PAUL is at the door.", "RUTH hands BILL the lamp.", "SMOKE fills the attic."],
        {"Paul": "Person", "Ruth": "Person", "Bill": "Person", "smoke": "Object"},
    ),
    "one more": (
        ["A butterfly sits on a flower.", "A second butterfly arrives."],
        {"butterfly": "Person", "flower": "Object", "second butterfly": "Person"},
    ),
    "parts of the body": (
        ["The rabbit's ears twitch."],
        {"rabbit": "Person", "rabbit's ears": "Object"},
    ),
    "part of a place": (
        ["A man sits at the edge of the forest."],
        {"man": "Person", "edge of forest": "Location"},
    ),
    "quantities": (
        ["A group of boys eats a bowl of soup."],
        {"boys": "Group", "bowl of soup": "Object"},
    ),
}


@pytest.mark.parametrize(("cues", "names"), NAMES.values(), ids=NAMES)
def test_one_name_each(read, cues, names):
    found = names_of(read(*cues))
    assert {name: found.get(name) for name in names} == names


def test_one_entity_for_one_thing(read):
    reading = read("A big brown bear wakes.", "The bear yawns.", "The sleepy bear leaves its cave.")
    assert set(names_of(reading)) == {"bear", "cave"}


def test_ties_between_things(read):
    reading = read("The old king wears a crown.", "He holds a sword.", "A cat lies on the throne.")
    ties = {(t.source.name, t.type.value, t.target.name) for t in reading.ties}
    assert ties >= {
        ("king", "WEARS", "crown"),
        ("king", "HOLDS", "sword"),
        ("cat", "ON", "throne"),
    }


def test_what_is_denied_ties_nothing(read):
    reading = read("The king does not wear a crown.", "He wants to hold the sword.")
    assert not [t for t in reading.ties if t.type.value in ("WEARS", "HOLDS")]
