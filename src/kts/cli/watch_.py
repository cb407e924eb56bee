"""`kts watch`."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import click

from kts.cli.group import options
from kts.cli.output import clean, print_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from kts.types import IngestReport
    from kts.workspace import Workspace

COUNTS = ("indexed", "removed", "renamed", "skipped", "failed", "empty")


@click.command("watch", epilog="Example: kts watch --kb ~/my-index")
@click.option("--debounce", type=click.IntRange(50, 600_000), help="Milliseconds for which changes are gathered.")
@click.option("--poll", is_flag=True, help="Look again and again: for network shares, which tell of no changes.")
@click.option("--no-vectors", is_flag=True, help="Leave the vectors for a later kts ingest.")
@options("kb", "json")
def command(*, kb: str | None, as_json: bool, debounce: int | None, poll: bool, no_vectors: bool) -> int:
    """Keep the index fresh: read what changes in its folders, until Ctrl-C.

    A document that vanishes leaves the index; where more than a fifth vanish at once they are kept, as with kts ingest.
    """
    from kts.server.needed import needed
    from kts.workspace import Workspace

    with needed("kts watch"):
        from kts.server.watch import DEBOUNCE_MS, Plan, watch
    tell = _line if as_json else _say
    with Workspace.nearest(kb) as workspace:
        workspace.ingest(vectors=not no_vectors)
        tell({"event": "watching", "paths": list(workspace.root_paths())})
        take = _reading(workspace, tell, vectors=not no_vectors)
        watch(Plan(workspace.root_paths, take, tell, poll, debounce or DEBOUNCE_MS), threading.Event())
    return 0


def _reading(
    workspace: Workspace, tell: Callable[[dict[str, Any]], None], *, vectors: bool
) -> Callable[[tuple[str, ...]], None]:
    def take(paths: tuple[str, ...]) -> None:
        report = workspace.ingest(paths, vectors=vectors)
        if report.withheld or any(getattr(report, name) for name in COUNTS):
            tell(_told(report))

    return take


def _told(report: IngestReport) -> dict[str, Any]:
    from kts.server.wire import ingest_done

    return ingest_done(report)


def _line(said: dict[str, Any]) -> None:
    print_json(said, indent=None)


def _say(said: dict[str, Any]) -> None:
    if said["event"] == "done":
        counts = ", ".join(f"{said[name]} {name}" for name in COUNTS if said[name])
        kept = f"{said['withheld']} vanished and kept: kts ingest --confirm-delete" if said["withheld"] else ""
        click.echo("; ".join(part for part in (counts, kept) if part))
        return
    text = said.get("message") or ", ".join(said.get("paths", [])) or said.get("path", "")
    click.echo(f"{said['event'].replace('_', ' ')}: {clean(text)}")
