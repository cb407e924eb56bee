"""Threads that answer, each with a workspace of its own; models and settings are loaded once for all of them.

Each call sees the newest generation whole, of the index that is in its place then. When `config.toml` changes,
workspaces are opened anew at their next call; a mistake in it is kept as `trouble`, and the settings that worked go on
working.
"""

from __future__ import annotations

import json
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple, Self, TypeVar

from kts.config import flatten
from kts.digest import text_digest
from kts.errors import ConfigError
from kts.workspace import Workspace
from kts.workspace.loaded import Models
from kts.workspace.threads import identity

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
    digest: str = ""


class Known(NamedTuple):
    """Settings that work. `edition` counts them, `stamp` is the state of the file that they were read from.

    `digest` is the same for the same settings in whatever process.
    """

    workspace: Workspace
    settings: tuple[Settings, tuple[Origin, ...]]
    edition: int
    stamp: Stamp
    digest: str


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
            desk.edition, desk.digest = known.edition, known.digest
        return desk.workspace

    def state(self) -> str:
        """What an answer of this thread depends on beside the generation: which index it is, settings, descriptions."""
        place = self.workspace().layout
        told = (self._desk.digest, identity(place.truth), _stamp(place.descriptions))
        return text_digest(repr(told)).hex()[:16]

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
        digest = text_digest(json.dumps(flatten(settings[0]), sort_keys=True, default=str)).hex()
        return Known(found, settings, known.edition + 1 if known else 1, stamp, digest)

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
