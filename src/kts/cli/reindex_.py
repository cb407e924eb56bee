"""`kts reindex`."""

from __future__ import annotations

import click

from kts.cli.ingest_ import FAILED, show_embedding, show_progress, show_summary
from kts.cli.main import options
from kts.cli.output import print_json


@click.command("reindex", epilog="Example: kts reindex --full")
@click.option("--vectors", is_flag=True, help="First embed what the configured model has not embedded.")
@click.option("--full", is_flag=True, help="Also read and convert every source file again.")
@options("kb", "json")
def command(*, kb: str | None, as_json: bool, full: bool, vectors: bool) -> int:
    """Build the derived indexes anew from the truth; with --full, the truth from the files."""
    from kts.workspace import Workspace

    with Workspace.nearest(kb) as workspace:
        if not full:
            with show_embedding(as_json=as_json, quiet=False) as embedding:
                generation = workspace.reindex(vectors=vectors, embedding=embedding)
            if as_json:
                from kts.server.wire import envelope

                print_json(envelope({"generation": generation}, reasoning="the derived indexes are built anew"))
            else:
                click.echo(f"built anew at generation {generation}")
            return 0
        with (
            show_progress(as_json=as_json, quiet=False) as progress,
            show_embedding(as_json=as_json, quiet=False) as embedding,
        ):
            report = workspace.ingest(again=True, progress=progress, embedding=embedding)
    show_summary(report, as_json=as_json)
    return FAILED if report.failed or report.withheld else 0
