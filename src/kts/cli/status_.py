"""`kts status`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kts.cli.main import options
from kts.cli.output import clean, print_json, size
from kts.ingest.remedies import remedy

if TYPE_CHECKING:
    from kts.types import FileOutcome, Status


@click.command("status", epilog="Example: kts status --files")
@click.option("--files", "with_files", is_flag=True, help="List every file with its outcome, reason and remedy.")
@options("kb", "server", "json")
def command(*, kb: str | None, as_json: bool, with_files: bool) -> int:
    """Show what the index holds and how it is."""
    from kts.cli.remote import opened

    with opened(kb) as workspace:
        found = workspace.status()
        files = workspace.files() if with_files else None
    if as_json:
        from kts.server.wire import status

        print_json(_with_remedies(status(found, files)))
        return 0
    _show(found)
    for line in files or ():
        _show_file(line)
    return 0


def _show(found: Status) -> None:
    rows = [
        ("index", found.folder),
        ("holds", f"{found.documents} documents, {found.passages} passages, {found.sections} sections"),
        ("languages", ", ".join(found.languages) or "none"),
        ("generation", f"{found.generation}, of {found.last_ingest or 'never'}"),
        ("files", ", ".join(f"{number} {name}" for name, number in found.outcomes.items()) or "none"),
        ("lexical index", _lag(found)),
        ("vectors", _vectors(found)),
        ("disk", size(found.disk_bytes)),
        ("writer", f"pid {found.writer} is at work" if found.writer else "none at work"),
    ]
    rows += [("source", f"{label}: {path}") for label, path in found.roots]
    if found.stale:
        rows.append(("stale", f"{found.stale} files could not be read again; their last good version serves"))
    for name, text in rows:
        click.echo(f"{name:<14} {clean(text)}")


def _vectors(found: Status) -> str:
    if found.model is None:
        return "none: searched by words alone"
    counts = ", ".join(f"{number} {state}" for state, number in sorted(found.vectors.items())) or "none"
    lag = "" if found.dense_generation == found.generation else "; the index catches up on the next search"
    return f"{counts} ({found.model['provider_id']}, {found.model['dims']} dimensions){lag}"


def _lag(found: Status) -> str:
    if found.lexical_generation == found.generation:
        return "up to date"
    return f"at generation {found.lexical_generation}: it catches up on the next search"


def _with_remedies(shape: dict[str, Any]) -> dict[str, Any]:
    """The same, each file with what can be done about it."""
    if "files" not in shape["data"]:
        return shape
    files = [{**line, "remedy": remedy(line["outcome"], line["reason"])} for line in shape["data"]["files"]]
    return {**shape, "data": {**shape["data"], "files": files}}


def _show_file(line: FileOutcome) -> None:
    from kts.server.wire import shown

    reason = f": {clean(line.reason)}" if line.reason else ""
    click.echo(f"{line.outcome:<12} {shown(line.root)}/{shown(line.path)}{reason}")
    advice = remedy(line.outcome, line.reason)
    if advice:
        click.echo(f"{'':<12} -> {advice}")
