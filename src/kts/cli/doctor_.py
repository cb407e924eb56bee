"""`kts doctor`."""

from __future__ import annotations

import click

from kts.cli.main import options
from kts.cli.output import clean, print_json
from kts.errors import CheckFailed


@click.command("doctor", epilog="Example: kts doctor --json")
@click.option("--chunks", is_flag=True, help="Also report how the texts were split (reads all of them).")
@options("kb", "json")
def command(*, kb: str | None, as_json: bool, chunks: bool) -> int:
    """Look for what is missing or wrong: versions, libraries of each format, rights, disk, the index itself."""
    from kts.workspace.examine import examine

    findings = examine(kb, chunks=chunks)
    if as_json:
        from kts.server.wire import examined

        print_json(examined(findings))
    else:
        for finding in findings:
            colour = {"ok": "green", "note": "yellow", "problem": "red"}[finding.state]
            click.echo(f"{click.style(f'{finding.state:<8}', fg=colour)} {finding.subject}: {clean(finding.detail)}")
    return CheckFailed.exit_code if any(finding.state == "problem" for finding in findings) else 0
