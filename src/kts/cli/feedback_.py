"""`kts feedback`."""

from __future__ import annotations

import click

from kts.cli.completing import Word
from kts.cli.group import options
from kts.cli.output import print_json


@click.command(
    "feedback", epilog="Example: kts feedback led_0123456789abcdef wrong_source --note 'that is the old policy'"
)
@click.argument("ledger_id", type=Word("record"))
@click.argument("verdict", type=click.Choice(["good", "bad", "wrong_source", "incomplete"]))
@click.option("--note", default="", help="What was wrong, in your words.")
@options("kb", "json")
def command(ledger_id: str, verdict: str, *, kb: str | None, as_json: bool, note: str) -> int:
    """Say how good the answer LEDGER_ID was; it is written beside the answer in the ledger."""
    from kts.workspace import Workspace

    with Workspace.nearest(kb) as workspace:
        record = workspace.feedback(ledger_id, verdict, note=note)
    if as_json:
        from kts.server.wire import envelope

        print_json(envelope({"ledger_id": ledger_id, "feedback_id": record, "verdict": verdict}))
    else:
        click.echo(f"noted as {record}")
    return 0
