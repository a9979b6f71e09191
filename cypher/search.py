"""Hybrid search as one statement: scope, vector index, full-text index, fusion and details.

The vector index knows nothing of libraries and videos, so a filter behind it loses hits. Therefore
the statement first gathers the scope, up to a limit. A scope within the limit is ranked whole, by
exact cosine; for a larger one the index is asked for ``$candidates`` and the statement reports how
many of those lay in scope, by which the caller asks for more.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from cypher.lucene import escaped
from cypher.query import Query
from graph_schema.labels import SEARCHABLE, Label
from graph_schema.relationships import TYPES_OF_FAMILY, Family, RelationType

END_OF_TIME = 2**62
"""An ``$end_ms`` beyond any media, for scopes without an end."""

NEIGHBOUR_ORDER: tuple[RelationType, ...] = tuple(
    type_
    for family in (
        Family.CAUSAL,
        Family.ROLE,
        Family.SPATIAL,
        Family.PROGRESSION,
        Family.TEMPORAL,
        Family.IDENTITY,
        Family.HIERARCHICAL,
    )
    for type_ in TYPES_OF_FAMILY[family]
)
"""Which relationships of a hit are shown first when there are more than fit."""


class Fusion(StrEnum):
    """How the opinions of the vector and the full-text index on a node become its score."""

    RECIPROCAL_RANK = "reciprocal_rank"
    WEIGHTED_SUM = "weighted_sum"


@dataclass(frozen=True, slots=True)
class ScopeShape:
    """Which conditions a scope has; their values travel as parameters.

    ``labels`` empty means every searchable label.
    """

    videos: bool = False
    time: bool = False
    entity: bool = False
    labels: frozenset[Label] = frozenset()

    @property
    def holds_entities(self) -> bool:
        """Whether Entity nodes, which have no video and no time, can be in scope."""
        wanted = not self.labels or Label.ENTITY in self.labels
        return wanted and not self.time and not self.entity


MAX_TERMS = 256
"""Lucene refuses more than 1,024 clauses; a query this long says nothing more by its rest."""

_MAX_VIDEOS_IN_LUCENE = 256


def lexical_query(terms: str, library: str, videos: Sequence[str], shape: ScopeShape) -> str | None:
    """The full-text part of a search as Lucene text, or None when there are no terms.

    ``terms`` is normalised text. Library and videos are conditions inside Lucene that add nothing
    to the score; very many videos are left to the condition behind it.
    """
    distinct = list(dict.fromkeys(terms.split()))[:MAX_TERMS]
    if not distinct:
        return None
    clauses = [f"+library:{escaped(library)}^0"]
    if videos and len(videos) <= _MAX_VIDEOS_IN_LUCENE:
        anywhere = " (*:* -video_id:*)" if shape.holds_entities else ""
        clauses.append(f"+(video_id:({' '.join(map(escaped, videos))}){anywhere})^0")
    clauses.append(f"+search_text:({' '.join(map(escaped, distinct))})")
    return " ".join(clauses)


@cache
def hybrid_search(shape: ScopeShape, fusion: Fusion, *, neighbourhood: bool) -> Query:
    """The whole search of one scope. Raises ``ValueError`` for a label that is not searchable."""
    if not shape.labels <= SEARCHABLE:
        raise ValueError(f"not searchable: {sorted(shape.labels - SEARCHABLE)}")
    details = f"{_NEIGHBOURS if neighbourhood else _NO_NEIGHBOURS}{_HIT}"
    return Query(
        f"""\
WITH $library AS library
{_named(shape)}\
CALL (library) {{
{_members(shape)}WITH n LIMIT $exact_limit + 1
  RETURN collect(n) AS scope
}}
WITH videos, entities, scope, size(scope) <= $exact_limit AS exact
CALL (scope, exact) {{
  CALL (scope, exact) {{
{_candidates(shape)}  }}
{_GATHERED}}}
{_measured(fusion)}\
CALL (rows, best) {{
{_FUSIONS[fusion]}{_TOP}{details}}}
RETURN videos, entities, exact, survivors, hits""",
        "Searches one scope. In: library, videos, start_ms, end_ms, entity, exact_limit (scopes up "
        "to it are ranked exactly; at -1 none is), vector_index, vector, candidates, "
        "fulltext_index, lucene (null for none), lexical_limit, vector_weight, lexical_weight, "
        "rank_constant, k, and for the neighbourhood neighbour_order and neighbours. Out, "
        "always one row: videos and entities (those named that exist), exact, survivors "
        "(candidates of the vector index in scope), hits (maps, best first).",
    )


def _named(shape: ScopeShape) -> str:
    """Which of the videos and entities that the scope names exist in the library."""
    videos = "UNWIND $videos AS named MATCH (v:Video {id: named})" if shape.videos else ""
    entities = "MATCH (v:Entity {id: $entity})" if shape.entity else ""
    return "".join(
        f"CALL (library) {{\n  {match} WHERE v.library = library\n"
        f"  RETURN collect(DISTINCT v.id) AS {column}\n}}\n"
        if match
        else f"WITH *, [] AS {column}\n"
        for column, match in (("videos", videos), ("entities", entities))
    )


_ROLES = "PERFORMS|RECEIVES|USES|HAPPENS_IN"


def _label_test(shape: ScopeShape) -> str:
    if not shape.labels or shape.labels == SEARCHABLE:
        return ""
    return f" AND n:{'|'.join(sorted(shape.labels))}"


def _in_scope(shape: ScopeShape) -> str:
    """The condition that a node found by an index must meet."""
    text = f"n.library = $library{_label_test(shape)}"
    if shape.videos:
        text += " AND (n.video_id IN $videos"
        if shape.holds_entities:
            text += (
                " OR EXISTS { MATCH (n)<-[:IS]-(seen:Appearance) WHERE seen.video_id IN $videos }"
            )
        text += ")"
    if shape.time:
        text += " AND n.start_ms < $end_ms AND n.end_ms > $start_ms"
    if shape.entity:
        text += (
            f" AND EXISTS {{ MATCH (n)-[:{_ROLES}|PART_OF]-(:Appearance)-[:IS]->"
            "(:Entity {id: $entity}) }"
        )
    return text


def _members(shape: ScopeShape) -> str:
    """Every node of the scope, reached over the index that narrows it most."""
    rest = f"{_label_test(shape)}{' AND n.end_ms > $start_ms' if shape.time else ''}"
    if shape.entity:
        video = " AND n.video_id IN $videos" if shape.videos else ""
        return (
            "  MATCH (:Entity {id: $entity, library: library})<-[:IS]-(:Appearance)"
            f"-[:{_ROLES}|PART_OF]-(n:Memory)\n"
            f"  WHERE n.library = library{video} AND n.start_ms < $end_ms{rest}\n"
            "  WITH DISTINCT n\n  "
        )
    if not shape.videos:
        time = " AND n.start_ms < $end_ms" if shape.time else ""
        return f"  MATCH (n:Memory)\n  WHERE n.library = library{time}{rest}\n  "
    of_videos = (
        "UNWIND $videos AS video\n"
        "  MATCH (n:Memory)\n  USING INDEX n:Memory(library, video_id, start_ms)\n"
        "  WHERE n.library = library AND n.video_id = video AND n.start_ms < $end_ms"
        f"{rest}\n  RETURN n"
    )
    if not shape.holds_entities:
        return f"  CALL (library) {{\n  {of_videos}\n  }}\n  "
    of_appearances = (
        "MATCH (seen:Appearance)-[:IS]->(n:Entity)\n"
        "  USING INDEX seen:Appearance(library, video_id)\n"
        "  WHERE seen.library = library AND seen.video_id IN $videos AND n.library = library\n"
        "  RETURN DISTINCT n"
    )
    return f"  CALL (library) {{\n  {of_videos}\n  UNION\n  {of_appearances}\n  }}\n  "


def _candidates(shape: ScopeShape) -> str:
    """Who may be a hit. ``near`` is what the vector index takes their cosine for, 1 for members of
    a scope that is ranked whole, null for what only the full-text index found."""
    return f"""\
  UNWIND CASE WHEN exact THEN scope ELSE [] END AS n
  RETURN n, 1.0 AS near, 0.0 AS bm25
UNION ALL
  WITH exact WHERE NOT exact AND $vector_weight > 0
  CALL db.index.vector.queryNodes($vector_index, $candidates, $vector) YIELD node AS n, score
  WHERE {_in_scope(shape)}
  RETURN n, 2 * score - 1 AS near, 0.0 AS bm25
UNION ALL
  WITH exact WHERE $lucene IS NOT NULL
  CALL db.index.fulltext.queryNodes(
    $fulltext_index, $lucene, {{limit: CASE WHEN exact THEN {_NO_LIMIT} ELSE $lexical_limit END}})
  YIELD node AS n, score AS bm25
  WHERE exact OR ({_in_scope(shape)})
  RETURN n, null AS near, bm25
"""


_NO_LIMIT = 2**31 - 1

# In an exact search, a node that only the full-text index found lies outside the scope.
_GATHERED = """\
  WITH exact, n, max(near) AS near, max(bm25) AS bm25
  WHERE NOT exact OR near IS NOT NULL
  RETURN max(bm25) AS best, count(near) AS survivors,
         collect({n: n, near: near, bm25: bm25}) AS found
"""

# The index's own cosine is one of quantised vectors, which swaps neighbours, so it is computed
# anew; but to read a vector costs as much as to find it. A weighted sum needs those of the
# foremost only: by the index's cosine those it found, by BM25 those it did not, whose cosine is
# below all of theirs. Of 200 searches in 50,000 nodes, 99.65 % of the ten best were the same.
_FOREMOST: dict[Fusion, str] = {
    Fusion.WEIGHTED_SUM: """\
    UNWIND CASE WHEN exact THEN found ELSE [] END AS row
    RETURN row
  UNION ALL
    UNWIND CASE WHEN exact THEN [] ELSE found END AS row
    WITH row, best WHERE row.near IS NOT NULL
    ORDER BY $vector_weight * row.near
      + CASE WHEN best > 0 THEN $lexical_weight * row.bm25 / best ELSE 0.0 END DESC
    LIMIT $k + 10
    RETURN row
  UNION ALL
    UNWIND CASE WHEN exact THEN [] ELSE found END AS row
    WITH row WHERE row.near IS NULL
    ORDER BY row.bm25 DESC LIMIT $k
    RETURN row
""",
    Fusion.RECIPROCAL_RANK: """\
    UNWIND found AS row
    RETURN row
""",
}


def _measured(fusion: Fusion) -> str:
    return f"""\
CALL (exact, found, best) {{
  CALL (exact, found, best) {{
{_FOREMOST[fusion]}  }}
  RETURN collect({{n: row.n, bm25: row.bm25, similarity:
    2 * coalesce(vector.similarity.cosine(row.n.embedding, $vector), 0.5) - 1}}) AS rows
}}
"""


_FUSIONS: dict[Fusion, str] = {
    Fusion.WEIGHTED_SUM: """\
  UNWIND rows AS row
  WITH row.n AS n, row.similarity AS similarity, row.bm25 AS bm25,
       $vector_weight * row.similarity
       + CASE WHEN best > 0 THEN $lexical_weight * row.bm25 / best ELSE 0.0 END AS score
""",
    Fusion.RECIPROCAL_RANK: """\
  CALL (rows) {
    UNWIND rows AS row
    WITH row ORDER BY row.similarity DESC, row.n.start_ms, row.n.id
    WITH collect(row) AS ranked
    UNWIND range(0, size(ranked) - 1) AS place
    RETURN ranked[place] AS row, $vector_weight / ($rank_constant + place + 1) AS part
  UNION ALL
    UNWIND rows AS row
    WITH row WHERE row.bm25 > 0
    ORDER BY row.bm25 DESC, row.n.start_ms, row.n.id
    WITH collect(row) AS ranked
    UNWIND range(0, size(ranked) - 1) AS place
    RETURN ranked[place] AS row, $lexical_weight / ($rank_constant + place + 1) AS part
  }
  WITH row.n AS n, row.similarity AS similarity, row.bm25 AS bm25, sum(part) AS score
""",
}

_TOP = """\
  WITH n, similarity, score
  WHERE $vector_weight > 0 OR bm25 > 0
  ORDER BY score DESC, n.start_ms, n.id
  LIMIT $k
"""

_NO_NEIGHBOURS = "  WITH n, similarity, score, [] AS neighbours\n"
_NEIGHBOURS = f"""\
  CALL (n) {{
    MATCH (n)-[r:{"|".join(NEIGHBOUR_ORDER)}]-(other)
    WHERE other.library = $library AND NOT other:Shot
    WITH n, r, other,
         [place IN range(0, size($neighbour_order) - 1)
          WHERE $neighbour_order[place] = type(r)][0] AS place
    ORDER BY place, other.start_ms, other.id
    LIMIT $neighbours
    RETURN collect({{
      id: other.id, text: coalesce(other.text, other.name, other.title), relation: type(r),
      outgoing: startNode(r) = n}}) AS neighbours
  }}
"""

_HIT = """\
  WITH n, similarity, score, neighbours ORDER BY score DESC, n.start_ms, n.id
  RETURN collect({
    id: n.id, video_id: n.video_id, start_ms: n.start_ms, end_ms: n.end_ms, text: n.text,
    label: coalesce(n.label, ''), macro_event: n.macro_event, score: score, similarity: similarity,
    neighbours: neighbours}) AS hits
"""

NEIGHBOURS_OF_HITS = Query(
    f"""\
UNWIND $hits AS hit
CALL (hit) {{
  MATCH (n:Memory) USING INDEX n:Memory(library, video_id, start_ms)
  WHERE n.library = $library AND n.video_id = hit.video_id AND n.start_ms = hit.start_ms
    AND n.id = hit.id
  RETURN n
UNION
  MATCH (n:Entity {{id: hit.id}}) WHERE n.library = $library
  RETURN n
}}
{_NEIGHBOURS}\
RETURN n.id AS id, neighbours""",
    "What hits of a search are related to. In: library, hits (maps of id, video_id, start_ms), "
    "neighbour_order, neighbours. Out: id, neighbours (maps), for each hit that still is there.",
)
