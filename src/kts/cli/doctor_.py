"""`kts doctor`."""

from __future__ import annotations

import click

from kts.cli.group import options
from kts.cli.output import clean, print_json
from kts.errors import CheckFailed, NoIndex


@click.command("doctor", epilog="Example: kts doctor --json")
@click.option("--chunks", is_flag=True, help="Also report how the texts were split (reads all of them).")
@click.option("--structure", is_flag=True, help="List dangling references, undefined and unused terms (reads all).")
@options("kb", "json")
def command(*, kb: str | None, as_json: bool, chunks: bool, structure: bool) -> int:
    """Look for what is missing or wrong: versions, libraries of each format, rights, disk, the index itself."""
    if structure:
        return _gaps(kb, as_json=as_json)
    from kts.workspace.examine import examine
    from kts.workspace.structure import structure_findings

    findings = (*examine(kb, chunks=chunks), *structure_findings(kb))
    if as_json:
        from kts.server.wire import examined

        print_json(examined(findings))
    else:
        for finding in findings:
            colour = {"ok": "green", "note": "yellow", "problem": "red"}[finding.state]
            click.echo(f"{click.style(f'{finding.state:<8}', fg=colour)} {finding.subject}: {clean(finding.detail)}")
    problems = {finding.subject for finding in findings if finding.state == "problem"}
    if "index" in problems:  # the folder that was named holds none
        return NoIndex.exit_code
    return CheckFailed.exit_code if problems else 0


def _gaps(kb: str | None, *, as_json: bool) -> int:
    """What the documents lack, place by place; none of it is wrong with the index."""
    from kts.server.wire.structure import gaps
    from kts.workspace import Workspace

    with Workspace.nearest(kb) as workspace:
        found = tuple(workspace.gaps())
    if as_json:
        print_json(gaps(found))
        return 0
    for one in found:
        line = one.citation.location.line
        place = f"{one.path}:{line}" if line else one.path
        click.echo(f"{one.kind:<18} {click.style(clean(one.text), bold=True)}  {clean(place)}")
    click.echo(f"{len(found)} places to look at")
    return 0
