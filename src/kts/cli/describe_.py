"""`kts describe`."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from kts.cli.group import options
from kts.cli.ingest_ import FAILED, SHOWN
from kts.cli.output import clean, print_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kts.workspace.describing import Described


@click.command("describe", epilog="Example: kts describe -n 20")
@click.option("--limit", "-n", type=click.IntRange(min=1), help="Ask for so many images at most.")
@click.option("--again", is_flag=True, help="Also those that another model or wording described.")
@options("kb", "json")
def command(*, kb: str | None, as_json: bool, limit: int | None, again: bool) -> int:
    """Have the images in the documents described by a language model, to be found by what they show.

    Needs [llm] provider, model and describe = true. Each content is asked for once; run it again to go on.
    """
    from kts.workspace import Workspace

    with Workspace.nearest(kb) as workspace, _progress(quiet=as_json) as progress:
        found = workspace.describe(again=again, limit=limit, progress=progress)
    if as_json:
        from kts.server.wire.images import described

        print_json(described(found))
    else:
        _show(found)
    return FAILED if found.failed else 0


def _show(found: Described) -> None:
    from kts.server.wire import shown

    parts = [f"{found.described} images described", f"{found.known} known before"]
    parts += [f"{count} left out ({reason})" for reason, count in sorted(found.left_out.items())]
    parts += [
        f"{number} {name}" for number, name in ((len(found.failed), "failed"), (found.waiting, "not tried")) if number
    ]
    click.echo(f"{', '.join(parts)}; {found.tokens:,} tokens")
    for one in found.failed[:SHOWN]:
        click.echo(f"  failed   {one.sha256[:12]} in {shown(one.path)}: {clean(one.reason)}")
    if len(found.failed) > SHOWN:
        click.echo(f"  and {len(found.failed) - SHOWN} more: --json lists all")
    for note in found.notes:
        click.echo(f"note: {clean(note)}", err=True)


@contextmanager
def _progress(*, quiet: bool) -> Iterator[Callable[[int, int, str], None]]:
    """A bar on a terminal."""
    import sys

    if quiet or not sys.stderr.isatty():
        yield lambda _done, _total, _path: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("describing", total=None)
        yield lambda done, total, _path: bar.update(task, completed=done, total=total)
