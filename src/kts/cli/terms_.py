"""`kts terms`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kts.cli.completing import Word
from kts.cli.group import options
from kts.cli.output import clean, print_json

if TYPE_CHECKING:
    from kts.workspace.structure import Term, Terms


@click.command("terms", epilog='Example: kts terms "Business Day" --doc subservicing.pdf')
@click.argument("term", nargs=-1)
@click.option(
    "--doc",
    type=Word("document"),
    metavar="VALUE",
    help="As it holds in this document: relative path, unique file name, or id.",
)
@options("kb", "server", "json")
def command(term: tuple[str, ...], *, kb: str | None, as_json: bool, doc: str | None) -> int:
    """Show what TERM means and where that is said; without TERM, the terms that a document defines."""
    from kts.cli.remote import opened

    with opened(kb) as workspace:
        found = workspace.terms(" ".join(term), document=doc)
    if as_json:
        from kts.server.wire.structure import terms

        print_json(terms(found))
    else:
        _show(found, brief=not term)
    return 0


def _show(found: Terms, *, brief: bool) -> None:
    from kts.server.wire import shown

    for one in found.definitions:
        _show_term(one, brief=brief)
    if not found.definitions:
        click.echo("not defined")
    for path, count in found.uses.items():
        click.echo(f"used {count} times in {shown(path)}")


def _show_term(one: Term, *, brief: bool) -> None:
    from kts.search.cite import place
    from kts.server.wire import shown

    cited = one.citation
    spot = f":{cited.location.line}" if cited.location.kind == "text" else f", {place(cited.location)}"
    where = click.style(shown(cited.path) + spot, fg="cyan")
    text = clean(" ".join(one.text.split()))
    if brief:
        click.echo(f"{click.style(clean(one.term), bold=True):<30} {one.kind:<14} {where}")
        return
    click.echo(f"{click.style(clean(one.term), bold=True)}  {where}  ({one.kind})")
    click.echo(f"    {text}")
    others = [shown(path) for path in one.in_force_for if path != cited.path]
    if others:
        click.echo(f"    in force for {', '.join(others)}")
    click.echo("")
