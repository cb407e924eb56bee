"""A progress bar with counts, rate and time left, on a terminal."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


TAKEN = 60
"""Columns of a terminal that the bar, the counts and the times take; the path has the rest."""


EVERY_S = 30.0
"""Seconds between two lines of progress where nobody watches: a build server ends what is silent for minutes."""


class Lines:
    """Progress as lines on standard error, where that is no terminal; none for what is done soon."""

    def __init__(self, verb: str, what: str) -> None:
        self._verb, self._what = verb, what
        self._began = self._last = time.monotonic()

    def show(self, done: int, total: int) -> None:
        """Say how far it is, now and then."""
        from kts.cli.output import echo

        now = time.monotonic()
        if now - self._last < EVERY_S or not done:
            return
        self._last = now
        left = (now - self._began) * (total - done) / done
        echo(f"{self._verb}: {done} of {total} {self._what}, about {_spoken(left)} left", err=True)


def _spoken(seconds: float) -> str:
    return f"{seconds / 60:.0f} min" if seconds >= 2 * 60 else f"{seconds:.0f} s"


@contextmanager
def bar(verb: str) -> Iterator[Callable[[int, int, Any], None]]:
    """A function to call with (done, total, file) after each file."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (
        TextColumn(verb),
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[path]}", markup=False),
    )
    room = max(10, console.width - TAKEN)
    began = time.monotonic()
    progress = Progress(*columns, console=console, transient=True)
    task = progress.add_task(verb, total=None, path="", rate="")

    def show(done: int, total: int, taken: Any) -> None:
        from kts.server.wire import shown

        progress.start()  # with the first file of a root; stopped after its last, because what follows may ask
        rate = f"{done / max(time.monotonic() - began, 0.1):.0f}/s"
        progress.update(task, completed=done, total=total, path=shown(taken.row.path)[-room:], rate=rate)
        if done == total:
            progress.stop()

    try:
        yield show
    finally:
        progress.stop()


@contextmanager
def embedding_bar() -> Iterator[Callable[[Any], None]]:
    """A function to call with each `VectorProgress`: passages done, rate, time left."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (
        TextColumn("embedding"),
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("(searching by words works already)"),
    )
    progress = Progress(*columns, console=console, transient=True)
    task = progress.add_task("embedding", total=None, rate="")
    began: list[float] = []

    def show(at: Any) -> None:
        began.append(time.monotonic()) if not began else None
        progress.start()
        rate = at.done / max(time.monotonic() - began[0], 0.1)
        progress.update(task, completed=at.done, total=at.total, rate=f"{rate:.0f}/s")
        if at.done == at.total:
            progress.stop()

    try:
        yield show
    finally:
        progress.stop()
