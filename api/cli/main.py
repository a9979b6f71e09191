"""The ``longtake`` command. Nothing heavy is imported before a command runs."""

import sys
from collections.abc import Sequence
from itertools import takewhile

import typer

from api.cli import ask, evaluation, export, ingest, output, reembed, search, service, videos
from api.cli.options import FIGURES, MEMORY, epilog
from runtime.logs import log_to_stderr

app = typer.Typer(
    name="longtake",
    help="A memory for long video: ask what happened, and get moments you can check.",
    epilog=epilog(
        "longtake ingest film.mp4 --descriptions film.vtt",
        'longtake ask "Why does the rabbit get angry?"',
        "longtake status",
    ),
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    add_completion=False,
)

for group in (service, ingest, export, reembed, ask, search, evaluation):
    app.add_typer(group.app)  # without a name: its commands become ours
app.add_typer(videos.app, name="videos", rich_help_panel=MEMORY)
app.add_typer(evaluation.datasets, name="eval", rich_help_panel=FIGURES)


def run(arguments: Sequence[str]) -> int:
    """One call of the command, as its exit code."""
    as_json = "--json" in takewhile(lambda word: word != "--", arguments)
    with output.stdout_for_documents(as_json):
        try:
            code = app(list(arguments) or ["--help"], prog_name="longtake", standalone_mode=False)
        except BrokenPipeError:
            sys.stderr.close()  # whoever read us has gone; nothing is left to say
            return 0
        except (Exception, KeyboardInterrupt) as error:
            return output.report(error, as_json)
    if code == output.INTERRUPTED:
        return output.report(KeyboardInterrupt(), as_json)
    return code if isinstance(code, int) else 0


def main() -> None:
    """The console script."""
    log_to_stderr()
    sys.exit(run(sys.argv[1:]))
