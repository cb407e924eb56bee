"""What each thread of a process has open of one index: a connection of its own, and what is made once and kept.

A workspace may be asked from several threads at once. Nothing that a question changes is shared between them; models
and settings are. What a thread leaves behind when it ends, the next new one takes over.
"""

from __future__ import annotations

import os
from _thread import _local, allocate_lock  # what `threading` gives, which takes a hundredth of a cold search to load
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from kts.errors import UsageError

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from pathlib import Path
    from typing import Protocol

    class Threaded(Protocol):
        """What has something open for each thread."""

        def _mine(self) -> Open: ...


T = TypeVar("T")
Identity = tuple[int, int]


class Open:
    """What one thread has open; `identity` is of the file that `db` reads, `left` says that no thread has it."""

    def __init__(self) -> None:
        self.left = True
        self.db: sqlite3.Connection | None = None
        self.identity: Identity | None = None
        self.kept: dict[str, Any] = {}

    def close(self) -> None:
        """Close the connection, and forget all that was made of it."""
        if self.db is not None:
            self.db.close()
        self.db, self.identity = None, None
        self.kept.clear()


class _Token:
    """Lives as long as its thread."""

    def __init__(self, opened: Open) -> None:
        self._open = opened
        opened.left = False

    def __del__(self) -> None:
        self._open.left = True


class Threads:
    """What the threads of one workspace have open."""

    def __init__(self) -> None:
        self._lock = allocate_lock()
        self._local = _local()
        self._all: list[Open] = []
        self._closed = False

    def mine(self) -> Open:
        """That of this thread. Raises UsageError when the workspace is closed."""
        found: Open | None = getattr(self._local, "open", None)
        if self._closed:
            if found is not None:
                found.close()
            message = "this workspace is closed"
            raise UsageError(message, hint="open it again, kts.open(FOLDER), or ask within its with block")
        return found or self._taken()

    def _taken(self) -> Open:
        """One for a new thread: what an ended one has left, where there is any."""
        with self._lock:
            found = next((one for one in self._all if one.left), None)
            if found is None:
                found = Open()
                self._all.append(found)
            self._local.token, self._local.open = _Token(found), found
        return found

    def forget(self, *names: str) -> None:
        """Have every thread make these anew."""
        with self._lock:
            for one in self._all:
                for name in names:
                    one.kept.pop(name, None)

    def close(self) -> None:
        """Close what this thread and those that have ended had open; another that is still asking closes its own."""
        self._closed = True
        mine = getattr(self._local, "open", None)
        with self._lock:
            for one in self._all:
                if one is mine or one.left:
                    one.close()


class kept(Generic[T]):  # noqa: N801 - a decorator, as `property` is
    """A property that each thread makes once, when it first asks, and may replace."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self._name = make.__name__
        self.__doc__ = make.__doc__

    @overload
    def __get__(self, owner: None, kind: type) -> kept[T]: ...
    @overload
    def __get__(self, owner: Threaded, kind: type) -> T: ...
    def __get__(self, owner: Threaded | None, kind: type) -> kept[T] | T:
        """What this thread has made."""
        if owner is None:
            return self
        known = owner._mine().kept  # noqa: SLF001 - part of the same
        if self._name not in known:
            known[self._name] = self._make(owner)
        found: T = known[self._name]
        return found

    def __set__(self, owner: Threaded, value: T) -> None:
        owner._mine().kept[self._name] = value  # noqa: SLF001


def identity(path: Path) -> Identity | None:
    """Which file a path names now, None for none."""
    try:
        found = os.stat(path)  # noqa: PTH116 - before every question
    except OSError:
        return None
    return found.st_dev, found.st_ino
