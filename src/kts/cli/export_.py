"""`kts export`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kts.cli.completing import Word
from kts.cli.group import options
from kts.cli.output import print_json

if TYPE_CHECKING:
    from collections.abc import Callable


@click.command("export", epilog="Example: kts export passages > passages.jsonl")
@click.argument("what", type=click.Choice(["documents", "passages", "sections", "items"]))
@click.option(
    "--doc", type=Word("document"), metavar="VALUE", help="One document only: relative path, unique file name, or id."
)
@options("kb")
def command(what: str, *, kb: str | None, doc: str | None) -> int:
    """Write documents, sections, passages or items as JSON lines to standard output."""
    from kts.server import wire
    from kts.server.wire.structure import item
    from kts.workspace import Workspace

    shapes: dict[str, Callable[[Any], dict[str, Any]]] = {
        "documents": wire.document,
        "passages": wire.passage,
        "sections": wire.section,
        "items": item,
    }
    shape = shapes[what]
    with Workspace.nearest(kb) as workspace:
        for one in workspace.items(doc) if what == "items" else workspace.export(what, document=doc):
            print_json(shape(one), indent=None)
    return 0
