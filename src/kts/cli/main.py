"""`kts`: the group of commands, errors and exit codes (RELIABILITY.md).

Only click is imported here: `kts --help` must cost no more than the command line library itself.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kts.errors import KTSError

INTERRUPTED = 130
COMMANDS = {
    "ingest": "Read a folder, or what changed in it.",
    "search": "Find the passages that answer a question, with their places.",
    "ask": "Answer a question from the documents, or say what they do not hold.",
    "check": "Hold claims against the documents: supported, contradicted or unsupported.",
    "show": "Show what a citation points to, in its context.",
    "ticket": "Answer a support ticket with citations, or say who takes over.",
    "tickets": "Work on many tickets, and teach and measure how.",
    "feedback": "Say how good an answer was.",
    "ledger": "Look at what was asked and answered, and check that nobody changed it.",
    "why-not": "Say what keeps a document out of the results of a question.",
    "status": "Show what the index holds and how it is.",
    "verify": "Check the index, or the citations of a saved result.",
    "open": "Open the place that a citation names.",
    "serve": "Keep the index open for the command line, a page and programs.",
    "watch": "Keep the index fresh while files change.",
    "mcp": "Give a language model's client tools over the index.",
    "terms": "Show what a term means, and where that is said.",
    "outline": "Show the sections of a document with what stands in them.",
    "graph": "Show how documents, terms and codes hang together.",
    "doctor": "Look for what is missing or wrong on this machine.",
    "models": "List, add and check embedding models.",
    "config": "Show the settings and where each comes from.",
    "export": "Write documents, sections or passages as JSON lines.",
    "reindex": "Build the derived indexes anew.",
    "drop": "Delete derived indexes, or forget a source folder.",
    "eval": "Measure retrieval on judged questions.",
    "calibrate": "Fit the confidence of answers to judged questions of your own.",
    "train": "Fit the ranker to judged questions of your own.",
    "completion": "Print the completion script of a shell.",
}
EPILOG = """\b
Examples:
  kts ingest ~/contracts          read a folder (again: only what changed)
  kts search "who may terminate?" find cited places
  kts search E7042 --json         the same for a program
  kts verify                      check the whole index
  kts search ... --json > r.json; kts verify r.json
"""


class Lazy(click.Group):
    """A group that imports a command when it is called, not to list it."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """All command names, in the order of use."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        """The command, imported now."""
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"kts.cli.{name.replace('-', '_')}_").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The list in `--help`, without importing any command."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=Lazy, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(None, "--version", package_name="kts", prog_name="kts")
def kts() -> None:
    """Answers from your own documents, with evidence you can check."""


def main() -> None:
    """Entry point of the console script."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # to start its threads costs numpy 50 ms, and nothing uses them
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code."""
    try:
        code = kts.main(list(arguments), prog_name="kts", standalone_mode=False)
    except (click.exceptions.Abort, KeyboardInterrupt):
        click.echo("interrupted: what was read so far is kept; run the command again to go on", err=True)
        return INTERRUPTED
    except click.ClickException as problem:
        return _usage(problem, arguments)
    except (SystemExit, BrokenPipeError):  # nobody reads the output any more; click says so by SystemExit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as problem:  # the last resort of the command line
        return _failed(problem, arguments)
    return int(code or 0)


def _usage(problem: click.ClickException, arguments: Sequence[str]) -> int:
    if "--json" not in arguments:
        problem.show()
        return problem.exit_code
    from kts.errors import UsageError

    return _told(UsageError(problem.format_message(), hint="kts --help"), arguments)


def _failed(problem: Exception, arguments: Sequence[str]) -> int:
    from kts.errors import KTSError

    if isinstance(problem, KTSError):
        return _told(problem, arguments)
    if os.environ.get("KTS_DEBUG"):
        import traceback

        traceback.print_exception(problem)
    message = f"{type(problem).__name__}: {problem}"
    return _told(KTSError(message, hint="this is a defect of kts; KTS_DEBUG=1 shows where it happened"), arguments)


def _told(problem: KTSError, arguments: Sequence[str]) -> int:
    if "--json" in arguments:
        from kts.cli.output import print_json
        from kts.server.wire import error

        print_json(error(problem), indent=None if "ingest" in arguments else 1)
    else:
        from kts.cli.output import clean

        click.echo(f"{click.style('error', fg='red', bold=True)}: {clean(problem.message)}", err=True)
        if problem.hint:
            click.echo(f"  hint: {clean(problem.hint)}", err=True)
    return problem.exit_code


Command = TypeVar("Command", bound="Callable[..., Any]")


def _without_server(_context: click.Context, _parameter: click.Parameter, value: bool) -> None:  # noqa: FBT001
    """Click calls it so: what the option means is the same as the variable."""
    if value:
        os.environ["KTS_NO_SERVER"] = "1"


def options(*names: str) -> Callable[[Command], Command]:
    """The options that several commands share, by name."""
    known = {
        "kb": click.option(
            "--kb", metavar="DIR", envvar="KTS_KB_PATH", help="Folder of the index (default: nearest .kts)."
        ),
        "server": click.option(
            "--no-server",
            is_flag=True,
            expose_value=False,
            callback=_without_server,
            help="Do not ask a running server.",
        ),
        "json": click.option("--json", "as_json", is_flag=True, help="Print JSON for a program."),
    }

    def decorate(function: Command) -> Command:
        for name in reversed(names):
            function = known[name](function)
        return function

    return decorate
