"""Sentence by sentence: who does what to what, one rule of English a table."""

import pytest

from tests.unit.language.conftest import frames_of, labels_of

COORDINATION = [
    (
        "The girl opens the box and takes a ring.",
        [("girl", "open", "box"), ("girl", "take", "ring")],
    ),
    ("The cook tastes and stirs the soup.", [("cook", "taste", ""), ("cook", "stir", "soup")]),
    ("The dog and the cat share a bed.", [("dog+cat", "share", "bed")]),
    ("The man buys bread, milk and eggs.", [("man", "buy", "bread+milk+eggs")]),
    ("The tall girl and then the short girl jump.", [("tall girl+short girl", "jump", "")]),
    (
        "The man carries a bag and the woman a suitcase.",
        [("man", "carry", "bag"), ("woman", "carry", "suitcase")],
    ),
]
RELATIVES = [
    (
        "The dog that chased the cat sleeps.",
        [("dog", "chase", "cat"), ("dog", "sleep", "")],
    ),
    ("The man who stole the car runs.", [("man", "steal", "car"), ("man", "run", "")]),
    (
        "The ball that the boy kicked hits a window.",
        [("boy", "kick", "ball"), ("ball", "hit", "window")],
    ),
    (
        "The bird watches the cat, who does not see it.",
        [("bird", "watch", "cat"), ("cat", "see", "bird")],
    ),
    (
        "She picks apples carried in by the boy.",
        [("", "pick", "apples"), ("boy", "carry in", "apples")],
    ),
]
COMPLEMENTS = [
    ("The baby begins to cry.", [("baby", "begin cry", "")]),
    ("The dog keeps barking.", [("dog", "keep bark", "")]),
    ("The boys go on laughing.", [("boys", "go laugh", "")]),
    ("A plane comes flying over the hill.", [("plane", "come fly", "")]),
    ("The man watches the dog eat a bone.", [("man", "watch", "dog"), ("dog", "eat", "bone")]),
    ("The noise makes the baby cry.", [("noise", "make", "baby"), ("baby", "cry", "")]),
    ("A woman is seen riding a horse.", [("woman", "ride", "horse")]),
    ("There is a man climbing a wall.", [("man", "climb", "wall")]),
    ("Clips are shown of people dancing.", [("people", "dance", "")]),
]
PARTICIPLES = [
    ("A woman holding a baby enters.", [("woman", "hold", "baby"), ("woman", "enter", "")]),
    ("The boy sits on a bench, eating a pear.", [("boy", "sit", ""), ("boy", "eat", "pear")]),
    (
        "Climbing the ladder, the painter slips.",
        [("painter", "climb", "ladder"), ("painter", "slip", "")],
    ),
    ("After washing the car, the man dries it.", [("man", "wash", "car"), ("man", "dry", "car")]),
]
PASSIVES = [
    ("The ball is hit by the boy.", [("boy", "hit", "ball")]),
    (
        "The ball was hit by the boy and rolled away.",
        [("boy", "hit", "ball"), ("ball", "roll", "")],
    ),
    ("The potato gets sliced.", [("", "slice", "potato")]),
    ("The box is opened and emptied.", [("", "open", "box"), ("", "empty", "box")]),
]
PHRASAL = [
    ("The cat knocked over a lamp.", [("cat", "knock over", "lamp")]),
    ("The boy turns on the radio.", [("boy", "turn on", "radio")]),
    ("The squirrel turns on the branch.", [("squirrel", "turn", "")]),
    ("The man picks up a coin.", [("man", "pick up", "coin")]),
]
NO_SUBJECT = [
    ("Kneads the dough.", [("", "knead", "dough")]),
    ("Stirs the soup", [("", "stir", "soup")]),
    ("Add salt", [("", "add", "salt")]),
    ("Dice shrimps", [("", "dice", "shrimps")]),
    ("clean utensils", [("", "clean", "utensils")]),
    ("Rinses hands", [("", "rinse", "hands")]),
    ("Drinking water", [("", "drink", "water")]),
    ("Add oil to tray", [("", "add", "oil")]),
    ("Mash potatoes", [("", "mash", "potatoes")]),
    ("Pour-Pour 1 egg into the cup", [("", "pour", "egg")]),
]
CAPTIONS = [
    ("Man in red jacket enters lobby", [("man", "enter", "lobby")]),
    ("Two people exit vehicle", [("two people", "exit", "vehicle")]),
    ("Dog chases ball across yard", [("dog", "chase", "ball")]),
    ("Officer escorts suspect out of building.", [("officer", "escort", "suspect")]),
    ("Thief grabs bag and flees on foot.", [("thief", "grab", "bag"), ("thief", "flee", "")]),
    (
        "JOHN crosses to the window, looks out.",
        [("John", "cross", ""), ("John", "look out", "")],
    ),
    ("TWO MEN drag a sack.", [("two men", "drag", "sack")]),
    ("MARY (smiling) pours tea.", [("Mary", "pour", "tea")]),
    ("INT. KITCHEN - NIGHT", []),
    ("Green hills, a sunny meadow", []),
]
UNREAL = [
    ("She looks up as if she had heard a noise.", [("", "look up", "")]),
    ("He wonders whether the train left.", [("", "wonder", "")]),
    ("The boy turns around to see what hit him.", [("boy", "turn around", ""), ("boy", "see", "")]),
    ("The text says the house was sold.", [("text", "say", "")]),
    ("The girl is afraid to jump.", [("girl", "be", "")]),
]
CAPITALS = [
    (
        "IRIS, 40s, in a wet coat, steps off the train.",
        [("Iris", "step", "")],
    ),
    ("DETECTIVE HALE reads the note.", [("Detective Hale", "read", "note")]),
    ("A BELL RINGS.", [("bell", "ring", "")]),
    ("She finds a KEY.", [("", "find", "key")]),
    ("CLARA kisses BEN and leaves.", [("Clara", "kiss", "Ben"), ("Clara", "leave", "")]),
    ("Three SAILORS storm in.", [("three sailors", "storm in", "")]),
    ("HECTOR, tired, knocks twice.", [("Hector", "knock", "")]),
    ("Beat. The maid smiles.", [("maid", "smile", "")]),
    ("The guard lets the gate close.", [("guard", "let", "gate"), ("gate", "close", "")]),
    ("NORA\n(quietly)\nI sold the boat.", [("Nora", "sell", "boat")]),
]
MISTAKEN_CLASSES = [
    ("Male in green hoodie approaches counter.", [("male", "approach", "counter")]),
    ("Young woman drops purse", [("woman", "drop", "purse")]),
    ("Visitor enters building through gate.", [("visitor", "enter", "building")]),
    ("Guard handcuffs suspect.", [("guard", "handcuff", "suspect")]),
    (
        "Waiter drops tray, glass breaks.",
        [("waiter", "drop", "tray"), ("glass", "break", "")],
    ),
    (
        "Whisk eggs until stiff, then fold in sugar.",
        [("", "whisk", "eggs"), ("", "fold in", "sugar")],
    ),
    (
        "Once the cheese melts, stir in the cream.",
        [("cheese", "melt", ""), ("", "stir in", "cream")],
    ),
    ("Peels and grates the carrot.", [("", "peel", ""), ("", "grate", "carrot")]),
    ("Rubs the fish with salt.", [("", "rub", "fish")]),
    ("Adds the chicken to the pan.", [("", "add", "chicken")]),
    ("Stir the soup while adding cream.", [("", "stir", "soup"), ("", "add", "cream")]),
    ("The man Y opens the door", [("man", "open", "door")]),
    (
        "The striker beats two defenders and scores.",
        [("striker", "beat", "two defenders"), ("striker", "score", "")],
    ),
    ("The wasps carry wood from nest to nest.", [("wasps", "carry", "wood")]),
    ("The hyena waits until the moose drinks.", [("hyena", "wait", ""), ("moose", "drink", "")]),
    ("The noise made the horse bolt.", [("noise", "make", "horse"), ("horse", "bolt", "")]),
    (
        "The clown was given a new hat by the queen.",
        [("queen", "give", "clown+hat")],
    ),
    ("The goat did not let the wolf in.", [("goat", "let in", "wolf")]),
    ("Female throws bag into river.", [("female", "throw", "bag")]),
    ("While the soup boils, chop the leek.", [("soup", "boil", ""), ("", "chop", "leek")]),
    (
        "Forklift lifts pallet, worker signals.",
        [("forklift", "lift", "pallet"), ("worker", "signal", "")],
    ),
    ("Wolves hunt in packs.", [("wolves", "hunt", "")]),
    ("The tears began to flow.", [("tears", "begin flow", "")]),
    ("The spy hands over the map.", [("spy", "hand over", "map")]),
]
TABLES = {
    "capitals": CAPITALS,
    "mistaken classes": MISTAKEN_CLASSES,
    "coordination": COORDINATION,
    "relatives": RELATIVES,
    "complements": COMPLEMENTS,
    "participles": PARTICIPLES,
    "passives": PASSIVES,
    "phrasal": PHRASAL,
    "no-subject": NO_SUBJECT,
    "captions": CAPTIONS,
    "unreal": UNREAL,
}


@pytest.mark.parametrize(
    ("text", "frames"),
    [pytest.param(*row, id=f"{kind}: {row[0]}") for kind, rows in TABLES.items() for row in rows],
)
def test_frames(read, text, frames):
    assert frames_of(read(text)) == frames


LABELS = [
    ("The tired old man slowly lifts a heavy stone.", ["man lifts heavy stone"]),
    ("The birds carry twigs to the nest.", ["birds carry twigs to nest"]),
    ("The man cannot open the door.", ["man cannot open door"]),
    ("The dog does not move.", ["dog does not move"]),
    ("The dog no longer barks.", ["dog no longer barks"]),
    ("He is carrying a box.", ["carries box"]),
    ("The boy gives the girl a flower.", ["boy gives girl flower"]),
    ("The rabbit rubs its forehead.", ["rabbit rubs forehead"]),
    ("The house was painted.", ["house is painted"]),
    ("The lamp is broken by the thief.", ["thief breaks lamp"]),
    ("The girl starts to sing.", ["girl starts to sing"]),
    ("Behind the tree, the fox waits.", ["fox waits behind tree"]),
    ("The man rides a bike in front of the school.", ["man rides bike in front of school"]),
]


@pytest.mark.parametrize(("text", "labels"), LABELS)
def test_labels_are_clauses_with_full_names(read, text, labels):
    assert labels_of(read(text)) == labels


def test_a_cue_without_a_verb_is_still_an_event(read):
    assert labels_of(read("Green hills, a sunny meadow")) == ["green hills and sunny meadow"]


def test_tools_and_places(read):
    event = read("The man cuts the bread with a knife in the kitchen.").events[0]
    assert [r.name for r in event.tools] == ["knife"]
    assert event.place is not None
    assert event.place.name == "kitchen"
    other = read("She opens the tin using a spoon.").events[0]
    assert [r.name for r in other.tools] == ["spoon"]
    third = read("He uses a saw to cut the branch.").events[0]
    assert (third.label, [r.name for r in third.tools]) == ("cuts branch with saw", ["saw"])


def test_sentences_stay_verbatim(read):
    text = 'The girl who\u00a0waits — she is cold — leaves. "Stop!" He runs;  she follows.'
    for event in read(text).events:
        assert event.sentence in text


@pytest.mark.parametrize(
    "text", ["I put the cup down.", "#C C puts the cup down", "Puts the cup down."]
)
def test_first_person_by_setting(read, text):
    named = read(text, first_person="camera wearer").events[0]
    assert [r.name for r in named.subjects] == ["camera wearer"]
    assert named.label == "camera wearer puts cup down"
    if not text.startswith("#C"):
        assert read(text).events[0].subjects == ()
