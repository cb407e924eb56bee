"""`kts tickets`: many at once, training, evaluation and the report."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kts.cli.group import options
from kts.cli.output import clean, print_json, writing
from kts.cli.search_ import filter_options, filters_from
from kts.cli.tickets_read import DONE, TRAINED, report, show

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kts.errors import KTSError
    from kts.server.wire.tickets import Account
    from kts.tickets.batch import Batch
    from kts.tickets.nouns import Processed, Ticket

SHOWN = 20
"""Files that a run names as left out; `--json` has all."""
LOGGED = 100
"""Tickets after which a run that nobody watches says how far it is."""


@click.group("tickets", epilog="Example: kts tickets run inbox.mbox --out desk")
def command() -> None:
    """Work on many tickets, and teach and measure how."""


@command.command("run", epilog="Example: kts tickets run export.csv --out desk --map description=Body")
@click.argument("source", type=click.Path(exists=True))
@click.option("--out", required=True, type=click.Path(file_okay=False), help="Folder of the results.")
@click.option("--map", "mapping", multiple=True, metavar="FIELD=COLUMN", help="Which column holds a field.")
@click.option("--ranker", metavar="NAME", help="Order of what is found: hybrid, keyword, metadata, semantic.")
@filter_options
@options("kb", "json")
def run(
    source: str, *, kb: str | None, as_json: bool, out: str, mapping: tuple[str, ...], ranker: str | None, **given: Any
) -> int:
    """Work on every ticket of SOURCE, a file or a folder of files; what is done already is not done again."""
    from kts.server.wire.tickets import Account, ran
    from kts.tickets.batch import key, unread
    from kts.tickets.read import marked
    from kts.workspace import Workspace

    folder = Path(out)
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    batch, problems = _tickets(Path(source), mapping)
    tickets = marked(batch.tickets)
    known, changed = _mended(folder / DONE, tickets)
    todo = [one for one in tickets if key(one) not in known and (one.id, "") not in known]
    if columns := unread(tickets):
        click.echo(f"columns not read: {clean(', '.join(columns))} (--map FIELD=COLUMN)", err=True)
    with Workspace.nearest(kb) as workspace:
        (folder / TRAINED).write_text(json.dumps(dict(workspace.ticket_classes()), sort_keys=True), encoding="utf-8")
        work = partial(workspace.process_ticket, ranker=ranker, filters=filters_from(given))
        failed = _run(work, todo, folder, show=not as_json)
    account = Account(
        str(folder / DONE),
        len(todo) - failed,
        len(tickets) - len(todo),
        failed,
        changed,
        batch.joined,
        batch.repeated,
        unread(tickets),
        problems,
    )
    print_json(ran(account)) if as_json else _told(account)
    return 0


def _told(account: Account) -> None:
    """What a run did, and by name what it did not do."""
    done = account.processed + account.failed
    click.echo(f"{done} tickets, {account.skipped} done before, {account.failed} failed: {account.out}")
    for count, text in (
        (account.changed, "changed since an earlier run and worked on again; the earlier lines say superseded"),
        (account.joined, "rows joined to the ticket of their id"),
        (account.repeated, "rows or mails left out that say what another one of their id says"),
    ):
        if count:
            click.echo(f"{count} {text}", err=True)
    for problem in account.left_out[:SHOWN]:
        click.echo(f"left out: {clean(problem.message)}", err=True)
    if len(account.left_out) > SHOWN:
        click.echo(f"left out: {len(account.left_out) - SHOWN} more files, which --json names", err=True)


def _run(work: Callable[[Ticket], Processed], todo: Sequence[Ticket], folder: Path, *, show: bool) -> int:
    """Each ticket's line as soon as it is there; an error of ours is a line, too, and the next ticket goes on."""
    from kts.errors import KTSError, NoIndex
    from kts.server.wire.tickets import ticket_data
    from kts.tickets.batch import content

    failed = 0
    with (folder / DONE).open("a", encoding="utf-8") as lines, _progress(len(todo), show=show) as step:
        for one in todo:
            try:
                line: dict[str, Any] = {**ticket_data(work(one)), "content": content(one)}
            except NoIndex:
                raise  # nor will it answer the next one
            except KTSError as problem:
                line = {"id": one.id, "error": problem.code, "message": problem.message}
                failed += 1
            lines.write(json.dumps(line, sort_keys=True) + "\n")
            lines.flush()
            step()
    return failed


def _progress(total: int, *, show: bool) -> Any:
    """A context whose value is called after each ticket: a bar on a terminal, now and then a line in a log."""
    from contextlib import contextmanager, nullcontext
    from itertools import count

    if not show:
        return nullcontext(lambda: None)
    if not sys.stderr.isatty():
        numbers = count(1)

        def line() -> None:
            done = next(numbers)
            if done % LOGGED == 0 or done == total:
                click.echo(f"{done} of {total} tickets", err=True)

        return nullcontext(line)

    @contextmanager
    def bar() -> Iterator[Any]:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("tickets"), BarColumn(bar_width=20), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task("tickets", total=total)
            yield lambda: progress.advance(task)

    return bar()


def _mended(path: Path, tickets: Sequence[Ticket]) -> tuple[set[tuple[str, str]], int]:
    """The ids and contents that are done, and how many tickets have changed since; their lines say `superseded`.

    A last line that was cut off in the middle is taken away. Lines of older runs have no content: their id is enough.
    """
    from kts.tickets.batch import key, superseded

    if not path.is_file():
        return set(), 0
    keys, ids = frozenset(map(key, tickets)), frozenset(one.id for one in tickets)
    whole, done, changed = [], set(), set()
    for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
        try:
            value = json.loads(line)
        except json.JSONDecodeError:
            continue
        if not line.endswith("\n") or "error" in value:
            continue
        if not value.get("superseded") and superseded(value, keys=keys, ids=ids):
            changed.add(str(value["id"]))
            whole.append(json.dumps({**value, "superseded": True}, sort_keys=True) + "\n")
            continue
        if not value.get("superseded"):
            done.add((str(value["id"]), str(value.get("content", ""))))
        whole.append(line)
    fresh = path.with_suffix(".new")
    fresh.write_text("".join(whole), encoding="utf-8")
    fresh.replace(path)
    return done, len(changed)


def _tickets(source: Path, mapping: tuple[str, ...]) -> tuple[Batch, tuple[KTSError, ...]]:
    """The tickets of a file, or of all below a folder, each once; and the files there that hold none."""
    from kts.errors import KTSError, UsageError
    from kts.tickets.batch import distinct, joined
    from kts.tickets.read import SUFFIXES, Columns, read

    columns = Columns.of(mapping)
    paths = [source] if source.is_file() else sorted(filter(_may_hold, source.rglob("*")))
    batches: list[Batch] = []
    problems: list[KTSError] = []
    for path in paths:
        if path != source and path.suffix.lower() not in SUFFIXES:
            problems.append(UsageError(f"{path} is no file of tickets", path=str(path)))
            continue
        try:
            batches.append(joined(read(path.read_bytes(), name=str(path), columns=columns)))
        except KTSError as problem:
            if source.is_file():
                raise
            problems.append(problem)
    whole = distinct([one for batch in batches for one in batch.tickets])
    added, repeated = (sum(getattr(one, name) for one in batches) for name in ("joined", "repeated"))
    return whole._replace(joined=added, repeated=whole.repeated + repeated), tuple(problems)


def _may_hold(path: Path) -> bool:
    """Whether a path of a folder of tickets is read, or said to be none: no folder, no readme, nothing hidden."""
    return path.is_file() and not path.name.startswith(".") and not path.name.lower().startswith("readme.")


@command.command("train", epilog="Example: kts tickets train closed.csv --text body --label queue")
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option(
    "--text", "columns", multiple=True, required=True, metavar="COLUMN", help="Column of the text; may repeat."
)
@click.option("--label", required=True, metavar="COLUMN", help="Column of the class.")
@options("kb", "json")
def train(file: str, *, kb: str | None, as_json: bool, columns: tuple[str, ...], label: str) -> int:
    """Learn the classes of tickets from labelled ones: CSV, JSON or JSON lines."""
    from kts.workspace import Workspace

    texts, labels = _labelled(Path(file), columns, label)
    with Workspace.nearest(kb) as workspace:
        kept = workspace.train_tickets(texts, labels)
    from kts.server.wire.tickets import trained

    said = trained(kept.path, kept.figures)
    print_json(said) if as_json else click.echo(f"{said['reasoning']}: {kept.path}")
    return 0


@command.command("evaluate", epilog="Example: kts tickets evaluate judged.csv --text body --label queue")
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option(
    "--text", "columns", multiple=True, required=True, metavar="COLUMN", help="Column of the text; may repeat."
)
@click.option("--label", required=True, metavar="COLUMN", help="Column of the class; an unknown one is out of scope.")
@options("kb", "json")
def evaluate(file: str, *, kb: str | None, as_json: bool, columns: tuple[str, ...], label: str) -> int:
    """Measure the classifier on labelled tickets: accuracy, macro F1, calibration error, out-of-scope AUROC."""
    from kts.workspace import Workspace

    texts, labels = _labelled(Path(file), columns, label)
    with Workspace.nearest(kb) as workspace:
        figures = workspace.evaluate_tickets(texts, labels)
    if as_json:
        from kts.server.wire.tickets import evaluated

        print_json(evaluated(figures))
    else:
        for name, value in figures.items():
            click.echo(f"{name:10} {'-' if value is None else value}")
    if figures["trained_on"]:
        said = f"{figures['trained_on']} of {figures['n']} tickets were trained on"
        click.echo(f"warning: {said}: the figures are better than on new ones", err=True)
    return 0


def _labelled(path: Path, columns: Sequence[str], label: str) -> tuple[list[str], list[str]]:
    """Texts and labels of a file. Raises UsageError naming a column that is not there, or the row without a label."""
    from kts.errors import UsageError
    from kts.tickets.read import rows

    texts, labels = [], []
    for number, row in enumerate(rows(path.read_bytes(), name=str(path)), 1):
        missing = [name for name in (*columns, label) if name not in row]
        if missing:
            message = f"{path}: row {number} has no column '{missing[0]}'"
            raise UsageError(message, path=str(path), hint=f"there are: {', '.join(map(str, row))}")
        if str(row[label]).strip():
            texts.append("\n".join(str(row[name] or "") for name in columns).strip())
            labels.append(str(row[label]).strip())
    return texts, labels


command.add_command(report)
command.add_command(show)
