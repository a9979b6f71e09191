"""``python -m api.demo``: from the film to cited answers, in one go."""

import shlex
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from api import operations
from api.cli import output
from api.cli.ask import show_answer
from api.cli.calls import asker
from api.cli.progress import progress
from api.cli.videos import show_video
from api.demo.ports import settle_ports
from api.installation import start
from api.memory import open_memory
from api.requests import answer_request
from cypher.browser import CAUSES, link
from ingestion.request import IngestRequest
from ingestion.tasks import ingest_by_worker
from runtime import service
from runtime.sample_film import CREDIT, TITLE, SampleFilm, sample_film
from runtime.settings import Settings
from runtime.settings import settings as read_settings

QUESTIONS = (
    ("when", "When does the rabbit wake up?"),
    ("who", "Who throws nuts at the rabbit?"),
    ("why", "Why does the rabbit run away across the meadow?"),
    ("what happened after", "What happened after the log hit the red squirrel?"),
    ("how many times", "How many times is a butterfly crushed?"),
    ("not in the film", "What colour is the car that the rabbit drives?"),
)
_STARTING, _FETCHING, _INGESTING, _OUTLINE, _ASKING, _NEXT = (
    "Start Neo4j and the service",
    f"Fetch the film ({CREDIT})",
    "Turn it into a memory: shots, descriptions, events, entities, causes",
    "What the memory holds",
    "Six questions, answered without a language model (the reasoner is called rules)",
    "Go on from here",
)


def main() -> None:
    """Run the demo, saying at each step what happens; errors end it as they end a command."""
    with output.stdout_for_documents(as_json=False):
        try:
            _demo(output.people())
        except (Exception, KeyboardInterrupt) as error:
            sys.exit(output.report(error, as_json=False))


def _demo(console: Console) -> None:
    began = time.monotonic()
    _head(console, _STARTING)
    settings = _start(read_settings(), console)
    _head(console, _FETCHING)
    with progress() as shown:
        film = sample_film(settings, shown)
    _say(console, str(film.media))
    _head(console, _INGESTING)
    video_id = _ingest(settings, film)
    with open_memory(settings) as memory:
        _head(console, _OUTLINE)
        show_video(console, operations.show_video(memory, settings.library, video_id))
    _head(console, _ASKING)
    _ask(settings, console)
    _head(console, _NEXT)
    _say_how_to_go_on(settings, console)
    _say(console, f"\nThe demo took {time.monotonic() - began:.0f} s.")


def _head(console: Console, title: str) -> None:
    console.print(f"\n[bold]{escape(title)}[/bold]", highlight=False)


def _say(console: Console, text: str) -> None:
    """A line that can be copied: as long as it is, never wrapped."""
    console.print(text, style="dim", markup=False, highlight=False, soft_wrap=True)


def _start(settings: Settings, console: Console) -> Settings:
    """The service running, on free ports; settings as they are now."""
    _say(console, f"Everything is kept in {settings.home}")
    running = service.status(settings)
    if not running["neo4j"]["running"] and not running["api"]["running"]:
        settings, moved = settle_ports(settings, neo4j=settings.neo4j_uri is None)
        for sentence in moved:
            _say(console, sentence)
    with progress() as shown:
        start(settings, shown)
    return settings


def _ingest(settings: Settings, film: SampleFilm) -> str:
    """The film's video id, once it is in the memory; at once when it was there before."""
    request = IngestRequest(
        media=film.media,
        title=TITLE,
        descriptions=film.descriptions,
        library=settings.library,
        replace=True,  # a newer Longtake may see it otherwise; the same one changes nothing
    )
    with progress() as shown, open_memory(settings) as memory:
        report = ingest_by_worker(request, store=memory.store, settings=settings, progress=shown)
        if all(stage.status == "skipped" for stage in report.stages):
            shown.note("It is in the memory already: nothing is ingested again.")
    return report.video_id


def _ask(settings: Settings, console: Console) -> None:
    with asker(settings, settings.library) as ask_one:
        for kind, question in QUESTIONS:
            console.print(
                f"[bold cyan]{escape(question)}[/bold cyan]  [dim]({kind})[/dim]", highlight=False
            )
            show_answer(console, ask_one(answer_request(question=question)))
            console.print()


def _say_how_to_go_on(settings: Settings, console: Console) -> None:
    """Commands that work as printed, from any folder."""
    program = Path(sys.executable).with_name("longtake")
    command = f"LONGTAKE_HOME={shlex.quote(str(settings.home))} {shlex.quote(str(program))}"
    neo4j = service.status(settings)["neo4j"]
    if neo4j["browser_url"]:
        _offer(console, "See the graph in Neo4j Browser:", link(neo4j["browser_url"], CAUSES))
        _say(console, f"   user {neo4j['user']}, password: cat {neo4j['password_file']}")
    _offer(console, "Ask more:", f'{command} ask "Who is tied to the kite string?"')
    _offer(console, "Search:", f'{command} search "apple" -k 5')
    _offer(console, "Give it a video of your own:", f"{command} ingest FILE --subtitles FILE.srt")
    _offer(console, "See all commands:", f"{command} --help")
    _offer(console, "Stop Neo4j and the service (the memory is kept):", f"{command} down")


def _offer(console: Console, what: str, how: str) -> None:
    console.print(f"{what}", highlight=False)
    console.print(f"   {how}", style="cyan", markup=False, highlight=False, soft_wrap=True)


if __name__ == "__main__":
    main()
