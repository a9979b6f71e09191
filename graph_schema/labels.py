"""The closed set of node labels, the letter each puts into an id, and their groups."""

from enum import StrEnum


class Label(StrEnum):
    """Every node label of the graph. ``MEMORY`` is a second label of the searchable ones."""

    VIDEO = "Video"
    ROOT = "Root"
    SUPER_EVENT = "SuperEvent"
    MACRO_EVENT = "MacroEvent"
    MICRO_EVENT = "MicroEvent"
    APPEARANCE = "Appearance"
    ENTITY = "Entity"
    SHOT = "Shot"
    UTTERANCE = "Utterance"
    SCREEN_TEXT = "ScreenText"
    FOREST_NODE = "ForestNode"
    SESSION = "Session"
    EXCHANGE = "Exchange"
    DECISION = "Decision"
    RUN = "Run"
    JOB = "Job"
    STAGE_RUN = "StageRun"
    BATCH = "Batch"
    BATCH_ITEM = "BatchItem"
    API_KEY = "ApiKey"
    MEMORY = "Memory"


ID_LETTERS: dict[Label, str] = {
    Label.VIDEO: "v",
    Label.ROOT: "root",
    Label.SUPER_EVENT: "s",
    Label.MACRO_EVENT: "m",
    Label.MICRO_EVENT: "e",
    Label.APPEARANCE: "a",
    Label.SHOT: "sh",
    Label.UTTERANCE: "u",
    Label.SCREEN_TEXT: "t",
    Label.FOREST_NODE: "f",
    Label.ENTITY: "n",
    Label.SESSION: "q",
    Label.EXCHANGE: "x",
    Label.DECISION: "d",
    Label.RUN: "r",
    Label.JOB: "j",
    Label.STAGE_RUN: "g",
    Label.BATCH: "b",
    Label.BATCH_ITEM: "i",
    Label.API_KEY: "k",
}
"""The letters that, with what follows them, tell a node's label from its id."""

SEARCHABLE: frozenset[Label] = frozenset(
    {
        Label.ROOT,
        Label.SUPER_EVENT,
        Label.MACRO_EVENT,
        Label.MICRO_EVENT,
        Label.UTTERANCE,
        Label.SCREEN_TEXT,
        Label.ENTITY,
        Label.FOREST_NODE,
    }
)
"""Labels that also carry ``:Memory`` and therefore stand in the vector and full-text index."""

OF_A_VIDEO: tuple[Label, ...] = (
    Label.ROOT,
    Label.SUPER_EVENT,
    Label.MACRO_EVENT,
    Label.MICRO_EVENT,
    Label.APPEARANCE,
    Label.SHOT,
    Label.UTTERANCE,
    Label.SCREEN_TEXT,
    Label.FOREST_NODE,
)
"""Labels whose ids are the video's id, a dot, their letter and a number."""


class Kind(StrEnum):
    """What a search may be limited to, as users and tools write it."""

    ROOT = "root"
    SUPER = "super"
    MACRO = "macro"
    MICRO = "micro"
    UTTERANCE = "utterance"
    SCREEN_TEXT = "screen_text"
    ENTITY = "entity"
    FOREST = "forest"


LABEL_OF_KIND: dict[Kind, Label] = {
    Kind.ROOT: Label.ROOT,
    Kind.SUPER: Label.SUPER_EVENT,
    Kind.MACRO: Label.MACRO_EVENT,
    Kind.MICRO: Label.MICRO_EVENT,
    Kind.UTTERANCE: Label.UTTERANCE,
    Kind.SCREEN_TEXT: Label.SCREEN_TEXT,
    Kind.ENTITY: Label.ENTITY,
    Kind.FOREST: Label.FOREST_NODE,
}
KIND_OF_LABEL: dict[Label, Kind] = {label: kind for kind, label in LABEL_OF_KIND.items()}
