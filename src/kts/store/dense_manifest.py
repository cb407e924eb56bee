"""The manifest of the dense index: which files are the index now. Making a new one is the commit.

A manifest is written to a file of another name, made durable and renamed to `<number>-<format>.json`, with a
number that was never used before; no file that another process may have mapped is changed or replaced. The
newest manifest that is whole, with all its files, serves. Files that it does not name are rubbish of a killed
writer or of an older generation.
"""

from __future__ import annotations

import errno
import json
import os
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from kts.store import dense_segments
from kts.store.dense_codes import MAX_DIMS
from kts.store.dense_names import FORMAT, UNREADABLE, checksum, described, files, manifests, number_of
from kts.store.dense_segments import Entry

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from kts.store.dense_segments import Segment

TRIES = 8
"""How often a reader looks again when the writer has removed what it was about to open."""


class State(NamedTuple):
    """An index as one manifest describes it, open. `stamp` tells whether the file is still the same one."""

    stamp: tuple[str, int, int]
    generation: int
    model: str
    dims: int
    segments: tuple[Segment, ...]


def newest(folder: Path) -> tuple[str, int, int] | None:
    """The stamp of the newest manifest: name, time and number of the file."""
    for path in manifests(folder):
        with suppress(OSError):
            return _stamp(path)
    return None


def load(folder: Path) -> State | None:
    """The newest state that is whole, None when there is none."""
    seen: list[Path] = []
    for _ in range(TRIES):
        paths = manifests(folder)
        if paths == seen:
            break
        seen = paths
        for path in paths:
            with suppress(*UNREADABLE):
                return _opened(path)
    return None


def next_number(folder: Path) -> int:
    """A number that no file here has."""
    return 1 + max(map(number_of, files(folder)), default=0)


def _stamp(path: Path) -> tuple[str, int, int]:
    status = path.stat()
    return path.name, status.st_mtime_ns, status.st_ino


def _opened(path: Path) -> State:
    stamp = _stamp(path)
    body = described(path)
    dims = int(body["dims"])
    if not 0 <= dims <= MAX_DIMS:
        raise ValueError(dims)
    entries = [Entry(**values) for values in body["segments"]]
    segments = tuple(dense_segments.opened(path.parent, entry, dims) for entry in entries)
    return State(stamp, int(body["generation"]), str(body["model"]), dims, segments)


def commit(folder: Path, *, number: int, generation: int, model: str, dims: int, entries: Iterable[Entry]) -> None:
    """Make these segments the index, in one step. Raises OSError."""
    segments = [entry._asdict() for entry in entries]
    body = {"generation": generation, "model": model, "dims": dims, "segments": segments}
    path = folder / f"{number}-{FORMAT}.json"
    draft = path.with_name(path.name + ".new")
    with draft.open("x", encoding="ascii") as stream:
        json.dump({"index": body, "checksum": checksum(body)}, stream, sort_keys=True, indent=1)
        stream.flush()
        os.fsync(stream.fileno())
    _settle(folder)
    draft.rename(path)
    _settle(folder)


def _settle(folder: Path) -> None:
    """Make new names durable, where folders can be synchronised."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in {errno.EINVAL, errno.ENOTSUP}:
            raise
    finally:
        os.close(handle)


def sweep(folder: Path, state: State | None, *, number: int) -> None:
    """Remove what the state does not need, as far as the system allows; manifests first, they need the others.

    Nothing is removed unless the state is that of the commit of this number: all it needs is known to be there.
    """
    if state is None or number_of(folder / state.stamp[0]) != number:
        return
    needed = {state.stamp[0]}
    for segment in state.segments:
        needed |= {segment.entry.name, segment.entry.live}
    rubbish = [path for path in files(folder) if path.name not in needed]
    for path in sorted(rubbish, key=lambda path: (path.suffix != ".json", number_of(path), path.name)):
        with suppress(OSError):
            path.unlink(missing_ok=True)


def discard(folder: Path, number: int) -> None:
    """Remove what a commit that did not come about has written."""
    for path in files(folder):
        if number_of(path) == number:
            with suppress(OSError):
                path.unlink(missing_ok=True)


def unreadable(folder: Path, state: State | None) -> list[str]:
    """The manifests that are newer than what serves: they are damaged, or lack a file."""
    since = number_of(folder / state.stamp[0]) if state else 0
    return [path.name for path in manifests(folder) if number_of(path) > since]
