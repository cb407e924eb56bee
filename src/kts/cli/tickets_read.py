"""`kts tickets report` and `kts tickets show`: what became of a run, and of one ticket of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kts.cli.group import options
from kts.cli.output import clean, print_json, writing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.tickets.listed import Row

TRAINED = "classes.json"
"""The classes that were trained, with their shares: what the report measures drift from."""
DONE = "processed.jsonl"
"""The file of a run: one ticket a line; a run that is started again goes on where it ended."""


@click.command("report", epilog="Example: kts tickets report desk --html report.html")
@click.argument("folder", type=click.Path(exists=True))
@click.option("--html", type=click.Path(dir_okay=False), help="Write a page with plots that needs nothing else.")
@options("kb", "json")
def report(folder: str, *, kb: str | None, as_json: bool, html: str | None) -> int:
    """Show what a run amounts to and what to look at first: a table, or a page with plots and every ticket.

    The index is not needed; --kb changes nothing.
    """
    from kts.tickets.listed import first, page_rows, rows
    from kts.tickets.measure import measures
    from kts.tickets.report import page, text

    del kb  # taken because `run` takes it: one types both commands after each other
    trained = Path(folder) / TRAINED
    known = json.loads(trained.read_text(encoding="utf-8")) if trained.is_file() else None
    lines = _lines(Path(folder))
    found, listed = measures(lines, trained=known), rows(lines)
    if html:
        with writing(html):
            Path(html).write_text(page(found, page_rows(listed)), encoding="utf-8")
    if as_json:
        from kts.server.wire.tickets import reported

        print_json(reported(found, listed))
    else:
        said = [text(found), first(listed)] if listed else [text(found)]
        click.echo("\n\n".join("\n".join(clean(line) for line in part.splitlines()) for part in said))
    return 0


@click.command("show", epilog="Example: kts tickets show desk T-1042")
@click.argument("folder", type=click.Path(exists=True))
@click.argument("ticket", metavar="ID")
@options("kb", "json")
def show(folder: str, ticket: str, *, kb: str | None, as_json: bool) -> int:
    """Show one ticket of a run: its draft, the reasons for a person, and its sources.

    ID may be a part of the id that no other has. The index is not needed; --kb changes nothing.
    """
    from kts.tickets.listed import rows

    del kb
    found, earlier = _one(rows(_lines(Path(folder))), ticket)
    if as_json:
        from kts.server.wire.tickets import ticket_line

        print_json(ticket_line(found))
    else:
        _show(found)
    if earlier:
        click.echo(f"note: {earlier} earlier of this id; this is the newest", err=True)
    return 0


def _one(listed: Sequence[Row], name: str) -> tuple[Row, int]:
    """The ticket of a name, and how many of its id were worked on before. Raises UsageError naming those like it."""
    from kts.errors import UsageError

    alike = [one for one in listed if one.id == name] or [one for one in listed if name and name in one.id]
    ids = sorted({one.id for one in alike})
    if len(ids) != 1:
        message = f"{len(ids) or 'no'} tickets of this run have '{name}' in their id"
        known = ids or sorted({one.id for one in listed})
        raise UsageError(message, hint=f"there are {', '.join(known[:8])}{', ...' if len(known) > 8 else ''}")  # noqa: PLR2004
    return alike[-1], len(alike) - 1


def _show(found: Row) -> None:
    from kts.tickets.listed import found as statements
    from kts.tickets.listed import places, quoted, sources, where
    from kts.tickets.report import OUTCOMES

    line = found.line
    colour = {"sent": "green", "aside": "blue"}.get(found.outcome, "red" if found.urgent else "yellow")
    head = f"{'at once: ' if found.urgent else ''}{OUTCOMES[found.outcome]}"
    click.echo(click.style(clean(f"{found.id} {found.subject}").rstrip(), bold=True))
    click.echo(click.style(head, fg=colour, bold=True))
    for reason in found.reasons:
        click.echo(f"  {clean(reason)}")
    _handed(line)
    given = line.get("ticket", {})
    _part("Ticket", given.get("description", ""))
    _part("Draft", line.get("draft", ""))
    if line.get("draft"):
        click.echo(f"\nconfidence {found.confidence:.2f}")
    cited = [f"[{number}] {where(one)}: {_flat(one['quote'])}" for number, one in sources(line)]
    _part("Sources", "\n".join(cited))
    _part("What was found", "\n".join(statements(line)))
    _part("Places to look at", "\n".join(f"{where(one)}: {quoted(one)}" for one in places(line)))
    _part("Notes", "\n".join(map(str, line.get("notes", ()))))
    _part("Before it leaves", "\n".join(line.get("review", {}).get("recommendations", ())) if line.get("draft") else "")


def _handed(line: Mapping[str, Any]) -> None:
    """Who takes over, and what the ticket is about."""
    handed, kind = line.get("escalation", {}), line.get("classification", {})
    if handed.get("queue") or handed.get("message"):
        click.echo(f"  {clean(': '.join(filter(None, (handed['queue'], handed['message']))))}")
    for risk in handed.get("risks", ()):
        click.echo(f"  {risk['score']:.2f} by {clean(risk['source'])}: {clean(_flat(risk['evidence']))}".rstrip(": "))
    if kind.get("primary_class"):
        click.echo(f"  class {clean(kind['primary_class'])} {kind['primary_score']:.2f}")


def _part(title: str, text: str) -> None:
    if text:
        click.echo(f"\n{click.style(title, fg='cyan')}")
        for line in text.splitlines():
            click.echo(f"  {clean(line)}".rstrip())


def _flat(text: str) -> str:
    return " ".join(text.split())


def _lines(folder: Path) -> list[dict[str, Any]]:
    from kts.errors import UsageError

    path = folder / DONE if folder.is_dir() else folder
    if not path.is_file():
        message = f"{folder} holds no run of tickets"
        raise UsageError(message, path=str(folder), hint="kts tickets run SOURCE --out FOLDER makes one")
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            value = json.loads(line)
            found += [] if value.get("superseded") else [value]
        except json.JSONDecodeError as error:
            message = f"{path}:{number}: no JSON: {error}"
            raise UsageError(message, path=str(path), hint="run the same command again: it mends the file") from None
    return found
