"""`kts show`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kts.cli.completing import Word
from kts.cli.group import options
from kts.cli.output import clean, print_json, writing
from kts.errors import UsageError

if TYPE_CHECKING:
    from kts.workspace import Workspace
    from kts.workspace.showing import Shown

MARKS = (">>>", "<<<")
"""What stands around the cited words where no style can set them off."""
SCALE = 2.0
"""Pixels a point of a page's image: sharp on a screen."""


@click.command("show", epilog="Example: kts show led_0123456789abcdef:1 --image page.png")
@click.argument("target", type=Word("target"), nargs=-1, required=True)
@click.option("--context", type=click.IntRange(0, 100_000), help="Characters before and after (default 600).")
@click.option(
    "--image",
    type=click.Path(dir_okay=False),
    help="Draw the PDF page with the place marked into FILE (needs the extra 'server').",
)
@options("kb", "json")
def command(target: tuple[str, ...], *, kb: str | None, as_json: bool, context: int | None, image: str | None) -> int:
    """Show what TARGET points to, in its context.

    TARGET is an answer's record (led_ID, or led_ID:2 for its second claim), a passage id, DOCUMENT#START-END, a
    place as it is printed ("DOCUMENT:LINE", "DOCUMENT, page 5"), or a document.
    """
    from kts.workspace import Workspace

    with Workspace.nearest(kb) as workspace:
        wish = " ".join(target)
        found = workspace.show(wish) if context is None else workspace.show(wish, context=context)
        if image:
            _draw(workspace, found, Path(image))
    if as_json:
        from kts.server.wire.answers import shown

        print_json(shown(found))
    else:
        _print(found)
    if found.hidden:
        path = clean(found.document.path)
        click.echo(
            f"note: {path} hides text from its readers here ({', '.join(found.hidden)}); █ stands for it", err=True
        )
    if found.original != "unchanged":
        said = ", and still says this" if found.stands else ", and says this no more"
        became = f"has changed since it was indexed{said}" if found.original == "changed" else "is gone"
        path = clean(found.document.path)
        click.echo(f"note: {path} {became}; this is the text as it was (kts ingest takes note of it)", err=True)
    return 0


def _draw(workspace: Workspace, found: Shown, target: Path) -> None:
    from kts.server.needed import needed

    with needed("kts show --image"):
        from kts.server.pages import Pages
        from kts.server.params import Page

    page = found.location.page
    if page is None:
        message = f"{found.document.path} has no pages to draw"
        raise UsageError(message, path=found.document.path, hint="only places in PDF files can be drawn")
    wish = Page(id=found.document.id, page=page, start=found.cited.start, end=found.cited.end, scale=SCALE)
    image = Pages().png(workspace, wish)
    with writing(target):
        target.write_bytes(image)


def _print(found: Shown) -> None:
    from kts.cli.search_ import at

    click.echo(click.style(at(found.uri.partition("#")[0], found.location), fg="cyan"))
    names = [" ".join(part for part in (one.number, one.heading) if part) for one in found.sections]
    click.echo(clean(" > ".join([found.document.title, *(name for name in names if name != found.document.title)])))
    click.echo("")
    start, end = found.cited.start - found.around.start, found.cited.end - found.around.start
    cited = click.style(clean(found.text[start:end]), bold=True, reverse=True)
    if not sys.stdout.isatty() and found.cited != found.around:  # a pager or a file shows no style
        cited = f"{MARKS[0]}{cited}{MARKS[1]}"
    click.echo(clean(found.text[:start]), nl=False)
    click.echo(cited, nl=False)
    click.echo(clean(found.text[end:]))
