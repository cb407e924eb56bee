"""`kts status`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kts.cli.main import options
from kts.cli.output import clean, print_json, size

if TYPE_CHECKING:
    from kts.types import FileOutcome, Status

REMEDIES = {
    "empty": "nothing to index; a scanned page needs OCR",
    "encrypted": "save a copy without a password",
    "malformed": "open it in its program and save it again",
    "too_large": "raise ingest.max_file_bytes, or split it",
    "unreadable": "make it readable, then kts ingest",
    "unstable": "run kts ingest when it is quiet",
    "unsupported": "convert it to a supported format, or exclude it with .ktsignore",
}


@click.command("status", epilog="Example: kts status --files")
@click.option("--files", "with_files", is_flag=True, help="List every file with its outcome, reason and remedy.")
@options("kb", "json")
def command(*, kb: str | None, as_json: bool, with_files: bool) -> int:
    """Show what the index holds and how it is."""
    from kts.workspace import Workspace

    with Workspace.nearest(kb) as workspace:
        found = workspace.status()
        files = workspace.files() if with_files else None
    if as_json:
        from kts.server.wire import status

        print_json(status(found, files))
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
        ("disk", size(found.disk_bytes)),
        ("writer", f"pid {found.writer} is at work" if found.writer else "none at work"),
    ]
    rows += [("source", f"{label}: {path}") for label, path in found.roots]
    if found.stale:
        rows.append(("stale", f"{found.stale} files could not be read again; their last good version serves"))
    for name, text in rows:
        click.echo(f"{name:<14} {clean(text)}")


def _lag(found: Status) -> str:
    if found.lexical_generation == found.generation:
        return "up to date"
    return f"at generation {found.lexical_generation}: it catches up on the next search"


def _show_file(line: FileOutcome) -> None:
    from kts.server.wire import shown

    remedy = f"  ({REMEDIES[line.outcome]})" if line.outcome in REMEDIES else ""
    reason = f": {clean(line.reason)}" if line.reason else ""
    click.echo(f"{line.outcome:<12} {shown(line.root)}/{shown(line.path)}{reason}{remedy}")
