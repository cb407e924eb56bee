"""`kts ledger`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from kts.cli.completing import Word
from kts.cli.group import options
from kts.cli.output import clean, print_json
from kts.errors import CheckFailed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

KINDS = ("answer", "calibration", "feedback", "ingest", "ticket")
"""Kinds of records."""
LONG = ("hits", "settings")
"""Parts of a record that only a program reads."""


@click.group("ledger", epilog="Example: kts ledger list -n 5; kts ledger show led_0123456789abcdef; kts ledger verify")
def command() -> None:
    """What was asked, answered and said of it: append-only, each record sealed by the next."""


@command.command("list", epilog="Example: kts ledger list -n 5 --kind answer")
@click.option("-n", "count", type=click.IntRange(1, 100_000), default=20, help="Newest records (default 20).")
@click.option("--kind", type=click.Choice(KINDS), help="Only records of this kind.")
@options("kb", "json")
def list_(*, kb: str | None, as_json: bool, count: int, kind: str | None) -> int:
    """List the newest records."""
    from kts.workspace import Workspace

    with Workspace.nearest(kb) as workspace:
        records = workspace.ledger_records(count, kind=kind or "")
    if as_json:
        from kts.server.wire import envelope

        print_json(envelope({"records": [dict(one) for one in records]}))
        return 0
    for one in records:
        body = one["body"]
        said = str(body.get("query") or body.get("verdict") or "") if isinstance(body, dict) else ""
        click.echo(f"{one['created_at']}  {one['id']}  {one['kind']:<12} {clean(said)[:80]}")
    return 0


@command.command("show", epilog="Example: kts ledger show led_0123456789abcdef")
@click.argument("ledger_id", type=Word("record"))
@options("kb", "json")
def show(ledger_id: str, *, kb: str | None, as_json: bool) -> int:
    """Print one record."""
    from kts.workspace import Workspace

    with Workspace.nearest(kb) as workspace:
        record = workspace.ledger_record(ledger_id)
    if as_json:
        from kts.server.wire import envelope

        print_json(envelope(record))
    else:
        _show(record)
    return 0


def _show(record: Mapping[str, Any]) -> None:
    """A record as a person reads it: a part a line, without those that say nothing or are for programs."""
    body = record["body"]
    click.echo(f"{record['created_at']}  {record['id']}  {record['kind']}")
    for name, value in sorted(body.items()):
        if name == "claims":
            _show_claims(value)
        elif name not in LONG and value not in ("", [], {}, None):
            said = value if isinstance(value, str) else json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False)
            click.echo(f"{click.style(name, bold=True)}: {clean(said)}")
    if left := [name for name in LONG if body.get(name)]:
        click.echo(click.style(f"--json also has: {', '.join(left)}", dim=True))


def _show_claims(claims: Sequence[Mapping[str, Any]]) -> None:
    """Each claim with what bears it, in the words of then."""
    from kts.search.cite import spelled

    for number, claim in enumerate(claims, 1):
        click.echo(f"{click.style(f'claim {number}', bold=True)} ({claim['support']}): {clean(claim['text'])}")
        for cited in claim["citations"]:
            place = ", ".join(filter(None, (cited["path"], spelled(cited["location"]))))
            click.echo(f"    {clean(place)}: {clean(' '.join(cited['quote'].split()))}")


@command.command("verify", epilog="Example: kts ledger verify --json")
@options("kb", "json")
def verify(*, kb: str | None, as_json: bool) -> int:
    """Check that no record was changed, removed or put between others."""
    from kts.workspace import Workspace

    with Workspace.nearest(kb) as workspace:
        problems = workspace.ledger_problems()
        head = workspace.ledger().head()
    if as_json:
        from kts.server.wire import envelope

        found = [one._asdict() for one in problems]
        print_json(envelope({"head": head, "problems": found}, success=not problems))
    else:
        for one in problems:
            click.echo(f"{one.id}: {one.detail}")
        click.echo("the ledger is whole" if not problems else f"{len(problems)} problems")
    return CheckFailed.exit_code if problems else 0


@command.command("head", epilog="Example: kts ledger head > ~/head-of-today.txt")
@options("kb", "json")
def head(*, kb: str | None, as_json: bool) -> int:
    """Print the hash of the newest record: keep it elsewhere, and nobody can rewrite what came before."""
    from kts.workspace import Workspace

    with Workspace.nearest(kb) as workspace:
        found = workspace.ledger().head()
    if as_json:
        from kts.server.wire import envelope

        print_json(envelope({"head": found}))
    else:
        click.echo(found)
    return 0
