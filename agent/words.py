"""Small word lists that checking claims and reading questions need, as data."""

NEGATIONS = frozenset({"not", "n't", "no", "never", "nobody", "nothing", "none", "neither", "nor"})

NUMBER_WORDS = {
    "zero": "0", "no": "0", "one": "1", "single": "1", "two": "2", "both": "2", "second": "2nd",
    "first": "1st", "third": "3rd", "three": "3", "four": "4", "five": "5", "six": "6",
    "seven": "7", "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12",
}  # fmt: skip

UNREAL_MARKS = frozenset({"if", "whether", "unless", "though"})
_UNREAL_GOVERNORS = """
want try attempt wish hope plan intend threaten pretend refuse fail seem appear need ask tell order
decide prepare ready expect fear believe think imagine say claim dream avoid prevent
"""
UNREAL_GOVERNORS = frozenset(_UNREAL_GOVERNORS.split())
"""Verbs whose complement is not said to have happened."""

_UNREAL_ADVERBS = """
almost nearly hardly scarcely barely seldom rarely perhaps maybe possibly probably supposedly
allegedly apparently
"""
UNREAL_ADVERBS = frozenset(_UNREAL_ADVERBS.split())
"""Adverbs that take back, or leave open, what their verb says."""

_BEFORE_INFINITIVES = "begin start continue proceed manage help make let get come cause force see"
REAL_BEFORE_INFINITIVES = frozenset(_BEFORE_INFINITIVES.split())
"""Verbs that say their infinitive happens; after any other ("promise", "able") it is open."""

_BEFORE_GERUNDS = """
go keep stop finish end enjoy spend find catch leave watch hear feel notice observe spot have busy
"""
REAL_BEFORE_GERUNDS = REAL_BEFORE_INFINITIVES | frozenset(_BEFORE_GERUNDS.split())
"""The same for a participle or a bare infinitive."""

REAL_PREPOSITIONS = frozenset({"by", "after", "while", "when", "on", "upon", "in", "since"})
"""Prepositions whose gerund happens; after any other ("without", "instead of") it may not."""

_IDLE_ADVERBS = """
then also just still so thus there here too now again finally suddenly later first next afterwards
once when while as
"""
IDLE_ADVERBS = frozenset(_IDLE_ADVERBS.split())
"""Adverbs that add nothing a quote would have to say (order is checked apart)."""

_FACTIVE = """
see watch notice hear feel find show know realise realize discover remember make let help have cause
"""
FACTIVE = frozenset(_FACTIVE.split())
"""Verbs whose clause is said to be so; after any other ("says that", "reads:") it is only told."""

SAME_VERB: tuple[frozenset[str], ...] = tuple(
    frozenset(group.split())
    for group in (
        "hit strike",
        "crush squash",
        "throw hurl toss",
        "grab seize",
        "glide sail",
        "begin start",
        "end finish",
        "see spot notice",
        "drop fall",
        "look gaze stare",
        "run dash race",
        "jump leap",
        "shut close",
        "hand give",
        "scowl glower",
        "watch observe",
    )
)
"""Verbs that say the same of the same roles. Few on purpose: one wrong pair confirms a lie."""

SAME_NOUN: tuple[frozenset[str], ...] = tuple(
    frozenset(group.split())
    for group in ("rabbit bunny", "stone rock", "movie film", "picture image", "woman lady")
)

OPPOSITES: tuple[frozenset[str], ...] = tuple(
    frozenset(group.split())
    for group in (
        "open close", "open shut", "rise fall", "rise sink", "climb fall", "appear disappear",
        "appear vanish", "come go", "arrive leave", "enter leave", "enter exit", "push pull",
        "give take", "lift lower", "raise lower", "wake sleep", "live die", "win lose",
        "start stop", "begin end", "remember forget", "love hate", "buy sell", "laugh cry",
        "smile frown", "smile scowl", "show hide", "catch miss", "hit miss", "catch drop",
        "hold drop", "stand sit", "stand lie", "up down", "left right", "in out", "on off",
        "over under", "above below", "before behind", "into from", "onto off", "toward from",
        "happy sad", "big small", "large small", "tall short", "long short", "fat thin",
        "old young", "hot cold", "light dark", "black white", "day night", "open closed",
        "awake asleep", "alive dead", "first last", "always never", "together alone",
        "quickly slowly", "fast slowly", "inside outside", "forward backward", "more less",
        "empty full", "wet dry", "clean dirty", "strong weak", "loud quiet", "friend enemy",
    )
)  # fmt: skip
"""Words that cannot both be said of the same moment."""

_GROUPS = {
    name: {word: group for group in groups for word in group}
    for name, groups in {"verb": SAME_VERB, "noun": SAME_NOUN}.items()
}


def same_verb(one: str, other: str) -> bool:
    """Whether two verb lemmas say the same."""
    return one == other or other in _GROUPS["verb"].get(one, ())


def same_noun(one: str, other: str) -> bool:
    """Whether two noun lemmas name the same."""
    return one == other or other in _GROUPS["noun"].get(one, ())


def opposite(one: str, other: str) -> bool:
    """Whether two words exclude each other."""
    return one != other and any({one, other} <= pair for pair in OPPOSITES)
