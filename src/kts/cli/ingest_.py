"""`kts ingest`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from kts.cli.output import clean, echo, print_json
from kts.cli.spoken import SHARED, Option, Spoken
from kts.records import CLOSED

if TYPE_CHECKING:
    from kts.types import FileOutcome, IngestReport
    from kts.workspace.writing import Writing

FAILED = 3
SHOWN = 20
"""Lines of files that were not read, before the rest is counted."""


def command(
    paths: tuple[str, ...], *, kb: str | None, as_json: bool, confirm_delete: bool, no_vectors: bool, quiet: bool
) -> int:
    """Read PATHS (folders or files) into the index; without PATHS, what changed in the folders it knows."""
    from kts.cli.remote import tell_above

    tell_above(kb)
    workspace = _workspace(kb, paths)
    is_first = not workspace.layout.truth.exists()
    with workspace:
        confirm = (lambda _gone, _known: True) if confirm_delete else _ask
        with (
            show_progress(as_json=as_json, quiet=quiet) as progress,
            show_embedding(as_json=as_json, quiet=quiet) as embedding,
        ):
            report = workspace.ingest(
                paths, vectors=not no_vectors, progress=progress, embedding=embedding, confirm=confirm
            )
    show_summary(report, as_json=as_json, quiet=quiet)
    if is_first and report.indexed and not (as_json or quiet):
        _next_step(kb)
    return FAILED if report.failed or report.withheld or report.vectorless else 0


SPOKEN = Spoken(
    "ingest",
    "paths",
    (
        Option(
            ("--confirm-delete",),
            "confirm_delete",
            "Remove vanished documents without asking, however many.",
            flag=True,
        ),
        Option(
            ("--no-vectors",), "no_vectors", "Leave the vectors for a later run: found by words until then.", flag=True
        ),
        Option(("--quiet",), "quiet", "Print one line, and the files that newly could not be read.", flag=True),
        SHARED["kb"],
        SHARED["json"],
    ),
    "Example: kts ingest ~/contracts ~/policies --kb ~/my-index",
    command,
    bare=True,
    complete="file",
)


def _workspace(kb: str | None, paths: tuple[str, ...]) -> Writing:
    """The part of the facade that writes: the whole of it takes longer to load than to see that nothing changed."""
    from kts.errors import NoIndex
    from kts.workspace.writing import Writing

    if kb:
        return Writing.create(kb) if paths else Writing.open(kb)
    try:
        return Writing.nearest(None)
    except NoIndex:
        if not paths:
            raise
        return Writing.create(".")


def _ask(gone: int, known: int) -> bool:
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        return False
    import click

    question = f"{gone} of {known} documents have vanished. Remove them from the index?"
    try:
        return click.confirm(question, default=False)
    except click.exceptions.Abort:  # an interruption, in the words of click, which this command is not run by
        raise KeyboardInterrupt from None


def _next_step(kb: str | None) -> None:
    """Where a new index is, and how it is asked."""
    if kb is None:
        echo('index in .kts here; ask with: kts ask "..."')
    else:
        import shlex

        echo(f'index in {clean(kb)}; ask with: kts ask "..." --kb {clean(shlex.quote(kb))}')


def show_progress(*, as_json: bool, quiet: bool) -> Any:
    """A context whose value is called after each file: event lines, a bar on a terminal, else a line now and then."""
    from contextlib import nullcontext

    if as_json:
        return nullcontext(_json_line)
    if quiet:
        return nullcontext(lambda _done, _total, _taken: None)
    from kts.cli.bar import Lines, bar

    if not sys.stderr.isatty():
        lines = Lines("reading", "files")
        return nullcontext(lambda done, total, _taken: lines.show(done, total))

    return bar("reading")


def show_embedding(*, as_json: bool, quiet: bool) -> Any:
    """A context whose value is called while vectors are made: event lines, a bar, or a line now and then."""
    from contextlib import nullcontext

    if as_json:
        from kts.server.wire import embedding_progress

        return nullcontext(lambda progress: print_json(embedding_progress(progress), indent=None))
    if quiet:
        return nullcontext(lambda _progress: None)
    from kts.cli.bar import Lines, embedding_bar

    if not sys.stderr.isatty():
        lines = Lines("making vectors", "texts; searching by words works already")
        return nullcontext(lambda at: lines.show(at.done, at.total))

    return embedding_bar()


def _json_line(done: int, total: int, taken: Any) -> None:
    from kts.server.wire import ingest_progress

    print_json(ingest_progress(done, total, taken.row.path, taken.row.outcome), indent=None)


def show_summary(report: IngestReport, *, as_json: bool, quiet: bool = False) -> None:
    """The account: the last event line, or sentences."""
    if as_json:
        from kts.server.wire import ingest_done

        print_json(ingest_done(report), indent=None)
    else:
        _summary(report, quiet=quiet)


def _summary(report: IngestReport, *, quiet: bool) -> None:
    if report.withheld:
        left = f"{report.withheld} files have vanished, or are left out now, and are kept"
        echo(f"{left}: run again with --confirm-delete to remove them", err=True)
    echo(_account(report))
    if not report.found:
        echo("note: no file was found there; is it the right folder?", err=True)
    _show_unread(report, quiet=quiet)
    for path, reason in report.vectorless[:SHOWN]:
        from kts.server.wire import shown

        echo(f"  no vectors   {shown(path)}: {clean(reason)}")
    for note in report.notes:
        echo(f"note: {clean(note)}", err=True)


def _account(report: IngestReport) -> str:
    """The counts of a run in a line."""
    parts = [f"{report.found} files"]
    for name in ("indexed", "unchanged", "renamed", "removed", "empty", "skipped", "failed"):
        number = getattr(report, name)
        if number:
            parts.append(f"{number} {name}")
    vectors = f", {report.embedded} vectors" if report.embedded else ""
    if report.windowed:
        vectors += f" ({report.windowed} of them of passages longer than the model reads at once)"
    return f"{', '.join(parts)}; {report.passages} new passages{vectors} in {report.seconds:.1f} s"


def _show_unread(report: IngestReport, *, quiet: bool) -> None:
    """The files that were not read: what is new by name, what the last ingest said of them already by its number."""
    from kts.server.wire import shown

    new = [line for line in report.files if not line.known and not (quiet and _beside(line))]
    new.sort(key=lambda line: not line.reason.startswith(CLOSED))  # it hides all that is below it
    for line in new[:SHOWN]:
        echo(f"  {line.outcome:<12} {shown(line.path)}: {clean(line.reason)}")
    if len(new) > SHOWN:
        echo(f"  and {len(new) - SHOWN} more: kts status --files")
    known = sum(line.known for line in report.files)
    if known and not quiet:
        echo(f"  {known} more as at the last ingest: kts status --files")


def _beside(line: FileOutcome) -> bool:
    """Whether it is a link, a pipe or another thing that no ingest ever reads."""
    return line.outcome == "unreadable" and line.reason.endswith("not a regular file")
