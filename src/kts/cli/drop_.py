"""`kts drop`."""

from __future__ import annotations

import sys

import click

from kts.cli.completing import Word
from kts.cli.group import options
from kts.cli.output import clean

DERIVED = ("lexical", "dense", "views")


@click.command("drop", epilog="Example: kts drop --collections lexical,views")
@click.option("--collections", metavar="NAMES", help=f"Derived indexes to delete, of: {', '.join(DERIVED)}.")
@click.option(
    "--root", type=Word("root"), metavar="LABEL", help="Forget a source folder with its documents; its files stay."
)
@click.option("--yes", is_flag=True, help="Do not ask.")
@options("kb")
def command(*, kb: str | None, collections: str | None, root: str | None, yes: bool) -> int:
    """Delete derived indexes (they are built anew when needed), or forget a source folder."""
    from kts.workspace import Workspace

    if bool(collections) == bool(root):
        message = "name either --collections or --root"
        raise click.UsageError(message)
    with Workspace.nearest(kb) as workspace:
        if collections:
            workspace.drop_followers(_names(collections))
            click.echo(f"dropped {collections}")
        elif root and not yes and not sys.stdin.isatty():
            message = f"forgetting {clean(root)} removes its documents from the index: say --yes"
            raise click.UsageError(message)
        elif root and (yes or click.confirm(f"Forget {clean(root)} and its documents in the index?")):
            click.echo(f"dropped {workspace.drop_root(root)} files of {clean(root)} from the index; none was touched")
    return 0


def _names(collections: str) -> list[str]:
    names = [name.strip() for name in collections.split(",")]
    for name in names:
        if name not in DERIVED:
            message = f"'{name}' is none of: {', '.join(DERIVED)}"
            raise click.BadParameter(message, param_hint="--collections")
    return names
