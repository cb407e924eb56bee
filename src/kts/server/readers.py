"""Threads that answer, each with a workspace of its own; models and settings are loaded once for all of them.

A workspace is for one thread. Each call sees the newest generation whole. When `config.toml` changes, workspaces are
opened anew at their next call; a mistake in it is kept as `trouble`, and the settings that worked go on working.
"""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple, Self, TypeVar

from kts.errors import ConfigError
from kts.workspace import Workspace
from kts.workspace.loaded import Models

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future
    from pathlib import Path

    from kts.config import Origin, Settings

T = TypeVar("T")
Stamp = tuple[int, int]
ABSENT: Stamp = (0, 0)


class Desk(threading.local):
    """What a thread has open: its workspace, and which settings it was opened with."""

    workspace: Workspace | None = None
    edition: int = 0


class Known(NamedTuple):
    """Settings that work. `edition` counts them, `stamp` is the state of the file that they were read from."""

    workspace: Workspace
    settings: tuple[Settings, tuple[Origin, ...]]
    edition: int
    stamp: Stamp


class Readers:
    """A pool of threads with warm workspaces over one index, which need not exist yet."""

    def __init__(self, folder: str, *, threads: int = 0) -> None:
        self.folder = folder
        self.threads = threads or min(4, os.cpu_count() or 1)
        self.trouble = ""
        self.models = Models()
        self._known: Known | None = None
        self._lock = threading.Lock()
        self._desk = Desk()
        self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="kts-reader")

    def submit(self, call: Callable[[], T]) -> Future[T]:
        """Run `call` in one of the threads, where it finds its workspace."""
        return self._pool.submit(call)

    def workspace(self) -> Workspace:
        """The workspace of this thread, with the settings as they are now. Raises NoIndex, ConfigError."""
        desk, known = self._desk, self._current()
        if desk.workspace is None or desk.edition != known.edition:
            if desk.workspace is not None:
                desk.workspace.close()
            place = known.workspace.layout
            desk.workspace = Workspace(place, known=known.settings).sharing(self.models)
            desk.edition = known.edition
        return desk.workspace

    def _current(self) -> Known:
        """The newest settings that work, the same for all threads."""
        with self._lock:
            known = self._known
            if known is None or _stamp(known.workspace.layout.config) != known.stamp:
                self._known = known = self._renewed(known)
            return known

    def _renewed(self, known: Known | None) -> Known:
        stamp = _stamp(known.workspace.layout.config) if known else ABSENT
        try:
            with Workspace.open(self.folder) as found:
                stamp = stamp if known else _stamp(found.layout.config)
                settings = (found.settings, found.origins)
        except ConfigError as problem:
            if known is None:
                raise
            self.trouble = f"the settings before the last change are in force: {problem.message}"
            return known._replace(stamp=stamp)
        self.trouble = ""
        return Known(found, settings, known.edition + 1 if known else 1, stamp)

    def close(self) -> None:
        """Finish what was begun, then close every workspace in the thread that opened it."""
        together = threading.Barrier(self.threads)

        def leave() -> None:
            together.wait()  # each thread takes one of these and no second
            if self._desk.workspace is not None:
                self._desk.workspace.close()

        for one in [self._pool.submit(leave) for _ in range(self.threads)]:
            one.result()
        self._pool.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _stamp(path: Path) -> Stamp:
    try:
        found = path.stat()
    except OSError:
        return ABSENT
    return found.st_mtime_ns, found.st_size
