"""`kts-backend`: the engine as a child process of another program."""

from __future__ import annotations

import os
import sys

import click

from kts.cli.group import options
from kts.cli.main import INTERRUPTED


@click.command("kts-backend", context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--log-level", type=click.Choice(["debug", "info", "warning", "error"]), default="warning")
@options("kb")
def command(*, kb: str | None, log_level: str) -> int:
    """Answer JSON lines from standard input on standard output, until the input ends.

    In: {"id": 1, "method": "search", "params": {"q": "cure period"}}. Out: {"id": 1, "success": true, "data": ...}.
    """
    import asyncio

    from kts.server.needed import needed

    with needed("kts-backend"):
        from kts.server.backend import run
        from kts.server.logs import configure
    configure(log_level)
    asyncio.run(run(index_folder(kb)))
    return 0


def index_folder(kb: str | None) -> str:
    """The index of the call; one that is not there yet is said by each call, not by a child that fails to start."""
    from kts.cli.remote import folder_of
    from kts.errors import NoIndex

    try:
        return folder_of(kb)
    except NoIndex:
        return kb or os.getcwd()  # noqa: PTH109 - a text, as the option is


def main() -> None:
    """Entry point of the console script."""
    try:
        code = command.main(prog_name="kts-backend", standalone_mode=False)
    except (click.exceptions.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except click.ClickException as problem:
        problem.show()
        code = problem.exit_code
    sys.exit(int(code or 0))


if __name__ == "__main__":
    main()
