"""The closed set of relationship types, their families and what each may connect."""

from enum import StrEnum

from graph_schema.labels import Label


class RelationType(StrEnum):
    """Every relationship type of the graph."""

    PART_OF = "PART_OF"
    LEADS_TO = "LEADS_TO"
    BEFORE = "BEFORE"
    CAUSES = "CAUSES"
    ENABLES = "ENABLES"
    PREVENTS = "PREVENTS"
    PERFORMS = "PERFORMS"
    RECEIVES = "RECEIVES"
    USES = "USES"
    HAPPENS_IN = "HAPPENS_IN"
    LOCATED_IN = "LOCATED_IN"
    NEXT_TO = "NEXT_TO"
    ON = "ON"
    INSIDE = "INSIDE"
    HOLDS = "HOLDS"
    WEARS = "WEARS"
    RELATED_TO = "RELATED_TO"
    IS = "IS"
    ABOUT = "ABOUT"
    CITES = "CITES"


class Family(StrEnum):
    """Groups of relationship types, as tools name them."""

    HIERARCHICAL = "hierarchical"
    PROGRESSION = "progression"
    TEMPORAL = "temporal"
    CAUSAL = "causal"
    ROLE = "role"
    SPATIAL = "spatial"
    IDENTITY = "identity"


TYPES_OF_FAMILY: dict[Family, tuple[RelationType, ...]] = {
    Family.HIERARCHICAL: (RelationType.PART_OF,),
    Family.PROGRESSION: (RelationType.LEADS_TO,),
    Family.TEMPORAL: (RelationType.BEFORE,),
    Family.CAUSAL: (RelationType.CAUSES, RelationType.ENABLES, RelationType.PREVENTS),
    Family.ROLE: (
        RelationType.PERFORMS,
        RelationType.RECEIVES,
        RelationType.USES,
        RelationType.HAPPENS_IN,
    ),
    Family.SPATIAL: (
        RelationType.LOCATED_IN,
        RelationType.NEXT_TO,
        RelationType.ON,
        RelationType.INSIDE,
        RelationType.HOLDS,
        RelationType.WEARS,
        RelationType.RELATED_TO,
    ),
    Family.IDENTITY: (RelationType.IS,),
}

CAUSAL_TYPES = TYPES_OF_FAMILY[Family.CAUSAL]

_MICRO, _MACRO, _SUPER = Label.MICRO_EVENT, Label.MACRO_EVENT, Label.SUPER_EVENT
_APPEARANCE = Label.APPEARANCE
_EVENTS = ((_MICRO, _MICRO), (_MACRO, _MACRO))

ENDPOINTS: dict[RelationType, tuple[tuple[Label, Label], ...]] = {
    RelationType.PART_OF: (
        (Label.ROOT, Label.VIDEO),
        (_SUPER, Label.ROOT),
        (_MACRO, _SUPER),
        (_MICRO, _MACRO),
        (_APPEARANCE, _MACRO),
        (Label.SHOT, Label.VIDEO),
        (Label.UTTERANCE, Label.VIDEO),
        (Label.SCREEN_TEXT, Label.VIDEO),
        (Label.FOREST_NODE, Label.FOREST_NODE),
        (Label.FOREST_NODE, Label.VIDEO),
        (Label.EXCHANGE, Label.SESSION),
        (Label.SESSION, Label.VIDEO),
        (Label.STAGE_RUN, Label.JOB),
        (Label.BATCH_ITEM, Label.BATCH),
    ),
    RelationType.LEADS_TO: ((_MACRO, _MACRO), (_SUPER, _SUPER)),
    RelationType.BEFORE: ((_MICRO, _MICRO),),
    RelationType.CAUSES: _EVENTS,
    RelationType.ENABLES: _EVENTS,
    RelationType.PREVENTS: _EVENTS,
    RelationType.PERFORMS: ((_APPEARANCE, _MICRO),),
    RelationType.RECEIVES: ((_APPEARANCE, _MICRO),),
    RelationType.USES: ((_MICRO, _APPEARANCE),),
    RelationType.HAPPENS_IN: ((_MICRO, _APPEARANCE),),
    **dict.fromkeys(TYPES_OF_FAMILY[Family.SPATIAL], ((_APPEARANCE, _APPEARANCE),)),
    RelationType.IS: ((_APPEARANCE, Label.ENTITY),),
    RelationType.ABOUT: ((Label.DECISION, _APPEARANCE),),
    RelationType.CITES: tuple(
        (Label.RUN, cited)
        for cited in (
            Label.ROOT,
            _SUPER,
            _MACRO,
            _MICRO,
            _APPEARANCE,
            Label.ENTITY,
            Label.SHOT,
            Label.UTTERANCE,
            Label.SCREEN_TEXT,
            Label.FOREST_NODE,
        )
    ),
}
"""(from, to) label pairs that each type may connect; PART_OF points from child to parent."""
