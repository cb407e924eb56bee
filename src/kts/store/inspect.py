"""What an index holds and how it is, for `kts status` and `kts doctor`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from kts.store.content import content_hash
from kts.store.ledger import SqliteLedger
from kts.store.lock import holder
from kts.store.rows import path_text
from kts.types import FileOutcome, Status

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Mapping

    from kts.ports import PassageIndex, VectorIndex
    from kts.store.corpus import SqliteCorpus
    from kts.store.layout import Layout


def status(
    layout: Layout, corpus: SqliteCorpus, db: sqlite3.Connection, index: PassageIndex, dense: Callable[[], VectorIndex]
) -> Status:
    """Counts and states of the newest generation."""
    outcomes = dict(db.execute("SELECT outcome, count(*) FROM file GROUP BY outcome ORDER BY outcome").fetchall())
    (stale,) = db.execute("SELECT count(*) FROM file WHERE stale").fetchone()
    (sections,) = db.execute(
        "SELECT count(*) FROM section JOIN version USING (version_id)"
        " WHERE first_generation IS NOT NULL AND last_generation IS NULL"
    ).fetchone()
    model = corpus.model
    last = db.execute("SELECT created_at FROM generation ORDER BY number DESC LIMIT 1").fetchone()
    return Status(
        folder=str(layout.folder),
        generation=corpus.generation,
        documents=corpus.statistics("document").rows,
        passages=corpus.statistics("chunk").rows,
        sections=sections,
        outcomes=outcomes,
        stale=stale,
        roots=tuple((root.label, root.path) for root in corpus.roots()),
        languages=corpus.languages(),
        disk_bytes=disk_bytes(str(layout.folder)),
        lexical_generation=index.generation,
        content_hash=content_hash(db),
        ledger_head=SqliteLedger(layout.ledger).head(),
        last_ingest=last[0] if last else "",
        vectors=_vectors(db, corpus.vectors(), model.key) if model else corpus.vectors(),
        model={"provider_id": model.provider_id, "hash": model.hash, "dims": model.dims} if model else None,
        dense_generation=dense().generation if model else 0,
        writer=working(layout),
    )


def _vectors(db: sqlite3.Connection, states: Mapping[str, int], model: int) -> Mapping[str, int]:
    """The states of passages, those of which are made that wait for the rest of their document."""
    if not states.get("pending"):
        return states
    from kts.store.vectors import made

    done = made(db, model)
    told = {**states, "made": done, "pending": states["pending"] - done}
    return {state: number for state, number in told.items() if number}


def files(db: sqlite3.Connection) -> tuple[FileOutcome, ...]:
    """Every file of the manifest with its outcome and reason."""
    rows = db.execute(
        "SELECT file.path, outcome, reason, label, stale FROM file JOIN root USING (root_id) ORDER BY label, file.path"
    )
    return tuple(
        FileOutcome(path_text(path), outcome, f"{reason} (the last good version is kept)" if stale else reason, label)
        for path, outcome, reason, label, stale in rows
    )


def manifest(db: sqlite3.Connection, root: str) -> dict[str, tuple[int, int]]:
    """Size and time of every file of a root as it was read, by path."""
    rows = db.execute(
        "SELECT file.path, file.size, mtime_ns FROM file JOIN root USING (root_id) WHERE label = ?", (root,)
    )
    return {path_text(path): (size, mtime_ns) for path, size, mtime_ns in rows}


def unfinished(db: sqlite3.Connection) -> int:
    """Files that are read and of no generation yet: an ingest is at work, or broke off."""
    (count,) = db.execute("SELECT count(*) FROM version WHERE first_generation IS NULL").fetchone()
    return int(count)


def disk_bytes(folder: str) -> int:
    """Bytes of all files below `folder`; hard links count once."""
    seen: dict[tuple[int, int], int] = {}
    for top, _, names in os.walk(folder):
        for name in names:
            try:
                found = os.lstat(os.path.join(top, name))
            except OSError:
                continue
            seen[found.st_dev, found.st_ino] = found.st_size
    return sum(seen.values())


def closed(folder: Path) -> Path | None:
    """The folder, or the first file or folder below it, that this user may not read; None where all can be read."""
    if folder.exists() and not os.access(folder, os.R_OK | os.X_OK):
        return folder
    for top, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted((*folders, *names)):
            path = Path(top, name)
            right = os.R_OK | (os.X_OK if name in folders else 0)
            if not os.access(path, right) and os.path.lexists(path):
                return path
    return None


def working(layout: Layout) -> int | None:
    """The pid of a writer at work, None when the lock is free."""
    from filelock import FileLock, Timeout

    if not layout.lock.exists():
        return None
    try:
        with FileLock(layout.lock, timeout=0):
            return None
    except Timeout:
        return holder(layout.lock)
    except OSError:  # a medium that cannot be written has no writer
        return None
