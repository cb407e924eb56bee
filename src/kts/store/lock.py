"""One writer at a time: a lock that dies with its process."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from kts.errors import Locked, StorageFull

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def writing(path: Path, *, wait: float) -> Iterator[None]:
    """Hold the writer's lock; another writer is waited for up to `wait` seconds. Raises Locked with its pid."""
    from filelock import FileLock, Timeout

    lock = FileLock(path, timeout=wait)
    note = path.with_suffix(".pid")
    try:
        lock.acquire()
    except OSError as error:
        if isinstance(error, Timeout):
            raise _held(path) from None
        message = f"{path} cannot be written: {error.strerror or error}"
        raise StorageFull(message, path=str(path), hint="make the folder writable; searching works as it is") from error
    try:
        with suppress(OSError):  # who holds the lock is a courtesy; a full disk will be met where it matters
            note.write_text(str(os.getpid()), encoding="ascii")
        yield
    finally:
        with suppress(OSError):
            note.unlink(missing_ok=True)
        lock.release()


def _held(path: Path) -> Locked:
    owner = holder(path)
    message = f"another process{f' (pid {owner})' if owner else ''} is writing this index"
    return Locked(message, path=str(path), hint="wait for it, or stop it, and run the command again")


def holder(path: Path) -> int | None:
    """The pid that the present or last writer noted, None when there is none."""
    try:
        return int(path.with_suffix(".pid").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
