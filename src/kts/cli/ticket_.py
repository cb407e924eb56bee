"""`kts ticket`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kts.cli.group import options
from kts.cli.output import clean, print_json
from kts.cli.search_ import at, filter_options, filters_from

if TYPE_CHECKING:
    from kts.tickets.nouns import Processed, Ticket
    from kts.types import Citation

SOURCES = {"rule": "a rule of the policy", "model": "the model of risks", "list": "the policy's list of people"}
"""What a risk is known by, in words."""


@click.command("ticket", epilog="Example: kts ticket mail.eml --json")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--map", "mapping", multiple=True, metavar="FIELD=COLUMN", help="Which column holds a field.")
@click.option("--ranker", metavar="NAME", help="Order of what is found: hybrid, keyword, metadata, semantic.")
@filter_options
@options("kb", "server", "json")
def command(
    file: str, *, kb: str | None, as_json: bool, mapping: tuple[str, ...], ranker: str | None, **given: Any
) -> int:
    """Work on the ticket in FILE (.eml, .json, .txt, .md; - for standard input): a cited reply, or who takes over."""
    from kts.cli.remote import opened
    from kts.tickets.read import only

    ticket = only(_read(file, mapping), file)
    with opened(kb) as workspace:
        found = workspace.process_ticket(ticket, ranker=ranker, filters=filters_from(given))
    if as_json:
        from kts.server.wire import tickets

        print_json(tickets.ticket(found))
    else:
        _show(found)
    return 0


def _read(file: str, mapping: tuple[str, ...]) -> tuple[Ticket, ...]:
    from kts.tickets.read import Columns, kind, read

    columns = Columns.of(mapping)
    if file != "-":
        return read(Path(file).read_bytes(), name=file, columns=columns)
    content = sys.stdin.buffer.read()
    return read(content, name=kind(content), columns=columns)


def _show(found: Processed) -> None:
    from kts.server.wire.tickets import reasoning

    colour = "green" if found.auto else "yellow" if found.escalation.recommended else "blue"
    click.echo(click.style(clean(reasoning(found)), fg=colour, bold=True))
    for risk in found.escalation.risks:
        evidence = f": “{clean(risk.evidence)}”" if risk.evidence else ""
        click.echo(f"  {risk.reason} {risk.score:.2f} by {SOURCES.get(risk.source, risk.source)}{evidence}")
    if found.escalation.queue or found.escalation.message:
        queue = f"to {clean(found.escalation.queue)}: " if found.escalation.queue else ""
        click.echo(f"  {queue}{clean(found.escalation.message)}".rstrip(": "))
    classification = found.classification
    if classification.primary_class:
        routing = f", to {clean(classification.routing)}" if classification.routing else ""
        click.echo(f"class: {clean(classification.primary_class)} {classification.primary_score:.2f}{routing}")
    if found.draft:
        click.echo(f"\n{clean(found.draft)}\n")
        click.echo(f"confidence {found.confidence:.2f}")
    _nearest(found)
    if found.draft or found.escalation.recommended:
        for issue, advice in zip(found.review.issues, found.review.recommendations, strict=True):
            click.echo(f"{issue}: {advice}")
    for note in found.notes:
        click.echo(f"note: {clean(note)}", err=True)


def _nearest(found: Processed) -> None:
    """Where a person may look, when there is no reply; and what is not for customers, in any case."""
    cited: tuple[Citation, ...] = ()
    if not found.draft and found.answer is not None:
        first = tuple(claim.citations[0] for claim in found.answer.claims if claim.citations)
        cited = found.answer.nearest or first
    places = dict.fromkeys(at(one.uri, one.location) for one in cited)
    inner = [f"{at(one.citation.uri, one.citation.location)}  internal: {clean(one.why)}" for one in found.internal]
    if places or inner:
        click.echo("places to look at:")
    for place in (*places, *inner):
        click.echo(f"  {place}")
