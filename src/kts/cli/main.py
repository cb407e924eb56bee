"""`kts`: from arguments to an exit code (RELIABILITY.md).

The hottest commands are read without click (`kts.cli.spoken`): to import it costs more than a search. Everything else,
and every mistake, is the group's to answer.
"""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import click

    from kts.errors import KTSError

INTERRUPTED = 130
BRIEF = ("search", "ask", "status")
"""The commands that end before there is garbage worth looking for."""
LINES = frozenset({"check", "export", "ingest", "serve", "watch"})
"""The commands that print a JSON object a line: so is their error."""
HOT = (*BRIEF, "ingest")
"""The commands that are read without click; each module has its `SPOKEN`."""


def program() -> None:
    """The console script: `main` in a process of its own, which a brief command leaves at once."""
    try:
        main()
    except SystemExit as end:
        if sys.argv[1:2] and sys.argv[1] in BRIEF and isinstance(end.code, int):
            _leave(end.code)
        raise


def main() -> None:
    """Run the command that the arguments are, and exit with its code.

    A brief command ends before there is garbage worth looking for: neither on its way nor at its end is it looked for.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # to start its threads costs numpy 50 ms, and nothing uses them
    if sys.argv[1:2] and sys.argv[1] in BRIEF:
        gc.disable()
    code = run(sys.argv[1:])
    gc.freeze()
    sys.exit(code)


def _leave(code: int) -> None:
    """End without taking the interpreter apart, which takes a fortieth of a question; not where a thread is at work."""
    import atexit

    threading = sys.modules.get("threading")
    if threading and any(not one.daemon for one in threading.enumerate() if one is not threading.main_thread()):
        return
    atexit._run_exitfuncs()  # noqa: SLF001 - what the interpreter calls at its end, and nobody else can
    try:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
    except (OSError, ValueError):  # the interpreter's own end says so
        return
    os._exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code."""
    _tell_misspelt()
    try:
        return int((_hot(arguments) or _grouped(arguments))() or 0)
    except KeyboardInterrupt:
        from kts.cli.output import echo

        echo("interrupted: what was read so far is kept; run the command again to go on", err=True)
        return INTERRUPTED
    except (SystemExit, BrokenPipeError):  # nobody reads the output any more; click says so by SystemExit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as problem:  # the last resort of the command line
        return _failed(problem, arguments)


def _tell_misspelt() -> None:
    """A note on variables that nearly are settings; where none begins as ours do, nothing is looked at."""
    if not any(name.startswith("KTS_") for name in os.environ) or "_KTS_COMPLETE" in os.environ:
        return
    from kts import config

    if config.unknown(os.environ):
        from kts.cli.output import clean, echo

        for name, meant in config.misspelt(os.environ).items():
            echo(f"note: {clean(name)} is no setting and is not used; did you mean {meant}?", err=True)


def _hot(arguments: Sequence[str]) -> Callable[[], int] | None:
    """The call of a hot command whose arguments are understood with certainty."""
    if not arguments or arguments[0] not in HOT:
        return None
    from kts.cli.spoken import called

    call = called(import_module(f"kts.cli.{arguments[0]}_").SPOKEN, arguments[1:])
    return call and _as_click_does(call)


def _as_click_does(call: Callable[[], int]) -> Callable[[], int]:
    """The same; an interruption ends the line that the terminal shows `^C` in."""

    def interruptible() -> int:
        try:
            return call()
        except (KeyboardInterrupt, EOFError):
            from kts.cli.output import echo

            echo(err=True)
            raise KeyboardInterrupt from None

    return interruptible


def _grouped(arguments: Sequence[str]) -> Callable[[], int | None]:
    """The call of any command, by click."""

    def call() -> int | None:
        import click

        from kts.cli.group import kts

        try:
            code: int | None = kts.main(list(arguments), prog_name="kts", standalone_mode=False)
        except click.exceptions.Abort:
            raise KeyboardInterrupt from None
        except click.ClickException as problem:
            return _usage(problem, arguments)
        return code

    return call


def _usage(problem: click.ClickException, arguments: Sequence[str]) -> int:
    hint = _choices(problem)
    if "--json" not in arguments:
        problem.show()
        if hint:
            from kts.cli.output import echo

            echo(f"  hint: {hint}", err=True)
        return problem.exit_code
    from kts.errors import UsageError

    return _told(UsageError(problem.format_message(), hint=hint or "kts --help"), arguments)


def _choices(problem: click.ClickException) -> str:
    """What could have been meant, where a command of a group is not known."""
    import click

    context = getattr(problem, "ctx", None)
    if context is None or not isinstance(context.command, click.Group) or "command" not in problem.format_message():
        return ""
    names = context.command.list_commands(context)
    return f"{context.command_path} " + " | ".join(sorted(names))


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

        print_json(error(problem), indent=None if LINES.intersection(arguments[:1]) else 1)
    else:
        from kts.cli.output import clean, echo, style

        echo(f"{style('error', fg='red', bold=True)}: {clean(problem.message)}", err=True)
        if problem.hint:
            echo(f"  hint: {clean(problem.hint)}", err=True)
    return problem.exit_code
