"""Who and what: entities by name, and how often something happened."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import Any

from cypher import entities as queries
from cypher.search import END_OF_TIME
from cypher.store import Store
from graph_schema.identity import label_of
from graph_schema.indexes import FULLTEXT_INDEX
from graph_schema.labels import Kind, Label
from language.normalise import search_text
from retrieval.found import not_found
from retrieval.hits import Hit
from retrieval.recipes import HYBRID
from retrieval.scope import Scope
from retrieval.search import search
from retrieval.views import EntityFound, Occurrence, Occurrences
from runtime.embedder import Embedder
from runtime.errors import UsageError

MIN_MATCH = 0.6
"""Below this a name is another name."""

SAME_ACTION_GAP_MS = 1_000
"""Events of one action this close are one occurrence: cues that meet, annotators' seams."""

SAME_PRESENCE_GAP_MS = 10_000
"""Somebody unmentioned for this long was gone, and appears again."""

_ALIAS = 0.98
_LIKE_DEPTH = 200
_SHOWN_APPEARANCES = 50
_COUNTED_EVENTS = 5_000
_ACTION_DEPTH = 200
_READ_CLOSELY = 40
"""Of the events an action search finds, so many labels are encoded and compared."""

_WORDS_SURE, _WORDS_LIKELY = 1.0, 0.6
_SIMILARITY_SURE, _SIMILARITY_LIKELY = 0.68, 0.5
"""What share of an action's words, and what cosine, make an event one of that action; chosen on
half of GoalStep, where steps of one category count as one action (docs/decisions/0009)."""

_TERM_ALIKE = 0.75


def find_entity(
    store: Store,
    library: str,
    name: str,
    *,
    videos: Sequence[str] = (),
    limit: int = 5,
) -> tuple[EntityFound, ...]:
    """Entities that are called ``name``, or nearly; best match first, with where they appear.

    Articles, plurals, slips of the pen and missing adjectives are forgiven; an entity's id works
    too. ``videos`` keeps those that appear in one of them. Empty when nothing comes near. Raises
    ``UsageError`` for an empty name.
    """
    if not name.strip():
        raise UsageError("the name is empty", "Say whom or what to look for.")
    of_videos = list(videos)
    if label_of(name.strip()) is Label.ENTITY:
        rows = store.read(queries.ENTITIES_BY_ID, library=library, ids=[name.strip()])
        matched = [(1.0, row) for row in rows]
    else:
        matched = _matched(store, library, name, of_videos)[:limit]
    appearances = {
        row["id"]: row
        for row in store.read(
            queries.APPEARANCES,
            library=library,
            ids=[row["id"] for _, row in matched],
            videos=of_videos,
            limit=_SHOWN_APPEARANCES,
        )
    }
    return tuple(
        EntityFound(
            **row,
            match=match,
            appearances=appearances[row["id"]]["appearances"],
            total_appearances=appearances[row["id"]]["total"],
        )
        for match, row in matched
    )


def _matched(
    store: Store, library: str, name: str, videos: list[str]
) -> list[tuple[float, dict[str, Any]]]:
    terms = search_text(name).split()
    lucene = queries.similar_names(terms, library)
    if lucene is None:
        return []
    rows = store.read(
        queries.ENTITIES_LIKE,
        library=library,
        videos=videos,
        fulltext_index=FULLTEXT_INDEX,
        lucene=lucene,
        depth=_LIKE_DEPTH,
    )
    matched = [(name_match(name, row["name"], row["aliases"]), row) for row in rows]
    near = [pair for pair in matched if pair[0] >= MIN_MATCH]
    return sorted(near, key=lambda pair: -pair[0])  # stable: those seen most often among equals


def name_match(wanted: str, name: str, aliases: Iterable[str] = ()) -> float:
    """How well an entity's names fit ``wanted``, 0 to 1; 1 for the same letters as its name.

    Words count by how alike they are once normalised. A word that was asked for and is missing
    weighs more than one that the name has beyond: "rabbit" means the "big white rabbit" sooner
    than "white rabbit" means a "rabbit". "rabbit" does not mean the "rabbit's mouth", which is a
    mouth, and an alias fits a little less well than the name itself.
    """
    return max(_match(wanted, name), *(_ALIAS * _match(wanted, alias) for alias in aliases), 0.0)


def _match(wanted: str, name: str) -> float:
    if wanted.strip().casefold() == name.strip().casefold():
        return 1.0
    asked, has = search_text(wanted).split(), search_text(name).split()
    if not asked or not has or (_possessed(name) and not _alike(asked[-1], has[-1])):
        return 0.0
    fit = 0.7 * _covered(asked, has) + 0.3 * _covered(has, asked)
    return round(0.99 * fit, 4)


def _possessed(name: str) -> bool:
    return "'s " in name.replace("’", "'")


def _covered(terms: Sequence[str], by: Sequence[str]) -> float:
    return sum(max(_alike(term, other) for other in by) for term in terms) / len(terms)


def _alike(one: str, other: str) -> float:
    if one == other:
        return 1.0
    ratio = SequenceMatcher(None, one, other, autojunk=False).ratio()
    return ratio if ratio >= _TERM_ALIKE else 0.0


def count_occurrences(
    store: Store,
    embedder: Embedder,
    scope: Scope,
    *,
    entity: str | None = None,
    action: str | None = None,
) -> Occurrences:
    """The distinct times that ``entity`` (id or name) did or underwent ``action``, in ``scope``.

    Without an action: the times it was present. Without an entity: the times the action happened,
    whoever did it. Events that overlap or follow at once are one occurrence. An event shows the
    action when it has the action's words, or most of them and a similar meaning, or a very similar
    meaning.

    Raises ``UsageError`` without both, ``NotFoundError`` for an entity that nothing comes near.
    """
    action = (action or "").strip() or None
    who = _entity(store, scope, entity)
    if action is None:
        if who is None:
            raise UsageError("nothing to count", "Name an entity, an action, or both.")
        return Occurrences(
            occurrences=merged(_presences(store, scope, who.id), SAME_PRESENCE_GAP_MS),
            entity=who,
            action=None,
        )
    within = replace(scope, kinds=(Kind.MICRO,), entity=who.id if who else scope.entity)
    hits = search(
        store, embedder, action, within, k=_ACTION_DEPTH, recipe=HYBRID, neighbourhood=False
    )
    events = _showing(action, hits, _name_words(who), embedder)
    return Occurrences(occurrences=merged(events, SAME_ACTION_GAP_MS), entity=who, action=action)


def _showing(
    action: str, hits: Sequence[Hit], names: set[str], embedder: Embedder
) -> list[dict[str, Any]]:
    """The hits that show the action, judged by what tells them apart.

    Several events are read from one sentence and share it as their text, so such an event is
    judged by its label alone.
    """
    shared = {text for text, times in Counter(hit.text for hit in hits).items() if times > 1}
    words = set(search_text(action).split()) - names
    near = [hit for hit in hits if hit.similarity > 0][:_READ_CLOSELY]
    labels = [hit.label or hit.text for hit in near]
    vectors = embedder.encode([action, *labels])
    shown: list[dict[str, Any]] = []
    for hit, label, cosine in zip(near, labels, vectors[1:] @ vectors[0], strict=True):
        alone = hit.text not in shared
        text = f"{label} {hit.text}" if alone else label
        if _shows(words, text, max(float(cosine), hit.similarity if alone else -1.0)):
            fields = {"id", "video_id", "start_ms", "end_ms", "text"}
            shown.append(hit.model_dump(include=fields))
    return shown


def _entity(store: Store, scope: Scope, entity: str | None) -> EntityFound | None:
    name = (entity or "").strip() or scope.entity
    if name is None:
        return None
    found = find_entity(store, scope.library, name, videos=scope.videos, limit=1)
    if not found:
        raise not_found("entity", name, scope.library)
    return found[0]


def _name_words(who: EntityFound | None) -> set[str]:
    names = (who.name, *who.aliases) if who else ()
    return {term for name in names for term in search_text(name).split()}


def _shows(words: set[str], text: str, similarity: float) -> bool:
    has = set(search_text(text).split())
    share = len(words & has) / len(words) if words else 0.0
    return (
        share >= _WORDS_SURE
        or (share >= _WORDS_LIKELY and similarity >= _SIMILARITY_LIKELY)
        or similarity >= _SIMILARITY_SURE
    )


def _presences(store: Store, scope: Scope, entity: str) -> list[dict[str, Any]]:
    return store.read(
        queries.PRESENCES,
        library=scope.library,
        entity=entity,
        videos=list(scope.videos),
        start_ms=scope.start_ms or 0,
        end_ms=END_OF_TIME if scope.end_ms is None else scope.end_ms,
        limit=_COUNTED_EVENTS,
    )


def merged(events: Sequence[Mapping[str, Any]], gap_ms: int) -> tuple[Occurrence, ...]:
    """Events as occurrences in order of video and time; those up to ``gap_ms`` apart are one.

    The text is that of the first event, or the first and the last where they differ.
    """
    groups: list[list[Mapping[str, Any]]] = []
    end = 0
    for event in sorted(events, key=lambda e: (e["video_id"], e["start_ms"], e["end_ms"], e["id"])):
        same_video = bool(groups) and groups[-1][0]["video_id"] == event["video_id"]
        if same_video and event["start_ms"] <= end + gap_ms:
            groups[-1].append(event)
            end = max(end, event["end_ms"])
        else:
            groups.append([event])
            end = event["end_ms"]
    return tuple(_occurrence(group) for group in groups)


def _occurrence(group: Sequence[Mapping[str, Any]]) -> Occurrence:
    first, last = group[0], group[-1]
    text = first["text"] if last["text"] == first["text"] else f"{first['text']} … {last['text']}"
    return Occurrence(
        video_id=first["video_id"],
        start_ms=first["start_ms"],
        end_ms=max(event["end_ms"] for event in group),
        events=tuple(event["id"] for event in group),
        text=text,
    )
