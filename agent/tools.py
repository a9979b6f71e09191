"""The ten tools of design §5 over retrieval, as LangChain tools with typed arguments.

Each returns an :class:`~agent.evidence.Observation`: text for a model, bounded in tokens, and the
models behind it as the message's artifact. Expected failures (an id that does not exist, a wrong
time) are raised as ``LongtakeError``; the loop hands them to the model as text.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from langchain_core.tools import BaseTool, StructuredTool
from pydantic import Field

from agent.evidence import Observation
from agent.reach import EVERYTHING, Reach
from agent.reached import within
from cypher.store import Store
from graph_schema.identity import label_of, video_of
from graph_schema.labels import Kind
from graph_schema.relationships import Family
from graph_schema.time_span import parse_time
from retrieval.entities import count_occurrences, find_entity
from retrieval.hits import Hit
from retrieval.navigation import (
    MOMENT_KINDS,
    get_macro_events,
    get_subgraph,
    get_summary,
    get_super_events,
    search_by_time,
)
from retrieval.rendering import Renderable, render
from retrieval.scope import Scope
from retrieval.search import SPOKEN_AND_SHOWN, search
from retrieval.traversal import MAX_HOPS, relation_graph
from retrieval.videos import list_videos
from retrieval.views import EventList
from runtime.embedder import Embedder
from runtime.errors import NotFoundError, UsageError

TOP_K = 10
"""MemDreamer's best k (Table 10)."""
MAX_K = 30
MAX_OBSERVATION_TOKENS = 1_400
MIN_OBSERVATION_TOKENS = 300

_STILL_OPEN = 50
"""Hits asked for beyond those wanted under a time bound, since those not over by then go."""

VideoId = Annotated[str | None, Field(description="v…; may be left out if there is only one.")]
Clock = Annotated[str | None, Field(description='Media time: "1:23", "1:02:03" or "83s".')]
SearchedKind = Literal["macro", "micro", "super", "utterance", "screen_text", "entity"]


@dataclass(slots=True)
class Workbench:
    """What the tools of one run work on.

    ``videos`` are those asked about, empty for the whole library; nothing outside is shown.
    ``observation_tokens`` is what the loop can still afford for one observation. Nothing outside
    ``reach`` leaves a tool.
    """

    store: Store
    embedder: Embedder
    library: str
    videos: tuple[str, ...] = ()
    observation_tokens: int = MAX_OBSERVATION_TOKENS
    reach: Reach = EVERYTHING
    _only_video: str | None = field(default=None, init=False)

    def video(self, video_id: str | None) -> str:
        """The video a tool is about: the one named, or the only one there is."""
        if video_id is not None:
            return self._inside(video_id)
        if self._only_video is None:
            known = self.videos or tuple(
                entry.video_id for entry in list_videos(self.store, self.library, limit=2).videos
            )
            if len(known) != 1:
                raise UsageError(
                    "Which video is meant? There is more than one; give video_id."
                    if known
                    else "The library holds no video."
                )
            self._only_video = known[0]
        return self._only_video

    def node(self, node_id: str) -> str:
        """An id given by a model, refused when it is none or lies outside the question's scope."""
        if label_of(node_id) is None:
            raise UsageError(f"{node_id!r} is no id.", "Copy ids from earlier results.")
        return self._inside(node_id)

    def scope(
        self,
        video_id: str | None = None,
        start: str | None = None,
        end: str | None = None,
        kinds: Sequence[str] = (),
        entity: str | None = None,
    ) -> Scope:
        """Where a search may look, from what a model gave."""
        return Scope(
            library=self.library,
            videos=self.videos if video_id is None else (self._inside(video_id),),
            start_ms=None if start is None else clock(start),
            end_ms=self._end(None if end is None else clock(end)),
            kinds=self._kinds(kinds),
            entity=None if entity is None else self.node(entity),
        )

    def found(self, query: str, scope: Scope, k: int) -> list[Hit]:
        """The ``k`` best nodes (or as many as :attr:`reach` sets) that may be seen."""
        wanted = self.reach.k or k
        asked = wanted if self.reach.until_ms is None else wanted + _STILL_OPEN
        recipe = self.reach.recipe
        hits = search(self.store, self.embedder, query, scope, k=asked, recipe=recipe)
        seen = within(hits, self.reach, self.videos)
        assert isinstance(seen, list)
        return seen[:wanted]

    def listed(self, video_id: str, start_ms: int, end_ms: int) -> EventList:
        """What may be seen between two times, and how much more of it there is.

        Both the time bound and the kinds are asked of the database: of a page that is cut only
        afterwards, nobody could tell whether another follows.
        """
        until = self.reach.until_ms
        kinds = tuple(kind for kind in MOMENT_KINDS if kind in self.reach.kinds)
        if (until is not None and start_ms >= until) or (self.reach.kinds and not kinds):
            return EventList(events=(), total=0)
        return search_by_time(
            self.store,
            self.library,
            video_id,
            start_ms,
            end_ms if until is None else min(end_ms, until),
            kinds=kinds or MOMENT_KINDS,
            limit=self.reach.listed,
        )

    def _end(self, end_ms: int | None) -> int | None:
        until = self.reach.until_ms
        return until if end_ms is None else min(end_ms, until or end_ms)

    def _kinds(self, kinds: Sequence[str]) -> tuple[Kind, ...]:
        wanted, allowed = tuple(Kind(kind) for kind in kinds), self.reach.kinds
        if not allowed or not wanted:
            return wanted or allowed
        both = tuple(kind for kind in wanted if kind in allowed)
        if not both:
            raise UsageError(f"There are no such nodes; kinds: {', '.join(allowed)}.")
        return both

    def _inside(self, node_id: str) -> str:
        video = video_of(node_id)
        if self.videos and video is not None and video not in self.videos:
            raise NotFoundError(f"{node_id!r} is not in the videos that were asked about.")
        return node_id

    def observe(self, found: Renderable) -> tuple[str, Observation]:
        """What was found as text within the budget, with the models themselves beside it."""
        found = within(found, self.reach, self.videos)
        text = render(found, self.observation_tokens)
        return text, Observation.of(found, text)


def clock(text: str) -> int:
    """A time as a model writes it, in ms; a :class:`UsageError` says the forms."""
    try:
        return parse_time(text)
    except ValueError as error:
        raise UsageError(str(error)) from error


def toolbox(bench: Workbench) -> list[BaseTool]:
    """The tools within reach, all ten by default, bound to one run's workbench."""
    tools = [
        _tool(function, description)
        for function, description in (*_navigation(bench), *_searching(bench), *_graph(bench))
    ]
    return [tool for tool in tools if tool.name in bench.reach.tools]


_Returns = tuple[str, Observation]
_Described = tuple[Callable[..., _Returns], str]


def _tool(function: Callable[..., _Returns], description: str) -> BaseTool:
    name = function.__name__.removeprefix("_")
    tool = StructuredTool.from_function(
        function,
        name=name,
        description=description,
        args_schema=_SCHEMAS.get(name),
        response_format="content_and_artifact",
    )
    _SCHEMAS.setdefault(name, tool.args_schema)
    return tool


_SCHEMAS: dict[str, Any] = {}
"""Each tool's arguments, read from its signature once: a workbench changes nothing about them, and
reading all ten takes a tenth of a second."""


def _navigation(bench: Workbench) -> list[_Described]:
    def _get_summary(video_id: VideoId = None) -> _Returns:
        wanted = video_id if video_id is None else bench.video(video_id)
        if wanted is None and len(bench.videos) == 1:
            wanted = bench.videos[0]
        return bench.observe(get_summary(bench.store, bench.library, wanted, videos=bench.videos))

    def _get_super_events(video_id: VideoId = None) -> _Returns:
        return bench.observe(get_super_events(bench.store, bench.library, bench.video(video_id)))

    def _get_macro_events(
        parent_id: Annotated[str | None, Field(description="A chapter v….s3 or a video.")] = None,
    ) -> _Returns:
        parent = bench.video(None) if parent_id is None else bench.node(parent_id)
        found = get_macro_events(bench.store, bench.library, parent)
        if (
            bench.reach.until_ms is not None
        ):  # how many more there are would tell how long it goes on
            found = found.model_copy(update={"total": len(found.events)})
        return bench.observe(found)

    def _get_subgraph(
        macro_event_id: Annotated[str, Field(description="A scene v….m12, or an action in it.")],
    ) -> _Returns:
        node = bench.node(macro_event_id)
        return bench.observe(get_subgraph(bench.store, bench.library, node))

    return [
        (_get_summary, "Summary of a video with its chapters, or of the whole library."),
        (_get_super_events, "The chapters of a video."),
        (_get_macro_events, "The scenes of a chapter or of a whole video."),
        (_get_subgraph, "Inside a scene: who appears, each action, causes and places."),
    ]


def _searching(bench: Workbench) -> list[_Described]:
    def _search_nodes(  # noqa: PLR0917 - a tool is called by name
        query: Annotated[str, Field(description="A statement of what would be seen.")],
        kinds: list[SearchedKind] | None = None,
        video_id: VideoId = None,
        start: Clock = None,
        end: Clock = None,
        entity: Annotated[str | None, Field(description="n…: only events it is in.")] = None,
        k: Annotated[int, Field(ge=1, le=MAX_K)] = TOP_K,
    ) -> _Returns:
        scope = bench.scope(video_id, start, end, kinds or (), entity)
        return bench.observe(bench.found(query, scope, k))

    def _search_text(
        query: Annotated[str, Field(description="Words spoken, described or shown.")],
        video_id: VideoId = None,
        start: Clock = None,
        end: Clock = None,
        k: Annotated[int, Field(ge=1, le=MAX_K)] = TOP_K,
    ) -> _Returns:
        scope = bench.scope(video_id, start, end, SPOKEN_AND_SHOWN)
        return bench.observe(bench.found(query, scope, k))

    def _search_by_time(
        start: Annotated[str, Field(description='"1:23" or "83s".')],
        end: Annotated[str, Field(description='"1:40" or "100s".')],
        video_id: VideoId = None,
    ) -> _Returns:
        return bench.observe(bench.listed(bench.video(video_id), clock(start), clock(end)))

    return [
        (_search_nodes, "Search scenes, actions, cues and entities by meaning and words."),
        (_search_text, "Search only what is spoken, described or shown as text."),
        (_search_by_time, "Everything between two times of a video, in order."),
    ]


def _graph(bench: Workbench) -> list[_Described]:
    def _get_relation_graph(
        node_id: str,
        direction: Annotated[
            Literal["out", "in", "both"], Field(description="out: to effects; in: to causes.")
        ] = "both",
        families: list[
            Literal["causal", "temporal", "role", "spatial", "progression", "hierarchical"]
        ]
        | None = None,
        hops: Annotated[
            int | None, Field(ge=1, le=MAX_HOPS, description="null: all, along causal edges.")
        ] = 1,
        limit: Annotated[int, Field(ge=1, le=60)] = 30,
    ) -> _Returns:
        wanted = tuple(Family(name) for name in families or ("causal",))
        found = relation_graph(
            bench.store, bench.library, bench.node(node_id), direction, wanted, hops, limit
        )
        return bench.observe(found)

    def _find_entity(name: str) -> _Returns:
        return bench.observe(find_entity(bench.store, bench.library, name, videos=bench.videos))

    def _count_occurrences(
        entity: Annotated[str | None, Field(description="n… or a name.")] = None,
        action: Annotated[str | None, Field(description='E.g. "throws a nut".')] = None,
        video_id: VideoId = None,
    ) -> _Returns:
        scope = bench.scope(video_id)
        found = count_occurrences(bench.store, bench.embedder, scope, entity=entity, action=action)
        return bench.observe(found)

    return [
        (_get_relation_graph, "Causes, effects, roles or neighbours around a node."),
        (_find_entity, "Who or what has this name, and where it appears."),
        (_count_occurrences, "How many times an entity did or underwent an action, and when."),
    ]


def tool_names(tools: Sequence[BaseTool]) -> str:
    """Names for a message to a model that called something else."""
    return ", ".join(tool.name for tool in tools)


def described(arguments: dict[str, Any]) -> str:
    """Arguments of a call on one line, as a note of the trajectory shows them."""
    return ", ".join(f"{name}={value!r}" for name, value in arguments.items() if value is not None)
