"""Threads that answer, each with a workspace of its own; models are loaded once for all of them.

A workspace is for one thread. Each call sees the newest generation whole. When `config.toml` changes, workspaces are
opened anew at their next call; a mistake in it is kept as `trouble`, and the settings that worked go on working.
"""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Self, TypeVar

from kts.errors import ConfigError
from kts.workspace import Workspace
from kts.workspace.serving import Models

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

T = TypeVar("T")
Stamp = tuple[int, int]
ABSENT: Stamp = (0, 0)


class Desk(threading.local):
    """What a thread has open: its workspace, and the state of the settings file when it was opened."""

    workspace: Workspace | None = None
    stamp: Stamp = ABSENT


class Readers:
    """A pool of threads with warm workspaces over one index, which need not exist yet."""

    def __init__(self, folder: str, *, threads: int = 0) -> None:
        self.folder = folder
        self.threads = threads or min(4, os.cpu_count() or 1)
        self.trouble = ""
        self.models = Models()
        self._desk = Desk()
        self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="kts-reader")

    def submit(self, call: Callable[[], T]) -> Future[T]:
        """Run `call` in one of the threads, where it finds its workspace."""
        return self._pool.submit(call)

    def workspace(self) -> Workspace:
        """The workspace of this thread, with the settings as they are now. Raises NoIndex, ConfigError."""
        desk = self._desk
        if desk.workspace is None:
            desk.workspace = Workspace.open(self.folder).sharing(self.models)
            desk.stamp = _stamp(desk.workspace)
        elif _stamp(desk.workspace) != desk.stamp:
            desk.workspace, desk.stamp = self._renewed(desk.workspace), _stamp(desk.workspace)
        return desk.workspace

    def _renewed(self, old: Workspace) -> Workspace:
        try:
            new = Workspace.open(self.folder).sharing(self.models)
        except ConfigError as problem:
            self.trouble = f"the settings before the last change are in force: {problem.message}"
            return old
        self.trouble = ""
        old.close()
        return new

    def close(self) -> None:
        """Finish what was begun, then close every workspace in the thread that opened it."""
        together = threading.Barrier(self.threads)
        leaving = [self._pool.submit(self._leave, together) for _ in range(self.threads)]
        for one in leaving:
            one.result()
        self._pool.shutdown()

    def _leave(self, together: threading.Barrier) -> None:
        together.wait()  # each thread takes one of these and no second
        if self._desk.workspace is not None:
            self._desk.workspace.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _stamp(workspace: Workspace) -> Stamp:
    try:
        found = workspace.layout.config.stat()
    except OSError:
        return ABSENT
    return found.st_mtime_ns, found.st_size
