"""`kts why-not`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kts.cli.completing import Word
from kts.cli.group import options
from kts.cli.output import clean, print_json
from kts.cli.search_ import MODES, filter_options, filters_from
from kts.errors import UsageError

if TYPE_CHECKING:
    from kts.search.whynot import WhyNot


@click.command("why-not", epilog='Example: kts why-not psa.docx "when must the servicer advance?"')
@click.argument("target", type=Word("document"), metavar="DOCUMENT")
@click.argument("query", nargs=-1, required=True)
@click.option("-k", "limit", type=click.IntRange(1, 1000), help="Results that are shown (default 5).")
@filter_options
@click.option("--mode", type=click.Choice(MODES), help="By words, by meaning, or by both (default hybrid).")
@options("kb", "server", "json")
def command(target: str, query: tuple[str, ...], *, kb: str | None, as_json: bool, **given: Any) -> int:
    """Say what keeps DOCUMENT out of the results of QUERY, and what would bring it in.

    The document may as well come last.
    """
    from kts.cli.remote import opened

    with opened(kb) as workspace:

        def found_for(document: str, words: tuple[str, ...]) -> WhyNot:
            text = " ".join(words)
            return workspace.why_not(document, text, k=given["limit"], filters=filters_from(given), mode=given["mode"])

        try:
            found = found_for(target, query)
        except UsageError as problem:
            try:
                found = found_for(query[-1], (target, *query[:-1]))
            except UsageError:
                raise problem from None
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
