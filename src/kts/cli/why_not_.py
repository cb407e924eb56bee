"""`kts why-not`."""

from __future__ import annotations

from typing import Any

import click

from kts.cli.main import options
from kts.cli.output import clean, print_json
from kts.cli.search_ import MODES, filter_options, filters_from


@click.command("why-not", epilog='Example: kts why-not psa.docx "when must the servicer advance?"')
@click.argument("target", metavar="DOCUMENT")
@click.argument("query", nargs=-1, required=True)
@click.option("-k", "limit", type=click.IntRange(1, 1000), help="Results that are shown (default 5).")
@filter_options
@click.option("--mode", type=click.Choice(MODES), help="By words, by meaning, or by both (default hybrid).")
@options("kb", "server", "json")
def command(target: str, query: tuple[str, ...], *, kb: str | None, as_json: bool, **given: Any) -> int:
    """Say what keeps DOCUMENT out of the results of QUERY, and what would bring it in."""
    from kts.cli.remote import opened

    with opened(kb) as workspace:
        found = workspace.why_not(
            target, " ".join(query), k=given["limit"], filters=filters_from(given), mode=given["mode"]
        )
    if as_json:
        from kts.server.wire.questions import why_not

        print_json(why_not(found))
        return 0
    click.echo(click.style(clean(found.path), fg="cyan"))
    for line in found.reasons:
        click.echo(f"  {clean(line)}")
    for line in found.remedies:
        click.echo(f"  try: {clean(line)}")
    return 0
