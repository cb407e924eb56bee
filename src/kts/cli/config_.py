"""`kts config`."""

from __future__ import annotations

import click

from kts.cli.group import options
from kts.cli.output import print_json


@click.group("config")
def command() -> None:
    """Show the settings and where each comes from."""


@command.command("show", epilog="Example: KTS_SEARCH_MAX_RESULTS=10 kts config show")
@options("kb", "json")
def show(*, kb: str | None, as_json: bool) -> int:
    """Every setting with its value and origin: default, file and line, or environment."""
    from kts.workspace.examine import settings_in_force

    origins = settings_in_force(kb)
    if as_json:
        from kts.server.wire import settings

        print_json(settings(origins))
        return 0
    for origin in origins:
        click.echo(f"{origin.name:<28} {origin.value!r:<16} {origin.origin}")
    return 0
