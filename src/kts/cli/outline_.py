"""`kts outline`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kts.cli.completing import Word
from kts.cli.group import options
from kts.cli.output import clean, print_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.workspace.structure import Outlined


@click.command("outline", epilog="Example: kts outline agreement.docx")
@click.argument("document", type=Word("document"))
@options("kb", "server", "json")
def command(document: str, *, kb: str | None, as_json: bool) -> int:
    """Show the sections of DOCUMENT, with how many statements of each type stand in them."""
    from kts.cli.remote import opened

    with opened(kb) as workspace:
        found = workspace.outline(document)
    if as_json:
        from kts.server.wire.structure import outline

        print_json(outline(found))
    else:
        _show(found)
    return 0


def _show(found: Sequence[Outlined]) -> None:
    depths: dict[int, int] = {}
    for one in found:
        section = one.section
        depth = depths[section.parent] + 1 if section.parent is not None else 0
        depths[section.index] = depth
        title = clean(f"{section.number} {section.heading}".strip())
        counts = ", ".join(f"{number} {name}" for name, number in sorted(one.items.items()))
        click.echo(f"{'  ' * depth}{click.style(title, bold=depth == 0)}{'  (' + counts + ')' if counts else ''}")
    if not found:
        click.echo("no sections: the document has no headings")
