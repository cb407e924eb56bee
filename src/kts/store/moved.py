"""Where the source roots of an index are now: a folder that was moved or copied together with its index.

A root is stored as an absolute path. When that path is gone, or holds the index that this one is a copy of, the files
are looked for at the same place relative to this index, and taken only where they are the files that were read.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from kts.store import layout
from kts.store.rows import path_text

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Sequence
    from typing import NamedTuple

    from kts.records import Root
else:
    from kts.nouns import NamedTuple

ABOVE = 3
"""Folders above the one that holds the index from which a root may be reached: `kb/.kts` beside `docs`. A default."""
COMPARED = 40
"""Files of a root whose sizes are compared, the smallest: enough to tell folders apart. A default."""
HASHED = 3
"""Files of the same size whose bytes are compared, too; most must be the same. A default."""
LARGEST = 10_000_000
"""Bytes of a file that is hashed for it."""


class Known(NamedTuple):
    """A file as it was last read."""

    path: str
    size: int
    sha256: str


def settled(roots: Sequence[Root], db: sqlite3.Connection, *, named: Iterable[str] = ()) -> tuple[Root, ...]:
    """The roots with the paths at which their files are now; one that is found nowhere keeps its path.

    `named` are further folders, absolute, at which a root that is gone may be.
    """
    home = _home(db)
    taken = {root.path for root in roots}
    found = []
    for root in roots:
        place = _place(root, home, taken, tuple(named), db)
        taken.add(place)
        found.append(root._replace(path=place))
    return tuple(found)


def _home(db: sqlite3.Connection) -> str:
    """The folder that holds the index, absolute; empty for a store without a file."""
    path = next((row[2] for row in db.execute("PRAGMA database_list") if row[1] == "main"), "")
    folder = os.path.dirname(os.path.abspath(path)) if path else ""
    return os.path.dirname(folder) if os.path.basename(folder) == layout.FOLDER else folder


def _place(root: Root, home: str, taken: set[str], named: tuple[str, ...], db: sqlite3.Connection) -> str:
    gone = not os.path.isdir(root.path)
    places = [place for place, old in _places(root.path, home) if gone or _other_index(old, home)] if home else []
    known: tuple[Known, ...] | None = None
    for place in dict.fromkeys((*places, *(named if gone else ()))):
        if place in taken or not os.path.isdir(place):
            continue
        known = _known(root.label, db) if known is None else known
        if _holds(place, known):
            return place
    return root.path


def _places(path: str, home: str) -> Iterator[tuple[str, str]]:
    """Where a root would be had it moved with the index, and where the index would have been before.

    None, when the root stands as it may to the index where it is: nothing speaks for a move of both.
    """
    above, beside = home, ""
    for _ in range(ABOVE + 1):
        base, tail = path, ""
        while True:
            if base == above and not beside:
                break
            yield os.path.join(above, tail) if tail else above, os.path.join(base, beside) if beside else base
            upper, name = os.path.split(base)
            if upper == base:
                break
            base, tail = upper, os.path.join(name, tail) if tail else name
        upper, name = os.path.split(above)
        if upper == above:
            return
        above, beside = upper, os.path.join(name, beside) if beside else name


def _other_index(old: str, home: str) -> bool:
    """Whether an index other than this one is where this one would have been: then this one is its copy."""
    if old == home:
        return False
    return os.path.isfile(os.path.join(old, layout.FOLDER, "kts.db"))


def _known(label: str, db: sqlite3.Connection) -> tuple[Known, ...]:
    rows = db.execute(
        "SELECT file.path, file.size, lower(hex(file.sha256)) FROM file JOIN root ON root.root_id = file.root_id"
        " WHERE root.label = ? AND root.mode <> 'dropped' AND file.size > 0 ORDER BY file.size, file.path LIMIT ?",
        (label, COMPARED),
    )
    return tuple(Known(path_text(path), size, digest) for path, size, digest in rows)


def _holds(place: str, known: Sequence[Known]) -> bool:
    """Whether the folder has at least half of the files, and most of those whose bytes are compared are the same."""
    same = [one for one in known if _size(os.path.join(place, one.path)) == one.size]
    if not known or 2 * len(same) < len(known):
        return False
    compared = [one for one in same if one.size <= LARGEST][:HASHED]
    return 2 * sum(_digest(os.path.join(place, one.path)) == one.sha256 for one in compared) > len(compared)


def _size(path: str) -> int:
    try:
        return os.stat(path, follow_symlinks=False).st_size
    except (OSError, ValueError):
        return -1


def _digest(path: str) -> str:
    import hashlib  # only where a root has moved: it loads OpenSSL

    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""
