"""A progress bar with counts, rate and time left, on a terminal."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def bar(verb: str) -> Iterator[Callable[[int, int, Any], None]]:
    """A function to call with (done, total, file) after each file."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn(verb),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[path]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(verb, total=None, path="")

        def show(done: int, total: int, taken: Any) -> None:
            from kts.server.wire import shown

            progress.update(task, completed=done, total=total, path=shown(taken.row.path)[-60:])

        yield show
