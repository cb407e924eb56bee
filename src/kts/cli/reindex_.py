"""`kts reindex`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kts.cli.group import options
from kts.cli.ingest_ import FAILED, show_embedding, show_progress, show_summary
from kts.cli.output import clean, print_json

if TYPE_CHECKING:
    from kts.types import IngestReport


@click.command("reindex", epilog="Example: kts reindex --full")
@click.option("--vectors", is_flag=True, help="First embed what the configured model has not embedded.")
@click.option("--full", is_flag=True, help="Also read and convert every source file again.")
@options("kb", "json")
def command(*, kb: str | None, as_json: bool, full: bool, vectors: bool) -> int:
    """Build the derived indexes anew from the truth; with --full, the truth from the files."""
    from kts.workspace import Workspace

    with (
        Workspace.nearest(kb) as workspace,
        show_progress(as_json=as_json, quiet=False) as progress,
        show_embedding(as_json=as_json, quiet=False) as embedding,
    ):
        if full:
            report = workspace.ingest(again=True, progress=progress, embedding=embedding)
        else:
            report = workspace.reindex(vectors=vectors, embedding=embedding)
    if full:
        show_summary(report, as_json=as_json)
    else:
        _show(report, as_json=as_json)
    return FAILED if report.failed or report.withheld or report.vectorless else 0


def _show(report: IngestReport, *, as_json: bool) -> None:
    from kts.server.wire import envelope, shown, vectorless

    if as_json:
        data = {"generation": report.generation, "embedded": report.embedded, "vectorless": vectorless(report)}
        print_json(envelope(data, reasoning="the derived indexes are built anew"))
        return
    made = f", {report.embedded} vectors made" if report.embedded else ""
    click.echo(f"built anew at generation {report.generation}{made}")
    for path, reason in report.vectorless:
        click.echo(f"  no vectors   {shown(path)}: {clean(reason)}")
