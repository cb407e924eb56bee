"""`kts open`."""

from __future__ import annotations

import click

from kts.cli.completing import Word
from kts.cli.group import options


@click.command("open", epilog="Example: kts open samples/policies/late-charge-policy-v4.md:12 --print")
@click.argument("target", type=Word("target"), nargs=-1, required=True)
@click.option("--print", "only_print", is_flag=True, help="Print the address instead of opening it.")
@options("kb")
def command(target: tuple[str, ...], *, kb: str | None, only_print: bool) -> int:
    """Open TARGET in its program.

    TARGET is an answer's record (led_ID, or led_ID:2 for its second claim), a passage id, a document (path, name or
    id), a place as it is printed ("PATH:LINE", "PATH, page 5"), or PATH#page=N.
    """
    from kts.workspace import Workspace

    with Workspace.nearest(kb) as workspace:
        uri = workspace.uri(" ".join(target))
    click.echo(uri)
    return 0 if only_print else int(click.launch(uri) != 0)
