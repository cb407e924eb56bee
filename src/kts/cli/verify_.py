"""`kts verify`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kts.cli.group import options
from kts.cli.output import clean, print_json
from kts.errors import CheckFailed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.types import Checked, Rechecked

SHOWN = 50
"""Problems listed before the rest is only counted."""
HOLDS = "current"
"""The standing of which nothing is said; nor is anything of a document that the index does not have."""
LEDGER = "ledger"
"""The kind of a problem of `ledger.db`, which can be made from nothing else."""
COLOURS = {"unchanged": "green", "moved": "yellow", "changed": "red", "gone": "red"}


@click.command("verify", epilog='Example: kts search "late charge" --json > ~/found.json; kts verify ~/found.json')
@click.argument("saved", required=False, type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--full", is_flag=True, help="Read every page, posting and view of the index as well.")
@click.option("--repair", is_flag=True, help="Build damaged derived indexes anew; the truth is never touched.")
@click.option("--strict", is_flag=True, help="Of SAVED: exit with 4 also when a cited document is not in force.")
@options("kb", "json")
def command(saved: str | None, *, kb: str | None, as_json: bool, full: bool, repair: bool, strict: bool) -> int:
    """Check the index; or, given SAVED (a --json result), compare its citations with the files as they are now."""
    from kts.workspace import Workspace

    with Workspace.nearest(kb) as workspace:
        if saved:
            return _show_citations(workspace.recheck(_read(saved)), as_json=as_json, strict=strict)
        if repair:
            workspace.reindex()
        code = _show_store(workspace.verify(full=full), as_json=as_json)
        for path in workspace.root_paths() if not as_json else ():
            if not Path(path).exists():
                click.echo(f"note: {clean(path)} is not there: what is cited from it cannot be compared", err=True)
        return code


def _read(path: str) -> Any:
    """The values of a saved result. Raises UsageError for a file that is no JSON, or cites nothing."""
    from kts.answer.recheck import citations_in, read_saved
    from kts.errors import UsageError

    with click.open_file(path, "rb") as file:
        content = file.read()
    try:
        found = read_saved(content)
    except ValueError as error:
        message = f"{path} is not JSON: {error}"
        raise UsageError(message, path=path, hint="save one with kts search ... --json > FILE") from None
    if not any(True for _ in citations_in(found)):
        message = f"{path} holds no citations"
        raise UsageError(message, path=path, hint="save a result that found something: kts search ... --json")
    return found


def _show_citations(results: Sequence[Rechecked], *, as_json: bool, strict: bool) -> int:
    """The exit code tells of the words; of documents that were replaced since it does where that is asked for."""
    from kts.server.wire import rechecked, shown

    if as_json:
        print_json(rechecked(results))
    else:
        for one in results:
            status = click.style(f"{one.status:<9}", fg=COLOURS[one.status])
            told = [part for part in (clean(one.detail), _standing(one)) if part]
            detail = f"  ({'; '.join(told)})" if told else ""
            click.echo(f"{status} {shown(str(one.citation['path']))} {_place(one)}{detail}")
        if any(one.status == "gone" for one in results):
            click.echo("note: a file that was only renamed or moved is told as such after kts ingest", err=True)
    failed = any(one.status in {"changed", "gone"} for one in results)
    old = strict and any(one.standing.get("standing", HOLDS) != HOLDS for one in results)
    return CheckFailed.exit_code if failed or old else 0


def _standing(one: Rechecked) -> str:
    """What is said of a document that is not in force."""
    from kts.server.wire import shown

    stands = one.standing.get("standing", HOLDS)
    if stands == HOLDS:
        return ""
    if by := one.standing["superseded_by"]:
        return click.style(f"superseded by {shown(by)}", fg="yellow")
    return click.style("not yet in force" if stands == "future" else "no longer in force", fg="yellow")


def _place(one: Rechecked) -> str:
    """The cited place in the words of the citation."""
    from kts.search.cite import place
    from kts.types import Location

    given = one.citation.get("location")
    known = {name: given[name] for name in Location._fields if name in given} if isinstance(given, dict) else {}
    return clean(place(Location(**{"kind": "", **known})))


def _show_store(checked: Checked, *, as_json: bool) -> int:
    if as_json:
        from kts.server.wire import verified

        print_json(verified(checked))
    else:
        for problem in checked.problems[:SHOWN]:
            click.echo(
                f"{click.style(problem.kind, fg='red')} {problem.id} {clean(problem.path)}: {clean(problem.detail)}"
            )
        click.echo(f"{checked.checked} checks, {len(checked.problems)} problems")
        if any(problem.kind != LEDGER for problem in checked.problems):
            click.echo("kts verify --repair builds the derived indexes anew; kts reindex --full reads the files again")
    return CheckFailed.exit_code if checked.problems else 0
