"""The group of commands as click knows it: help, completion, mistakes, and every command but the hottest calls.

Only click is imported here: `kts --help` must cost no more than the command line library itself.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kts.cli.completing import Word
from kts.cli.spoken import SHARED

if TYPE_CHECKING:
    from collections.abc import Callable

    from kts.cli.spoken import Option, Spoken

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
    "describe": "Have images described by a language model, to be found by what they show.",
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
        module = import_module(f"kts.cli.{name.replace('-', '_')}_")
        spoken = getattr(module, "SPOKEN", None)
        command: click.Command = module.command if spoken is None else clicked(spoken)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The list in `--help`, without importing any command."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=Lazy, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(None, "--version", package_name="kts", prog_name="kts")
def kts() -> None:
    """Answers from your own documents, with evidence you can check."""


Command = TypeVar("Command", bound="Callable[..., Any]")


def clicked(spoken: Spoken) -> click.Command:
    """A command of the table as click's."""

    def call(**given: Any) -> int:
        words = (given.pop(spoken.argument),) if spoken.argument else ()
        return spoken.run(*words, **given)

    kind = Word(spoken.complete) if spoken.complete else None
    asked = not spoken.bare
    arguments = [click.Argument([spoken.argument], type=kind, nargs=-1, required=asked)] if spoken.argument else []
    return click.Command(
        spoken.name,
        callback=call,
        params=[*arguments, *(click.Option(**_declared(option)) for option in spoken.options)],
        help=spoken.run.__doc__,
        epilog=spoken.epilog,
    )


def option(entry: Option) -> Callable[[Command], Command]:
    """An option of the table as a decorator of click's."""
    declared = _declared(entry)
    return click.option(*declared.pop("param_decls"), **declared)


def options(*names: str) -> Callable[[Command], Command]:
    """The options that several commands share, by name."""

    def decorate(function: Command) -> Command:
        for name in reversed(names):
            function = option(SHARED[name])(function)
        return function

    return decorate


def _declared(entry: Option) -> dict[str, Any]:
    """An option of the table as click is told of it."""
    declared: dict[str, Any] = {"param_decls": [*entry.flags, entry.name], "help": entry.help}
    if entry.flag:
        declared["is_flag"] = True
    if entry.complete:
        declared["type"] = Word(entry.complete)
    if entry.choices:
        declared["type"] = click.Choice(entry.choices)
    if entry.most:
        declared["type"] = click.IntRange(entry.least, entry.most)
    if entry.many:
        declared["multiple"] = True
    if entry.default is not None:
        declared["default"] = entry.default
    if entry.metavar:
        declared["metavar"] = entry.metavar
    if entry.variable:
        declared["envvar"] = entry.variable
    if entry.sets:
        declared.update(expose_value=False, callback=_setting(entry.sets))
    return declared


def _setting(variable: str) -> Callable[[click.Context, click.Parameter, bool], None]:
    """What a flag does that stands for a variable: what it means is the same as the variable."""

    def given(_context: click.Context, _parameter: click.Parameter, value: bool) -> None:  # noqa: FBT001
        if value:
            os.environ[variable] = "1"

    return given
